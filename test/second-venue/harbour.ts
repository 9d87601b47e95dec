/**
 * A made-up exchange that is unlike the venue of the product in all that an adapter has to bridge: markets have tickers,
 * prices are cents in steps of a half, sizes are whole contracts, there are no sales (one buys yes or no), orders are identified
 * apart by the caller's own reference, and the account has a name instead of a wallet.
 */
export type Answer = 'yes' | 'no'

export type HarbourMarket = {
  readonly ticker: string
  readonly series: string
  readonly title: string
  readonly question: string
}

/** `cents` is what one contract costs, of 100 that it may pay. */
export type HarbourOrder = {
  readonly ref: string
  readonly account: string
  readonly ticker: string
  readonly buys: Answer
  readonly cents: number
  readonly contracts: number
  readonly left: number
  readonly state: 'resting' | 'executed' | 'pulled'
  readonly placedAt: number
}

export type HarbourMatch = {
  readonly number: number
  readonly ticker: string
  /** Price on the resting order's side. */
  readonly cents: number
  readonly contracts: number
  readonly resting: HarbourOrder
  readonly taking: HarbourOrder
  readonly at: number
}

/** Offers for yes and for no: cents and contracts, in no order. */
export type HarbourBook = {
  readonly sequence: number
  readonly yes: readonly (readonly [cents: number, contracts: number])[]
  readonly no: readonly (readonly [cents: number, contracts: number])[]
}

export type HarbourSays =
  | { readonly type: 'order'; readonly order: HarbourOrder }
  | { readonly type: 'match'; readonly match: HarbourMatch }
  | { readonly type: 'book'; readonly ticker: string }

type Placing = Pick<HarbourOrder, 'ref' | 'account' | 'ticker' | 'buys' | 'cents' | 'contracts'> & {
  /** True if the part that does not match at once is pulled. */
  readonly atOnce: boolean
}

export type Harbour = {
  readonly markets: readonly HarbourMarket[]
  /** Answers that the exchange owes and never gives. */
  loseNextAnswer: boolean
  place(
    placing: Placing,
  ): { readonly state: HarbourOrder['state'] } | { readonly error: string } | 'no answer'
  pull(account: string, ref: string): boolean
  orders(account: string): readonly HarbourOrder[]
  matches(account: string): readonly HarbourMatch[]
  book(ticker: string): HarbourBook
  listen(listener: (says: HarbourSays) => void): () => void
}

/** Opens the exchange; nothing is offered yet. */
export function openHarbour(markets: readonly HarbourMarket[], now: () => number): Harbour {
  const orders = new Map<string, HarbourOrder>()
  const matches: HarbourMatch[] = []
  const listeners = new Set<(says: HarbourSays) => void>()
  let sequence = 0

  function say(says: HarbourSays): void {
    for (const listener of listeners) listener(says)
  }

  function keep(order: HarbourOrder): HarbourOrder {
    orders.set(`${order.account} ${order.ref}`, order)
    say({ type: 'order', order })
    return order
  }

  function take(order: HarbourOrder, contracts: number): HarbourOrder {
    const left = order.left - contracts
    return keep({ ...order, left, state: left === 0 ? 'executed' : order.state })
  }

  function resting(ticker: string, buys: Answer): readonly HarbourOrder[] {
    return [...orders.values()]
      .filter((order) => order.state === 'resting' && order.ticker === ticker && order.buys === buys)
      .toSorted((a, b) => b.cents - a.cents || a.placedAt - b.placedAt)
  }

  /** A buyer of yes and a buyer of no meet when together they pay 100 cents or more. */
  function match(taking: HarbourOrder): HarbourOrder {
    let order = taking
    for (const other of resting(order.ticker, order.buys === 'yes' ? 'no' : 'yes')) {
      if (order.left === 0 || order.cents + other.cents < 100) break
      const contracts = Math.min(order.left, other.left)
      const rested = take(other, contracts)
      order = take(order, contracts)
      const made = { number: matches.length + 1, ticker: order.ticker, cents: rested.cents, contracts }
      const done = { ...made, resting: rested, taking: order, at: now() }
      matches.push(done)
      say({ type: 'match', match: done })
    }
    return order
  }

  function sum(ticker: string, buys: Answer): readonly (readonly [number, number])[] {
    const levels = new Map<number, number>()
    for (const { cents, left } of resting(ticker, buys)) levels.set(cents, (levels.get(cents) ?? 0) + left)
    return [...levels]
  }

  const harbour: Harbour = {
    markets,
    loseNextAnswer: false,
    place({ atOnce, ...placing }) {
      if (!markets.some(({ ticker }) => ticker === placing.ticker)) return { error: 'NO_SUCH_TICKER' }
      if (!Number.isInteger(placing.contracts)) return { error: 'WHOLE_CONTRACTS_ONLY' }
      if (orders.has(`${placing.account} ${placing.ref}`)) return { error: 'REF_USED' }
      sequence += 1
      const placed = keep({ ...placing, left: placing.contracts, state: 'resting', placedAt: sequence })
      const order = match(placed)
      if (atOnce && order.left > 0) keep({ ...order, state: 'pulled' })
      say({ type: 'book', ticker: order.ticker })
      if (!harbour.loseNextAnswer) return { state: order.state }
      harbour.loseNextAnswer = false
      return 'no answer'
    },
    pull(account, ref) {
      const order = orders.get(`${account} ${ref}`)
      if (order?.state !== 'resting') return false
      sequence += 1
      keep({ ...order, state: 'pulled' })
      say({ type: 'book', ticker: order.ticker })
      return true
    },
    orders: (account) => [...orders.values()].filter((order) => order.account === account),
    matches: (account) =>
      matches.filter(({ resting: rested, taking }) => [rested.account, taking.account].includes(account)),
    book: (ticker) => ({ sequence, yes: sum(ticker, 'yes'), no: sum(ticker, 'no') }),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return harbour
}
