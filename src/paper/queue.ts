/**
 * Where a resting paper order would stand in the queue of its price. Nobody tells, so two bounds are kept and the worse
 * one counts: what stood there less what has traded since, and the size that the book still shows. The place only ever
 * gets better, and never by more than one of the two proves.
 */
import { subtractMicros, ZERO, type Micros } from '#core/money.ts'

export type Queue = {
  /** Size that may still be ahead. */
  readonly ahead: Micros
  /** The book shows less than that; believed once no trade has explained it for a while. */
  readonly shrunk: { readonly to: Micros; readonly at: number } | null
}

/** A trade and the book that it leaves come in frames of their own, in any order. */
export const EXPLAINED_WITHIN_MS = 2_000

/** A new order queues behind all that rests at its price. */
export function joinQueue(visible: Micros): Queue {
  return { ahead: visible, shrunk: null }
}

/** The book shows `visible` at the order's price. */
export function observeLevel(queue: Queue, visible: Micros, now: number): Queue {
  const settled = settleShrunk(queue, now)
  const least = settled.shrunk?.to ?? settled.ahead
  return visible < least ? { ...settled, shrunk: { to: visible, at: now } } : settled
}

/**
 * `size` traded at the order's price.
 *
 * @returns what of it came past everything that was ahead
 */
export function passQueue(
  queue: Queue,
  size: Micros,
  now: number,
): { readonly queue: Queue; readonly reached: Micros } {
  const settled = settleShrunk(queue, now)
  const { ahead } = settled
  return size <= ahead
    ? { queue: { ...settled, ahead: subtractMicros(ahead, size) }, reached: ZERO }
    : { queue: { ahead: ZERO, shrunk: null }, reached: subtractMicros(size, ahead) }
}

/** A shrinking that no trade has explained was cancels: of those ahead only as far as there is no room for them any more. */
function settleShrunk(queue: Queue, now: number): Queue {
  const { ahead, shrunk } = queue
  if (shrunk === null || now - shrunk.at < EXPLAINED_WITHIN_MS) return queue
  return { ahead: shrunk.to < ahead ? shrunk.to : ahead, shrunk: null }
}
