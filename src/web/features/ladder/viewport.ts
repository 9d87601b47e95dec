/** Where a ladder's grid is scrolled to. Rows never move on their own; only these functions say where to go. */
import { priceAtRow, rowCount, rowOfPrice } from '../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../data/markets/ladder-grid.ts'

/** The visible part of the grid, in pixels; `height` excludes the header row. */
export type Viewport = { readonly top: number; readonly height: number; readonly rowHeight: number }

/** Rows drawn above and below the visible ones: each costs at every change, seen or not, so a ladder at rest has few. */
export const AT_REST = 2
/** While it is scrolled: the browser moves the rows that are there before the page is notified. */
export const SCROLLED = 8
const SPARE = 1
/** In rows: more than all lines together that come and go above and below them. */
const LINES = 8

/** First row and number of rows to draw, with `beyond` rows above and below the visible ones. */
export function drawnRows(
  view: Viewport,
  grid: LadderGrid,
  beyond: number,
): { readonly first: number; readonly count: number } {
  const first = Math.max(0, Math.floor(view.top / view.rowHeight) - beyond)
  const last = Math.min(rowCount(grid), Math.ceil((view.top + view.height) / view.rowHeight) + beyond)
  return { first, count: Math.max(0, last - first) }
}

/**
 * True if rows drawn before still cover the view with some to spare, and not far more than it, so that nothing has to
 * be drawn.
 */
export function stillCovers(
  drawn: { readonly first: number; readonly count: number },
  view: Viewport,
  grid: LadderGrid,
): boolean {
  const first = Math.max(0, Math.floor(view.top / view.rowHeight) - SPARE)
  const last = Math.min(rowCount(grid), Math.ceil((view.top + view.height) / view.rowHeight) + SPARE)
  const most = Math.ceil(view.height / view.rowHeight) + 2 * (SCROLLED + SPARE)
  return (
    drawn.first <= first &&
    drawn.first + drawn.count >= last &&
    drawn.first + drawn.count <= rowCount(grid) &&
    drawn.count <= most
  )
}

/** The middle of the inside market in steps; with one side only, that side; with none, the last trade or one half. */
export function middleSteps(bestBid: number | null, bestAsk: number | null, last: number | null): number {
  if (bestBid !== null && bestAsk !== null) return (bestBid + bestAsk) / 2
  return bestBid ?? bestAsk ?? last ?? 5_000
}

/** Scroll position, on a whole row, that puts a price into the middle. */
export function centredTop(steps: number, grid: LadderGrid, view: Viewport): number {
  const row = rowOfPrice(steps, grid)
  const rows = Math.floor(view.height / view.rowHeight)
  const most = Math.max(0, rowCount(grid) * view.rowHeight - view.height)
  return Math.min(most, Math.max(0, (row - Math.floor(rows / 2)) * view.rowHeight))
}

/** Scroll position that brings a row into sight with two rows to spare; the present one when it is in sight. */
export function revealingTop(row: number, view: Viewport): number {
  const spare = 2 * view.rowHeight
  const top = row * view.rowHeight
  if (top - spare < view.top) return Math.max(0, top - spare)
  const bottom = top + view.rowHeight + spare
  return bottom > view.top + view.height ? bottom - view.height : view.top
}

/** True if the market has left the middle half of the visible rows. */
export function hasLeftMiddle(steps: number, grid: LadderGrid, view: Viewport): boolean {
  const at = (rowOfPrice(steps, grid) + 0.5) * view.rowHeight - view.top
  return at < view.height / 4 || at > (view.height * 3) / 4
}

/** How many ticks the market lies beyond the visible rows: positive above, negative below, 0 in sight. A grouped row counts for all its ticks. */
export function ticksOutOfView(steps: number, grid: LadderGrid, view: Viewport): number {
  const row = rowOfPrice(steps, grid)
  const first = Math.ceil(view.top / view.rowHeight)
  const last = Math.floor((view.top + view.height) / view.rowHeight) - 1
  if (row < first) return (first - row) * grid.group
  return row > last ? (last - row) * grid.group : 0
}

/** The lowest price of the row in the middle of the view: what stays there when rows become wider or narrower. */
export function middlePrice(grid: LadderGrid, view: Viewport): number {
  const row = Math.floor((view.top + view.height / 2) / view.rowHeight)
  return priceAtRow(Math.min(rowCount(grid) - 1, Math.max(0, row)), grid) ?? 5_000
}

/**
 * Scroll position after the view became higher or lower: a ladder that was put elsewhere keeps the price in its middle; a line
 * that came or went above or below the rows moves none of them on the screen, as far as there are rows to scroll.
 *
 * @param shift  pixels by which the view's upper edge moved down on the screen
 */
export function resizedTop(before: Viewport, now: Viewport, grid: LadderGrid, shift: number): number {
  const most = LINES * now.rowHeight
  if (Math.abs(now.height - before.height) > most || Math.abs(shift) > most) {
    return centredTop(middlePrice(grid, before), grid, now)
  }
  const end = Math.max(0, rowCount(grid) * now.rowHeight - now.height)
  return Math.min(end, Math.max(0, now.top + shift))
}
