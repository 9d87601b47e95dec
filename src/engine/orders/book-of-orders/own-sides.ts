/** Own orders' parts in one trade: an order that appears in it more than once has the sum (INV-10). */
import type { OrderId } from '#core/ids.ts'
import { addMicros, micros } from '#core/money.ts'
import type { Fill } from '#core/order/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { TradeSide, VenueTrade } from '#ports/venue-account.ts'
import { cashOf } from './trade-price.ts'

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
