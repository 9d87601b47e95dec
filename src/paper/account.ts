/**
 * The paper account: cash, shares, orders and trades as the fold of a journal. Invariant: after every entry, cash plus
 * what was paid for shares and fees less what they brought is the cash that the account began with, to the micro.
 */
import type { MarketId, OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'

type PaperOrderState = 'live' | 'delayed' | 'matched' | 'cancelled' | 'invalid'

export type PaperOrder = {
  readonly id: OrderId
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  readonly filled: Micros
  readonly timeInForce: TimeInForce
  /** GTD only. */
  readonly expiresAt: Instant | null
  readonly createdAt: Instant
  readonly state: PaperOrderState
  /** While it is delayed. */
  readonly delayEndsAt: Instant | null
  /** Size ahead of it in the live book when it came to rest. */
  readonly ahead: Micros
}

/** One fill of one paper order. */
export type PaperTrade = {
  readonly id: TradeId
  readonly orderId: OrderId
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  /** On top of a buy, off a sale. */
  readonly fee: Micros
  readonly role: 'maker' | 'taker'
  readonly at: Instant
}

export type PaperPayout = {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly size: Micros
  readonly cash: Micros
  readonly at: Instant
}

/** Journal entry: every change of the account, in order. */
export type PaperEntry =
  | { readonly type: 'placed'; readonly order: PaperOrder }
  | { readonly type: 'rested'; readonly id: OrderId; readonly ahead: Micros }
  | { readonly type: 'filled'; readonly trade: PaperTrade }
  | { readonly type: 'ended'; readonly id: OrderId; readonly state: 'cancelled' | 'invalid' }
  | { readonly type: 'paid'; readonly payout: PaperPayout }

export type PaperAccount = {
  cash: Micros
  readonly shares: Map<OutcomeId, Micros>
  /** In the order in which they came. */
  readonly orders: Map<OrderId, PaperOrder>
  /** Live and delayed ones, in the same order. */
  readonly open: Set<OrderId>
  readonly trades: PaperTrade[]
  readonly payouts: PaperPayout[]
}

/** An account with nothing but cash. */
export function createPaperAccount(cash: Micros): PaperAccount {
  return { cash, shares: new Map(), orders: new Map(), open: new Set(), trades: [], payouts: [] }
}

/** Takes one entry of the journal into the account. @throws for an entry of an order that was never placed: a bug */
export function applyEntry(account: PaperAccount, entry: PaperEntry): void {
  switch (entry.type) {
    case 'placed':
      account.orders.set(entry.order.id, entry.order)
      account.open.add(entry.order.id)
      return
    case 'rested':
      change(account, entry.id, { state: 'live', delayEndsAt: null, ahead: entry.ahead })
      return
    case 'filled':
      applyTrade(account, entry.trade)
      return
    case 'ended':
      change(account, entry.id, { state: entry.state, delayEndsAt: null })
      return
    case 'paid': {
      const { outcomeId, size, cash } = entry.payout
      account.payouts.push(entry.payout)
      account.cash = addMicros(account.cash, cash)
      move(account, outcomeId, subtractMicros(ZERO, size))
    }
  }
}

function applyTrade(account: PaperAccount, trade: PaperTrade): void {
  const cash = notional(trade.price, trade.size)
  account.trades.push(trade)
  if (trade.side === 'BUY') {
    account.cash = subtractMicros(account.cash, addMicros(cash, trade.fee))
    move(account, trade.outcomeId, trade.size)
  } else {
    account.cash = addMicros(account.cash, subtractMicros(cash, trade.fee))
    move(account, trade.outcomeId, subtractMicros(ZERO, trade.size))
  }
  const order = orderOf(account, trade.orderId)
  const filled = addMicros(order.filled, trade.size)
  change(
    account,
    order.id,
    filled >= order.size ? { filled, state: 'matched', delayEndsAt: null } : { filled },
  )
}

function move(account: PaperAccount, outcomeId: OutcomeId, by: Micros): void {
  const held = addMicros(sharesOf(account, outcomeId), by)
  if (held === 0n) account.shares.delete(outcomeId)
  else account.shares.set(outcomeId, held)
}

function change(account: PaperAccount, id: OrderId, parts: Partial<PaperOrder>): void {
  const changed = { ...orderOf(account, id), ...parts }
  account.orders.set(id, changed)
  if (changed.state !== 'live' && changed.state !== 'delayed') account.open.delete(id)
}

function orderOf(account: PaperAccount, id: OrderId): PaperOrder {
  const order = account.orders.get(id)
  if (order === undefined) throw new Error('the paper journal tells of an order that was never placed')
  return order
}

/** Unfilled size of an order. */
export function restOf(order: Pick<PaperOrder, 'size' | 'filled'>): Micros {
  return subtractMicros(order.size, order.filled)
}

/** Shares held of an outcome. */
export function sharesOf(account: PaperAccount, outcomeId: OutcomeId): Micros {
  return account.shares.get(outcomeId) ?? ZERO
}

/** Live and delayed orders, oldest first. */
export function openOrders(account: PaperAccount): readonly PaperOrder[] {
  return [...account.open].map((id) => orderOf(account, id))
}

/** Cash less what open buys may still take. */
export function freeCash(account: PaperAccount): Micros {
  const held = openOrders(account)
    .filter(({ side }) => side === 'BUY')
    .map((order) => notional(order.price, restOf(order)))
  return subtractMicros(account.cash, addMicros(...held))
}

/** Shares of an outcome less what open sales may still take. */
export function freeShares(account: PaperAccount, outcomeId: OutcomeId): Micros {
  const held = openOrders(account)
    .filter((order) => order.side === 'SELL' && order.outcomeId === outcomeId)
    .map(restOf)
  return subtractMicros(sharesOf(account, outcomeId), addMicros(...held))
}
