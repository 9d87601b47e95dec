/** The rows of the table of orders, in one body or in one per market, and the line of totals under them. */
import { Fragment } from 'react'
import type { Order } from '../../platform/api/wire.ts'
import { showAmount } from '../../platform/format/numbers.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { groupByMarket, totalsOf } from './blotter.ts'
import type { Totals } from './blotter.ts'
import { EndedRow } from './ended-row.tsx'
import { orderKey } from '../../model/orders/ended-orders.ts'
import type { EndedOrder } from '../../model/orders/ended-orders.ts'
import { OrderRow } from './order-row.tsx'
import { tip } from '../../ui/overlays/tip.ts'

const COLUMNS = 11

export type OrderRowsProps = {
  readonly open: readonly Order[]
  readonly ended: readonly EndedOrder[]
  readonly isGrouped: boolean
  readonly picked: ReadonlySet<string>
  readonly onToggle: (id: string, withRange: boolean) => void
  readonly onRefused: (text: string | null) => void
}

/** Open orders and those that ended within the minute, each where it has stood from the start. */
export function OrderRows(props: OrderRowsProps) {
  const endings = new Map(props.ended.map((one) => [orderKey(one.order), one]))
  // The list of open orders follows a frame later.
  const stillOpen = props.open.filter((order) => !endings.has(orderKey(order)))
  const all = [...stillOpen, ...props.ended.map(({ order }) => order)].toSorted((a, b) =>
    a.created_at < b.created_at ? 1 : -1,
  )
  const row = (order: Order) => {
    const ended = endings.get(orderKey(order))
    return ended !== undefined ? (
      <EndedRow key={orderKey(order)} ended={ended} />
    ) : (
      <OrderRow
        key={orderKey(order)}
        order={order}
        isPicked={order.id !== null && props.picked.has(order.id)}
        onToggle={props.onToggle}
        onRefused={props.onRefused}
      />
    )
  }
  if (!props.isGrouped) return <tbody>{all.map(row)}</tbody>
  return (
    <>
      {groupByMarket(all).map(({ marketId, title, orders }) => (
        <tbody key={marketId}>
          <GroupRow
            marketId={marketId}
            title={title}
            totals={totalsOf(orders.filter((order) => !endings.has(orderKey(order))))}
          />
          {orders.map((order) => (
            <Fragment key={orderKey(order)}>{row(order)}</Fragment>
          ))}
        </tbody>
      ))}
    </>
  )
}

function GroupRow(props: { readonly marketId: string; readonly title: string; readonly totals: Totals }) {
  const { commands } = useTrading()
  const { marketId, title, totals } = props
  return (
    <tr className="group-row">
      <th scope="rowgroup" colSpan={COLUMNS}>
        <div>
          <span className="cut" data-tip="">
            {title}
          </span>
          <TotalsText totals={totals} />
          <button
            type="button"
            className="button small"
            aria-label={`Cancel ${totals.count} in ${title}`}
            disabled={totals.count === 0}
            onClick={() => commands.cancelMarket({ market_id: marketId })}
          >
            Cancel {totals.count}
          </button>
        </div>
      </th>
    </tr>
  )
}

/** What orders come to: `3 open, buys 57.00, sells 12.40`. */
export function TotalsText({ totals }: { readonly totals: Totals }) {
  return (
    <span className="totals">
      {totals.count} open{' '}
      {totals.buys > 0n && (
        <span {...tip('What the open buys cost at their limits, before fees')}>
          buys <b className="pos">{showAmount(totals.buys)}</b>
        </span>
      )}{' '}
      {totals.sells > 0n && (
        <span {...tip('What the open sells bring at their limits, before fees')}>
          sells <b className="neg">{showAmount(totals.sells)}</b>
        </span>
      )}
    </span>
  )
}
