/** Rows of fills, each with how far it is settled and the way to its order. */
import type { Fill } from '../platform/api/wire.ts'
import { NONE, showAmountText } from '../platform/format/numbers.ts'
import { placeText } from '../platform/format/places.ts'
import { showDay, showLocal } from '../platform/format/times.ts'
import { usePrices } from '../model/settings/use-prices.ts'
import { useWorkspace } from '../model/contexts/workspace.ts'
import { CopyText } from './copy-text.tsx'
import { fillText } from '../model/orders/order-text.ts'
import { tip } from '../ui/overlays/tip.ts'

/** The table, with `showTime` for its first column; there must be rows. */
export function FillRows(props: {
  readonly rows: readonly Fill[]
  readonly showTime: (at: number) => string
  readonly hasTransactions?: boolean
}) {
  const { rows, showTime, hasTransactions = false } = props
  const { openedOrder } = useWorkspace()
  const prices = usePrices()
  return (
    <table className="table fills">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Side</th>
          <th scope="col" className="wide">
            Market
          </th>
          <th scope="col" className="num">
            Price
          </th>
          <th scope="col" className="num">
            Size
          </th>
          <th scope="col" className="num extra">
            Notional
          </th>
          <th scope="col" className="num extra">
            Fee
          </th>
          <th scope="col" className="extra">
            Role
          </th>
          <th scope="col">State</th>
          {hasTransactions && (
            <th scope="col" className="extra">
              Transaction
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((fill) => {
          const at = Date.parse(fill.at)
          return (
            <tr key={fill.id}>
              <td className="dim" {...tip(`${showDay(at)} ${showLocal(at, true)}`)}>
                {showTime(at)}
              </td>
              <td className={fill.side === 'BUY' ? 'pos strong' : 'neg strong'}>
                {fill.side === 'BUY' ? '+ BUY' : '\u2212 SELL'}
              </td>
              <td className="wide" {...tip(`${fill.event_title} - ${fill.market_title}`)}>
                <button
                  type="button"
                  className="row-open"
                  aria-label={`Timeline of the order behind ${fill.side.toLowerCase()} ${fill.size} ${fill.outcome_name}, ${placeText(fill)}, at ${prices.text(fill.price, fill.tick_size)}`}
                  onClick={() => openedOrder.set({ id: fill.order_id, clientOrderId: fill.client_order_id })}
                >
                  {fill.outcome_name}
                </button>{' '}
                <span className="dim">{placeText(fill)}</span>
              </td>
              <td className="num strong">{prices.text(fill.price, fill.tick_size)}</td>
              <td className="num">{showAmountText(fill.size, 0)}</td>
              <td className="num extra soft">{showAmountText(fill.notional)}</td>
              <td className="num extra soft">{fill.fee === null ? NONE : showAmountText(fill.fee)}</td>
              <td className="extra soft">{fill.role}</td>
              <td>
                <FillState status={fill.status} />
              </td>
              {hasTransactions && (
                <td className="extra">
                  {fill.tx_hash !== null && <CopyText text={fill.tx_hash} name="transaction hash" />}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const LOOK = { plain: 'soft', chip: 'chip', unknown: 'chip state-unknown', danger: 'chip danger' } as const

function FillState({ status }: { readonly status: Fill['status'] }) {
  const words = fillText(status)
  return (
    <span className={LOOK[words.tone]} {...tip(words.title)}>
      {words.text}
    </span>
  )
}
