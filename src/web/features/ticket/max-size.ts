/** The largest size that is in reach: all that is held, or all that the free cash buys. */
import type { Micros } from '#core/money.ts'
import { micros, roundSizeDown, subtractMicros, ZERO } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import type { Position } from '../../platform/api/wire.ts'

/**
 * Shares that the free cash buys at this price, at most the order limit's; fees come on top.
 *
 * @param available  null while the cash is unknown
 * @param orderLimit  the limit of one order in cash; null while it is unknown
 */
export function mostToBuy(
  price: Price | null,
  available: Micros | null,
  orderLimit: Micros | null,
): Micros | null {
  if (available === null || price === null) return null
  const most = orderLimit !== null && orderLimit < available ? orderLimit : available
  return roundSizeDown(micros((most * 10_000n) / BigInt(price)))
}

/** Shares held that no open sell may still take; null when nothing is held. */
export function mostToSell(position: Pick<Position, 'size' | 'reserved'> | null): Micros | null {
  if (position === null) return null
  const free = subtractMicros(position.size, position.reserved)
  return free > ZERO ? roundSizeDown(free) : null
}
