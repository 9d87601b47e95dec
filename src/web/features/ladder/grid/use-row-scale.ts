/** The size that fills a depth bar: by the rows in sight, so that a level far away or summed rows make no bar of all others too short. */
import { useState, useSyncExternalStore } from 'react'
import { nextScale } from '../../../platform/live/bar-scale.ts'
import type { RowSource } from '../../../platform/live/book-rows.ts'
import type { BookStore } from '../../../platform/live/book-store.ts'
import { priceAtRow } from '../../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../../data/markets/ladder-grid.ts'

/** Shares that fill a bar before any size is known. */
const FIRST = 100n

/** In whole shares, over the rows that are drawn; held while they fill between a quarter and all of it. */
export function useRowScale(
  book: BookStore,
  source: RowSource,
  grid: LadderGrid,
  { first, count }: { readonly first: number; readonly count: number },
): bigint {
  const [scale] = useState(createScale)
  return useSyncExternalStore(book.subscribeTop, () => scale(largestOf(source, grid, first, count)))
}

function createScale(): (largest: bigint) => bigint {
  let current = FIRST
  return (largest) => {
    current = nextScale(current, largest)
    return current
  }
}

/** The largest size of either side in these rows, in whole shares. */
export function largestOf(source: RowSource, grid: LadderGrid, first: number, count: number): bigint {
  let largest = 0n
  for (let row = first; row < first + count; row += 1) {
    const price = priceAtRow(row, grid)
    if (price === null) continue
    const { bid, ask } = source.row(price)
    if (bid !== null && bid > largest) largest = bid
    if (ask !== null && ask > largest) largest = ask
  }
  return largest / 1_000_000n
}
