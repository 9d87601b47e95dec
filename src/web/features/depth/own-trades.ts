/** Which trades of the tape are mine. The venue's tape names no trader: price, size and time decide. */
import type { Fill, Trade } from '../../platform/api/client.ts'

/** The tape and my own messages come by different feeds, each with its own clock. */
const APART_MS = 2_000

/**
 * Each fill with the trade nearest to it in time that has its price and is no smaller; of one trade several fills may be
 * parts.
 *
 * @param fills  of the outcome of the tape
 * @returns the sizes of my fills by the number of their trade
 */
export function ownTrades(
  trades: readonly Trade[],
  fills: readonly Pick<Fill, 'price' | 'size' | 'at' | 'status'>[],
): ReadonlyMap<number, bigint> {
  const mine = new Map<number, bigint>()
  for (const fill of fills) {
    const { size, at, status } = fill
    if (status === 'failed' || size === 0n) continue
    const [nearest] = trades
      .filter(
        (trade) =>
          trade.price === fill.price &&
          trade.size >= (mine.get(trade.number) ?? 0n) + size &&
          apart(trade, at) <= APART_MS,
      )
      .toSorted((one, other) => apart(one, at) - apart(other, at))
    if (nearest !== undefined) mine.set(nearest.number, (mine.get(nearest.number) ?? 0n) + size)
  }
  return mine
}

/** Milliseconds between; NaN where the trade has no time. */
function apart(trade: Trade, at: number): number {
  return Math.abs((trade.at ?? Number.NaN) - at)
}
