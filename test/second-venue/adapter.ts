/** The ports that the engine needs of a venue, over Harbour. What Harbour does not have is answered as absent. */
import { parseTradeId, type OutcomeId } from '#core/ids.ts'
import type { MarketEvent } from '#core/market/market.ts'
import { micros, type Micros } from '#core/money.ts'
import { limitAmounts } from '#core/order/order-amounts.ts'
import { rejection } from '#core/reject-codes.ts'
import { ok } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { TradeSide, VenueTrade } from '#core/order/account-rows.ts'
import type { VenueAccount } from '#ports/venue-account.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import type {
  BookLevel,
  FeedStatus,
  MarketFeed,
  MarketFeedEvent,
  SportsFeed,
  UserFeed,
  UserFeedEvent,
} from '#ports/venue-feeds.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'
import type { CancelOutcome, OrderRequest, VenueTrading } from '#ports/venue-trading.ts'
import type { Harbour, HarbourMatch, HarbourOrder } from './harbour.ts'
import {
  contractsOfSize,
  eventOf,
  marketIdOf,
  opposite,
  orderIdOf,
  outcomeIdOf,
  priceOfCents,
  purchaseOf,
  refOf,
  refusalOf,
  sizeOfContracts,
  termsOf,
  TICK,
  venueOrderOf,
  wordsOfOutcome,
} from './words.ts'

export type SecondVenue = {
  readonly catalog: VenueCatalog
  readonly marketFeed: MarketFeed
  readonly sportsFeed: SportsFeed
  readonly trading: VenueTrading
  readonly account: VenueAccount
  readonly userFeed: UserFeed
  readonly geoblock: VenueGeoblock
}

const LIVE: FeedStatus = {
  state: 'live',
  connections: 1,
  subscriptions: 0,
  lastMessageAt: null,
  reconnects: 0,
  unreadable: 0,
  detail: null,
}

/**
 * Builds the adapter of one account.
 *
 * @param newRef  a fresh reference: it is the order's id, known before the order is sent
 */
export function createSecondVenue(parts: {
  readonly harbour: Harbour
  readonly account: string
  readonly newRef: () => string
  readonly clock: Clock
}): SecondVenue {
  const { harbour } = parts
  return {
    catalog: catalogOf(harbour),
    marketFeed: marketFeedOf(harbour, parts.clock),
    sportsFeed: { start() {}, reconnect() {}, status: () => LIVE, stop() {} },
    trading: tradingOf(parts),
    account: accountOf(harbour, parts.account),
    userFeed: userFeedOf(harbour, parts.account),
    geoblock: { check: () => Promise.resolve({ kind: 'answered', blocked: false }) },
  }
}

function catalogOf(harbour: Harbour): VenueCatalog {
  const events = (): readonly MarketEvent[] =>
    [...new Set(harbour.markets.map(({ series }) => series))].map((series) =>
      eventOf(
        series,
        harbour.markets.filter((market) => market.series === series),
      ),
    )
  return {
    events: async () => ok({ events: events(), nextCursor: null, notUnderstood: { count: 0, rows: [] } }),
    eventsByIds: async (ids) => ok(events().filter(({ id }) => ids.includes(id))),
    event: async (id) => ok(events().find((event) => event.id === id) ?? null),
    eventBySlug: async (slug) => ok(events().find((event) => event.slug === slug) ?? null),
    // Nothing is kept of what has closed: the walk has brought whatever is asked for.
    eventIdsOf: async () => ok([]),
    closedEventIds: async () => ok([]),
    tags: async () => ({ rows: [], fault: null }),
    teams: async () => ({ rows: [], fault: null }),
    leagues: async () => ok([]),
    history: async () => ok([]),
    // The listing is complete.
    marketFacts: async () => ok(null),
    async book(outcomeId) {
      const { bids, asks, hash } = bookOf(harbour, outcomeId)
      const marketId = marketIdOf(wordsOfOutcome(outcomeId).ticker)
      const best = (levels: readonly BookLevel[]): readonly BookLevel[] =>
        levels.toSorted(([a], [b]) => a - b)
      return ok({ outcomeId, marketId, bids: best(bids).toReversed(), asks: best(asks), hash, at: 0 })
    },
  }
}

/** A buyer of the other answer for q sells this one for 100 - q. */
function bookOf(
  harbour: Harbour,
  outcomeId: OutcomeId,
): { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[]; readonly hash: string } {
  const { ticker, answer } = wordsOfOutcome(outcomeId)
  const book = harbour.book(ticker)
  return {
    bids: book[answer].map(([cents, contracts]) => [priceOfCents(cents), sizeOfContracts(contracts)]),
    asks: book[opposite(answer)].map(([cents, contracts]) => [
      priceOfCents(100 - cents),
      sizeOfContracts(contracts),
    ]),
    hash: String(book.sequence),
  }
}

/** Harbour only says that a book is new; each such word becomes a whole copy of both outcomes. */
function marketFeedOf(harbour: Harbour, clock: Clock): MarketFeed {
  let onMarketEvent: ((event: MarketFeedEvent) => void) | null = null
  let followed: readonly OutcomeId[] = []
  let stop = (): void => {}

  function send(outcomeId: OutcomeId): void {
    onMarketEvent?.({
      type: 'snapshot',
      outcomeId,
      marketId: marketIdOf(wordsOfOutcome(outcomeId).ticker),
      ...bookOf(harbour, outcomeId),
      tickSize: TICK,
      lastTradePrice: null,
      venueTime: clock.now(),
    })
  }

  return {
    follow(ids) {
      const fresh = ids.filter((id) => !followed.includes(id))
      followed = ids
      for (const id of fresh) send(id)
    },
    resync: send,
    connectionOf: () => 1,
    replaceConnection: () => followed.forEach(send),
    start(listener) {
      onMarketEvent = listener
      stop = harbour.listen((says) => {
        if (says.type !== 'book') return
        for (const answer of ['yes', 'no'] as const) {
          const outcomeId = outcomeIdOf(says.ticker, answer)
          if (followed.includes(outcomeId)) send(outcomeId)
        }
      })
    },
    status: () => ({ ...LIVE, subscriptions: followed.length }),
    stop: () => stop(),
  }
}

function tradingOf(parts: {
  readonly harbour: Harbour
  readonly account: string
  readonly newRef: () => string
  readonly clock: Clock
}): VenueTrading {
  const { harbour, account } = parts
  const asked = new Map<string, OrderRequest>()

  function pull(orders: readonly HarbourOrder[]): Promise<CancelOutcome> {
    const pulled = new Set(orders.filter(({ ref }) => harbour.pull(account, ref)))
    return Promise.resolve({
      kind: 'answered',
      cancelled: [...pulled].map(({ ref }) => orderIdOf(ref)),
      notCancelled: orders
        .filter((order) => !pulled.has(order))
        .map(({ ref }) => ({ id: orderIdOf(ref), reason: 'no longer rests' })),
    })
  }

  const resting = (): readonly HarbourOrder[] =>
    harbour.orders(account).filter(({ state }) => state === 'resting')

  return {
    prepare(request) {
      const ref = `${request.side === 'SELL' ? 's' : 'b'}-${parts.newRef()}`
      asked.set(ref, request)
      return {
        orderId: orderIdOf(ref),
        salt: ref,
        ...limitAmounts(request.side, request.price, request.size, request.tickSize),
        timestamp: parts.clock.now(),
        expiration: 0,
        body: JSON.stringify({
          ref,
          ...purchaseOf(request.outcomeId, request.side, request.price),
          contracts: contractsOfSize(request.size),
        }),
      }
    },
    orderWaitMs: () => 0,
    orderHeldMs: () => 0,
    limitWarning: () => null,
    async submit({ orderId, body }, gate) {
      const request = asked.get(refOf(orderId))
      if (request === undefined) throw new Error('an order that was never prepared')
      const closed = gate()
      if (closed !== null) return { kind: 'not_sent', code: closed }
      if (request.postOnly) return { kind: 'refused', rejection: rejection('venue_rejected') }
      const atOnce = request.timeInForce === 'FAK' || request.timeInForce === 'FOK'
      const placing = JSON.parse(body) as Pick<
        HarbourOrder,
        'ref' | 'ticker' | 'buys' | 'cents' | 'contracts'
      >
      const answer = harbour.place({ ...placing, account, atOnce })
      if (answer === 'no answer') return { kind: 'unknown', reason: 'no answer' }
      if ('error' in answer) return { kind: 'refused', rejection: refusalOf(answer.error) }
      return { kind: 'accepted', orderId, status: answer.state === 'resting' ? 'live' : 'matched' }
    },
    async cancel(ids) {
      const mine = harbour.orders(account).filter(({ ref }) => ids.includes(orderIdOf(ref)))
      const missing = ids.filter((id) => !mine.some(({ ref }) => orderIdOf(ref) === id))
      const outcome = await pull(mine)
      return outcome.kind === 'failed'
        ? outcome
        : {
            ...outcome,
            notCancelled: [
              ...outcome.notCancelled,
              ...missing.map((id) => ({ id, reason: 'unknown reference' })),
            ],
          }
    },
    cancelMarket: (target) =>
      pull(
        resting().filter((order) =>
          'marketId' in target
            ? marketIdOf(order.ticker) === target.marketId
            : termsOf(order).outcomeId === target.outcomeId,
        ),
      ),
    cancelAll: () => pull(resting()),
  }
}

function sideOf(order: HarbourOrder, match: HarbourMatch, isResting: boolean): TradeSide {
  const cents = isResting ? match.cents : 100 - match.cents
  return {
    orderId: orderIdOf(order.ref),
    marketId: marketIdOf(order.ticker),
    ...termsOf({ ...order, cents }),
    size: sizeOfContracts(match.contracts),
  }
}

function tradeOf(match: HarbourMatch): VenueTrade {
  const tradeId = parseTradeId(`hb-${match.number}`)
  if (tradeId === null) throw new Error('a match whose number is no id')
  return {
    tradeId,
    status: 'confirmed',
    txHash: null,
    at: match.at,
    taker: sideOf(match.taking, match, false),
    makers: [sideOf(match.resting, match, true)],
    notUnderstood: [],
  }
}

function accountOf(harbour: Harbour, account: string): VenueAccount {
  return {
    identity: {
      walletAddress: account,
      signerAddress: account,
      hasKey: true,
      hasConfiguredCredentials: true,
    },
    establishCredentials: () => Promise.resolve({ kind: 'ready' }),
    deriveCredentials: () => Promise.resolve({ kind: 'ready' }),
    hasCredentials: () => true,
    dropCredentials() {},
    openOrders: async () =>
      ok({
        orders: harbour
          .orders(account)
          .filter(({ state }) => state === 'resting')
          .map(venueOrderOf),
        notUnderstood: [],
      }),
    async order(id) {
      const order = harbour.orders(account).find(({ ref }) => orderIdOf(ref) === id)
      return ok(order === undefined ? null : venueOrderOf(order))
    },
    trades: async (since) =>
      ok({
        trades: harbour
          .matches(account)
          .filter(({ at }) => at >= since)
          .map(tradeOf),
        notUnderstood: [],
      }),
    balance: async (asset) =>
      ok({ balance: asset === 'COLLATERAL' ? sizeOfContracts(1_000) : held(asset), allowance: null }),
    refreshBalance: async () => ok(null),
    standing: async () => ok({ closedOnly: null, missingApprovals: null }),
    keyListing: async () => ok({ kind: 'not_told' }),
    clockSkew: async () => ok(0),
  }

  /** Purchases of the outcome less its sales. */
  function held(outcomeId: OutcomeId): Micros {
    const own = harbour.orders(account).map(({ ref }) => orderIdOf(ref))
    const sides = harbour.matches(account).flatMap((match) => {
      const { taker, makers } = tradeOf(match)
      return [taker ?? [], ...makers]
        .flat()
        .filter((side) => own.includes(side.orderId) && side.outcomeId === outcomeId)
    })
    return micros(sides.reduce((sum, { side, size }) => (side === 'BUY' ? sum + size : sum - size), 0n))
  }
}

function userFeedOf(harbour: Harbour, account: string): UserFeed {
  let stop = (): void => {}
  const feed: UserFeed = {
    start(listener: (event: UserFeedEvent) => void) {
      stop = harbour.listen((says) => {
        if (says.type === 'order' && says.order.account === account) {
          const change = says.order.state === 'pulled' ? 'cancellation' : 'update'
          listener({ type: 'order', change, order: venueOrderOf(says.order) })
        }
        if (
          says.type === 'match' &&
          [says.match.resting.account, says.match.taking.account].includes(account)
        ) {
          listener({ type: 'trade', trade: tradeOf(says.match) })
        }
      })
      listener({ type: 'connected' })
    },
    reconnect() {},
    status: () => LIVE,
    stop: () => stop(),
  }
  return feed
}
