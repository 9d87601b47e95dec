/** Moving own orders and exits by their lines on the chart: the same rules as on a ladder, and each refusal with its reason. */
import { priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { useAccount, useMarketData, usePage, usePrices, useTrading } from '../../contexts/contexts.ts'
import { refusalText } from '../../actions/outcome.ts'
import { staleText } from '../../words/why-not.ts'
import { moveLabel } from '../../data/account/exit-marks.ts'
import { snapPrice } from '../../data/markets/price-steps.ts'
import type { ChartAim } from './chart-marks.ts'
import type { MovedLine } from './chart-line.ts'
import type { LineChoice } from './chart-lines.ts'
import { MICROS_PER_STEP } from '../../data/markets/history-line.ts'
import { sayRefused } from '../../platform/page/messages.ts'

export type OrderDrag = {
  readonly aim: (line: MovedLine, value: number) => ChartAim | null
  readonly drop: (line: MovedLine, value: number) => void
}

/** A drag: its subject, its first place, and its name at the target. */
type Dragged = {
  readonly outcomeId: string
  readonly from: Price | null
  readonly text: (to: string) => string
}

/** The drag state of one chart; values are millionths. */
export function useOrderDrag(drawn: readonly LineChoice[]): OrderDrag {
  const { orders } = useAccount()
  const { books } = useMarketData()
  const page = usePage()
  const { attachedExits, moves } = useTrading()
  const prices = usePrices()

  function draggedOf(line: MovedLine): Dragged | null {
    if ('exit' in line) {
      const { outcomeId, price, leg, size } = line.exit
      return { outcomeId, from: price, text: (to) => moveLabel(size, to, leg) }
    }
    const order = orders.get().items.find(({ id }) => id === line.orderId)
    if (order === undefined) return null
    const left = order.remainingSize
    return {
      outcomeId: order.outcomeId,
      from: order.price,
      text: (to) => moveLabel(left, to),
    }
  }

  function targetOf(
    line: MovedLine,
    value: number,
  ): (Dragged & { readonly price: Price; readonly tick: TickSize }) | null {
    const dragged = draggedOf(line)
    const place = drawn.find(({ outcome }) => outcome.id === dragged?.outcomeId)
    if (dragged === null || place === undefined) return null
    const tick = books.book(dragged.outcomeId).top().tick ?? place.market.tickSize
    if (tick === null) return null
    const steps = Math.min(9_999, Math.max(1, Math.round(value / MICROS_PER_STEP)))
    const price = priceFromSteps(steps)
    return price === null ? null : { ...dragged, price: snapPrice(price, tick), tick }
  }

  function refuse(text: string): void {
    sayRefused(page, 'Not moved', { text: refusalText(text), group: 'chart-move' })
  }

  return {
    aim(line, value) {
      const target = targetOf(line, value)
      if (target === null) return null
      const text = target.text(prices.price(target.price, target.tick))
      return { value: target.price * MICROS_PER_STEP, text }
    },
    drop(line, value) {
      const target = targetOf(line, value)
      if (target === null) {
        refuse('the order is no longer open')
        return
      }
      const { outcomeId, from, price, tick } = target
      // Put back where it was.
      if (price === from) return
      const stale = books.book(outcomeId).staleNow()
      if (stale !== null) refuse(staleText(stale))
      else if ('exit' in line)
        void attachedExits.move(line.exit, price).then((moved) => {
          if (!moved.ok) refuse(moved.error)
        })
      else {
        const result = moves.move(line.orderId, price, tick)
        if (result.kind === 'refused') refuse(result.text)
      }
    },
  }
}
