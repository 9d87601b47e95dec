// Reads price and size out of a signed order's two amounts, exactly. An order that may rest has them on the grid. One that
// takes (FAK, FOK) has few decimals whatever the tick, as users of the venue's clients report of it: a buy's cash is its
// budget, and its shares or a sale's cash may be rounded, so that its price is the nearest tick.
import { formatDecimal } from '#lib/decimal.ts'

import type { OrderType, Side, TickSteps } from '../../types.ts'

type OrderTerms = {
  /** Steps of 0.0001. */
  readonly price: number
  /** Micro-shares. */
  readonly size: bigint
  /** Micro-pUSD of a buy that takes, else null. */
  readonly budget: bigint | null
}

type TermsAnswer =
  | { readonly kind: 'terms'; readonly terms: OrderTerms }
  | { readonly kind: 'off_tick'; readonly price: string }
  | { readonly kind: 'bad_amounts' }
  /** Too many decimals for an order that takes. */
  | { readonly kind: 'bad_decimals' }

const STEPS = 10_000n
const HUNDREDTH = 10_000n
/** Decimals of a taking order: of the amount it gives, and of the one it takes. */
const MAKER_UNIT = 10_000n
const TAKER_UNIT = 100n

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
  const { side, makerAmount, takerAmount } = order
  const [cash, size] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount]
  if (cash <= 0n || size <= 0n) return { kind: 'bad_amounts' }
  const price = (cash * STEPS) / size
  const isExact = (cash * STEPS) % size === 0n
  const implied = (): TermsAnswer => ({
    kind: 'off_tick',
    price: formatDecimal((cash * 1_000_000n) / size, 6),
  })
  if (order.type === 'FOK' || order.type === 'FAK') {
    if (makerAmount % MAKER_UNIT !== 0n || takerAmount % TAKER_UNIT !== 0n) return { kind: 'bad_decimals' }
    const limit = isExact && price < STEPS ? Number(price) : nearestTick(cash, size, order.tick)
    if (limit === null) return implied()
    return { kind: 'terms', terms: { price: limit, size, budget: side === 'BUY' ? cash : null } }
  }
  if (!isExact || price >= STEPS) return implied()
  if (size % HUNDREDTH !== 0n) return { kind: 'bad_amounts' }
  return { kind: 'terms', terms: { price: Number(price), size, budget: null } }
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
