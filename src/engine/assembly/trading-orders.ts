/**
 * Builds the path of an order: balances, mode, limits, own orders, combos. Mode and limits read own orders and own orders
 * ask them, so all of them are in one state that is complete before anything starts.
 */
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { RiskUsage } from '#core/risk-limits.ts'
import { createBalances, type Balances } from '../account/balances.ts'
import { createComboModule } from '../combos/combo-module.ts'
import type { CombosActor } from '../combos/combos.ts'
import type { Risk } from '../gates/contract.ts'
import { createReliability, type Reliability } from '../gates/reliability.ts'
import { createRisk } from '../gates/risk.ts'
import { createTrading, type TradingActor, type TradingConditions } from '../gates/trading.ts'
import { createBookWait } from '../markets/book-wait.ts'
import { createOrders, type OrdersActor } from '../orders/orders.ts'
import { createOrderLessons } from '../orders/reconcile/order-lessons.ts'
import type { TradingEvents } from './trading-events.ts'
import type { TradingGates } from './trading-gates.ts'
import type { TradingModuleOptions } from './trading-module-parts.ts'

export type OrderPath = {
  readonly balances: Balances
  readonly trading: TradingActor
  readonly risk: Risk
  readonly orders: OrdersActor
  /** Null without a combos venue. */
  readonly combos: CombosActor | null
}

/** Own orders and combos: null until they are built. */
type Own = { orders: OrdersActor | null; combos: CombosActor | null }

/** Nothing is read and no order is taken before they are restored and started. */
export function createOrderPath(
  options: TradingModuleOptions,
  gates: TradingGates,
  events: TradingEvents,
): OrderPath {
  const { clock, log, bus, venue } = options
  const { credentials, clockSkew } = gates
  const own: Own = { orders: null, combos: null }
  const balances = createBalances({
    clock,
    log,
    bus,
    account: venue.account,
    catalog: options.catalog,
    owned: (outcomeId) => ordersOf(own).usage.held(outcomeId).size,
    read: credentials.read,
  })
  const trading = createTrading({
    clock,
    log,
    bus,
    idleTimeoutMs: options.idleTimeoutMs,
    reliability: createTradingReliability(options, own),
    conditions: tradingConditions(options, gates, own),
  })
  const risk = createRisk({
    settings: options.settings,
    ceilings: options.ceilings,
    usage: () => riskUsage(own),
    log,
  })
  own.orders = createOwnOrders(options, gates, events, { balances, trading, risk })
  own.combos = createComboModule({
    ...options,
    venue: venue.combos ?? null,
    limits: () => risk.limits(),
    trading,
    orders: own.orders,
    credentials,
    clockSkew,
    balances,
  })
  return { balances, trading, risk, orders: own.orders, combos: own.combos }
}

function ordersOf({ orders }: Own): OrdersActor {
  if (orders === null) throw new Error('own orders are read before they are built')
  return orders
}

function riskUsage(own: Own): RiskUsage {
  const usage = ordersOf(own).usage.usage()
  return own.combos === null ? usage : { ...usage, maxComboExposure: own.combos.exposure() }
}

function tradingConditions(
  { liveTrading, paper = false, venue, audit }: TradingModuleOptions,
  { geoblock, clockSkew, venueMode, credentials }: TradingGates,
  own: Own,
): TradingConditions {
  return {
    liveTrading: liveTrading || paper,
    geoblock: geoblock.state,
    canSign: venue.account.identity.hasKey,
    areCredentialsPausedByClock: credentials.isPausedByClock,
    areCredentialsReady: () => credentials.isReady() && credentials.isKeyCompared(),
    areCredentialsPending() {
      const { state } = credentials.status()
      return state === 'ready' || state === 'pending'
    },
    isKeyExpired: credentials.isKeyExpired,
    isKeyListed: credentials.isKeyListed,
    doubtKey: credentials.doubtKey,
    isWalletMismatch: credentials.isWalletMismatch,
    hasTradingScope: credentials.hasTradingScope,
    isClockTolerable: clockSkew.isTolerable,
    isUserFeedLive: () => venue.userFeed.status().state === 'live',
    areOrdersComplete: () => ordersOf(own).isComplete(),
    isAuditWritable: () => audit.isWritable(),
    isAuditVerified: () => audit.isVerified(),
    venueMode: venueMode.mode,
    isComboVenue: (venue.combos ?? null) !== null,
    scopes: credentials.scopes,
  }
}

/** No read is older than this while reads succeed: the pause between two, and the time of one. */
const READ_EVERY_MS = 40_000

function createTradingReliability(
  { clock, feeds, safeAfter, venue }: TradingModuleOptions,
  own: Own,
): Reliability {
  function areOrdersRead(): boolean {
    const { isComplete, isReadSince } = ordersOf(own)
    const latest = clock.monotonic() - (safeAfter.orders_unread ?? 0) - READ_EVERY_MS
    return venue.userFeed.status().state === 'live' && isComplete() && isReadSince(latest)
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
      order_unknown: () => ordersOf(own).unknown(),
    },
  })
}

function createOwnOrders(
  options: TradingModuleOptions,
  gates: TradingGates,
  events: TradingEvents,
  { balances, trading, risk }: Pick<OrderPath, 'balances' | 'trading' | 'risk'>,
): OrdersActor {
  const { venue } = options
  const { credentials, venueMode, heartbeat } = gates
  return createOrders({
    clock: options.clock,
    random: options.random,
    log: options.log,
    bus: options.bus,
    audit: options.audit,
    cancelQueue: options.cancelQueue,
    settings: options.settings,
    skewMs: gates.clockSkew.skewMs,
    trading: venue.trading,
    reads: {
      openOrders: () => credentials.read(() => venue.account.openOrders()),
      order: (id) => credentials.read(() => venue.account.order(id)),
      trades: (since) => credentials.read(() => venue.account.trades(since)),
    },
    catalog: options.catalog,
    books: options.books,
    bookWait: createBookWait(options),
    funds: balances,
    limits: () => risk.limits(),
    outerGate: trading.gate,
    venueRefusal: venueRefusalOf(options, gates),
    venueHold: refusalOf(() => options.venue.trading.orderHeldMs(), gates),
    isFeedLive: () => venue.userFeed.status().state === 'live',
    isHeartbeatLapsed: heartbeat.mayHaveCancelled,
    refreshEvent: (id) => options.refreshEvent?.(id) ?? Promise.resolve(),
    recover: credentials.recover,
    credentialGeneration: credentials.generation,
    onCancelAnswer: venueMode.learnFromCancel,
    onUnexplained: credentials.doubtKey,
    onOutcome: createOrderLessons({ ...gates, balances }),
    disarm: (cause) => void trading.disarm(cause),
    onChange: () => events.emit('changed'),
    point: options.point,
    commandBy: options.commandBy,
  })
}

/** An order that the venue would refuse for its mode or its limits is refused here, without a call. */
export function venueRefusalOf(
  { venue }: TradingModuleOptions,
  gates: TradingGates,
): (postOnly: boolean) => Rejection | null {
  return refusalOf(() => venue.trading.orderWaitMs(), gates)
}

function refusalOf(
  waitMs: () => number,
  { venueMode }: TradingGates,
): (postOnly: boolean) => Rejection | null {
  return (postOnly) => {
    const retryAfterMs = waitMs()
    const limited = retryAfterMs === 0 ? null : rejection('venue_rate_limited', { retryAfterMs })
    return venueMode.refusal(postOnly) ?? limited
  }
}
