/** Prices by tick: the steps of a price field, and reading what was typed. */
import { amountIn } from '../../platform/format/figures.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Side } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { PricePoint } from './draft.ts'

const ONE = 10_000

/** Moves by whole ticks and stays on the ladder; a price off the tick lands on the next one in that direction. */
export function stepPrice(price: Price, ticks: number, tick: TickSize): Price {
  const onTick = ticks > 0 ? Math.floor(price / tick) * tick : Math.ceil(price / tick) * tick
  return clamp(onTick + ticks * tick, tick)
}

/** The nearest price on the tick; halves go down. */
export function snapPrice(price: Price, tick: TickSize): Price {
  return clamp(Math.ceil(price / tick - 0.5) * tick, tick)
}

/** The prices of the book that an order of a side may take or follow; null where there is none. */
export type PointPrices = Readonly<Record<PricePoint, Price | null>>

/** The best price of the order's own side, the middle on the tick, and the best of the other side. */
export function pointPrices(
  side: Side,
  { bestBid, bestAsk }: { readonly bestBid: Price | null; readonly bestAsk: Price | null },
  tick: TickSize,
): PointPrices {
  const [join, cross] = side === 'BUY' ? [bestBid, bestAsk] : [bestAsk, bestBid]
  const middle =
    bestBid === null || bestAsk === null ? null : priceFromSteps(Math.round((bestBid + bestAsk) / 2))
  return { join, mid: middle === null ? null : snapPrice(middle, tick), cross }
}

function clamp(steps: number, tick: TickSize): Price {
  const price = priceFromSteps(Math.min(ONE - tick, Math.max(tick, steps)))
  if (price === null) throw new Error(`no price at ${steps}`)
  return price
}

/** Reads a typed price: `0.57`, `.57`, `0,57`, `57c` or `57%`. Null when it is none between 0 and 1. */
export function readPrice(typed: string): Price | null {
  const text = typed.trim().replace(',', '.')
  const inCents = /[c%¢]$/i.test(text)
  const digits = inCents ? text.slice(0, -1).trimEnd() : text
  const value = amountIn(digits.startsWith('.') ? `0${digits}` : digits.replace(/\.$/, ''))
  const step = inCents ? 10_000n : 100n
  return value === null || value % step !== 0n ? null : priceFromSteps(Number(value / step))
}
