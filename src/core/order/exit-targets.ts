/** The targets of an exit as they are to rest: which price has how many shares, to the hundredth (INV-97). */
import { addMicros, micros, subtractMicros, ZERO, type Micros } from '../money.ts'
import type { Price } from '../price.ts'
import type { ExitLegs, ExitOrder } from './attached-exit.ts'

export type TargetPart = { readonly price: Price; readonly size: Micros }

const HUNDREDTH = 10_000n

/**
 * Shares at the price of each target, the lowest first: whole hundredths for a further target, the rest for the target. What was
 * sold at a price counts there, any other sale at the lowest target first.
 *
 * @param covered  shares that the exit is for
 * @param orders  its orders so far
 */
export function targetParts(
  { target, further }: Pick<ExitLegs, 'target' | 'further'>,
  covered: Micros,
  orders: readonly Pick<ExitOrder, 'price' | 'filled'>[] = [],
): readonly TargetPart[] {
  const shares = new Map<Price, Micros>()
  const add = (price: Price, size: Micros): unknown =>
    shares.set(price, addMicros(shares.get(price) ?? ZERO, size))
  let rest = covered
  for (const { price, percent } of further) {
    const part = (covered * BigInt(percent)) / 100n
    const size = micros(part - (part % HUNDREDTH))
    add(price, size)
    rest = subtractMicros(rest, size)
  }
  if (target !== null) add(target.price, rest)
  const parts = [...shares].toSorted(([one], [other]) => one - other)
  const soldAt = (price: Price): Micros =>
    addMicros(ZERO, ...orders.flatMap((order) => (order.price === price ? order.filled : [])))
  const own = parts.map(([price, size]) => ({ price, size, sold: least(size, soldAt(price)) }))
  let elsewhere = addMicros(ZERO, ...orders.map(({ filled }) => filled))
  for (const { sold } of own) elsewhere = subtractMicros(elsewhere, sold)
  return own.flatMap(({ price, size, sold }) => {
    const left = subtractMicros(size, sold)
    const taken = least(left, elsewhere)
    elsewhere = subtractMicros(elsewhere, taken)
    return left > taken ? { price, size: subtractMicros(left, taken) } : []
  })
}

/**
 * The same with each part below the market's minimum joined to the target above it, and to the one below where there is none above.
 *
 * @param rests  true for a small part that is at the venue already
 */
export function joinedParts(
  parts: readonly TargetPart[],
  minimum: Micros,
  rests: (part: TargetPart) => boolean = () => false,
): readonly TargetPart[] {
  const joined: TargetPart[] = []
  let small: TargetPart | null = null
  for (const { price, size } of parts) {
    const part: TargetPart = { price, size: addMicros(size, small?.size ?? ZERO) }
    const isSmall: boolean = part.size < minimum && (small !== null || !rests(part))
    if (!isSmall) joined.push(part)
    small = isSmall ? part : null
  }
  if (small === null) return joined
  const below = joined.pop()
  return [...joined, below === undefined ? small : { ...below, size: addMicros(below.size, small.size) }]
}

function least(a: Micros, b: Micros): Micros {
  return a < b ? a : b
}
