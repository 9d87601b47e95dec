/**
 * One side of a book. Prices are unique, sizes are positive, and the order holds after every call. Prices and sizes lie in
 * arrays of their own, as integers of two and of eight bytes: a search touches one run of memory, and a change of
 * size leaves nothing behind for the collector (ADR 42).
 */
import type { Level } from './book.ts'
import { micros, type Micros } from '../money.ts'
import { priceFromSteps, type Price } from '../price.ts'

/** The best level is the last: full books come so, and what changes most is moved least. */
export type BookSide = {
  prices: Uint16Array
  /** Size at the same index. */
  sizes: BigInt64Array
  /** Levels; what lies behind them in the arrays is room. */
  count: number
  /** The best price in steps, 0 on an empty side: read with every change, without touching an array. */
  best: number
  /** The last price that was the best one; 0 before there was any. */
  lastBest: number
  /** 1 when a higher price is better (bids), -1 when a lower one is (asks). */
  readonly direction: 1 | -1
}

/** No level may be larger: nine billion shares. Readers of outside sizes refuse larger ones. */
export const MAX_LEVEL_SIZE: Micros = micros(2n ** 53n)

const MIN_ROOM = 32

/** An empty side. */
export function createSide(side: 'bids' | 'asks'): BookSide {
  return {
    prices: new Uint16Array(0),
    sizes: new BigInt64Array(0),
    count: 0,
    best: 0,
    lastBest: 0,
    direction: side === 'bids' ? 1 : -1,
  }
}

/** Index of the price, or where it would be inserted. */
function position({ prices, count, direction }: BookSide, price: Price): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (((prices[middle] ?? 0) - price) * direction < 0) low = middle + 1
    else high = middle
  }
  return low
}

function makeRoom(side: BookSide, levels: number): void {
  if (levels <= side.prices.length) return
  const { prices, sizes } = side
  const room = Math.max(MIN_ROOM, levels * 2)
  side.prices = new Uint16Array(room)
  side.prices.set(prices)
  side.sizes = new BigInt64Array(room)
  side.sizes.set(sizes)
}

/** So many levels are there now, and the last of them is the best. */
function keepCount(side: BookSide, count: number): void {
  side.count = count
  side.best = count === 0 ? 0 : (side.prices[count - 1] ?? 0)
  if (side.best !== 0) side.lastBest = side.best
}

/**
 * Sets the total size at a price; a size of zero or less removes the level.
 *
 * @returns whether anything changed
 */
export function setLevel(side: BookSide, price: Price, size: Micros): boolean {
  const at = position(side, price)
  const isPresent = at < side.count && side.prices[at] === price
  if (size <= 0n) {
    if (!isPresent) return false
    side.prices.copyWithin(at, at + 1, side.count)
    side.sizes.copyWithin(at, at + 1, side.count)
    keepCount(side, side.count - 1)
    return true
  }
  if (!isPresent) {
    makeRoom(side, side.count + 1)
    side.prices.copyWithin(at + 1, at, side.count)
    side.sizes.copyWithin(at + 1, at, side.count)
    side.prices[at] = price
    side.sizes[at] = size
    keepCount(side, side.count + 1)
    return true
  }
  const before: bigint | undefined = side.sizes[at]
  if (before === size) return false
  side.sizes[at] = size
  return true
}

/** Replaces all levels by those of a full book, in any order; of a repeated price the last one counts. */
export function replaceLevels(side: BookSide, levels: readonly Level[]): void {
  makeRoom(side, levels.length)
  const { prices, sizes } = side
  let count = 0
  for (const level of isBestLast(levels, side.direction) ? levels : sorted(levels, side)) {
    if (level[1] <= 0n) continue
    prices[count] = level[0]
    sizes[count] = level[1]
    count += 1
  }
  keepCount(side, count)
}

/** True if each level is better than the one before, the usual order of full books. */
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
    .toSorted((a, b) => (a[0] - b[0]) * direction)
    .filter(([price], at, all) => all[at + 1]?.[0] !== price)
}

/** Drops every level. */
export function clearLevels(side: BookSide): void {
  keepCount(side, 0)
}

/** The best price, or null on an empty side. */
export function bestPrice({ best }: BookSide): Price | null {
  return priceFromSteps(best)
}

/** The best price as it was when the side last had one; null before there was any. */
export function lastBestPrice({ lastBest }: BookSide): Price | null {
  return priceFromSteps(lastBest)
}

/** The best price that is worse than another; null when there is none. */
export function bestBeyond({ prices, count, direction }: BookSide, price: Price): Price | null {
  for (let at = count - 1; at >= 0; at -= 1) {
    const own = prices[at] ?? 0
    if ((own - price) * direction < 0) return priceFromSteps(own)
  }
  return null
}

/** A snapshot of the levels, best first. */
export function copyLevels({ prices, sizes, count }: BookSide): readonly Level[] {
  const levels: Level[] = []
  for (let at = count - 1; at >= 0; at -= 1) {
    const price = priceFromSteps(prices[at] ?? 0)
    if (price !== null) levels.push([price, micros(sizes[at] ?? 0n)])
  }
  return levels
}

/** True if the side is exactly these levels, best first. */
export function hasLevels({ prices, sizes, count }: BookSide, levels: readonly Level[]): boolean {
  return (
    levels.length === count &&
    levels.every(([price, size], depth) => {
      const at = count - 1 - depth
      const own: bigint | undefined = sizes[at]
      return prices[at] === price && own === size
    })
  )
}
