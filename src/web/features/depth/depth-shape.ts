/** The depth curve: how much can be had up to each price, as a shape, and what taking it would come to. For drawing only. */
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import type { DepthRow } from '../../data/markets/depth.ts'

export type DepthShape = {
  /** The lowest and the highest price drawn. */
  readonly from: Price
  readonly to: Price
  /** Paths in a box of WIDTH by HEIGHT, the sizes growing upwards; empty for a side without levels. */
  readonly bids: string
  readonly asks: string
}

export const WIDTH = 1_000
export const HEIGHT = 100

/** The shape of both sides; null without two prices to draw between. Rows run from the best price on. */
export function depthShape(bids: readonly DepthRow[], asks: readonly DepthRow[]): DepthShape | null {
  const prices = [...bids, ...asks].map(({ price }) => price)
  const [from, to] = [Math.min(...prices), Math.max(...prices)]
  const lowest = prices.find((price) => price === from)
  const highest = prices.find((price) => price === to)
  if (lowest === undefined || highest === undefined || from === to) return null
  const most = largest(bids.at(-1)?.total ?? 0n, asks.at(-1)?.total ?? 0n)
  const x = (price: Price) => Math.round(((price - from) / (to - from)) * WIDTH)
  const y = (total: bigint) => HEIGHT - Number((total * BigInt(HEIGHT)) / most)
  const path = (rows: readonly DepthRow[], end: number): string => {
    const [best] = rows
    if (best === undefined) return ''
    const steps = rows.map(({ price, total }) => `H${x(price)}V${y(total)}`).join('')
    return `M${x(best.price)} ${HEIGHT}${steps}H${end}V${HEIGHT}Z`
  }
  return { from: lowest, to: highest, bids: path(bids, 0), asks: path(asks, WIDTH) }
}

export type DepthReading = {
  /** Side of the sweep: buy up to the price, or sell down to it. */
  readonly side: Side
  readonly size: Micros
  /** Millionths, cut. */
  readonly average: bigint
  readonly worst: Price
}

const ONE = 1_000_000n

/** Cost of sweeping from the best price to `steps`; null without levels. */
export function depthReading(
  bids: readonly DepthRow[],
  asks: readonly DepthRow[],
  steps: number,
): DepthReading | null {
  const sold = bids.findLast(({ price }) => price >= steps)
  const bought = asks.findLast(({ price }) => price <= steps)
  const [side, row] = sold === undefined ? (['BUY', bought] as const) : (['SELL', sold] as const)
  if (row === undefined || row.total === 0n) return null
  return { side, size: micros(row.total), average: (row.cash * ONE) / row.total, worst: row.price }
}

function largest(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
