/** An order that has just ended, where it stood: dimmed, with its end as text. */
import { NONE, showAmountText } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { placeText } from '../../platform/format/places.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import type { EndedOrder } from '../../model/orders/ended-orders.ts'
import { endText, isSettling } from '../../model/orders/order-text.ts'
import { tip } from '../../ui/overlays/tip.ts'

/** The row; it can be opened and nothing else. */
export function EndedRow({ ended }: { readonly ended: EndedOrder }) {
  const { fills } = useAccount()
  const { openedOrder } = useWorkspace()
  const prices = usePrices()
  const { order } = ended
  const hasSettling = useSelected(fills, ({ items }) =>
    items.some((fill) => fill.order_id === order.id && isSettling(fill)),
  )
  const words = endText(order, ended.isReported, hasSettling)
  return (
    <tr className="ended" data-status={order.status}>
      <td>{order.status === 'filled' ? '\u2713' : '\u00d7'}</td>
      <td>{order.side === 'BUY' ? '+ BUY' : '\u2212 SELL'}</td>
      <td className="wide" {...tip(`${order.event_title} - ${order.market_title}`)}>
        <button
          type="button"
          className="row-open"
          aria-label={`Timeline of ${order.side.toLowerCase()} ${order.size} ${order.outcome_name} at ${prices.text(order.price, order.tick_size)}, ${words.text}`}
          onClick={() => openedOrder.set({ id: order.id, clientOrderId: order.client_order_id })}
        >
          {order.outcome_name}
        </button>{' '}
        {placeText(order)}
      </td>
      <td className="num">{prices.text(order.price, order.tick_size)}</td>
      <td className="num">
        {NONE} / {showAmountText(order.size, 0)}
      </td>
      <td className="num extra">{NONE}</td>
      <td className="num extra">{NONE}</td>
      <td className="extra">{order.time_in_force}</td>
      <td colSpan={3} {...tip(words.title)}>
        <span className={words.tone === 'danger' ? 'danger' : ''}>{words.text}</span>
      </td>
    </tr>
  )
}
