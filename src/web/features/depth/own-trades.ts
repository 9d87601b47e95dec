/** Which trades of the tape are mine. The venue's tape names no trader: price, size and time decide. */
import type { Fill, Trade } from '../../platform/api/wire.ts'
import { parsePrice } from '#core/price.ts'
import { microsOrZero } from '../../platform/format/numbers.ts'

/** The tape and my own messages come by different feeds, each with its own clock. */
const APART_MS = 2_000

/**
 * Each fill with the trade nearest to it in time that has its price and is no smaller; of one trade several fills may be
 * parts.
 *
 * @param fills  of the outcome of the tape
 * @returns the sizes of my fills by the id of their trade
 */
export function ownTrades(
  trades: readonly Trade[],
  fills: readonly Pick<Fill, 'price' | 'size' | 'at' | 'status'>[],
): ReadonlyMap<string, bigint> {
  const mine = new Map<string, bigint>()
  for (const fill of fills) {
    const { size, at } = fill
    if (fill.status === 'failed' || size === 0n) continue
    const [nearest] = trades
      .filter(
        (trade) =>
          trade.at !== null &&
          parsePrice(trade.price) === fill.price &&
          microsOrZero(trade.size) >= (mine.get(trade.id) ?? 0n) + size &&
          Math.abs(Date.parse(trade.at) - at) <= APART_MS,
      )
      .toSorted((one, other) => apart(one, at) - apart(other, at))
    if (nearest !== undefined) mine.set(nearest.id, (mine.get(nearest.id) ?? 0n) + size)
  }
  return mine
}

function apart(trade: Trade, at: number): number {
  return Math.abs(Date.parse(trade.at ?? '') - at)
}
