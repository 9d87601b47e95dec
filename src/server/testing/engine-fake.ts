/** A small engine in memory for the edge's tests: three events, books set by hand, orders that rest until cancelled. */
import { bestAsk, bestBid } from '#core/book/book.ts'
import type { BookTop, BookView, Trade } from '#core/book/book.ts'
import type { Game } from '#core/market/game.ts'
import type { ClientOrderId, OrderId, OutcomeId } from '#core/ids.ts'
import type { MarketEvent } from '#core/market/market.ts'
import { ZERO } from '#core/money.ts'
import type { Fill, Order, OrderIntent } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import type { ArmReason, CredentialStatus, DisarmCause, TradingState } from '#core/trading-state.ts'
import { createBus } from '#engine/bus.ts'
import type { Engine } from '#engine/engine.ts'
import type { PlaceResult } from '#engine/orders/contract.ts'
import { price, sampleEvent, sampleMarket, whole } from '#engine/testing/market-fakes.ts'
import { err, ok } from '#lib/result.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import { createCombosFake } from './combos-fake.ts'
import { createNotificationsFake } from './notifications-fake.ts'
import type { NotificationsFake } from './notifications-fake.ts'
import { createPortfolioFake } from './portfolio-fake.ts'
import type { PortfolioFake } from './portfolio-fake.ts'
import {
  auditOf,
  catalogOf,
  createRiskFake,
  LIVE_FEED,
  NO_CREDENTIALS,
  previewOf,
  quotedOrder,
  refusedReplace,
} from './engine-fake-parts.ts'

export type EngineFake = {
  readonly engine: Engine
  readonly events: readonly MarketEvent[]
  readonly placed: OrderIntent[]
  readonly disarmed: DisarmCause[]
  readonly fills: Fill[]
  readonly portfolio: PortfolioFake
  readonly auditRows: AuditRow[]
  readonly games: Game[]
  /** How often each outcome is held. */
  readonly held: Map<OutcomeId, number>
  credentials: CredentialStatus['state']
  armReasons: readonly ArmReason[]
  /** Behind `engine.alerts`, `engine.notifications` and `engine.reposts`. */
  readonly notificationsFake: () => NotificationsFake
  /** Thrown by the next status read. */
  bug: Error | null
  /** Adds an event whose markets have these outcomes. */
  know(outcomeIds: readonly string[]): void
  /** Changes a book and publishes it on the bus. */
  setBook(outcomeId: OutcomeId, changes: Partial<BookView>): void
  /** Adds a trade to the outcome's last ones and publishes it on the bus. */
  trade(outcomeId: OutcomeId, trade: Trade): void
  /** Changes an order and publishes it on the bus. */
  setOrder(id: OrderId, changes: Partial<Order>): void
}

const NO_TRADES: readonly Trade[] = []

/** Builds the engine; a market of event n has the outcomes 2n and 2n + 1. */
export function createEngineFake(clock: Clock): EngineFake {
  const bus = createBus((_topic, error) => {
    throw error
  })
  const events = [1, 2, 3].map((n) => sampleEvent(n))
  const books = new Map<OutcomeId, BookView>()
  const trades = new Map<OutcomeId, readonly Trade[]>()
  const orders = new Map<OrderId, Order>()
  const results = new Map<ClientOrderId, { body: string; result: PlaceResult }>()
  let mode: TradingState['mode'] = 'SAFE'
  const catalog = catalogOf(events)
  const portfolio = createPortfolioFake(() => clock.now())

  const fake: EngineFake = {
    engine: {
      bus,
      catalog,
      books: {
        start() {},
        stop() {},
        hold(outcomeId) {
          fake.held.set(outcomeId, (fake.held.get(outcomeId) ?? 0) + 1)
          return () => fake.held.set(outcomeId, (fake.held.get(outcomeId) ?? 0) - 1)
        },
        view: bookOf,
        peek: (outcomeId) => ((fake.held.get(outcomeId) ?? 0) > 0 ? bookOf(outcomeId) : null),
        top: topOf,
        trades: (outcomeId) =>
          catalog.outcome(outcomeId) === null ? null : (trades.get(outcomeId) ?? NO_TRADES),
        health: () => LIVE_FEED,
      },
      games: {
        game: (id) => fake.games.find((game) => game.id === id) ?? null,
        list: ({ league }) => fake.games.filter((game) => league === null || game.league === league),
      },
      orders: {
        epoch: () => 0,
        isVoid: async () => false,
        async place(intent) {
          const body = `${intent.outcomeId} ${intent.side} ${intent.price} ${intent.size}`
          const before = results.get(intent.clientOrderId)
          if (before !== undefined) {
            return before.body === body
              ? ok({ ...before.result, replayed: true })
              : err('idempotency_conflict')
          }
          fake.placed.push(intent)
          const result = resultOf(intent)
          results.set(intent.clientOrderId, { body, result })
          return ok(result)
        },
        unpriced: async ({ intent }) => ok(refusedReplace(intent.clientOrderId, 'invalid_price')),
        async replace(intent) {
          const old = orders.get(intent.orderId)
          if (old === undefined) return ok(refusedReplace(intent.clientOrderId, 'order_not_found'))
          fake.setOrder(intent.orderId, { status: 'cancelled' })
          return ok({ ...resultOf({ ...old, ...intent, evidence: null }), cancelled: true })
        },
        async cancel(ids) {
          const known = ids.filter((id) => orders.has(id))
          const others = ids.filter((id) => !orders.has(id))
          for (const id of known) fake.setOrder(id, { status: 'cancelled' })
          const failed = others.map((id) => ({ id, rejection: rejection('order_not_found') }))
          return { cancelled: known, queued: [], failed }
        },
        cancelMarket: async () => ({ cancelled: [], queued: [], failed: [] }),
        cancelAll: async () => ({ cancelled: [], queued: [], failed: [], inFlight: [] }),
        open: () => [...orders.values()].filter((order) => order.status === 'live'),
        order: (id) => orders.get(id) ?? null,
        find: (id) => Promise.resolve(orders.get(id) ?? null),
        byClientOrderId: () => null,
        fills: () => fake.fills,
        isReconciled: () => true,
      },
      get alerts() {
        return notificationsFake.side.alerts
      },
      get notifications() {
        return notificationsFake.side.notifications
      },
      get reposts() {
        return notificationsFake.side.reposts
      },
      combos: createCombosFake(clock, bus),
      portfolio: portfolio.portfolio,
      exits: {
        exit: (intent) => fake.engine.orders.place(quotedOrder(intent, 'SELL')),
        hedge: (intent) => fake.engine.orders.place(quotedOrder({ ...intent, size: null }, 'BUY')),
      },
      preview: async (terms) => previewOf(terms, bookOf(terms.outcomeId)),
      trading: {
        state: tradingState,
        arm() {
          if (fake.armReasons.length > 0) return err(fake.armReasons)
          mode = 'ARMED'
          return ok(tradingState())
        },
        disarm(cause) {
          fake.disarmed.push(cause)
          mode = 'SAFE'
          return tradingState()
        },
        touch() {},
      },
      credentials: { retry: async () => ok({ ...NO_CREDENTIALS, state: fake.credentials }) },
      risk: createRiskFake(),
      audit: auditOf(() => fake.auditRows),
      examine: async () => [
        { check: 'clock', state: 'ok', found: "3 ms behind the venue's", cure: null },
        { check: 'balance', state: 'warn', found: '0 pUSD', cure: 'fund the wallet' },
      ],
      status: {
        read() {
          if (fake.bug !== null) throw fake.bug
          return {
            version: '0.1.0',
            tradingEnabled: true,
            mode,
            liveTrading: true,
            simulated: true,
            paper: false,
            readOnly: false,
            geoblock: { blocked: false, error: null, checkedAt: clock.now(), nextCheckAt: null },
            credentials: { ...NO_CREDENTIALS, state: fake.credentials },
            account: { closedOnly: false, missingApprovals: [] },
            clockSkewMs: 3,
            feeds: [LIVE_FEED],
            heartbeat: { enabled: false, healthy: true, lastOkAt: null },
            storageProblem: null,
            chat: null,
            startedAt: clock.now(),
          }
        },
        health: () => 'ok',
      },
      history: async () => ok({ points: [{ at: clock.now(), price: '0.5' }], fidelity: 1 }),
    },
    events,
    placed: [],
    disarmed: [],
    fills: [],
    portfolio,
    auditRows: [],
    games: [],
    held: new Map(),
    notificationsFake: () => notificationsFake,
    credentials: 'ready',
    armReasons: [],
    bug: null,
    know(outcomeIds) {
      const markets = outcomeIds.map((id, index) => {
        const market = sampleMarket(5000 + index)
        const [yes, no] = market.outcomes
        return { ...market, outcomes: [{ ...yes, id: id as OutcomeId }, no] as const }
      })
      events.push(sampleEvent(5000, { markets }))
    },
    setBook(outcomeId, changes) {
      const before = bookOf(outcomeId)
      if (before === null) throw new Error(`no outcome ${outcomeId}`)
      const version = before.version + 1
      books.set(outcomeId, { ...before, version, changedAt: clock.now(), ...changes })
      bus.publish('book', { outcomeId, version })
    },
    trade(outcomeId, trade) {
      trades.set(outcomeId, [trade, ...(trades.get(outcomeId) ?? [])].slice(0, 50))
      fake.setBook(outcomeId, { lastTradePrice: trade.price, lastTradeSide: trade.side })
    },
    setOrder(id, changes) {
      const before = orders.get(id)
      if (before === undefined) throw new Error(`no order ${id}`)
      const order = { ...before, ...changes }
      orders.set(id, order)
      bus.publish('order', order)
    },
  }

  const notificationsFake = createNotificationsFake(fake.engine, clock)

  function topOf(outcomeId: OutcomeId): BookTop | null {
    const book = fake.engine.books.peek(outcomeId)
    return book === null ? null : { ...book, bestBid: bestBid(book), bestAsk: bestAsk(book) }
  }

  function bookOf(outcomeId: OutcomeId): BookView | null {
    const known = catalog.outcome(outcomeId)
    if (known === null) return null
    return (
      books.get(outcomeId) ?? {
        outcomeId,
        marketId: known.market.id,
        bids: [[price(4900), whole(100)]],
        asks: [[price(5100), whole(100)]],
        tickSize: 100,
        minOrderSize: whole(5),
        lastTradePrice: price(5000),
        lastTradeSide: 'BUY',
        hash: 'aa',
        venueTime: clock.now(),
        epoch: 1,
        version: 1,
        changedAt: clock.now(),
        verifiedAt: null,
        staleReason: null,
      }
    )
  }

  function resultOf(intent: OrderIntent): PlaceResult {
    const id = `pm:0x${(orders.size + 1).toString(16).padStart(64, '0')}` as OrderId
    const { evidence: _evidence, ...asked } = intent
    const order: Order = {
      ...asked,
      id,
      marketId: catalog.outcome(intent.outcomeId)?.market.id ?? events[0]?.markets[0]?.id ?? fail(),
      filledSize: ZERO,
      status: 'live',
      delayEndsAt: null,
      cancelling: false,
      cancelQueued: false,
      cancelTooLate: false,
      foreign: false,
      replaces: null,
      submittedAt: clock.now(),
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }
    orders.set(id, order)
    bus.publish('order', order)
    return { clientOrderId: intent.clientOrderId, result: 'accepted', order, reject: null, replayed: false }
  }

  function tradingState(): TradingState {
    return {
      mode,
      canTrade: mode === 'ARMED',
      reasons: fake.armReasons,
      armedAt: null,
      idleDisarmAt: null,
      idleTimeoutMs: 1_800_000,
      combosCanTrade: false,
      combosReasons: ['combos_unavailable'],
      venue: { mode: 'normal', until: null, retryAfterMs: null, limitWarning: null },
    }
  }

  return fake
}

function fail(): never {
  throw new Error('the fake has no market')
}
