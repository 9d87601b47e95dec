/**
 * Own orders' fills by the rows of trades. A row names the taker's own price, which may be his limit: resting orders trade at theirs,
 * and the taker gets any improvement. A row that says more takes the place of what was read first (INV-79).
 */
import { fillFee } from '../fees.ts'
import type { OrderId, OutcomeId } from '../ids.ts'
import type { Market } from '../market/market.ts'
import { addMicros, micros, type Micros } from '../money.ts'
import { priceFromSteps, type Price } from '../price.ts'
import type { TradeSide, VenueTrade } from './account-rows.ts'
import { laterFillStatus } from './fill-status.ts'
import { notional } from './order-amounts.ts'
import type { Fill } from './order.ts'

/** A fill, and what is known of its price. */
export type KnownFill = {
  readonly fill: Fill
  /** Every maker met the taker at it: only then is the fee known. */
  readonly isOnePrice: boolean
  /** The makers say it; else it is the taker's own price, which may be his limit or rounded. */
  readonly isProved: boolean
}

/** An own order's part in a trade. */
export type OwnSide = {
  readonly orderId: OrderId
  readonly role: Fill['role']
  /** Null when some of it is not understood: part of a sum is not the sum, and only the trade's state is taken. */
  readonly side: TradeSide | null
}

/** One for each own order: one that appears more than once has the sum (INV-10). */
export function ownSides(
  { taker, makers, notUnderstood }: VenueTrade,
  isOurs: (id: OrderId) => boolean,
): readonly OwnSide[] {
  const sides = [
    ...(taker === null ? [] : [{ orderId: taker.orderId, role: 'taker' as const, side: taker }]),
    ...makers.map((side) => ({ orderId: side.orderId, role: 'maker' as const, side })),
    ...notUnderstood.flatMap(({ orderId, role }) => (orderId === null ? [] : { orderId, role, side: null })),
  ]
  const own = Map.groupBy(
    sides.filter(({ orderId }) => isOurs(orderId)),
    ({ orderId }) => orderId,
  )
  return [...own].map(([orderId, parts]) => ({
    orderId,
    role: parts[0]?.role ?? 'maker',
    side: sumOf(parts.map(({ side }) => side)),
  }))
}

/**
 * The fill after one more row of its trade; the same where that says nothing new. More shares than before, or makers that are all
 * known where some were not, are better evidence.
 *
 * @param known  null for the first row
 * @param curve  what taking costs in the outcome's market
 */
export function stepFill(
  known: KnownFill | null,
  trade: VenueTrade,
  { side, role, orderId }: OwnSide,
  curve: (outcomeId: OutcomeId) => Market['fee'],
): KnownFill | null {
  const { tradeId } = trade
  const status = known === null ? trade.status : laterFillStatus(known.fill.status, trade.status)
  const txHash = trade.txHash ?? known?.fill.txHash ?? null
  const better = side === null ? null : betterCost(known, side, role, trade)
  if (side === null || better === null) {
    if (known === null || (known.fill.status === status && known.fill.txHash === txHash)) return known
    return { ...known, fill: { ...known.fill, status, txHash } }
  }
  const { price, cash, isOnePrice, isProved } = better
  const fee = fillFee({ size: side.size, price, role }, isOnePrice, curve(side.outcomeId))
  const at = known?.fill.at ?? trade.at
  return {
    fill: { ...side, fee, tradeId, orderId, price, cash, role, status, txHash, at },
    isOnePrice,
    isProved,
  }
}

/** The cost of a side; null when what is known is as good. */
function betterCost(
  known: KnownFill | null,
  side: TradeSide,
  role: Fill['role'],
  trade: VenueTrade,
): Cost | null {
  // A resting order trades at its own price.
  const made = { price: side.price, cash: cashOf(side), isOnePrice: false, isProved: true }
  const cost = role === 'taker' ? costOfTaking(side, trade) : made
  if (known === null || side.size > known.fill.size) return cost
  return side.size === known.fill.size && cost.isProved && !known.isProved ? cost : null
}

type Cost = Pick<KnownFill, 'isOnePrice' | 'isProved'> & {
  /** Average of several, to the nearest 0.0001. */
  readonly price: Price
  readonly cash: Micros
}

const STEPS_OF_ONE = 10_000
/** Sizes of makers and taker may differ by what is lost in rounding: less than the hundredth that an order is made of. */
const ROUNDED = 10_000n

/** By the makers; by the taker's own price where they tell none, not all of it, or a worse one than he would have taken. */
function costOfTaking(taker: TradeSide, { makers, notUnderstood }: VenueTrade): Cost {
  const met = makers.map((maker) => asTaken(maker, taker))
  const areAll = (price: number): boolean =>
    met.length > 0 && notUnderstood.length === 0 && met.every((one) => one.price === price)
  const [size, cash] = [addMicros(...met.map((one) => one.size)), addMicros(...met.map((one) => one.cash))]
  const isWhole = size > 0n && size - taker.size < ROUNDED && taker.size - size < ROUNDED
  const own = { price: taker.price, cash: cashOf(taker), isOnePrice: areAll(taker.price), isProved: false }
  if (!isWhole) return own
  const average = own.isOnePrice ? taker.price : averageOf(met, size)
  const isWorse = average !== null && (taker.side === 'BUY' ? average > taker.price : average < taker.price)
  if (average === null || isWorse) return own
  return { price: average, cash, isOnePrice: areAll(average), isProved: true }
}

type Met = { readonly price: number; readonly size: Micros; readonly cash: Micros }

/** Makers on the other outcome meet the taker across one whole. */
function asTaken(maker: TradeSide, taker: TradeSide): Met {
  const { size, price } = maker
  const cash = cashOf(maker)
  const isSame = maker.outcomeId === taker.outcomeId && maker.side !== taker.side
  return isSame ? { price, size, cash } : { price: STEPS_OF_ONE - price, size, cash: micros(size - cash) }
}

function cashOf({ price, size, cash }: TradeSide): Micros {
  return cash ?? notional(price, size)
}

/** At the average price, though one order rests at one. */
function sumOf(parts: readonly (TradeSide | null)[]): TradeSide | null {
  const sides = parts.flatMap((side) => side ?? [])
  const [first] = sides
  if (first === undefined || sides.length < parts.length) return null
  if (sides.length === 1) return first
  const size = addMicros(...sides.map((side) => side.size))
  const price = averageOf(sides, size)
  return price === null ? null : { ...first, size, price, cash: addMicros(...sides.map(cashOf)) }
}

function averageOf(met: readonly Pick<Met, 'price' | 'size'>[], size: Micros): Price | null {
  const weighted = met.reduce((sum, one) => sum + one.size * BigInt(one.price), 0n)
  return priceFromSteps(Number((2n * weighted + size) / (2n * size)))
}
