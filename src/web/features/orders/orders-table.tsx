/** Open orders: what rests, what is on its way, what is unknown; cancel or move one, cancel the picked ones or a whole market. */
import { useMemo, useState } from 'react'
import { showCents, showLocal, showSize } from '../../platform/format/figures.ts'
import { useAccount, usePrices, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { clockOf, SECOND_MS } from '../../platform/state/clock.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { useEmptyText, useHowToOrder } from '../../widgets/read-fault.tsx'
import { createPicks, idsOf, totalsOf } from './blotter.ts'
import { orderColumns } from './order-columns.tsx'
import type { OrderLine } from './order-columns.tsx'
import { orderKey } from '../../data/account/ended-orders.ts'
import { heldOf, isShown } from '../../data/account/exit-marks.ts'
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

const showTime = (at: number): string => showLocal(at, true)

/** Fills, newest first, each with how far it is settled. */
export function FillsTable() {
  const list = useStore(useAccount().fills)
  const none = useEmptyText(`No fills yet. ${useHowToOrder()}`)
  return (
    <FillRows
      name="fills"
      label="Fill rows"
      rows={list.items}
      showTime={showTime}
      empty={list.loaded ? none : 'Reading fills\u2026'}
      isStale={list.loaded && !list.current}
    />
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
  const none = useEmptyText(`No open orders. ${useHowToOrder()}`)
  const [isAttaching, setAttaching] = useState(false)
  const held = useSelected(useAccount().positions, (positions) =>
    heldOf(positions, selection?.outcome.id ?? ''),
  )
  const prices = usePrices()
  const columns = useMemo(() => orderColumns(picks, prices), [picks, prices])
  const orders = openOrders(list.items)
  const chosen = idsOf(orders).filter((id) => picked.has(id))
  const inMarket = orders.filter((order) => order.marketId === selection?.market.id)
  const { count, buys, sells } = totalsOf(orders)
  const endings = new Map(ended.map((one) => [orderKey(one.order), one]))
  // The list of open orders follows a frame later.
  const stillOpen = orders.filter((order) => !endings.has(orderKey(order)))
  // Live orders are never out of sight for ended ones.
  const rows = [...stillOpen, ...ended.map(({ order }) => order)]
    .map((order): OrderLine => ({ order, ended: endings.get(orderKey(order)) ?? null }))
    .toSorted(
      (a, b) => Number(hasEnded(a)) - Number(hasEnded(b)) || (a.order.createdAt < b.order.createdAt ? 1 : -1),
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
      <DataTable
        name="orders"
        className="orders"
        label="Order rows"
        columns={columns}
        rows={rows}
        keyOf={({ order }) => orderKey(order)}
        rowProps={rowProps}
        isLast={hasEnded}
        empty={list.loaded ? none : 'Reading open orders\u2026'}
        isStale={list.loaded && !list.current}
      />
      {count > 0 && (
        <p className={`rigid fine ${styles.orderTotals} soft`}>
          <span className="rigid light text-2">
            {count} open{' '}
            {buys > 0n && (
              <span {...tip('What the open buys cost at their limits, before fees')}>
                buys <b className="pos">{showCents(buys)}</b>
              </span>
            )}{' '}
            {sells > 0n && (
              <span {...tip('What the open sells bring at their limits, before fees')}>
                sells <b className="neg">{showCents(sells)}</b>
              </span>
            )}
          </span>
        </p>
      )}
      <MoveNote />
      <Exits isAttaching={isAttaching} onClose={() => setAttaching(false)} />
    </>
  )
}

const hasEnded = ({ ended }: OrderLine): boolean => ended !== null

function rowProps({ order, ended }: OrderLine) {
  return ended === null
    ? { 'data-status': order.status, 'data-open': order.id ?? '' }
    : { 'data-status': order.status, className: 'ended' }
}

const FillRows = later(() => import('../../widgets/fill-rows.tsx').then((module) => module.FillRows), {
  isAhead: true,
})
const List = later(() => import('./exits-list.tsx').then((module) => module.ExitsList))

/** Attached exits, where there are any or one is being put on a position. */
function Exits(props: { readonly isAttaching: boolean; readonly onClose: () => void }) {
  const hasExits = useSelected(useTrading().attachedExits.list, ({ items }) => items.some(isShown))
  return hasExits || props.isAttaching ? <List {...props} /> : null
}

const SHOWN_MS = 15_000

/** Outcome of the last move. It speaks through the announcer. */
function MoveNote() {
  const prices = usePrices()
  const last = useStore(useTrading().intents.list).find((one) => one.move !== null)
  const isOld = useSelected(clockOf(SECOND_MS), (now) => last !== undefined && now - last.at > SHOWN_MS)
  if (last === undefined || (isOld && last.state === 'accepted')) return null
  const aim = `${last.outcomeName} ${showSize(last.size)} to ${prices.price(last.price, last.move?.tick ?? null)}`
  return (
    <p className={last.state === 'rejected' ? `${styles.moveNote} danger` : styles.moveNote}>
      <b>{aim}:</b> {last.state === 'sending' ? 'moving, the old order is cancelled first\u2026' : last.text}{' '}
      {last.code !== null && <code>{last.code}</code>}
    </p>
  )
}
