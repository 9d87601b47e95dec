/**
 * Own orders' parts in one trade, and at what price and for what cash each traded. An order that appears in a trade more than once
 * has the sum (INV-10). A row names the taker's own price, which may be his limit: resting orders trade at theirs, and the taker
 * gets any improvement.
 */
import type { OrderId } from '#core/ids.ts'
import { addMicros, micros, type Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Fill } from '#core/order/order.ts'
import { priceFromSteps, type Price } from '#core/price.ts'
import type { TradeSide, VenueTrade } from '#ports/venue-account.ts'

export type OwnSide = {
  readonly orderId: OrderId
  readonly role: Fill['role']
  /** Null when some of it is not understood: part of a sum is not the sum. */
  readonly side: TradeSide | null
}

/** One for each own order. */
export function ownSides(
  { taker, makers, notUnderstood }: VenueTrade,
  isOurs: (id: OrderId) => boolean,
): readonly OwnSide[] {
  const read = [
    ...(taker === null ? [] : [{ role: 'taker' as const, side: taker }]),
    ...makers.map((side) => ({ role: 'maker' as const, side })),
  ]
  const unread = notUnderstood.flatMap(({ orderId, role }) =>
    orderId !== null && isOurs(orderId) ? { orderId, role, side: null } : [],
  )
  const whole = Map.groupBy(
    read.filter(({ side }) => isOurs(side.orderId)),
    ({ side }) => side.orderId,
  )
  return [
    ...unread,
    ...[...whole].flatMap(([orderId, parts]) =>
      unread.some((one) => one.orderId === orderId)
        ? []
        : { orderId, role: parts[0]?.role ?? 'maker', side: sumOf(parts.map(({ side }) => side)) },
    ),
  ]
}

/** At the average price, though one order rests at one. */
function sumOf(sides: readonly TradeSide[]): TradeSide | null {
  const [first] = sides
  if (first === undefined || sides.length === 1) return first ?? null
  const size = addMicros(...sides.map((side) => side.size))
  const weighted = sides.reduce((sum, side) => sum + side.size * BigInt(side.price), 0n)
  const price = priceFromSteps(Number((2n * weighted + size) / (2n * size)))
  return price === null
    ? null
    : { ...first, size: micros(size), price, cash: addMicros(...sides.map(cashOf)) }
}

export type Taken = {
  /** Average of several, to the nearest 0.0001. */
  readonly price: Price
  readonly cash: Micros
  /** Every maker met the taker at it: only then is the fee known. */
  readonly isOnePrice: boolean
  /** The makers say it; else it is the taker's own price, which may be his limit or rounded. */
  readonly isProved: boolean
}

const STEPS_OF_ONE = 10_000
/** Sizes of makers and taker may differ by what is lost in rounding: less than the hundredth that an order is made of. */
const ROUNDED = 10_000n

/** Cost of one side's shares. */
export function cashOf({ price, size, cash }: TradeSide): Micros {
  return cash ?? notional(price, size)
}

/** By the makers; by the taker's own price where they tell none, not all of it, or a worse one than he would have taken. */
export function taken(taker: TradeSide, { makers, notUnderstood }: VenueTrade): Taken {
  const met = makers.map((maker) => asTaken(maker, taker))
  const areAll = (price: number): boolean =>
    met.length > 0 && notUnderstood.length === 0 && met.every((one) => one.price === price)
  const [size, cash] = [sum(met.map((one) => one.size)), sum(met.map((one) => one.cash))]
  const isWhole = size > 0n && size - taker.size < ROUNDED && taker.size - size < ROUNDED
  const own = { price: taker.price, cash: cashOf(taker), isOnePrice: areAll(taker.price), isProved: false }
  if (!isWhole) return own
  const average = own.isOnePrice ? taker.price : averageOf(met, size)
  const isWorse = average !== null && (taker.side === 'BUY' ? average > taker.price : average < taker.price)
  if (average === null || isWorse) return own
  return { price: average, cash: micros(cash), isOnePrice: areAll(average), isProved: true }
}

type Met = { readonly price: number; readonly size: bigint; readonly cash: bigint }

/** Makers on the other outcome meet the taker across one whole. */
function asTaken(maker: TradeSide, taker: TradeSide): Met {
  const { size } = maker
  const isSame = maker.outcomeId === taker.outcomeId && maker.side !== taker.side
  return isSame
    ? { price: maker.price, size, cash: cashOf(maker) }
    : { price: STEPS_OF_ONE - maker.price, size, cash: size - cashOf(maker) }
}

function averageOf(met: readonly Met[], size: bigint): Price | null {
  const weighted = sum(met.map((one) => one.size * BigInt(one.price)))
  return priceFromSteps(Number((2n * weighted + size) / (2n * size)))
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n)
}
