/** An own order, or the mark of an exit, picked up from its price and not yet dropped: its target price and the possible moves. */
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import { exitsInRow } from '../../data/account/exit-marks.ts'
import type { ExitMark, ExitMarks, PricedLeg } from '../../data/account/exit-marks.ts'
import { ownInRow } from '../../data/account/own-levels.ts'
import type { OwnLevel, OwnLevels } from '../../data/account/own-levels.ts'
import { WHY_NOT } from '../../words/why-not.ts'
import { whyNotMovable } from '../guard.ts'
import { priceAtRow, priceFor, rowCount, rowOfPrice, rowPriceOf } from '../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../data/markets/ladder-grid.ts'

/** Mark of mine by which a move takes hold. */
export type Grip = {
  readonly outcomeId: string
  readonly side: Side
  /** Leg of an exit; null for orders. */
  readonly leg: PricedLeg | null
  /** The row from which it is taken, by its lowest price. */
  readonly from: Price
  /** Orders of the market's other outcome that are the same offer go with it. */
  readonly hasOthers: boolean
}

export type OrderDrag = Grip & {
  /** Rows by which it is aimed. */
  readonly grid: LadderGrid
  /** The price at which it would be dropped; `from` while it is aimed at its own row. */
  readonly to: Price
  /** `pointer` follows a held pointer, `keys` waits for Enter, `typed` for a price. */
  readonly by: 'pointer' | 'keys' | 'typed'
  /** Open size when it was picked up. */
  readonly size: Micros
  /** Open size now. */
  readonly left: Micros
}

type Subject =
  | {
      readonly ok: true
      readonly size: Micros
      readonly orders: readonly Order[]
      /** In place of orders. */
      readonly mark: ExitMark | null
    }
  | { readonly ok: false; readonly why: string }

/** Orders or exit behind a mark now, or why nothing can be moved; a target that rests moves as an order. */
export function subjectOf(
  own: OwnLevels,
  marks: ExitMarks,
  { outcomeId, side, leg, from, hasOthers }: Grip,
  grid: LadderGrid,
): Subject {
  if (leg === null) {
    const movable = movableOrders(ownInRow(own, outcomeId, side, from, grid))
    if (!movable.ok) return movable
    const orders = movable.orders.filter((order) => hasOthers || order.outcomeId === outcomeId)
    return { ok: true, size: openSize(orders), orders, mark: null }
  }
  const mark = exitsInRow(marks, outcomeId, side, from, grid).find((one) => one.leg === leg && !one.rests)
  return mark === undefined
    ? { ok: false, why: WHY_NOT.exitGone }
    : { ok: true, size: mark.size, orders: [], mark }
}

/** Pixels that a pressed pointer may wander before it drags. */
const SLACK = 4

/** The orders of a chip that can be moved now, or why none can. */
export function movableOrders(
  level: OwnLevel | null,
): { readonly ok: true; readonly orders: readonly Order[] } | { readonly ok: false; readonly why: string } {
  const orders = level?.orders ?? []
  const movable = orders.filter((order) => whyNotMovable(order) === null)
  if (movable.length > 0) return { ok: true, orders: movable }
  return { ok: false, why: whyNotMovable(orders[0]) ?? 'the order is no longer open' }
}

/** Open size of orders together. */
export function openSize(orders: readonly Order[]): Micros {
  return addMicros(ZERO, ...orders.map(({ remainingSize }) => remainingSize))
}

/** The price that an order is moved to from a ladder: one of the other outcome goes where its own price says the same. */
export function priceOfMove(order: Order, outcomeId: string, to: Price): Price {
  return order.outcomeId === outcomeId ? to : complementPrice(to)
}

/** The row at a height in the grid, by its lowest price; the nearest one beyond either end. */
export function rowAtHeight(height: number, rowHeight: number, grid: LadderGrid): Price | null {
  const row = Math.min(rowCount(grid) - 1, Math.max(0, Math.floor(height / rowHeight)))
  return priceAtRow(row, grid)
}

/** True if a held pointer has begun to drag. */
export function hasBegun(
  start: { readonly x: number; readonly y: number },
  now: { readonly x: number; readonly y: number },
): boolean {
  return Math.abs(now.x - start.x) > SLACK || Math.abs(now.y - start.y) > SLACK
}

/** Aimed at a row: at the end of its range that the side means, or back at where it came from. */
export function aimAt(drag: OrderDrag, rowPrice: Price): OrderDrag {
  const to = rowPrice === drag.from ? drag.from : priceFor(rowPrice, drag.side, drag.grid)
  return to === drag.to ? drag : { ...drag, to }
}

/** The target moved by whole rows, upwards in price, kept on the ladder. */
export function aimDrag(drag: OrderDrag, rows: number): OrderDrag {
  const { grid } = drag
  const row = rowOfPrice(drag.to, grid) - rows
  const rowPrice = priceAtRow(Math.min(rowCount(grid) - 1, Math.max(0, row)), grid)
  return rowPrice === null ? drag : aimAt(drag, rowPrice)
}

/** The row at which it is aimed. */
export function aimedRow({ to, grid }: Pick<OrderDrag, 'to' | 'grid'>): Price {
  return rowPriceOf(to, grid)
}
