/**
 * The rows of a ladder: every price of the tick, or ranges of several where ticks are fine. A row is known by its lowest price, so
 * that it keeps its name while it scrolls. Its cells, as found under the target of an event.
 */
import type { Side } from '#core/order/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Micros } from '#core/money.ts'
import { amountIn } from '../../platform/format/figures.ts'

export const GROUPS = [1, 2, 5, 10, 50, 100] as const
export type Group = (typeof GROUPS)[number]

export type LadderGrid = { readonly tick: TickSize; readonly group: Group }

const ONE = 10_000
/** The widest row, a tenth: fewer than ten rows are no ladder. */
const WIDEST = 1_000

/** Steps of 0.0001 that one row covers. */
function rowWidth({ tick, group }: LadderGrid): number {
  return tick * group
}

/** The groupings that leave a ladder of at least ten rows; always x1. */
export function groupsOf(tick: TickSize): readonly Group[] {
  return GROUPS.filter((group) => group === 1 || tick * group <= WIDEST)
}

/** The next coarser (1) or finer (-1) grouping; the same one at either end. */
export function regrouped(grid: LadderGrid, by: -1 | 1): LadderGrid {
  const groups = groupsOf(grid.tick)
  const group = groups[groups.indexOf(grid.group) + by]
  return group === undefined ? grid : { ...grid, group }
}

/** Number of rows between 0 and 1. */
export function rowCount(grid: LadderGrid): number {
  const width = rowWidth(grid)
  return grid.group === 1 ? ONE / width - 1 : topBucket(grid) + 1
}

/** The lowest price of a row, row 0 being the highest. Null outside the ladder. */
export function priceAtRow(row: number, grid: LadderGrid): Price | null {
  if (grid.group === 1) return priceFromSteps(ONE - grid.tick * (row + 1))
  const bucket = topBucket(grid) - row
  return bucket < 0 || row < 0 ? null : priceFromSteps(Math.max(grid.tick, bucket * rowWidth(grid)))
}

/** The row on which a price lies; ungrouped, a price off the tick lies on the nearest row above it. */
export function rowOfPrice(price: number, grid: LadderGrid): number {
  const row =
    grid.group === 1
      ? Math.floor((ONE - price) / grid.tick) - 1
      : topBucket(grid) - Math.floor(price / rowWidth(grid))
  return Math.min(rowCount(grid) - 1, Math.max(0, row))
}

/** The name of the row on which a price lies: its lowest price. */
export function rowPriceOf(price: number, grid: LadderGrid): Price {
  const low = priceAtRow(rowOfPrice(price, grid), grid)
  if (low === null) throw new Error(`no row for ${price}`)
  return low
}

/** The cells by `group` for the rows of a ladder: made once for the same cells. */
export function keptRows<Cells extends object, Rows>(
  group: (cells: Cells, outcomeId: string, grid: LadderGrid) => Rows,
) {
  const made = new WeakMap<Cells, Map<string, Rows>>()
  return (cells: Cells, outcomeId: string, grid: LadderGrid): Rows => {
    const known = made.get(cells) ?? new Map<string, Rows>()
    made.set(cells, known)
    const name = `${outcomeId} ${grid.tick} ${grid.group}`
    const rows = known.get(name) ?? group(cells, outcomeId, grid)
    known.set(name, rows)
    return rows
  }
}

/** Lowest and highest price of the row; the same one when rows are single prices. */
export function rangeOf(rowPrice: Price, grid: LadderGrid): { readonly low: Price; readonly high: Price } {
  if (grid.group === 1) return { low: rowPrice, high: rowPrice }
  const width = rowWidth(grid)
  const top = Math.floor(rowPrice / width) * width + width - grid.tick
  return { low: rowPrice, high: priceFromSteps(Math.min(ONE - grid.tick, top)) ?? rowPrice }
}

/**
 * The price that a click on a row means: of its range the end nearest to the far side of the book (PAGE-4). A buy
 * aims at the asks above, a sell at the bids below.
 */
export function priceFor(rowPrice: Price, side: Side, grid: LadderGrid): Price {
  const { low, high } = rangeOf(rowPrice, grid)
  return side === 'BUY' ? high : low
}

function topBucket(grid: LadderGrid): number {
  return Math.floor((ONE - grid.tick) / rowWidth(grid))
}

/** `result` is what closing there would leave. */
export type Column = 'result' | 'bid' | 'price' | 'ask'

/** `price` is the lowest price of the cell's row. */
export type Cell = { readonly price: Price; readonly column: Column }

/** The price cell or trade cell that contains the target; null for own-order cells and anything else. */
export function cellOf(target: EventTarget): Cell | null {
  if (!(target instanceof Element)) return null
  const box = target.closest<HTMLElement>('[data-column]')
  const row = box?.closest<HTMLElement>('[data-price]')
  const column = box?.dataset['column']
  const steps = row?.dataset['price']
  if (steps === undefined || !/^\d{1,4}$/.test(steps)) return null
  const price = priceFromSteps(Number.parseInt(steps, 10))
  return price !== null && (column === 'result' || column === 'bid' || column === 'price' || column === 'ask')
    ? { price, column }
    : null
}

/** Bid column buys, ask column sells. */
export function sideOf(column: Column): Side {
  return column === 'ask' ? 'SELL' : 'BUY'
}

/** The column in which orders of a side are placed. */
export function columnOf(side: Side): Column {
  return side === 'BUY' ? 'bid' : 'ask'
}

/** The nth quick size; null when it is not a positive number. */
export function quickSize(sizes: readonly string[], at: number): Micros | null {
  const size = amountIn(sizes[at] ?? '')
  return size !== null && size > 0n ? size : null
}
