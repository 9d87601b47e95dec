/**
 * At what price a trade's taker traded. A row names the taker's own price, which may be his limit: resting orders trade at
 * theirs, and the taker gets any improvement.
 */
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { TradeSide, VenueTrade } from '#ports/venue-account.ts'

export type TakenPrice = {
  /** Of several the average, to the nearest 0.0001. */
  readonly price: Price
  /** Every maker met the taker at it: only then is the fee known. */
  readonly isOnePrice: boolean
  /** By all makers, not by the taker's own word. */
  readonly isWhole: boolean
}

const STEPS_OF_ONE = 10_000
/** Sizes of makers and taker may differ by what is lost in rounding: less than the hundredth that an order is made of. */
const ROUNDED = 10_000n

/** By the makers; by the taker's own price where they tell none, not all of it, or a worse one than he would have taken. */
export function takenPrice(taker: TradeSide, { makers, notUnderstood }: VenueTrade): TakenPrice {
  const met = makers.map((maker) => ({ price: asTaken(maker, taker), size: maker.size }))
  const areAll = (price: number): boolean =>
    met.length > 0 && notUnderstood.length === 0 && met.every((one) => one.price === price)
  if (areAll(taker.price)) return { price: taker.price, isOnePrice: true, isWhole: true }
  const price = average(met, taker.size)
  if (price === null || (taker.side === 'BUY' ? price > taker.price : price < taker.price)) {
    return { price: taker.price, isOnePrice: false, isWhole: price !== null }
  }
  return { price, isOnePrice: areAll(price), isWhole: true }
}

/** Makers on the other outcome meet the taker across one whole. */
function asTaken(maker: TradeSide, taker: TradeSide): number {
  const isSame = maker.outcomeId === taker.outcomeId && maker.side !== taker.side
  return isSame ? maker.price : STEPS_OF_ONE - maker.price
}

function average(
  met: readonly { readonly price: number; readonly size: bigint }[],
  size: bigint,
): Price | null {
  let reported = 0n
  let sum = 0n
  for (const one of met) {
    reported += one.size
    sum += one.size * BigInt(one.price)
  }
  const isWhole = reported > 0n && reported - size < ROUNDED && size - reported < ROUNDED
  return isWhole ? priceFromSteps(Number((2n * sum + reported) / (2n * reported))) : null
}
