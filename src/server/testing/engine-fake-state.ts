/** State of the fake engine, and the reads and changes that its parts share. */
import type { BookView, Trade } from '#core/book/book.ts'
import type { ClientOrderId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Game } from '#core/market/game.ts'
import type { MarketEvent } from '#core/market/market.ts'
import type { Fill, Order, OrderIntent } from '#core/order/order.ts'
import type { ArmReason, CredentialStatus, DisarmCause, TradingState } from '#core/trading-state.ts'
import { createBus, type Bus } from '#engine/bus.ts'
import type { Catalog } from '#engine/markets/catalog.ts'
import type { PlaceResult } from '#engine/orders/contract.ts'
import { price, sampleEvent, whole } from '#engine/testing/market-fakes.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import { catalogOf } from './engine-fake-parts.ts'

/** Settings and observations of a test. */
export type EngineFakeKnobs = {
  readonly placed: OrderIntent[]
  readonly disarmed: DisarmCause[]
  readonly fills: Fill[]
  readonly auditRows: AuditRow[]
  readonly appendedRows: AuditRow[]
  readonly games: Game[]
  /** How often each outcome is held. */
  readonly held: Map<OutcomeId, number>
  credentials: CredentialStatus['state']
  armReasons: readonly ArmReason[]
  /** Thrown by the next status read. */
  bug: Error | null
}

export type EngineFakeState = {
  readonly clock: Clock
  readonly bus: Bus
  readonly catalog: Catalog
  readonly events: MarketEvent[]
  readonly books: Map<OutcomeId, BookView>
  readonly trades: Map<OutcomeId, readonly Trade[]>
  readonly orders: Map<OrderId, Order>
  readonly results: Map<ClientOrderId, { body: string; result: PlaceResult }>
  mode: TradingState['mode']
  readonly knobs: EngineFakeKnobs
}

/** Three events, no order, SAFE. */
export function createEngineFakeState(clock: Clock): EngineFakeState {
  const bus = createBus((_topic, error) => {
    throw error
  })
  const events = [1, 2, 3].map((n) => sampleEvent(n))
  return {
    clock,
    bus,
    catalog: catalogOf(events),
    events,
    books: new Map(),
    trades: new Map(),
    orders: new Map(),
    results: new Map(),
    mode: 'SAFE',
    knobs: {
      placed: [],
      disarmed: [],
      fills: [],
      auditRows: [],
      appendedRows: [],
      games: [],
      held: new Map(),
      credentials: 'ready',
      armReasons: [],
      bug: null,
    },
  }
}

/** The book that was set, or one of a level a side; null for an unknown outcome. */
export function bookOf({ catalog, books, clock }: EngineFakeState, outcomeId: OutcomeId): BookView | null {
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

/** Changes an order and publishes it. */
export function changeOrder({ orders, bus }: EngineFakeState, id: OrderId, changes: Partial<Order>): void {
  const before = orders.get(id)
  if (before === undefined) throw new Error(`no order ${id}`)
  const order = { ...before, ...changes }
  orders.set(id, order)
  bus.publish('order', order)
}

/** Answer of `trading.state`. */
export function tradingState({ mode, knobs }: EngineFakeState): TradingState {
  return {
    mode,
    canTrade: mode === 'ARMED',
    reasons: knobs.armReasons,
    armedAt: null,
    idleDisarmAt: null,
    idleTimeoutMs: 1_800_000,
    safeAfter: { orders_unread: 60_000, market_feed_down: 30_000, order_unknown: 150_000 },
    combosCanTrade: false,
    combosReasons: ['combos_unavailable'],
    venue: { mode: 'normal', until: null, retryAfterMs: null, limitWarning: null },
  }
}
