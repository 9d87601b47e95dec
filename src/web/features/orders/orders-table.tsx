/** Open orders: what rests, what is on its way, what is unknown; cancel or move one, the picked ones, or a whole market. */
import { useCallback, useState } from 'react'
import { showAmount, showCents, showSize } from '../../platform/format/figures.ts'
import { useAccount, usePage, usePrices, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { clockOf, SECOND_MS } from '../../platform/state/clock.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useEmptyText, useHowToOrder } from '../../widgets/read-fault.tsx'
import { refusedText, togetherText } from '../../actions/gesture-text.ts'
import { stepPrice } from '../../data/markets/price-steps.ts'
import { createPicks, idsOf, totalsOf } from './blotter.ts'
import { FillsTable } from './fills-table.tsx'
import { OrderRows, TotalsText } from './order-rows.tsx'
import { heldOf, isShown } from '../../data/account/shown-exits.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { WHY_NOT } from '../../words/why-not.ts'
import { later } from '../../ui/later.tsx'
import { tip, Button, Page, Panel } from '../../ui/controls.tsx'
import styles from './order.module.css'

/** Why nothing or not all of it was moved, empty when all was, and the client order ids of what was. */
type Gesture = { readonly refusal: string; readonly sent: readonly string[] }

const NO_GESTURE: Gesture = { refusal: '', sent: [] }

/** Orders and fills as a page of their own. */
export function OrdersPage() {
  return (
    <Page className="split">
      <h1 className="visually-hidden">Orders</h1>
      <Panel title="Open orders">
        <OrdersTable />
      </Panel>
      <Panel title="Fills">
        <FillsTable />
      </Panel>
    </Page>
  )
}

/** The table with its bar of bulk actions. */
export function OrdersTable() {
  const { orders: ordersStore, endedOrders } = useAccount()
  const { settings } = usePage()
  const { moves, commands } = useTrading()
  const list = useStore(ordersStore)
  const ended = useStore(endedOrders.list)
  const isGrouped = useSelected(settings, (settings) => settings.groupOrders)
  const selection = useStore(useWorkspace().selection)
  const [picks] = useState(() => createPicks(ordersStore))
  const { picked } = useStore(picks.store)
  const [gesture, setGesture] = useState<Gesture>(NO_GESTURE)
  const none = useEmptyText(`No open orders. ${useHowToOrder()}`)
  const [isAttaching, setAttaching] = useState(false)
  const held = useSelected(useAccount().positions, (positions) =>
    heldOf(positions, selection?.outcome.id ?? ''),
  )
  const orders = openOrders(list.items)
  const chosen = idsOf(orders).filter((id) => picked.has(id))
  const inMarket = orders.filter((order) => order.marketId === selection?.market.id)

  function nudge(ticks: 1 | -1): void {
    const moving = orders.filter((order) => order.id !== null && chosen.includes(order.id))
    const targets = moving.flatMap((order) => {
      const { id, price, tickSize: tick } = order
      return id === null || tick === null ? [] : [{ orderId: id, to: stepPrice(price, ticks, tick), tick }]
    })
    const moved = moves.moveAll(targets)
    const unread = Array.from({ length: moving.length - targets.length }, () => WHY_NOT.noTick)
    setGesture({
      refusal: refusedText({ ...moved, refusals: [...moved.refusals, ...unread] }),
      sent: moved.intents.map((intent) => intent.clientOrderId),
    })
  }
  const refuse = useCallback(
    (text: string | null) => setGesture(text === null ? NO_GESTURE : { refusal: text, sent: [] }),
    [],
  )

  return (
    <>
      <div className={`row rigid gap-6 ${styles.bulk}`}>
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            commands.cancelOrders(chosen)
            picks.clear()
          }}
        >
          Cancel selected{chosen.length === 0 ? '' : ` ${chosen.length}`}
        </Button>
        {([-1, 1] as const).map((ticks) => (
          <Button
            key={ticks}
            disabled={chosen.length === 0}
            aria-label={`${ticks === 1 ? '+1' : '\u22121'} tick for the selected`}
            {...tip(`Move selected one tick ${ticks === 1 ? 'up' : 'down'}`)}
            onClick={() => nudge(ticks)}
          >
            {ticks === 1 ? '+1' : '\u22121'}
          </Button>
        ))}
        <Button
          {...tip('Cancel every open order of the selected market')}
          disabled={selection === null || inMarket.length === 0}
          onClick={() => {
            if (selection !== null) commands.cancelMarket({ marketId: selection.market.id })
          }}
        >
          Cancel market{inMarket.length === 0 ? '' : ` ${inMarket.length}`}
        </Button>
        <Button
          aria-pressed={isGrouped}
          {...tip('One group for each market, with its totals')}
          onClick={() => settings.update((old) => ({ ...old, groupOrders: !isGrouped }))}
        >
          By market
        </Button>
        {held !== null && (
          <Button
            aria-expanded={isAttaching}
            {...tip('Put a target, a stop or a time on the shares that you hold of the selected outcome')}
            onClick={() => setAttaching(!isAttaching)}
          >
            Attach exit
          </Button>
        )}
        {!list.current && list.loaded && <span className="chip warn">not current</span>}
      </div>
      <OrderRows
        open={orders}
        ended={ended}
        isGrouped={isGrouped}
        picks={picks}
        onRefused={refuse}
        empty={list.loaded ? none : 'Reading open orders\u2026'}
        isStale={list.loaded && !list.current}
      />
      {orders.length > 0 && (
        <p className={`rigid fine ${styles.orderTotals} soft`}>
          <TotalsText totals={totalsOf(orders)} /> <AccountTotals />
        </p>
      )}
      <MoveNote gesture={gesture} />
      <Exits isAttaching={isAttaching} onClose={() => setAttaching(false)} />
    </>
  )
}

const List = later(() => import('./exits-list.tsx').then((module) => module.ExitsList))

/** Attached exits, where there are any or one is being put on a position. */
function Exits(props: { readonly isAttaching: boolean; readonly onClose: () => void }) {
  const hasExits = useSelected(useTrading().attachedExits.list, ({ items }) => items.some(isShown))
  return hasExits || props.isAttaching ? <List {...props} /> : null
}

/** Reserve of the open orders, and the exposure once they fill; nothing before that is known. */
function AccountTotals() {
  const { account } = useAccount()
  const reserved = useSelected(account, ({ summary }) => summary?.reserved ?? null)
  const exposure = useSelected(account, ({ summary }) => summary?.exposure ?? null)
  return (
    <span className="totals rigid light text-2">
      {reserved !== null && (
        <span {...tip(`${showAmount(reserved)}: cash that the open buys hold, fees included`)}>
          reserved <b>{showCents(reserved)}</b>
        </span>
      )}{' '}
      {exposure !== null && (
        <span
          {...tip(
            `${showAmount(exposure)}: exposure of the account at cost, once every open buy has filled whole at its limit`,
          )}
        >
          exposure if all fill <b>{showCents(exposure)}</b>
        </span>
      )}
    </span>
  )
}

const SHOWN_MS = 15_000

/** The outcome of the last move, or of all of one gesture, and why any was not sent. It speaks through the announcer. */
function MoveNote({ gesture: { refusal, sent } }: { readonly gesture: Gesture }) {
  const prices = usePrices()
  const moves = useStore(useTrading().intents.list).filter((one) => one.move !== null)
  const together = moves.filter((one) => sent.includes(one.clientOrderId))
  const [last] = moves
  const isOld = useSelected(clockOf(SECOND_MS), (now) => last !== undefined && now - last.at > SHOWN_MS)
  if (refusal !== '') {
    return (
      <p className={`${styles.moveNote} danger`}>
        Refused: {refusal}.{' '}
        <span className="soft">
          {sent.length === 0 ? 'Nothing was sent.' : `${sent.length} sent: ${togetherText(together)}`}
        </span>
      </p>
    )
  }
  // A later move replaces the message.
  const shown = last !== undefined && together.includes(last) ? together : moves.slice(0, 1)
  if (last === undefined || (isOld && shown.every((one) => one.state === 'accepted'))) return null
  const isBad = shown.some((one) => one.state === 'rejected')
  const aim = `${last.outcomeName} ${showSize(last.size)} to ${prices.price(last.price, last.move?.tick ?? null)}`
  const text = last.state === 'sending' ? 'moving, the old order is cancelled first\u2026' : last.text
  return (
    <p className={isBad ? `${styles.moveNote} danger` : styles.moveNote}>
      <b>{shown.length > 1 ? `${shown.length} orders` : aim}:</b>{' '}
      {shown.length > 1 ? togetherText(shown) : text}{' '}
      {shown.length === 1 && last.code !== null && <code>{last.code}</code>}
    </p>
  )
}
