/** How ladders stand in their panel: side by side as long as that holds them all, else in rows (ADR 49). Pure; in CSS pixels. */
import { MOST_LADDERS } from '../event/ladder-choice.ts'

type Size = { readonly width: number; readonly height: number }

/** How many ladders a panel has room for beside and below one another. */
export type LadderRoom = { readonly across: number; readonly down: number }

/** Between two ladders. */
const GAP = 4
const LEAST_WIDTH = 266
/** Fewer prices are no ladder any more: the best ones and what lies around them on both sides. */
const LEAST_PRICES = 12
const MOST_ROWS = 3

/**
 * The room of a panel.
 *
 * @param around  height of a ladder of several rows without its prices
 * @param price  height of one of its prices
 */
export function ladderRoom({ width, height }: Size, around: number, price: number): LadderRoom {
  const least = around + LEAST_PRICES * price
  return {
    across: Math.max(1, Math.floor((width + GAP) / (LEAST_WIDTH + GAP))),
    down: Math.min(MOST_ROWS, Math.max(1, Math.floor((height + GAP) / (least + GAP)))),
  }
}

/** How many ladders stand there at most. */
export function mostIn({ across, down }: LadderRoom): number {
  return Math.min(MOST_LADDERS, across * down)
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
