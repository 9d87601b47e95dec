/** The rows of orders: open ones and those that ended within the minute, and the line of totals. */
import { useMemo } from 'react'
import type { Order } from '../../platform/api/client.ts'
import { showCents } from '../../platform/format/figures.ts'
import { usePrices } from '../../contexts/contexts.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import type { Totals } from './blotter.ts'
import { orderKey } from '../../data/account/ended-orders.ts'
import type { EndedOrder } from '../../data/account/ended-orders.ts'
import { orderColumns } from './order-columns.tsx'
import type { OrderActions, OrderLine } from './order-columns.tsx'
import { tip } from '../../ui/controls.tsx'

/** Open orders, and below them those that ended within the minute: what is live is never out of sight for what is not. */
export function OrderRows(
  props: OrderActions & {
    readonly open: readonly Order[]
    readonly ended: readonly EndedOrder[]
    readonly empty: string
    readonly isStale: boolean
  },
) {
  const { open, ended, picks, onRefused } = props
  const prices = usePrices()
  const columns = useMemo(() => orderColumns({ picks, onRefused }, prices), [picks, onRefused, prices])
  const endings = new Map(ended.map((one) => [orderKey(one.order), one]))
  // The list of open orders follows a frame later.
  const stillOpen = open.filter((order) => !endings.has(orderKey(order)))
  const rows = [...stillOpen, ...ended.map(({ order }) => order)]
    .map((order): OrderLine => ({ order, ended: endings.get(orderKey(order)) ?? null }))
    .toSorted(
      (a, b) => Number(hasEnded(a)) - Number(hasEnded(b)) || (a.order.createdAt < b.order.createdAt ? 1 : -1),
    )
  return (
    <DataTable
      name="orders"
      className="orders"
      label="Order rows"
      columns={columns}
      rows={rows}
      keyOf={({ order }) => orderKey(order)}
      rowProps={rowProps}
      isLast={hasEnded}
      empty={props.empty}
      isStale={props.isStale}
    />
  )
}

const hasEnded = ({ ended }: OrderLine): boolean => ended !== null

function rowProps({ order, ended }: OrderLine) {
  return ended === null
    ? { 'data-status': order.status, 'data-open': order.id ?? '' }
    : { 'data-status': order.status, className: 'ended' }
}

/** Totals of orders: `3 open, buys 57.00, sells 12.40`. */
export function TotalsText({ totals }: { readonly totals: Totals }) {
  return (
    <span className="rigid light text-2">
      {totals.count} open{' '}
      {totals.buys > 0n && (
        <span {...tip('What the open buys cost at their limits, before fees')}>
          buys <b className="pos">{showCents(totals.buys)}</b>
        </span>
      )}{' '}
      {totals.sells > 0n && (
        <span {...tip('What the open sells bring at their limits, before fees')}>
          sells <b className="neg">{showCents(totals.sells)}</b>
        </span>
      )}
    </span>
  )
}
