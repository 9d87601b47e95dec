/** An own order, or the mark of an exit, picked up from its price and not yet dropped: its target price and the possible moves. */
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import type { PricedLeg } from '../../data/account/exit-marks.ts'
import type { OwnLevel } from '../../data/account/own-levels.ts'
import { whyNotMovable } from '../move.ts'
import { priceAtRow, priceFor, rowCount, rowOfPrice, rowPriceOf } from '../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../data/markets/ladder-grid.ts'

export type OrderDrag = {
  readonly side: Side
  /** Leg of an exit; null for orders. */
  readonly leg: PricedLeg | null
  /** The row from which it was taken, by its lowest price. */
  readonly from: Price
  /** The price at which it would be dropped; `from` while it is aimed at its own row. */
  readonly to: Price
  /** `pointer` follows a held pointer, `keys` waits for Enter. */
  readonly by: 'pointer' | 'keys'
  /** Open size when it was picked up. */
  readonly size: Micros
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
export function aimAt(drag: OrderDrag, rowPrice: Price, grid: LadderGrid): OrderDrag {
  const to = rowPrice === drag.from ? drag.from : priceFor(rowPrice, drag.side, grid)
  return to === drag.to ? drag : { ...drag, to }
}

/** The target moved by whole rows, upwards in price, kept on the ladder. */
export function aimDrag(drag: OrderDrag, rows: number, grid: LadderGrid): OrderDrag {
  const row = rowOfPrice(drag.to, grid) - rows
  const rowPrice = priceAtRow(Math.min(rowCount(grid) - 1, Math.max(0, row)), grid)
  return rowPrice === null ? drag : aimAt(drag, rowPrice, grid)
}

/** The row at which it is aimed. */
export function aimedRow(drag: OrderDrag, grid: LadderGrid): Price {
  return rowPriceOf(drag.to, grid)
}
