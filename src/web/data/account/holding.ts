/** Holding of a ladder's outcome for its rows: the result of closing it at a price. */
import { divideNearest } from '#lib/decimal.ts'
import { micros, roundSizeDown, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { complementPrice, priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Position } from '../../platform/api/client.ts'
import { showResult } from '../../platform/format/figures.ts'
import type { ExitMark } from './exit-marks.ts'
import { snapPrice } from '../markets/price-steps.ts'

export type Holding = {
  readonly size: Micros
  /** Cost of all shares held, fees included. */
  readonly cost: Micros
}

/** Key of a position for rows; text, so that it stays the same while only the market moves. Empty without shares or a known cost. */
export function holdingKey(position: Position | null): string {
  if (position?.status !== 'open' || position.costBasis === null || position.size <= ZERO) return ''
  return [position.size, position.costBasis].join(' ')
}

/** Reads the key; null of an empty one. */
export function holdingOf(key: string): Holding | null {
  const [size, cost] = key.split(' ').map((one) => micros(BigInt(one)))
  return size === undefined || cost === undefined ? null : { size, cost }
}

/** Profit or loss were the whole position sold at this price, before a fee. */
export function closedAt({ size, cost }: Holding, price: Price): Micros {
  return subtractMicros(notional(price, size), cost)
}

/**
 * The same of an exit's leg, by its part of the cost; one that is seen from the other outcome sells at the complement. Null before
 * anything of its entry has filled, or without a known cost.
 */
export function legResult(
  { leg, side, size, price }: Pick<ExitMark, 'leg' | 'side' | 'size' | 'price'>,
  holding: Holding | null,
): Micros | null {
  if (holding === null || size <= ZERO || leg === 'breakEven' || leg === 'entry') return null
  const cost = micros((holding.cost * size) / holding.size)
  return closedAt({ size, cost }, side === 'SELL' ? price : complementPrice(price))
}

/** The same in words of the width of a column. */
export function closedText(holding: Holding, price: Price): string {
  const { size, cost } = holding
  const gain = subtractMicros(size, cost)
  return showResult(closedAt(holding, price), gain > cost ? gain : cost)
}

/** The ladder's price nearest to the average entry; null where none is near, as with a cost of nothing. */
export function entryPrice({ size, cost }: Holding, tick: TickSize): Price | null {
  const steps = priceFromSteps(Number(divideNearest(micros(cost) * 10_000n, size)))
  return steps === null ? null : snapPrice(steps, tick)
}

/** The shares that close it: whole but for what the venue's two decimals cut off. */
export function closingSize({ size }: Holding): Micros {
  return roundSizeDown(size)
}
