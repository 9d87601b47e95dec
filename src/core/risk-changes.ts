/** Changes of what the limits count while an order is judged: orders taken for gone, and others of the same command as if they had left. */
import { walkOrder } from './book/book-walk.ts'
import type { BookView } from './book/book.ts'
import type { OutcomeId } from './ids.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from './money.ts'
import { isTaking, maxShares, notional } from './order/order-amounts.ts'
import { remaining, type Order, type OrderTerms, type Side } from './order/order.ts'
import type { Rejection } from './reject-codes.ts'
import { cashNeeded, type Listing, type RiskSnapshot } from './risk.ts'

export type Change = Pick<OrderTerms, 'side' | 'outcomeId'> & {
  /** Shares that it has traded or offers. */
  readonly shares: Micros
  /** Notional of a purchase, the cash that it may take, and its part of the day. */
  readonly cost: Micros
  readonly cash: Micros
  readonly day: Micros
  readonly open: number
}

/** @param dailyRest  the part of its cost to the day that ends with it */
export function goneOrder(order: Order, dailyRest: Micros): Change {
  const { side, outcomeId, price } = order
  const shares = subtractMicros(ZERO, remaining(order))
  const cost = side === 'BUY' ? notional(price, shares) : ZERO
  return { side, outcomeId, shares, cost, cash: cost, day: subtractMicros(ZERO, dailyRest), open: -1 }
}

/** An order that has just left. A purchase that takes buys what its cash buys. */
export function sentOrder(terms: OrderTerms, listing: Listing | null): Change {
  const { side, outcomeId, price, size } = terms
  const shares = maxShares(terms, listing?.bestAsk ?? null)
  const cost = side === 'BUY' ? notional(price, size) : ZERO
  const cash = listing === null ? ZERO : cashNeeded(terms, listing)
  return { side, outcomeId, shares, cost, cash, day: cost, open: 1 }
}

/** A sale that has just been accepted, and has met these bids. */
export function acceptedSale(sale: OrderTerms, bids: BookView['bids']): Change {
  const { filled } = walkOrder(sale, sale.postOnly ? [] : bids)
  const takes = isTaking(sale.timeInForce)
  const open = !takes && filled < sale.size ? 1 : 0
  return { ...sentOrder(sale, null), shares: takes ? filled : sale.size, open }
}

/** Shares of an outcome, of the changes of one side. */
export function changedShares(changes: readonly Change[], side: Side, id: OutcomeId | undefined): Micros {
  const own = changes.filter((one) => one.side === side && one.outcomeId === id)
  return addMicros(...own.map(({ shares }) => shares))
}

/**
 * The snapshot with the changes, but for the shares that pair with others.
 *
 * @param outcomeId  of the order that is judged
 * @param market  all outcomes of its market
 */
export function withChanges(
  snapshot: RiskSnapshot,
  changes: readonly Change[],
  outcomeId: OutcomeId,
  market: readonly OutcomeId[],
): RiskSnapshot {
  if (changes.length === 0) return snapshot
  const { freeCash, freeShares } = snapshot
  const sum = (name: 'cost' | 'cash' | 'day', of = changes): Micros =>
    addMicros(...of.map((one) => one[name]))
  const here = changes.filter((one) => market.includes(one.outcomeId))
  return {
    ...snapshot,
    dailyNotional: addMicros(snapshot.dailyNotional, sum('day')),
    marketNotional: addMicros(snapshot.marketNotional, sum('cost', here)),
    openOrders: changes.reduce((count, { open }) => count + open, snapshot.openOrders),
    freeCash: freeCash === null ? null : subtractMicros(freeCash, sum('cash')),
    freeShares:
      freeShares === null ? null : subtractMicros(freeShares, changedShares(changes, 'SELL', outcomeId)),
  }
}

/** With the words that it is the orders together; they come after every price of the message. */
export function ofAll(refusal: Rejection, others: number): Rejection {
  const rest = others === 1 ? 'order' : `${others} orders`
  const message = `${refusal.message.replace(/[.]$/, '')}, together with the other ${rest} of this command.`
  return { ...refusal, message }
}
