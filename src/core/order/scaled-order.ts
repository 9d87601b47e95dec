/** One size spread over several prices: limit orders on whole ticks between two ends. */
import { err, ok, type Result } from '#lib/result.ts'
import { micros, ZERO, type Micros } from '../money.ts'
import { isOnTick, priceFromSteps, type Price, type TickSize } from '../price.ts'

/** `growing` by equal steps from the first part to the last, `equal_cash` at every price. */
export const SCALE_SHAPES = ['flat', 'growing', 'equal_cash'] as const
export type ScaleShape = (typeof SCALE_SHAPES)[number]

/** As many as one command may place. */
export const MOST_PARTS = 15
const FEWEST_PARTS = 2
/** A hundredth of a share. */
const SIZE_STEP = 10_000n

export type ScaleTerms = {
  /** Price of the first part, and of the last: above it or below. */
  readonly from: Price
  readonly to: Price
  readonly parts: number
  readonly shape: ScaleShape
  /** All parts together, in whole hundredths of a share. */
  readonly size: Micros
  readonly tick: TickSize
  /** Null while it is not known. */
  readonly minimum: Micros | null
}

export type ScalePart = { readonly price: Price; readonly size: Micros }

export type ScaleFault =
  | { readonly kind: 'count' | 'off_tick' | 'size' }
  /** Fewer ticks between the ends than parts. */
  | { readonly kind: 'too_narrow'; readonly most: number }
  /** Size of the smallest part. */
  | { readonly kind: 'below_minimum'; readonly smallest: Micros }

/**
 * The parts, from the first price to the last. Each has its share of the size rounded down to a hundredth; the hundredths that are
 * left over go one each to the first parts, so that the sum is exact and no part is more than a hundredth off.
 */
export function scaledOrder(terms: ScaleTerms): Result<readonly ScalePart[], ScaleFault> {
  const { from, to, parts, size, tick, minimum } = terms
  if (!Number.isInteger(parts) || parts < FEWEST_PARTS || parts > MOST_PARTS) return err({ kind: 'count' })
  if (!isOnTick(from, tick) || !isOnTick(to, tick)) return err({ kind: 'off_tick' })
  if (size <= ZERO || size % SIZE_STEP !== 0n) return err({ kind: 'size' })
  const ticks = Math.abs(to - from) / tick
  if (ticks < parts - 1) return err({ kind: 'too_narrow', most: ticks + 1 })
  const way = Math.sign(to - from) * tick
  const prices = Array.from({ length: parts }, (_, at) =>
    priceFromSteps(from + way * Math.round((at * ticks) / (parts - 1))),
  ).filter((price) => price !== null)
  const weights = weightsOf(terms.shape, prices)
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  const steps = size / SIZE_STEP
  const shares = weights.map((weight) => (steps * weight) / whole)
  const left = steps - shares.reduce((sum, share) => sum + share, 0n)
  const made = prices.map((price, at) => ({
    price,
    size: micros(((shares[at] ?? 0n) + (BigInt(at) < left ? 1n : 0n)) * SIZE_STEP),
  }))
  const smallest = made.reduce((least, part) => (part.size < least ? part.size : least), size)
  const isTooSmall = smallest <= ZERO || (minimum !== null && smallest < minimum)
  return isTooSmall ? err({ kind: 'below_minimum', smallest }) : ok(made)
}

/** How the size is shared, in any unit. */
function weightsOf(shape: ScaleShape, prices: readonly Price[]): readonly bigint[] {
  if (shape === 'flat') return prices.map(() => 1n)
  if (shape === 'growing') return prices.map((_, at) => BigInt(at + 1))
  const product = prices.reduce((all, price) => all * BigInt(price), 1n)
  return prices.map((price) => product / BigInt(price))
}
