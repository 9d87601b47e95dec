/** Open orders: what rests, what is on its way, what is unknown; cancel or move one, cancel the picked ones or a whole market. */
import { useState } from 'react'
import { showSize } from '../../platform/format/figures.ts'
import { useAccount, usePrices, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { clockOf, SECOND_MS } from '../../platform/state/clock.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useEmptyText, useHowToOrder } from '../../widgets/read-fault.tsx'
import { NOTHING_SENT } from '../../actions/outcome.ts'
import { createPicks, idsOf, totalsOf } from './blotter.ts'
import { FillsTable } from './fills-table.tsx'
import { OrderRows, TotalsText } from './order-rows.tsx'
import { heldOf, isShown } from '../../data/account/shown-exits.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { later } from '../../ui/later.tsx'
import { tip, Button, Page, Panel } from '../../ui/controls.tsx'
import styles from './order.module.css'

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
  const { commands } = useTrading()
  const list = useStore(ordersStore)
  const ended = useStore(endedOrders.list)
  const selection = useStore(useWorkspace().selection)
  const [picks] = useState(() => createPicks(ordersStore))
  const picked = useStore(picks.store)
  const [refusal, setRefusal] = useState<string | null>(null)
  const none = useEmptyText(`No open orders. ${useHowToOrder()}`)
  const [isAttaching, setAttaching] = useState(false)
  const held = useSelected(useAccount().positions, (positions) =>
    heldOf(positions, selection?.outcome.id ?? ''),
  )
  const orders = openOrders(list.items)
  const chosen = idsOf(orders).filter((id) => picked.has(id))
  const inMarket = orders.filter((order) => order.marketId === selection?.market.id)

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
        <Button
          {...tip('Cancel every open order of the selected market')}
          disabled={selection === null || inMarket.length === 0}
          onClick={() => {
            if (selection !== null) commands.cancelMarket({ marketId: selection.market.id })
          }}
        >
          Cancel market{inMarket.length === 0 ? '' : ` ${inMarket.length}`}
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
        picks={picks}
        onRefused={setRefusal}
        empty={list.loaded ? none : 'Reading open orders\u2026'}
        isStale={list.loaded && !list.current}
      />
      {orders.length > 0 && (
        <p className={`rigid fine ${styles.orderTotals} soft`}>
          <TotalsText totals={totalsOf(orders)} />
        </p>
      )}
      <MoveNote refusal={refusal} />
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

const SHOWN_MS = 15_000

/** Why the last move was not sent, else its outcome. It speaks through the announcer. */
function MoveNote({ refusal }: { readonly refusal: string | null }) {
  const prices = usePrices()
  const last = useStore(useTrading().intents.list).find((one) => one.move !== null)
  const isOld = useSelected(clockOf(SECOND_MS), (now) => last !== undefined && now - last.at > SHOWN_MS)
  if (refusal !== null) {
    return (
      <p className={`${styles.moveNote} danger`}>
        Refused: {refusal}. <span className="soft">{NOTHING_SENT}</span>
      </p>
    )
  }
  if (last === undefined || (isOld && last.state === 'accepted')) return null
  const aim = `${last.outcomeName} ${showSize(last.size)} to ${prices.price(last.price, last.move?.tick ?? null)}`
  return (
    <p className={last.state === 'rejected' ? `${styles.moveNote} danger` : styles.moveNote}>
      <b>{aim}:</b> {last.state === 'sending' ? 'moving, the old order is cancelled first\u2026' : last.text}{' '}
      {last.code !== null && <code>{last.code}</code>}
    </p>
  )
}
