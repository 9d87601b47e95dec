/** Moving own orders by their lines on the chart: the same rules as on a ladder, and each refusal with its reason. */
import { parsePrice, parseTickSize, priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Order } from '../../platform/api/wire.ts'
import { microsOrZero } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { useMarketData } from '../../model/contexts/market-data.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { usePage } from '../../model/contexts/page.ts'
import { staleText } from '../../widgets/freshness.tsx'
import { moveLabel } from '../../model/order-entry/move-text.ts'
import { snapPrice } from '../../model/order-entry/price-steps.ts'
import type { ChartAim } from './chart-canvas.ts'
import type { LineChoice } from './chart-lines.ts'
import { MICROS_PER_STEP } from '../../model/markets/history-line.ts'

export type OrderDrag = {
  readonly aim: (orderId: string, value: number) => ChartAim | null
  readonly drop: (orderId: string, value: number) => void
}

/** The drag state of one chart; values are millionths. */
export function useOrderDrag(drawn: readonly LineChoice[]): OrderDrag {
  const { orders } = useAccount()
  const { books } = useMarketData()
  const { announcer, toasts } = usePage()
  const { moves } = useTrading()
  const prices = usePrices()

  function targetOf(
    orderId: string,
    value: number,
  ): { readonly order: Order; readonly price: Price; readonly tick: TickSize } | null {
    const order = orders.get().items.find(({ id }) => id === orderId)
    const line = drawn.find(({ outcome }) => outcome.id === order?.outcome_id)
    if (order === undefined || line === undefined) return null
    const tick = books.book(order.outcome_id).top().tick ?? parseTickSize(line.market.tick_size)
    if (tick === null) return null
    const steps = Math.min(9_999, Math.max(1, Math.round(value / MICROS_PER_STEP)))
    const price = priceFromSteps(steps)
    return price === null ? null : { order, price: snapPrice(price, tick), tick }
  }

  function refuse(text: string): void {
    announcer.report(`Refused: ${text}`)
    toasts.show({
      tone: 'danger',
      title: 'Not moved',
      text: `Refused: ${text}. Nothing was sent.`,
      sticky: false,
      group: 'chart-move',
    })
  }

  return {
    aim(orderId, value) {
      const target = targetOf(orderId, value)
      if (target === null) return null
      const text = moveLabel(
        microsOrZero(target.order.remaining_size),
        prices.price(target.price, target.tick),
      )
      return { value: target.price * MICROS_PER_STEP, text }
    },
    drop(orderId, value) {
      const target = targetOf(orderId, value)
      if (target === null) {
        refuse('the order is no longer open')
        return
      }
      const { order, price, tick } = target
      // Put back where it was.
      if (price === parsePrice(order.price)) return
      const stale = books.book(order.outcome_id).staleNow()
      const result = stale === null ? moves.move(orderId, price, tick) : null
      if (stale !== null) refuse(staleText(stale))
      else if (result?.kind === 'refused') refuse(result.text)
    },
  }
}
