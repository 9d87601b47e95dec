// The exchange's own books, checked from scratch: what was paid in equals what is there, to the last micro, and every
// open order is covered. An empty list means that all of it holds.
import type { ListedMarket } from '../types.ts'
import type { Accounts } from './accounts.ts'
import { restOf, type Resting } from './book.ts'
import type { MarketState } from './market-state.ts'
import { heldBy, type OpenOrders } from './open-orders.ts'

type AuditSubject = {
  readonly states: Iterable<MarketState>
  readonly accounts: Accounts
  readonly open: Pick<OpenOrders, 'delayed' | 'restingCount'>
  /** Cash held outside of the books, by wallet. */
  readonly reserved: ReadonlyMap<string, bigint>
  /** Cash and whole sets that ever came in from outside. */
  readonly issued: bigint
  readonly fees: bigint
}

/** Every broken rule, in words. */
export function auditExchange({
  states,
  accounts,
  open,
  reserved,
  issued,
  fees,
}: AuditSubject): readonly string[] {
  const broken: string[] = []
  const held = { cash: new Map(reserved), shares: new Map<string, bigint>() }
  let sets = 0n
  let resting = 0
  for (const state of states) {
    sets += wholeSets(state.market, accounts, broken)
    for (const entry of checkedBook(state, broken)) {
      resting += 1
      note(held, entry.order, heldBy(entry))
    }
  }
  if (resting !== open.restingCount()) broken.push('orders that rest nowhere')
  for (const [order, waiting] of open.delayed()) note(held, order, waiting.held)
  let cash = 0n
  for (const wallet of accounts.wallets()) {
    cash += accounts.cash(wallet)
    compare(broken, `cash held for ${wallet}`, accounts.heldCash(wallet), held.cash.get(wallet) ?? 0n)
    for (const [token] of accounts.tokensOf(wallet)) {
      const expected = held.shares.get(`${wallet} ${token}`) ?? 0n
      compare(broken, `shares of ${token} held for ${wallet}`, accounts.heldShares(wallet, token), expected)
      if (expected > 0n && accounts.freeShares(wallet, token) < 0n)
        broken.push(`${wallet} sells more than it has`)
    }
    if (accounts.heldCash(wallet) > 0n && accounts.freeCash(wallet) < 0n)
      broken.push(`${wallet} bids more than it has`)
  }
  compare(broken, 'total cash', accounts.totalCash(), cash)
  compare(broken, 'cash, whole sets and fees', cash + sets + fees, issued)
  return broken
}

function wholeSets(market: ListedMarket, accounts: Accounts, broken: string[]): bigint {
  const [first, second] = market.tokens
  for (const token of market.tokens) {
    const sum = accounts.holders(token).reduce((total, holder) => total + holder.size, 0n)
    compare(broken, `supply of ${token}`, accounts.totalShares(token), sum)
  }
  compare(
    broken,
    `outcomes of ${market.conditionId}`,
    accounts.totalShares(first),
    accounts.totalShares(second),
  )
  return accounts.totalShares(first)
}

/** Every resting order of a market, once its book was checked. */
function checkedBook(state: MarketState, broken: string[]): readonly Resting[] {
  const { book, market } = state
  const bid = book.best('bid')
  const ask = book.best('ask')
  if (bid !== null && ask !== null && bid >= ask) broken.push(`crossed book of ${market.conditionId}`)
  const all: Resting[] = []
  for (const side of ['bid', 'ask'] as const) {
    const totals = new Map<number, bigint>()
    let before: Resting | null = null
    for (const resting of book.inPriority(side)) {
      all.push(resting)
      if (before !== null && (side === 'bid' ? resting.price > before.price : resting.price < before.price)) {
        broken.push(`order of prices in ${market.conditionId}`)
      }
      if (restOf(resting) <= 0n) broken.push(`nothing rests of ${resting.order.id}`)
      totals.set(resting.price, (totals.get(resting.price) ?? 0n) + restOf(resting))
      before = resting
    }
    for (const { price, size } of book.levels(side)) {
      compare(broken, `level ${price} of ${market.conditionId}`, size, totals.get(price) ?? 0n)
    }
  }
  return all
}

function note(
  held: { readonly cash: Map<string, bigint>; readonly shares: Map<string, bigint> },
  order: { readonly wallet: string; readonly token: string; readonly side: 'BUY' | 'SELL' },
  amount: bigint,
): void {
  const key = order.side === 'BUY' ? order.wallet : `${order.wallet} ${order.token}`
  const map = order.side === 'BUY' ? held.cash : held.shares
  map.set(key, (map.get(key) ?? 0n) + amount)
}

function compare(broken: string[], what: string, actual: bigint, expected: bigint): void {
  if (actual !== expected) broken.push(`${what}: ${actual} instead of ${expected}`)
}
