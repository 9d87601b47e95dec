/** The venue's minimum by what the order does: shares for one that may rest, 1 pUSD for a buy that takes. */
import { formatMicros, micros, type Micros } from '../money.ts'
import { isTaking, nearestSizes, notional, sizeStep } from './order-amounts.ts'
import type { OrderTerms } from './order.ts'
import { formatPrice } from '../price.ts'
import { priced, pricedText } from '../priced-text.ts'
import { rejection, type Rejection } from '../reject-codes.ts'

/** Least cost of a buy that takes: 1 pUSD. A sale that takes has no minimum. */
export const MIN_TAKER_BUY = micros(1_000_000n)

/**
 * Refuses an order below its minimum, or answers null.
 *
 * @param crosses  whether it would match at once: a buy that may rest is held to both minimums then
 */
export function minimumRefusal(
  order: Pick<OrderTerms, 'side' | 'price' | 'size' | 'timeInForce' | 'postOnly'>,
  minOrderSize: Micros,
  crosses: boolean,
): Rejection | null {
  const takes = isTaking(order.timeInForce)
  if (!takes && order.size < minOrderSize) return tooSmallToRest(order.size, minOrderSize, 'The size')
  if (order.side === 'SELL' || !(takes || (crosses && !order.postOnly))) return null
  const cost = notional(order.price, order.size)
  if (cost >= MIN_TAKER_BUY) return null
  const least = minBuy(order)
  const [value, limit] = [formatMicros(cost), formatMicros(MIN_TAKER_BUY)]
  const wayOut = takes ? 'or let it rest (GTC)' : 'or turn post-only on below the best ask'
  const message = `A taker buy costs at least ${limit} pUSD, this one ${value}. Raise the size to ${formatMicros(least)}, ${wayOut}.`
  return rejection('below_min_size', { message, value, limit })
}

/** A refusal of a size that the market does not let rest. */
export function tooSmallToRest(size: Micros, minimum: Micros, what: string): Rejection {
  const [value, limit] = [formatMicros(size), formatMicros(minimum)]
  const message = `${what} (${value}) is below the market's minimum of ${limit} shares for an order that may rest. An order that takes (FAK, FOK) may be smaller: a sale of any size, a buy from ${formatMicros(MIN_TAKER_BUY)} pUSD.`
  return rejection('below_min_size', { message, value, limit })
}

/**
 * The smallest size that no minimum refuses, in shares; a multiple of what such an order goes out in (INV-50).
 *
 * @param crosses  whether it would match at once
 */
export function leastSize(
  order: Pick<OrderTerms, 'side' | 'price' | 'timeInForce' | 'postOnly'>,
  minOrderSize: Micros,
  crosses: boolean,
): Micros {
  const step = sizeStep(order)
  const takes = isTaking(order.timeInForce)
  const toRest = takes ? step : micros(((minOrderSize + step - 1n) / step) * step)
  if (order.side === 'SELL' || !(takes || (crosses && !order.postOnly))) return toRest
  const toBuy = minBuy(order)
  return toBuy > toRest ? toBuy : toRest
}

/** The smallest size that costs 1 pUSD and that the order may have. */
function minBuy(order: Pick<OrderTerms, 'price' | 'timeInForce'>): Micros {
  const step = sizeStep(order)
  const stepCost = step * BigInt(order.price)
  return micros(step * ((MIN_TAKER_BUY * 10_000n + stepCost - 1n) / stepCost))
}

/** The venue's refusal of the amounts of an order that takes, with why, and the nearest sizes that it takes (INV-85); any other as it is. */
export function withNearestSizes(
  order: Pick<OrderTerms, 'price' | 'size' | 'timeInForce'>,
  refusal: Rejection,
): Rejection {
  const nearest = nearestSizes(order)
  if (refusal.code !== 'invalid_size' || nearest === null) return refusal
  const { message, prices } = refusal
  const said = { text: message.replace(/[.]?$/, '.'), prices }
  const at = priced(formatPrice(order.price), null)
  const [size, up] = [formatMicros(order.size), formatMicros(nearest.up)]
  const sizes = nearest.down === null ? `size is ${up}` : `sizes are ${formatMicros(nearest.down)} and ${up}`
  const { text, prices: all } =
    pricedText`${said} It takes ${order.timeInForce} where the cash is whole cents, which ${size} at ${at} is not: the nearest ${sizes}. An order that may rest (GTC) has any size.`
  return { ...refusal, message: text, prices: all, value: size, limit: up }
}
