/**
 * Builds the path of an order: the book of orders, then balances, mode and limits, which read it, then what writes to it: own orders
 * and combos.
 */
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { createBalances, type Balances } from '../account/balances.ts'
import { createComboModule } from '../combos/combo-module.ts'
import { createReliability, type Reliability } from '../gates/reliability.ts'
import { createLossLimit } from '../gates/loss-limit.ts'
import { createRisk } from '../gates/risk.ts'
import { createTrading, type TradingConditions } from '../gates/trading.ts'
import { createBookWait } from '../markets/book-wait.ts'
import { createBookOfOrders, type BookOfOrders } from '../orders/book-of-orders/book.ts'
import type { Outside } from '../orders/outside.ts'
import { createOrders, type OrdersActor } from '../orders/orders.ts'
import type { TradingGates } from './trading-gates.ts'
import type { TradingModuleOptions } from './trading-module-parts.ts'

export type OrderPath = ReturnType<typeof createOrderPath>

/** Nothing is read and no order is taken before they are restored and started. */
export function createOrderPath(options: TradingModuleOptions, gates: TradingGates) {
  const { clock, log, bus, venue } = options
  const { credentials, clockSkew } = gates
  const book = createBookOfOrders(options)
  const balances = createBalances({
    clock,
    log,
    bus,
    account: venue.account,
    catalog: options.catalog,
    owned: (outcomeId) => book.usage.held(outcomeId).size,
    ownedAtMost: book.usage.heldAtMost,
    read: credentials.read,
  })
  const trading = createTrading({
    clock,
    log,
    bus,
    idleTimeoutMs: options.idleTimeoutMs,
    reliability: createTradingReliability(options, book),
    conditions: {
      ...tradingConditions(options, gates, book),
      isLossLocked: () => lossLimit.isLocked(),
    },
  })
  const risk = createRisk({
    settings: options.settings,
    ceilings: options.ceilings,
    usage: () => book.usage.usage(),
    log,
  })
  const lossLimit = createLossLimit({
    ...options,
    limits: () => risk.limits(),
    armedAt: () => trading.state().armedAt,
    isClockRight: clockSkew.isTolerable,
    onLock: options.onLossLock ?? 'refuse',
  })
  const lossRefusal = (): Rejection | null => lossLimit.refusal()
  const orders = createOwnOrders(options, gates, { balances, trading, risk, lossRefusal, book })
  /** Null without a combos venue. */
  const combos = createComboModule({
    ...options,
    venue: venue.combos ?? null,
    limits: () => risk.limits(),
    lossRefusal,
    trading,
    orders,
    credentials,
    clockSkew,
    balances,
  })
  return { book, balances, trading, risk, lossLimit, orders, combos }
}

function tradingConditions(
  { liveTrading, paper = false, venue, audit }: TradingModuleOptions,
  { geoblock, clockSkew, venueMode, credentials }: TradingGates,
  { proofs }: BookOfOrders,
): Omit<TradingConditions, 'isLossLocked'> {
  return {
    ...credentials,
    liveTrading: liveTrading || paper,
    geoblock: geoblock.state,
    canSign: venue.account.identity.hasKey,
    areCredentialsReady: () => credentials.isReady() && credentials.isKeyCompared(),
    areCredentialsPending() {
      const { state } = credentials.status()
      return state === 'ready' || state === 'pending'
    },
    isClockTolerable: clockSkew.isTolerable,
    isUserFeedLive: () => venue.userFeed.status().state === 'live',
    areOrdersComplete: proofs.isComplete,
    isAuditWritable: () => audit.isWritable(),
    isAuditVerified: () => audit.isVerified(),
    venueMode: venueMode.mode,
    isComboVenue: (venue.combos ?? null) !== null,
  }
}

/** No read is older than this while reads succeed: the pause between two, and the time of one. */
const READ_EVERY_MS = 40_000

function createTradingReliability(
  { clock, feeds, safeAfter, venue }: TradingModuleOptions,
  { proofs, unknown }: BookOfOrders,
): Reliability {
  function areOrdersRead(): boolean {
    const latest = clock.monotonic() - (safeAfter.orders_unread ?? 0) - READ_EVERY_MS
    return venue.userFeed.status().state === 'live' && proofs.isComplete() && proofs.isReadSince(latest)
  }
  function isMarketFeedDown(): boolean {
    const market = feeds.map((health) => health()).find(({ name }) => name === 'market')
    return market !== undefined && market.state !== 'live' && market.state !== 'off'
  }
  return createReliability({
    clock,
    safeAfter,
    faults: {
      orders_unread: () => (areOrdersRead() ? [] : ['orders']),
      market_feed_down: () => (isMarketFeedDown() ? ['market'] : []),
      order_unknown: unknown,
    },
  })
}

function createOwnOrders(
  options: TradingModuleOptions,
  gates: TradingGates,
  {
    balances,
    trading,
    risk,
    lossRefusal,
    book,
  }: Pick<OrderPath, 'balances' | 'trading' | 'risk' | 'book'> & Pick<Outside, 'lossRefusal'>,
): OrdersActor {
  const { venue } = options
  const { credentials, venueMode, heartbeat } = gates
  const outside: Outside = {
    ...options,
    skewMs: gates.clockSkew.skewMs,
    trading: venue.trading,
    reads: {
      openOrders: () => credentials.read(() => venue.account.openOrders()),
      order: (id) => credentials.read(() => venue.account.order(id)),
      trades: (since) => credentials.read(() => venue.account.trades(since)),
    },
    bookWait: createBookWait(options),
    funds: balances,
    limits: () => risk.limits(),
    lossRefusal,
    outerGate: trading.gate,
    venueRefusal: venueRefusalOf(options, gates),
    isFeedLive: () => venue.userFeed.status().state === 'live',
    isHeartbeatLapsed: heartbeat.mayHaveCancelled,
    refreshEvent: (id) => options.refreshEvent?.(id) ?? Promise.resolve(),
    credentials,
    onCancelAnswer: venueMode.learnFromCancel,
    onOutcome: learnFromOrders(gates, balances),
    disarm: (cause) => void trading.disarm(cause),
    onChange: () => options.bus.publish('conditions', null),
  }
  return createOrders(outside, book)
}

/** An order that the venue would refuse for its mode or its limits is refused here, without a call. */
export function venueRefusalOf(
  { venue: { trading } }: TradingModuleOptions,
  { venueMode }: TradingGates,
): Outside['venueRefusal'] {
  return (postOnly, together = 1) => {
    const retryAfterMs = together === 0 ? trading.orderHeldMs() : trading.orderWaitMs(together)
    const limited = retryAfterMs === 0 ? null : rejection('venue_rate_limited', { retryAfterMs })
    return venueMode.refusal(postOnly) ?? limited
  }
}

/** Has venue mode, credentials, geographic check and balances learn from the ending of each order's request. */
function learnFromOrders(
  { venueMode, credentials, geoblock }: TradingGates,
  balances: Pick<Balances, 'readCash'>,
): Outside['onOutcome'] {
  return (outcome, intent, generation) => {
    venueMode.learn(outcome, intent.postOnly)
    if (outcome.kind !== 'refused' && outcome.kind !== 'not_sent') return
    const { code } = outcome.kind === 'refused' ? outcome.rejection : outcome
    if (code === 'no_credentials' && outcome.kind === 'refused') void credentials.recover(generation)
    if (code === 'wallet_mismatch') credentials.noteWalletMismatch()
    if (code === 'geoblocked' && outcome.kind === 'refused') void geoblock.checkNow()
    if (code === 'insufficient_balance' || code === 'insufficient_allowance') void balances.readCash()
  }
}
