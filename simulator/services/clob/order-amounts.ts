// Reads price and size out of a signed order's two amounts, exactly. A limit order's amounts are on the grid; a market
// order's are a budget and the shares it buys at the worst price, rounded, so its price is the nearest tick.
import { formatDecimal } from '#lib/decimal.ts'

import type { OrderType, Side, TickSteps } from '../../types.ts'

type OrderTerms = {
  /** Steps of 0.0001. */
  readonly price: number
  /** Micro-shares. */
  readonly size: bigint
  /** Micro-pUSD of a market buy, else null. */
  readonly budget: bigint | null
}

export type TermsAnswer =
  | { readonly kind: 'terms'; readonly terms: OrderTerms }
  | { readonly kind: 'off_tick'; readonly price: string }
  | { readonly kind: 'bad_amounts' }

const STEPS = 10_000n
const HUNDREDTH = 10_000n

/** Decimals of prices at each tick; amounts have two more. */
const PRICE_DECIMALS: Readonly<Record<TickSteps, number>> = { 1000: 1, 100: 2, 50: 3, 25: 4, 10: 3, 1: 4 }

/** Price, size and budget of an order from its amounts in base units. */
export function termsOf(order: {
  readonly side: Side
  readonly type: OrderType
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly tick: TickSteps
}): TermsAnswer {
  const [cash, size] =
    order.side === 'BUY' ? [order.makerAmount, order.takerAmount] : [order.takerAmount, order.makerAmount]
  if (cash <= 0n || size <= 0n) return { kind: 'bad_amounts' }
  const implied = (): string => formatDecimal((cash * 1_000_000n) / size, 6)
  const isExact = (cash * STEPS) % size === 0n
  const isWholeSize = size % HUNDREDTH === 0n
  const isImmediate = order.type === 'FOK' || order.type === 'FAK'
  if (isExact && (isWholeSize || !isImmediate)) {
    const price = cash * STEPS
    if (price / size >= STEPS) return { kind: 'off_tick', price: implied() }
    if (!isWholeSize) return { kind: 'bad_amounts' }
    return { kind: 'terms', terms: { price: Number(price / size), size, budget: null } }
  }
  if (!isImmediate) return { kind: 'off_tick', price: implied() }
  const price = nearestTick(cash, size, order.tick)
  if (price === null) return { kind: 'off_tick', price: implied() }
  return { kind: 'terms', terms: { price, size, budget: order.side === 'BUY' ? cash : null } }
}

/** The tick that the amounts were rounded from, when one of them is off by less than one of its last decimals. */
function nearestTick(cash: bigint, size: bigint, tick: TickSteps): number | null {
  const step = BigInt(tick)
  const price = ((2n * cash * STEPS + size * step) / (2n * size * step)) * step
  if (price <= 0n || price >= STEPS) return null
  const unit = 10n ** BigInt(4 - PRICE_DECIMALS[tick])
  const off = cash * STEPS - size * price
  const distance = off < 0n ? -off : off
  const isNear = distance < price * unit || distance < STEPS * unit
  return isNear ? Number(price) : null
}
