/**
 * Levels that a maker wants around a fair price: prices on the tick, best first, with sizes that grow away from it.
 */
import type { SimulatorRandom, TickSteps } from '../types.ts'

export type LadderShape = {
  readonly tick: TickSteps
  /** Ticks between fair price and best quote, at least; 0.5 gives a spread of one tick. */
  readonly halfSpread: number
  readonly levels: number
  /** Shares at the best price, roughly. */
  readonly size: number
  /** Shares. */
  readonly minimumSize: number
}

/** Ticks from the best price to each further one: dense in front, sparse behind. */
const STEPS = [0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 26, 33, 41, 50, 60]
const FULL = 10_000

/** Prices that both sides should quote; a side is shorter where the price range ends. */
export function ladderPrices(
  fair: number,
  shape: LadderShape,
): { readonly bids: number[]; readonly asks: number[] } {
  const { tick } = shape
  const inside = Math.min(Math.max(fair, tick * 1.5), FULL - tick * 1.5)
  const bid = Math.floor(inside / tick + 0.5 - shape.halfSpread) * tick
  const ask = Math.max(Math.ceil(inside / tick - 0.5 + shape.halfSpread) * tick, bid + tick)
  const bids: number[] = []
  const asks: number[] = []
  for (const step of STEPS.slice(0, shape.levels)) {
    const below = bid - step * tick
    const above = ask + step * tick
    if (below >= tick) bids.push(below)
    if (above <= FULL - tick) asks.push(above)
  }
  return { bids, asks }
}

/** A size for the `index`th level: uneven, whole or with cents, never under the minimum. */
export function levelSize(random: SimulatorRandom, shape: LadderShape, index: number): bigint {
  const spread = Math.exp((random.next() + random.next() + random.next() - 1.5) * 1.1)
  const shares = Math.max(shape.size * spread * (1 + index * 0.35), shape.minimumSize)
  const hundredths = random.next() < 0.3 ? Math.ceil(shares * 100) : Math.ceil(shares) * 100
  return BigInt(hundredths) * 10_000n
}
