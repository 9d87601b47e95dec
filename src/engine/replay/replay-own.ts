/** Own orders, fills and the trading mode at an instant of a replay: read from the marks alone, which are few. */
import type { Instant } from '#core/market/market.ts'
import type { Fill, Order } from '#core/order/order.ts'
import type { Mark } from '#core/recording/records.ts'
import type { TradingState } from '#core/trading-state.ts'
import type { ReplayChange } from './contract.ts'

export type ReplayOwn = {
  /** Moves on to an instant; answers what changed on the way. */
  moveTo(at: Instant): readonly ReplayChange[]
  /** Begins again, before everything. */
  restart(): void
  orders(): Iterable<Order>
  order(id: string): Order | null
  fills(): Iterable<Fill>
  trading(): TradingState | null
}

/** @param marks  oldest first */
export function createReplayOwn(marks: readonly Mark[]): ReplayOwn {
  const own = marks.filter(({ kind }) => kind === 'order' || kind === 'fill' || kind === 'trading')
  const orders = new Map<string, Order>()
  const fills = new Map<string, Fill>()
  let trading: TradingState | null = null
  let next = 0

  function take(mark: Mark): ReplayChange | null {
    switch (mark.kind) {
      case 'order':
        if (mark.order.id === null) return null
        orders.set(mark.order.id, mark.order)
        return { what: 'order', order: mark.order }
      case 'fill':
        fills.set(`${mark.fill.tradeId} ${mark.fill.orderId}`, mark.fill)
        return { what: 'fill', fill: mark.fill }
      case 'trading':
        trading = mark.trading
        return { what: 'state' }
      default:
        return null
    }
  }

  return {
    moveTo(at) {
      const changes: ReplayChange[] = []
      for (let mark = own[next]; mark !== undefined && mark.at <= at; mark = own[next]) {
        next += 1
        const change = take(mark)
        if (change !== null) changes.push(change)
      }
      return changes
    },
    restart() {
      orders.clear()
      fills.clear()
      trading = null
      next = 0
    },
    orders: () => orders.values(),
    order: (id) => orders.get(id) ?? null,
    fills: () => fills.values(),
    trading: () => trading,
  }
}
