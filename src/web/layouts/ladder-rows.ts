/** How ladders stand in their panel: side by side as long as that holds them all, else in rows. Pure; in CSS pixels. */
import { MAX_LADDERS } from '../data/markets/ladder-choice.ts'

export type Size = { readonly width: number; readonly height: number }

/** How many ladders a panel has room for beside and below one another. */
export type LadderRoom = { readonly across: number; readonly down: number }

/** Between two ladders. */
const GAP = 4
const MIN_WIDTH = 266
/** Above several rows, the shared order defaults with the gap below them (ladder.module.css). */
const DEFAULTS_BAR = 38
/** Height of a ladder in one of several rows, without its prices (ladder.module.css). */
const AROUND = 152
/** Prices without which a ladder is none: the best ones and what lies around them on both sides. */
const MIN_PRICES = 11
/** So many less, and rows that stand still stay: a line that comes over the panel takes no ladders away. */
const SPARE_PRICES = 2
const MAX_ROWS = 3

/**
 * The room of a panel. Rows are for ladders that do not fit beside one another, so where only one does there are none.
 *
 * @param price  height of one price in a ladder
 * @param before  how many rows it had room for until now
 */
export function ladderRoom({ width, height }: Size, price: number, before: number): LadderRoom {
  const across = acrossIn(width)
  const rowsOf = (prices: number) =>
    Math.floor((height - DEFAULTS_BAR + GAP) / (AROUND + prices * price + GAP))
  const rows = Math.max(rowsOf(MIN_PRICES), Math.min(before, rowsOf(MIN_PRICES - SPARE_PRICES)))
  return { across, down: across === 1 ? 1 : Math.min(MAX_ROWS, Math.max(1, rows)) }
}

function acrossIn(width: number): number {
  return Math.max(1, Math.floor((width + GAP) / (MIN_WIDTH + GAP)))
}

/** How wide each ladder of a panel is that is full of them: whole pixels, so that it is as wide in another panel. */
export function ladderWidth(panel: number): number {
  return widthOf(panel, acrossIn(panel))
}

/** Width of each of so many ladders side by side that fill a panel, in whole pixels. */
export function widthOf(panel: number, across: number): number {
  return Math.floor((panel + GAP) / across) - GAP
}

/**
 * The width of a panel that gives way to others: as many of its ladders as have room there as wide as they were, so that
 * none of them is laid out again.
 */
export function narrowed(panel: number, room: number): number {
  const each = ladderWidth(panel) + GAP
  const stay = Math.floor((room + GAP) / each)
  return room >= panel || stay < 1 ? room : stay * each - GAP
}

/** How many ladders stand there at most. */
export function mostIn({ across, down }: LadderRoom): number {
  return Math.min(MAX_LADDERS, across * down)
}

/**
 * How many ladders each row holds: as few rows as hold them all, none of which is empty or has more than one more than
 * another; the fuller ones come first.
 *
 * @param count  from 1 to as many as have room
 */
export function ladderRows({ across }: LadderRoom, count: number): readonly number[] {
  const rows = Math.ceil(count / across)
  return Array.from({ length: rows }, (_, at) => Math.ceil((count - at) / rows))
}
