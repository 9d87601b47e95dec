/** Builds the trading module of the engine and starts it in order: gates first, own state next; nothing arms by itself. */
import type { Instant } from '#core/market/market.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { createAccountStanding } from '../account/account-standing.ts'
import { createBalances } from '../account/balances.ts'
import { createClockSkew } from '../gates/clock-skew.ts'
import { createComboModule } from '../combos/combo-module.ts'
import type { CombosActor } from '../combos/combos.ts'
import { createCredentials } from '../account/credentials.ts'
import { createExit } from '../quotes/exit.ts'
import type { Holdings } from '../quotes/exit.ts'
import { createFeedHealth } from '../gates/feed-health.ts'
import { createGeoblock } from '../gates/geoblock.ts'
import { createHeartbeat } from '../gates/heartbeat.ts'
import { createHedge } from '../quotes/hedge.ts'
import { createHedgeCoverage } from '../quotes/hedge-coverage.ts'
import { createOrderLessons } from '../orders/reconcile/order-lessons.ts'
import { createOrders } from '../orders/orders.ts'
import type { OwnAccount } from '../portfolio/own-account.ts'
import { createPreview } from '../quotes/preview.ts'
import { createQuoteBooks } from '../quotes/quote-books.ts'
import { createRisk } from '../gates/risk.ts'
import { createStatus } from '../gates/status.ts'
import { createTrading } from '../gates/trading.ts'
import type { TradingModule, TradingModuleOptions } from './trading-module-parts.ts'
import { createVenueMode } from '../gates/venue-mode.ts'

/** Builds the trading module; the audit log's open stories are loaded at once, nothing is sent before `start`. */
export function createTradingModule(options: TradingModuleOptions): TradingModule {
  const { clock, random, log, bus, audit, venue, point } = options
  const { paper = false } = options
  const canSign = venue.account.identity.hasKey
  let userFeedStarted = false
  let stopped = false

  function reconsider(): void {
    trading.reconsider()
    status.reconsider()
  }

  const geoblock = createGeoblock({ clock, log, venue: venue.geoblock, onChange: reconsider })
  const clockSkew = createClockSkew({
    clock,
    log,
    account: venue.account,
    onChange: reconsider,
    onJump() {
      orders.doubt()
      combos?.clockJumped()
      trading.disarm('clock')
      if (userFeedStarted) venue.userFeed.reconnect()
    },
    onRight() {
      credentials.clockRight()
    },
  })
  const venueMode = createVenueMode({
    clock,
    limitWarning: () => venue.trading.limitWarning(),
    onChange: reconsider,
  })
  const credentials = createCredentials({
    clock,
    log,
    account: venue.account,
    checkClock: clockSkew.check,
    clockSkewMs: clockSkew.skewMs,
    onReady: listen,
    onChange: reconsider,
    onExpiring(validUntil: Instant) {
      log.warn('credentials.session_key_expiring', { valid_until_ms: validUntil })
      bus.publish('session_key_expiring', { validUntil, at: clock.now() })
    },
  })
  const balances = createBalances({
    clock,
    log,
    bus,
    account: venue.account,
    catalog: options.catalog,
    owned: (outcomeId) => orders.usage.held(outcomeId).size,
    read: credentials.read,
  })
  const trading = createTrading({
    clock,
    log,
    bus,
    idleTimeoutMs: options.idleTimeoutMs,
    conditions: {
      liveTrading: options.liveTrading || paper,
      geoblock: geoblock.state,
      canSign,
      areCredentialsReady: () => credentials.isReady() && credentials.isKeyCompared(),
      areCredentialsPending: () => {
        const { state } = credentials.status()
        return state === 'ready' || state === 'pending'
      },
      isKeyExpired: credentials.isKeyExpired,
      isKeyListed: credentials.isKeyListed,
      isWalletMismatch: credentials.isWalletMismatch,
      hasTradingScope: credentials.hasTradingScope,
      isClockTolerable: clockSkew.isTolerable,
      isUserFeedLive: () => venue.userFeed.status().state === 'live',
      areOrdersComplete: () => orders.isComplete(),
      isAuditWritable: () => audit.isWritable(),
      isAuditVerified: () => audit.isVerified(),
      venueMode: venueMode.mode,
      isComboVenue: (venue.combos ?? null) !== null,
      scopes: credentials.scopes,
    },
  })
  const risk = createRisk({
    settings: options.settings,
    ceilings: options.ceilings,
    usage: () => ({ ...orders.usage.usage(), ...(combos && { maxComboExposure: combos.exposure() }) }),
    log,
  })
  const orders = createOrders({
    clock,
    random,
    log,
    bus,
    audit,
    cancelQueue: options.cancelQueue,
    settings: options.settings,
    skewMs: clockSkew.skewMs,
    trading: venue.trading,
    reads: {
      openOrders: () => credentials.read(() => venue.account.openOrders()),
      order: (id) => credentials.read(() => venue.account.order(id)),
      trades: (since) => credentials.read(() => venue.account.trades(since)),
    },
    catalog: options.catalog,
    books: options.books,
    funds: balances,
    limits: () => risk.limits(),
    gate: trading.gate,
    venueRefusal: (postOnly) => venueMode.refusal(postOnly) ?? limitRefusal(),
    isFeedLive: () => venue.userFeed.status().state === 'live',
    isHeartbeatLapsed: () => heartbeat.mayHaveCancelled(),
    refreshEvent: (id) => options.refreshEvent?.(id) ?? Promise.resolve(),
    recover: credentials.recover,
    credentialGeneration: credentials.generation,
    onCancelAnswer: venueMode.learnFromCancel,
    onOutcome: createOrderLessons({ venueMode, credentials, geoblock, balances }),
    disarm: (cause) => void trading.disarm(cause),
    onChange: reconsider,
    point,
  })
  const combos: CombosActor | null = createComboModule({
    ...options,
    venue: venue.combos ?? null,
    limits: () => risk.limits(),
    trading,
    orders,
    credentials,
    clockSkew,
    balances,
  })
  const holdings: Holdings = {
    ...balances,
    held: balances.shares,
    reserved: (outcomeId) => orders.usage.reservedShares(outcomeId),
  }
  const { catalog, books } = options
  const coverage = createHedgeCoverage({ ...orders, clock })
  const quoting = {
    quotedOrders: orders.quoted,
    quoteBooks: createQuoteBooks({ clock, bus, catalog, books }),
    holdings,
    limits: () => risk.limits(),
    areReading: options.arePositionsReading ?? (() => false),
  }
  const own: OwnAccount = {
    areCredentialsReady: credentials.isReady,
    areCredentialsPending: () => credentials.status().state === 'pending',
    isReconciled: () => orders.isReconciled(),
    areFillsReadSince: (monotonic) => orders.isReadSince(monotonic),
    readFills: () => void orders.readNow(),
    fills: () => orders.fills(),
    feesLearnt: () => orders.feesLearnt(),
    shares: balances.shares,
    readShares: (outcomeId) => credentials.read(() => venue.account.balance(outcomeId)),
    readCash: balances.readCash,
    reservedShares: holdings.reserved,
    takeListed: orders.usage.takeListed,
    facts: () => ({
      cash: balances.cash(),
      cashAsOf: balances.cashReadAt(),
      allowance: balances.allowance(),
      reserved: orders.usage.reservedCash(),
      combosUnderWay: orders.usage.combosUnderWay(),
      comboCostBasis: combos?.costBasis() ?? null,
      comboExposure: combos?.exposure() ?? null,
      dailyNotional: orders.usage.dailyNotional(),
    }),
    coverage,
    quoteBooks: quoting.quoteBooks,
  }
  const preview = createPreview({
    clock,
    catalog,
    books,
    usage: orders.usage,
    judge: orders.judge,
    holdings: { ...balances, ...holdings },
  })
  const standing = createAccountStanding({
    clock,
    ask: (outcomeId) => credentials.read(() => venue.account.standing(outcomeId)),
    sample: () => orders.fills()[0]?.outcomeId ?? null,
    onChange: reconsider,
  })
  const feedHealth = createFeedHealth({
    clock,
    bus,
    sources: [...options.feeds, userHealth, orders.health],
  })
  const heartbeat = createHeartbeat({
    clock,
    log,
    venue: options.heartbeat ?? null,
    read: credentials.beat,
    onLapsed() {
      orders.doubt()
    },
    onChange: reconsider,
    point,
  })
  const status = createStatus({
    bus,
    version: options.version,
    startedAt: clock.now(),
    liveTrading: options.liveTrading,
    simulated: options.simulated,
    paper,
    readOnly: !canSign,
    mode: () => trading.state().mode,
    geoblock: geoblock.state,
    credentials: credentials.status,
    account: standing.read,
    clockSkewMs: clockSkew.skewMs,
    feeds: () => feedHealth.read(),
    isFeedWanting: () => feedHealth.isWanting(),
    heartbeat: heartbeat.status,
    storageProblem: () => audit.problem(),
    chat: options.chat ?? (() => null),
  })
  // The mode is part of the status, and what closes a gate may be told nowhere else.
  bus.subscribe('trading', () => status.reconsider())
  bus.subscribe('chat', () => status.reconsider())

  /** What the venue would refuse for its limits is refused here, without a call. */
  function limitRefusal(): Rejection | null {
    const retryAfterMs = venue.trading.orderWaitMs()
    return retryAfterMs === 0 ? null : rejection('venue_rate_limited', { retryAfterMs })
  }

  /** New credentials: the user channel needs them, and what it missed must be read. */
  function listen(): void {
    if (userFeedStarted) venue.userFeed.reconnect()
    else {
      userFeedStarted = true
      venue.userFeed.start(orders.onFeed)
    }
    orders.start()
    standing.start()
    void balances.readCash()
  }

  function userHealth(): FeedHealth {
    const { unreadable, detail, ...status } = venue.userFeed.status()
    const counted = unreadable > 0 ? `${unreadable} frames unreadable` : null
    return { name: 'user', ...status, detail: detail ?? counted }
  }

  return {
    orders,
    own,
    exits: { exit: createExit(quoting), hedge: createHedge({ ...quoting, catalog, coverage }) },
    combos,
    preview,
    trading,
    credentials,
    risk,
    status,
    async start() {
      orders.restore()
      combos?.restore()
      combos?.start()
      balances.start()
      trading.start()
      void audit.verify().then(reconsider)
      await Promise.all([geoblock.start(), clockSkew.start(), credentials.start()])
      // Stopped before the venue's first answers: what begins now would never end.
      if (stopped) return
      feedHealth.start()
      heartbeat.start()
      reconsider()
    },
    async stop(withinMs) {
      stopped = true
      trading.disarm('stop')
      await Promise.all([orders.stop(withinMs), combos?.stop(withinMs)])
      const watchers = [geoblock, clockSkew, credentials, standing, balances, venueMode, feedHealth]
      for (const part of [trading, heartbeat, ...watchers]) part.stop()
    },
  }
}
