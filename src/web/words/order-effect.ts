/** Orders of a press as text, and their effect as an estimate from the visible book: filled now, left resting, cash, both results. */
import { fittingSize, isTaking, limitAmounts, notional } from '#core/order/order-amounts.ts'
import { subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { OrderTerms, Side, TimeInForce } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'
import { showAmount, showSize } from '../platform/format/figures.ts'

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

type Figures = Pick<OrderTerms, 'side' | 'price' | 'size'>
type Part = Figures & { readonly outcomeName: string; readonly isOther: boolean }

/** `2 open sells`. */
export function countOfSales(ids: readonly string[]): string {
  return ids.length === 1 ? '1 open sell' : `${ids.length} open sells`
}

/**
 * `SELL 30 @ 0.71 + BUY 70 Comets @ 0.29`, or `BUY 100 Comets @ 0.29 = SELL Herons @ 0.71` where all of a sale is bought.
 *
 * @param style  `label` writes it as a button does, `ticket` names the outcome of every order as well
 */
export function orderWords(
  whole: { readonly outcomeName: string; readonly price: Price; readonly frees?: boolean },
  parts: readonly Part[],
  show: (price: Price) => string,
  style: 'code' | 'label' | 'ticket' = 'code',
): string {
  const verb = (side: Side): string => (style === 'code' ? side : side.toLowerCase())
  const words = parts.map(({ side, size, outcomeName, isOther, price }) => {
    const name = isOther || style === 'ticket' ? ` ${outcomeName}` : ''
    return `${verb(side)} ${showSize(size)}${name} @ ${show(price)}`
  })
  const isBought = parts.every(({ isOther }) => isOther)
  const text = isBought
    ? `${words.join('')} = ${verb('SELL')} ${whole.outcomeName} @ ${show(whole.price)}`
    : words.join(' + ')
  const first = whole.frees === true ? ', open sells cancelled first' : ''
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${first}`
}

/** Cost and proceeds at the limits, as text: `receive 21.30, cost 20.30`. */
export function cashText(parts: readonly Figures[]): string {
  return parts
    .map(
      ({ side, price, size }) =>
        `${side === 'BUY' ? 'cost' : 'receive'} ${showAmount(notional(price, size))}`,
    )
    .join(', ')
}
