/** Effect of an order, as an estimate from the visible book: filled now, left resting, cash, and both results. */
import { fittingSize, isTaking, limitAmounts } from '#core/order/order-amounts.ts'
import { subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'

export type OrderShape = {
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  readonly tick: TickSize
  readonly timeInForce: TimeInForce
}

/** Works out an order's effect. `taken` is what the visible book would fill at once. */
export function orderEffect(shape: OrderShape, taken: Micros) {
  const size = fittingSize(shape, shape.size)
  const amounts = limitAmounts(shape.side, shape.price, size, shape.tick)
  const cash = shape.side === 'BUY' ? amounts.makerAmount : amounts.takerAmount
  // A buy that takes spends its cash, which may bring more than its size.
  const canRest = !isTaking(shape.timeInForce)
  const takes = taken < size || !canRest ? taken : size
  const fills = shape.timeInForce === 'FOK' && takes < size ? ZERO : takes
  const gain = subtractMicros(size, cash)
  return {
    /** Size that goes out, by the venue's rounding. */
    size,
    /** Cash of the whole order at its limit price, with the venue's own rounding. */
    cash,
    takes: fills,
    rests: canRest ? subtractMicros(size, fills) : ZERO,
    /** Profit of the whole order at its limit price if the outcome pays 1, and if it pays 0. */
    ifPays: shape.side === 'BUY' ? gain : subtractMicros(ZERO, gain),
    ifNot: shape.side === 'BUY' ? subtractMicros(ZERO, cash) : cash,
  }
}
