/**
 * The venue's account ports on paper: orders rest in this process, are matched against the live books and end in a
 * journal of their own. Nothing here can reach a venue: it is given no connection, no key and no credentials.
 */
import { parseOrderId, parseTradeId, type OrderId, type OutcomeId, type TradeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { micros } from '#core/money.ts'
import { ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { VenueOrder, VenueTrade } from '#core/order/account-rows.ts'
import type { ReadFault, VenueAccount } from '#ports/venue-account.ts'
import type { VenueData } from '#ports/venue-data.ts'
import type { MarketFeed, MarketFeedEvent, UserFeed, UserFeedEvent } from '#ports/venue-feeds.ts'
import type { VenueTrading } from '#ports/venue-trading.ts'
import { openOrders, sharesOf } from './account.ts'
import type { PaperAccount, PaperEntry, PaperOrder, PaperTrade } from './account.ts'
import { createPaperData } from './data.ts'
import { createPaperExchange, type LiveMarkets, type PaperExchange } from './exchange.ts'
import type { JournalWriter } from './journal.ts'
import { createPaperTrading } from './trading.ts'

export type PaperMarkets = LiveMarkets & {
  /** Keeps the outcome's book followed until released. */
  readonly hold: (outcomeId: OutcomeId) => () => void
}

type PaperVenue = {
  readonly trading: VenueTrading
  readonly account: VenueAccount
  readonly data: VenueData
  readonly userFeed: UserFeed
}

/** The live feed: its listener gets each event first, the paper orders next. */
type SharedFeed = MarketFeed & { readonly share: (follower: FeedFollower) => void }

type FeedFollower = {
  readonly start: () => void
  readonly take: (event: MarketFeedEvent) => void
  readonly stop: () => void
}

/** Lets a second one follow the live feed; whoever that is begins before the feed starts. */
export function shareMarketFeed(feed: MarketFeed): SharedFeed {
  const followers: FeedFollower[] = []
  return {
    ...feed,
    share: (follower) => void followers.push(follower),
    start(listener) {
      for (const follower of followers) follower.start()
      feed.start((event) => {
        listener(event)
        for (const follower of followers) follower.take(event)
      })
    },
    stop() {
      for (const follower of followers) follower.stop()
      feed.stop()
    },
  }
}

/** Name of a paper account in place of a wallet's address. */
export const PAPER_WALLET = 'paper account'

const TICK_MS = 500
/** As much as an approval without an end. */
const ALLOWANCE = micros(10n ** 24n)

type VenueState = {
  readonly account: PaperAccount
  readonly journal: JournalWriter
  readonly markets: PaperMarkets
  readonly clock: Clock
  readonly log: Log
  /** Keeps the books of open orders followed. */
  readonly holds: Map<OutcomeId, () => void>
  listener: ((event: UserFeedEvent) => void) | null
}

/**
 * Builds the paper venue over an account as its journal left it.
 *
 * @param marketFeed  the live venue's
 * @param clockSkew  the live venue's clock, read without an account
 */
export function createPaperVenue(parts: {
  readonly account: PaperAccount
  readonly journal: JournalWriter
  readonly markets: PaperMarkets
  readonly marketFeed: SharedFeed
  readonly clockSkew: VenueAccount['clockSkew']
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}): PaperVenue {
  const { account, journal, markets, marketFeed, clock, random, log } = parts
  const state: VenueState = { account, journal, markets, clock, log, holds: new Map(), listener: null }
  let stopTicker: (() => void) | null = null

  const exchange = createPaperExchange({
    account,
    markets,
    nextTradeId: () => nextTradeId(random),
    record: (entry) => record(state, entry),
  })
  marketFeed.share({
    start() {
      follow(state)
      stopTicker = clock.every(TICK_MS, () => {
        journal.flush()
        follow(state)
        exchange.onClock(clock.now())
      })
    },
    take: (event) => onMarket(exchange, event, clock.now()),
    stop: () => stopTicker?.(),
  })

  return {
    trading: createPaperTrading({ account, journal, exchange, clock, random }),
    data: createPaperData(account, markets, clock),
    account: createPaperReads(account, parts.clockSkew),
    userFeed: {
      start(listener) {
        state.listener = listener
        listener({ type: 'connected' })
      },
      reconnect: () => state.listener?.({ type: 'connected' }),
      status: () => ({
        state: state.listener === null ? 'off' : 'live',
        connections: 0,
        subscriptions: 0,
        lastMessageAt: null,
        reconnects: 0,
        unreadable: 0,
        detail: journal.isWritten() ? null : 'the paper journal cannot be written',
      }),
      stop() {
        state.listener = null
      },
    },
  }
}

function record(state: VenueState, entry: PaperEntry): void {
  state.journal.write(entry)
  follow(state)
  publish(state, entry)
}

function publish(state: VenueState, entry: PaperEntry): void {
  switch (entry.type) {
    case 'placed':
      publishOrder(state, entry.order.id, 'placement')
      return
    case 'filled':
      publishOrder(state, entry.trade.orderId, 'update')
      state.listener?.({ type: 'trade', trade: tradeView(entry.trade) })
      return
    case 'rested':
      publishOrder(state, entry.id, 'update')
      return
    case 'ended':
      publishOrder(state, entry.id, 'cancellation')
      return
    case 'paid':
      state.log.info('paper.paid', { outcome_id: entry.payout.outcomeId })
  }
}

function publishOrder(state: VenueState, id: OrderId, change: 'placement' | 'update' | 'cancellation'): void {
  const order = state.account.orders.get(id)
  if (order !== undefined) state.listener?.({ type: 'order', change, order: orderView(order) })
}

/** Books of both outcomes of every market with an open order: a trade is reported on one of them. */
function follow({ account, markets, holds }: VenueState): void {
  const wanted = new Set(
    openOrders(account).flatMap(({ outcomeId }) => [
      outcomeId,
      ...(markets.market(outcomeId)?.outcomes.map(({ id }) => id) ?? []),
    ]),
  )
  for (const outcomeId of wanted) {
    if (!holds.has(outcomeId)) holds.set(outcomeId, markets.hold(outcomeId))
  }
  for (const [outcomeId, release] of holds) {
    if (wanted.has(outcomeId)) continue
    holds.delete(outcomeId)
    release()
  }
}

function onMarket(exchange: PaperExchange, event: MarketFeedEvent, now: Instant): void {
  switch (event.type) {
    case 'snapshot':
      exchange.onBook(event.outcomeId, now)
      return
    case 'changes':
      for (const id of new Set(event.changes.map(({ outcomeId }) => outcomeId))) exchange.onBook(id, now)
      return
    case 'trade':
      exchange.onTrade(event, now)
      return
    case 'tick_size':
    case 'resolved':
    case 'announced':
    case 'lost':
  }
}

function nextTradeId(random: Random): TradeId {
  const id = parseTradeId(`paper-${random.uuidV7()}`)
  if (id === null) throw new Error('a trade id of ours is not one')
  return id
}

function createPaperReads(account: PaperAccount, clockSkew: VenueAccount['clockSkew']): VenueAccount {
  const answer = <T>(value: T): Promise<Result<T, ReadFault>> => Promise.resolve(ok(value))
  return {
    identity: {
      walletAddress: PAPER_WALLET,
      signerAddress: null,
      hasKey: true,
      hasConfiguredCredentials: true,
    },
    establishCredentials: () => Promise.resolve({ kind: 'ready' }),
    deriveCredentials: () => Promise.resolve({ kind: 'ready' }),
    hasCredentials: () => true,
    dropCredentials: () => {},
    openOrders: () => answer({ orders: openOrders(account).map(orderView), notUnderstood: [] }),
    order: (id) => {
      const order = account.orders.get(id)
      return answer(order === undefined ? null : orderView(order))
    },
    trades: (since) =>
      answer({ trades: account.trades.filter(({ at }) => at >= since).map(tradeView), notUnderstood: [] }),
    balance: (asset) =>
      answer({
        balance: asset === 'COLLATERAL' ? account.cash : sharesOf(account, asset),
        allowance: ALLOWANCE,
      }),
    refreshBalance: () => answer(null),
    standing: () => answer({ closedOnly: false, missingApprovals: [] }),
    keyListing: () => answer({ kind: 'not_told' }),
    clockSkew,
  }
}

function orderView(order: PaperOrder): VenueOrder {
  const { id, outcomeId, marketId, side, price, state, timeInForce, expiresAt, createdAt } = order
  return {
    id,
    outcomeId,
    marketId,
    side,
    price,
    originalSize: order.size,
    matchedSize: order.filled,
    state,
    isEndedByVenue: state === 'invalid',
    timeInForce,
    expiresAt,
    createdAt,
  }
}

/** The stranger on the other side has an id that no order of ours has. */
function tradeView(trade: PaperTrade): VenueTrade {
  const { id: tradeId, orderId, outcomeId, marketId, side, price, size, role, at } = trade
  const ours = { orderId, outcomeId, marketId, side, price, size }
  const theirs = { ...ours, orderId: STRANGER, side: side === 'BUY' ? ('SELL' as const) : ('BUY' as const) }
  const [taker, maker] = role === 'taker' ? [ours, theirs] : [theirs, ours]
  return { tradeId, status: 'confirmed', txHash: null, at, taker, makers: [maker], notUnderstood: [] }
}

const STRANGER = strangerId()

function strangerId(): OrderId {
  const id = parseOrderId(`pm:0x${'0'.repeat(64)}`)
  if (id === null) throw new Error('a constant is wrong')
  return id
}
