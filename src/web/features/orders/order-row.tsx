/** One open order in the table: what it is, its state, and what can be done about it. */
import { memo, useState } from 'react'
import { XIcon } from 'lucide-react'
import { parseMicros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { parsePrice } from '#core/price.ts'
import type { Order } from '../../platform/api/wire.ts'
import { NONE, showAmount, showAmountText } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { showAge, showDay, showLocal } from '../../platform/format/times.ts'
import { placeText } from '../../platform/format/places.ts'
import { clockOf, SECOND_MS } from '../../platform/state/clock.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import { isOnItsWay } from '../../model/order-entry/intents.ts'
import { DistanceCell } from './distance-cell.tsx'
import { OrderLink } from './order-dialog.tsx'
import { OrderGrip } from './order-grip.tsx'
import { OrderState } from './order-state.tsx'
import { PriceCell } from './price-cell.tsx'
import { tip } from '../../ui/overlays/tip.ts'

/**
 * Rendered when the order changes, not with the time nor the market: its age, its distance and what is left of its delay
 * are parts of their own. `onRefused` gets the reason why a move was not sent; null clears it.
 */
export const OrderRow = memo(function OrderRow(props: {
  readonly order: Order
  readonly isPicked: boolean
  readonly onToggle: (id: string, withRange: boolean) => void
  readonly onRefused: (text: string | null) => void
}) {
  const { order } = props
  const { commands, intents } = useTrading()
  const { openedOrder } = useWorkspace()
  const prices = usePrices()
  const { id } = order
  const what = `${order.side.toLowerCase()} ${order.size} ${order.outcome_name}, ${placeText(order)}, at ${prices.text(order.price, order.tick_size)}`
  const moving = useSelected(
    intents.list,
    (list) => list.find((one) => one.move !== null && one.move.orderId === id && isOnItsWay(one)) ?? null,
  )
  return (
    <tr data-status={order.status} data-open="">
      <td>
        <input
          type="checkbox"
          aria-label={`Pick ${what}`}
          {...tip('Shift: every row since the last one')}
          checked={props.isPicked}
          disabled={id === null}
          onChange={(change) => {
            const { nativeEvent } = change
            // A press in a window of its own is an event of that window's own kind.
            const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
            if (id !== null) props.onToggle(id, isRange)
          }}
        />
        <OrderGrip order={order} what={what} onRefused={props.onRefused} />
      </td>
      <td className={order.side === 'BUY' ? 'pos strong' : 'neg strong'}>
        {order.side === 'BUY' ? '+ BUY' : '\u2212 SELL'}
      </td>
      <td className="wide" {...tip(`${order.event_title} - ${order.market_title}`)}>
        <button
          type="button"
          className="row-open"
          aria-label={`Timeline of ${what}`}
          onClick={() => openedOrder.set({ id, clientOrderId: order.client_order_id })}
        >
          {order.outcome_name}
        </button>{' '}
        <span className="dim">{placeText(order)}</span>
        {order.foreign && <span className="chip warn">placed outside</span>}
      </td>
      <td className="num strong">
        <PriceCell order={order} onTried={props.onRefused} />
      </td>
      <td className="num">
        {showAmountText(order.remaining_size, 0)}{' '}
        <span className="dim">/ {showAmountText(order.size, 0)}</span>
      </td>
      <DistanceCell order={order} />
      <td className="num extra soft">{valueOf(order)}</td>
      <td
        className="extra soft"
        {...tip(order.expires_at === null ? '' : `until ${showDay(Date.parse(order.expires_at))}`)}
      >
        {order.time_in_force}
        {order.post_only ? ' post' : ''}
        {order.expires_at === null ? '' : ` ${showLocal(Date.parse(order.expires_at))}`}
      </td>
      <td>
        {moving !== null ? (
          <span className={moving.state === 'unknown' ? 'chip state-unknown' : 'chip'} {...tip(moving.text)}>
            {moving.state === 'unknown' ? 'move unknown, to ' : 'moving to '}
            {moving.move === null ? '' : prices.price(moving.price, moving.move.tick)}
          </span>
        ) : order.status === 'delayed' ? (
          <DelayedState order={order} />
        ) : (
          <TimedState order={order} />
        )}
        {order.replaces !== null && (
          <span className="replaces extra">
            {' '}
            <OrderLink id={order.replaces} words="moved" />
          </span>
        )}
      </td>
      <td className="num extra age dim">
        <Age from={Date.parse(order.submitted_at ?? order.created_at)} />
      </td>
      <td>
        <button
          type="button"
          className="button quiet small"
          aria-label={`Cancel ${what}`}
          aria-disabled={id === null || order.cancelling}
          onClick={() => {
            if (id !== null && !order.cancelling) commands.cancelOrders([id])
          }}
        >
          <XIcon />
        </button>
      </td>
    </tr>
  )
})

/** Renders when its text changes: each second for a minute, then each minute. */
function Age({ from }: { readonly from: number }) {
  return useSelected(clockOf(SECOND_MS), (now) => showAge(now - from))
}

/** The state of an order that is not delayed; the time counts for what is being looked up or waits. */
function TimedState({ order }: { readonly order: Order }) {
  const isTimed = order.status === 'unknown' || order.cancel_queued
  const now = useSelected(clockOf(SECOND_MS), (time) => (isTimed ? time : 0))
  return <OrderState order={order} now={now} />
}

/** A delay is over within seconds, so its tenths are shown, with a bar that has as far to go. */
function DelayedState({ order }: { readonly order: Order }) {
  const [startedAt] = useState(() => Date.now())
  const now = useNow(100)
  const endsAt = order.delay_ends_at === null ? now : Date.parse(order.delay_ends_at)
  const whole = endsAt - Date.parse(order.submitted_at ?? order.created_at)
  const left = Math.max(0, endsAt - Math.max(now, startedAt))
  return (
    <span className="delay">
      <OrderState order={order} now={now} />
      <i aria-hidden="true" style={{ transform: `scaleX(${whole <= 0 ? 0 : Math.min(1, left / whole)})` }} />
    </span>
  )
}

function valueOf(order: Order): string {
  const price = parsePrice(order.price)
  const size = parseMicros(order.remaining_size)
  return price === null || !size.ok ? NONE : showAmount(notional(price, size.value))
}
