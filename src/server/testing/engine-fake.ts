/** A small engine in memory for the edge's tests: three events, books set by hand, orders that rest until cancelled. */
import { Readable } from 'node:stream'
import { NOT_RECORDING } from '#core/trading-state.ts'
import { bestAsk, bestBid, type BookView, type Trade } from '#core/book/book.ts'
import type { OrderId, OutcomeId } from '#core/ids.ts'
import type { MarketEvent } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { Engine } from '#engine/engine.ts'
import { sampleEvent, sampleMarket } from '#engine/testing/market-fakes.ts'
import { err, ok } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import { createAttachedExitsFake } from './attached-exits-fake.ts'
import { createCombosFake } from './combos-fake.ts'
import { createOrdersFake } from './engine-fake-orders.ts'
import {
  auditOf,
  createLossLimitFake,
  createRiskFake,
  LIVE_FEED,
  NO_CREDENTIALS,
  previewOf,
  quotedOrder,
} from './engine-fake-parts.ts'
import { bookOf, changeOrder, createEngineFakeState, tradingState } from './engine-fake-state.ts'
import type { EngineFakeKnobs, EngineFakeState } from './engine-fake-state.ts'
import { createJournalFake } from './journal-fake.ts'
import { createNotificationsFake, type NotificationsFake } from './notifications-fake.ts'
import { createPortfolioFake, type PortfolioFake } from './portfolio-fake.ts'

export type EngineFake = EngineFakeKnobs & {
  readonly engine: Engine
  readonly events: readonly MarketEvent[]
  readonly portfolio: PortfolioFake
  /** Behind `engine.alerts`, `engine.notifications` and `engine.reposts`. */
  readonly notificationsFake: () => NotificationsFake
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
  const state = createEngineFakeState(clock)
  const { bus, books, trades, events } = state
  const portfolio = createPortfolioFake(clock)
  const orders = createOrdersFake(state)
  const fakeBooks = booksFake(state)
  const games = gamesFake(state)
  const audit = auditOf(() => state.knobs.auditRows, state.knobs.appendedRows)
  const notificationsFake = createNotificationsFake(
    { bus, catalog: state.catalog, books: fakeBooks, games, orders, audit },
    clock,
  )
  const engine: Engine = {
    bus,
    catalog: state.catalog,
    books: fakeBooks,
    games,
    orders,
    combos: createCombosFake(clock, bus),
    portfolio: portfolio.portfolio,
    journal: createJournalFake({
      bus,
      clock,
      books: fakeBooks,
      orders,
      audit,
      catalog: state.catalog,
      portfolio: portfolio.portfolio,
    }),
    exits: {
      exit: (intent) => orders.place(quotedOrder(intent, 'SELL')),
      hedge: (intent) => orders.place(quotedOrder({ ...intent, size: null }, 'BUY')),
      async flatten(legs) {
        const sold = legs.map(async ({ clientOrderId, outcomeId }) => {
          const placed = await orders.place(quotedOrder({ clientOrderId, outcomeId, size: null }, 'SELL'))
          return { clientOrderId, outcomeId, result: placed.ok ? placed.value : null }
        })
        const cancels = legs.map(async ({ outcomeId }) => ({
          ...(await orders.cancelMarket({ outcomeId })),
          outcomeIds: [outcomeId],
        }))
        return { cancels: await Promise.all(cancels), legs: await Promise.all(sold) }
      },
    },
    attachedExits: createAttachedExitsFake(clock, bus, orders),
    alerts: notificationsFake.side.alerts,
    notifications: notificationsFake.side.notifications,
    reposts: notificationsFake.side.reposts,
    preview: async (terms) => previewOf(terms, bookOf(state, terms.outcomeId)),
    previewBothSides: async (sale, purchase) => ({
      sale: previewOf(sale, bookOf(state, sale.outcomeId)),
      purchase: previewOf(purchase, bookOf(state, purchase.outcomeId)),
    }),
    trading: tradingFake(state),
    credentials: { retry: async () => ok({ ...NO_CREDENTIALS, state: state.knobs.credentials }) },
    risk: createRiskFake(),
    lossLimit: createLossLimitFake(clock),
    audit,
    examine: async () => [
      { check: 'clock', state: 'ok', found: "3 ms behind the venue's", cure: null },
      { check: 'balance', state: 'warn', found: '0 pUSD', cure: 'fund the wallet' },
    ],
    makeReport: async () => Readable.from([Buffer.from('a report')]) as AsyncIterable<Uint8Array>,
    status: statusFake(state),
    history: async () => ok({ points: [{ at: clock.now(), price: '0.5' }], fidelity: 1 }),
  }

  function setBook(outcomeId: OutcomeId, changes: Partial<BookView>): void {
    const before = bookOf(state, outcomeId)
    if (before === null) throw new Error(`no outcome ${outcomeId}`)
    const version = before.version + 1
    books.set(outcomeId, { ...before, version, changedAt: clock.now(), ...changes })
    bus.publish('book', { outcomeId, version })
  }

  return Object.assign(state.knobs, {
    engine,
    events,
    portfolio,
    notificationsFake: () => notificationsFake,
    know(outcomeIds: readonly string[]) {
      const markets = outcomeIds.map((id, index) => {
        const market = sampleMarket(5000 + index)
        const [yes, no] = market.outcomes
        return { ...market, outcomes: [{ ...yes, id: id as OutcomeId }, no] as const }
      })
      events.push(sampleEvent(5000, { markets }))
    },
    setBook,
    trade(outcomeId: OutcomeId, trade: Trade) {
      trades.set(outcomeId, [trade, ...(trades.get(outcomeId) ?? [])].slice(0, 50))
      setBook(outcomeId, { lastTradePrice: trade.price, lastTradeSide: trade.side })
    },
    setOrder: (id: OrderId, changes: Partial<Order>) => changeOrder(state, id, changes),
  })
}

function booksFake(state: EngineFakeState): Engine['books'] {
  const { held } = state.knobs
  const peek = (outcomeId: OutcomeId): BookView | null =>
    (held.get(outcomeId) ?? 0) > 0 ? bookOf(state, outcomeId) : null
  return {
    start() {},
    stop() {},
    hold(outcomeId) {
      held.set(outcomeId, (held.get(outcomeId) ?? 0) + 1)
      return () => held.set(outcomeId, (held.get(outcomeId) ?? 0) - 1)
    },
    view: (outcomeId) => bookOf(state, outcomeId),
    peek,
    top(outcomeId) {
      const book = peek(outcomeId)
      return book === null ? null : { ...book, bestBid: bestBid(book), bestAsk: bestAsk(book) }
    },
    lastBest: () => ({ bid: null, ask: null }),
    trades: (outcomeId) =>
      state.catalog.outcome(outcomeId) === null ? null : (state.trades.get(outcomeId) ?? NO_TRADES),
    health: () => LIVE_FEED,
  }
}

function gamesFake({ knobs }: EngineFakeState): Engine['games'] {
  return {
    game: (id) => knobs.games.find((game) => game.id === id) ?? null,
    list: ({ league }) => knobs.games.filter((game) => league === null || game.league === league),
  }
}

function tradingFake(state: EngineFakeState): Engine['trading'] {
  const { knobs } = state
  return {
    state: () => tradingState(state),
    arm() {
      if (knobs.armReasons.length > 0) return err(knobs.armReasons)
      state.mode = 'ARMED'
      return ok(tradingState(state))
    },
    disarm(cause) {
      knobs.disarmed.push(cause)
      state.mode = 'SAFE'
      return tradingState(state)
    },
    touch() {},
  }
}

function statusFake(state: EngineFakeState): Engine['status'] {
  const { clock, knobs } = state
  return {
    read() {
      if (knobs.bug !== null) throw knobs.bug
      return {
        version: '0.1.0',
        tradingEnabled: true,
        mode: state.mode,
        liveTrading: true,
        simulated: true,
        paper: false,
        readOnly: false,
        geoblock: { blocked: false, error: null, checkedAt: clock.now(), nextCheckAt: null },
        credentials: { ...NO_CREDENTIALS, state: knobs.credentials },
        account: { closedOnly: false, missingApprovals: [] },
        clockSkewMs: 3,
        feeds: [LIVE_FEED],
        heartbeat: { enabled: false, healthy: true, lastOkAt: null },
        storageProblem: null,
        chat: null,
        recording: NOT_RECORDING,
        startedAt: clock.now(),
      }
    },
    health: () => 'ok',
  }
}
