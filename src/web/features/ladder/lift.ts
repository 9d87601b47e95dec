/** An own order taken up from its price and not yet put down: where it is aimed, and what may become of it. */
import { addMicros, parseMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Order } from '../../api/wire.ts'
import type { OwnLevel } from '../orders/own-levels.ts'
import { whyNotMovable } from '../trading/moves.ts'
import { priceAtRow, rowCount } from '../trading/price-steps.ts'

export type Lift = {
  readonly side: Side
  readonly from: Price
  readonly to: Price
  /** `pointer` follows a held pointer, `keys` waits for Enter. */
  readonly by: 'pointer' | 'keys'
  /** What was open when it was taken up. */
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

/** What orders still have open together. */
export function openSize(orders: readonly Order[]): Micros {
  return orders.reduce<Micros>((sum, order) => {
    const left = parseMicros(order.remaining_size)
    return left.ok ? addMicros(sum, left.value) : sum
  }, ZERO)
}

/** The price of the row at a height in the grid's rows; the nearest one beyond either end. */
export function priceAtHeight(height: number, rowHeight: number, tick: TickSize): Price | null {
  const row = Math.min(rowCount(tick) - 1, Math.max(0, Math.floor(height / rowHeight)))
  return priceAtRow(row, tick)
}

/** Whether a held pointer has begun to drag. */
export function hasBegun(
  start: { readonly x: number; readonly y: number },
  now: { readonly x: number; readonly y: number },
): boolean {
  return Math.abs(now.x - start.x) > SLACK || Math.abs(now.y - start.y) > SLACK
}

/** The target moved by whole ticks, kept on the ladder. */
export function aimLift(lift: Lift, ticks: number, tick: TickSize): Lift {
  const steps = Math.min(10_000 - tick, Math.max(tick, lift.to + ticks * tick))
  return { ...lift, to: priceFromSteps(steps) ?? lift.to }
}
