/**
 * One side of a book, best first. Prices are unique, sizes are positive, and the order holds after every call. Prices
 * and sizes lie in arrays of their own: a search then touches one run of small integers.
 */
import type { Level } from './book.ts'
import type { Micros } from './money.ts'
import type { Price } from './price.ts'

export type BookSide = {
  readonly prices: Price[]
  /** Of the price at the same place. */
  readonly sizes: Micros[]
  /** 1 when a higher price is better (bids), -1 when a lower one is (asks). */
  readonly direction: 1 | -1
}

/** An empty side. */
export function createSide(side: 'bids' | 'asks'): BookSide {
  return { prices: [], sizes: [], direction: side === 'bids' ? 1 : -1 }
}

/** Where the price stands or would stand. */
function position({ prices, direction }: BookSide, price: Price): number {
  let low = 0
  let high = prices.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (((prices[middle] ?? 0) - price) * direction > 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Sets the total size at a price; a size of zero or less removes the level.
 *
 * @returns whether anything changed
 */
export function setLevel(side: BookSide, price: Price, size: Micros): boolean {
  const { prices, sizes } = side
  const at = position(side, price)
  const isPresent = prices[at] === price
  if (size <= 0n) {
    if (!isPresent) return false
    prices.splice(at, 1)
    sizes.splice(at, 1)
    return true
  }
  if (!isPresent) {
    prices.splice(at, 0, price)
    sizes.splice(at, 0, size)
    return true
  }
  if (sizes[at] === size) return false
  sizes[at] = size
  return true
}

/** Replaces all levels by those of a full book, in any order; of a repeated price the last one counts. */
export function replaceLevels(side: BookSide, levels: readonly Level[]): void {
  clearLevels(side)
  for (const level of isBestLast(levels, side.direction) ? levels.toReversed() : sorted(levels, side)) {
    if (level[1] <= 0n) continue
    side.prices.push(level[0])
    side.sizes.push(level[1])
  }
}

/** Whether each level is better than the one before, as full books usually come. */
function isBestLast(levels: readonly Level[], direction: BookSide['direction']): boolean {
  let last = -Infinity
  for (const level of levels) {
    const rank = level[0] * direction
    if (rank <= last) return false
    last = rank
  }
  return true
}

function sorted(levels: readonly Level[], { direction }: BookSide): readonly Level[] {
  return levels
    .toSorted((a, b) => (b[0] - a[0]) * direction)
    .filter(([price], at, all) => all[at + 1]?.[0] !== price)
}

/** Drops every level. */
export function clearLevels(side: BookSide): void {
  side.prices.length = 0
  side.sizes.length = 0
}

/** The best price, or null on an empty side. */
export function bestPrice(side: BookSide): Price | null {
  return side.prices[0] ?? null
}

/** The levels as they are now: a copy that stays as it is. */
export function copyLevels({ prices, sizes }: BookSide): readonly Level[] {
  const levels: Level[] = []
  for (const [at, price] of prices.entries()) {
    const size = sizes[at]
    if (size !== undefined) levels.push([price, size])
  }
  return levels
}
