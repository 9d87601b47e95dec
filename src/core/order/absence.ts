/** When an order that no read shows is gone, and when that it is missing proves nothing (ORD-3). */
import type { Instant } from '../market/market.ts'
import { isTaking } from './order-amounts.ts'
import type { Order } from './order.ts'

/** How many complete reads in a row without an order, and how long after it was last seen, prove that it is gone. */
const PROOF = {
  resting: { reads: 3, afterMs: 120_000 },
  /** Taking orders never rest: only their last trades may still be on their way. */
  taking: { reads: 3, afterMs: 10_000 },
  /** Its delay is over, and nothing has said that it traded. */
  delayed: { reads: 2, afterMs: 5_000 },
} as const

/** How long after its matching delay an order may still be in no list. */
export const DELAY_MARGIN_MS = 10_000

/**
 * True once the order is surely not at the venue, or not any more.
 *
 * @param reads  complete ones in a row that did not show it
 * @param unseenMs  from when it left, or was last seen, to the beginning of the last of them
 */
export function isProvenGone(
  { status, timeInForce }: Pick<Order, 'status' | 'timeInForce'>,
  reads: number,
  unseenMs: number,
): boolean {
  const mayRest = status === 'unknown' || !isTaking(timeInForce)
  const proof = PROOF[mayRest ? 'resting' : status === 'delayed' ? 'delayed' : 'taking']
  return reads >= proof.reads && unseenMs >= proof.afterMs
}

/** No list shows an order in its matching delay. */
export function isInDelay(
  { delayEndsAt, timeInForce }: Pick<Order, 'delayEndsAt' | 'timeInForce'>,
  now: Instant,
): boolean {
  return delayEndsAt !== null && now < delayEndsAt + (isTaking(timeInForce) ? 0 : DELAY_MARGIN_MS)
}
