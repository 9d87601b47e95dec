// Decides what an incoming order would do, without doing it: which resting orders it takes, at what cash, and what is
// left. Fills are at the resting order's price, so the incoming order gets any improvement. Changes nothing.
import type { ListedMarket, NewOrder } from '../types.ts'
import { bookSide, mirrored, opposite, outcomeIndex, restOf, type Book, type Resting } from './book.ts'
import { cashDown, sharesFor, takerFee } from './money.ts'

export type PlannedFill = {
  readonly maker: Resting
  readonly size: bigint
  /** Cash that the maker pays (a buy) or receives (a sell). */
  readonly makerCash: bigint
  /** Cash that the taker pays (a buy) or receives (a sell), without the fee. */
  readonly takerCash: bigint
}

/** Effect of an order: all its fills become one trade; without any nothing is traded. */
export type Plan = {
  /** The price of the taker's outcome: the fills' where they share one, else the taker's own. */
  readonly price: number
  /** The price of the last fill. */
  readonly lastPrice: number
  readonly size: bigint
  readonly cash: bigint
  readonly fee: bigint
  readonly fills: readonly PlannedFill[]
  /** The same wallet's resting orders in the way: cancelled, never traded with. */
  readonly selfTrades: readonly Resting[]
  /** No rest that could still trade: by size, or for a budget by cash. */
  readonly complete: boolean
}

/** True if an order at this price would trade with a resting one. */
export function crosses(book: Book, market: ListedMarket, order: NewOrder): boolean {
  const index = outcomeIndex(market, order.token)
  const side = bookSide(index, order.side)
  const limit = mirrored(index, order.price)
  const best = book.best(opposite(side))
  return best !== null && (side === 'bid' ? best <= limit : best >= limit)
}

/** Effect of `order` on `book` now. A resting order of its own wallet that is in the way is passed over. */
export function planMatch(book: Book, market: ListedMarket, order: NewOrder): Plan {
  const index = outcomeIndex(market, order.token)
  const side = bookSide(index, order.side)
  const limit = mirrored(index, order.price)
  const fills: PlannedFill[] = []
  const sizeAt = new Map<number, bigint>()
  const selfTrades: Resting[] = []
  let size = 0n
  let cash = 0n
  let complete = false

  for (const maker of book.inPriority(opposite(side))) {
    if (side === 'bid' ? maker.price > limit : maker.price < limit) break
    const price = mirrored(index, maker.price)
    const open = order.budget === null ? order.size - size : sharesFor(order.budget - cash, price)
    complete = open <= 0n
    if (complete) break
    if (maker.order.wallet === order.wallet) {
      selfTrades.push(maker)
      continue
    }
    const rest = restOf(maker)
    const fill = plannedFill(order, maker, open < rest ? open : rest)
    fills.push(fill)
    sizeAt.set(price, (sizeAt.get(price) ?? 0n) + fill.size)
    size += fill.size
    cash += fill.takerCash
    complete = order.budget === null ? size >= order.size : fill.size === open
    if (complete) break
  }

  const prices = [...sizeAt.keys()]
  const [first = order.price, ...others] = prices
  return {
    price: others.length === 0 ? first : order.price,
    lastPrice: prices.at(-1) ?? order.price,
    size,
    cash,
    fee: prices.reduce((sum, price) => sum + takerFee(market.fee, sizeAt.get(price) ?? 0n, price), 0n),
    fills,
    selfTrades,
    complete,
  }
}

/**
 * The cash of one fill. The maker's share is rounded down; what is left of the trade, at most one micro away from
 * the exact product, is the taker's. Two buys mint and two sells merge whole sets worth 1 each.
 */
export function plannedFill(order: NewOrder, maker: Resting, size: bigint): PlannedFill {
  const { order: resting } = maker
  const makerCash = cashDown(size, resting.price)
  const takerCash = resting.side === order.side ? size - makerCash : makerCash
  return { maker, size, makerCash, takerCash }
}
