/**
 * A fake venue: books orders, fills and cancels them on command, loses answers on command, and keeps the truth that
 * tests compare with. It plays the trading, account, user-feed and geoblock ports of one account.
 */
import { parseTradeId, type MarketId, type OrderId, type OutcomeId } from '#core/ids.ts'
import { addMicros, micros, ZERO, type Micros } from '#core/money.ts'
import type { FillStatus } from '#core/order/order.ts'
import type { Clock } from '#ports/clock.ts'
import type { VenueOrder, VenueTrade } from '#core/order/account-rows.ts'
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import type { OrderRequest } from '#ports/venue-trading.ts'
import { accountPort, geoblockPort, userFeedPort } from './fake-account.ts'
import { fakeOrderId, type FakeVenue, type FakeVenueKnobs, type FakeWorld } from './fake-orders.ts'
import { tradingPort } from './fake-trading.ts'

/** Builds an empty venue with 1,000 pUSD and 1,000 shares of everything. */
export function createFakeVenue(clock: Clock, marketOf: (id: OutcomeId) => MarketId): FakeVenue {
  const world: FakeWorld = {
    clock,
    knobs: initialKnobs(),
    requested: new Map(),
    listener: null,
    made: 0,
    traded: 0,
    reconnects: 0,
    book: (id, request, state) => bookOrder(world, marketOf, id, request, state),
    change: (id, state) => changeOrder(world, id, state),
    fill: (id, size, status = 'matched') => fillOrder(world, id, size, status),
    live: () => [...world.knobs.orders.values()].filter(({ state }) => state === 'live'),
  }
  return Object.assign(world.knobs, {
    trading: tradingPort(world),
    account: accountPort(world),
    userFeed: userFeedPort(world),
    geoblock: geoblockPort(world),
    book: world.book,
    change: world.change,
    fill: world.fill,
    live: world.live,
    settle(trade: VenueTrade, status: FillStatus) {
      const settled = { ...trade, status }
      world.knobs.trades.set(trade.tradeId, settled)
      publishEvent(world, { type: 'trade', trade: settled })
    },
    publish(event: UserFeedEvent) {
      world.listener?.(event)
    },
  })
}

function initialKnobs(): FakeVenueKnobs {
  return {
    scriptedOutcomes: [],
    requests: [],
    cancels: [],
    orders: new Map(),
    trades: new Map(),
    cancelMode: 'ok',
    batches: [],
    tokens: 60,
    orderWaitMs: 0,
    orderHeldMs: 0,
    limitWarning: null,
    tradesNotUnderstood: [],
    ordersNotUnderstood: [],
    isBlind: false,
    feedState: 'live',
    unreadable: 0,
    isMute: false,
    blocked: false,
    establish: () => Promise.resolve({ kind: 'ready' }),
    balance: micros(1_000_000_000n),
    shares: micros(1_000_000_000n),
    skewMs: 0,
    keyListing: { kind: 'not_told' },
    reads: new Map(),
    onSubmit: () => Promise.resolve(),
  }
}

function publishEvent({ knobs, listener }: FakeWorld, event: UserFeedEvent): void {
  if (!knobs.isMute) listener?.(event)
}

function publishOrder(world: FakeWorld, id: OrderId, change: 'placement' | 'update' | 'cancellation'): void {
  const order = world.knobs.orders.get(id)
  if (order !== undefined) publishEvent(world, { type: 'order', change, order })
}

function bookOrder(
  world: FakeWorld,
  marketOf: (id: OutcomeId) => MarketId,
  id: OrderId,
  request: OrderRequest,
  state: VenueOrder['state'],
): void {
  world.knobs.orders.set(id, {
    id,
    outcomeId: request.outcomeId,
    marketId: marketOf(request.outcomeId),
    side: request.side,
    price: request.price,
    originalSize: request.size,
    matchedSize: ZERO,
    state,
    isEndedByVenue: state === 'invalid',
    timeInForce: request.timeInForce,
    expiresAt: request.expiresAt,
    createdAt: world.clock.now(),
  })
  publishOrder(world, id, 'placement')
}

function changeOrder(world: FakeWorld, id: OrderId, state: VenueOrder['state']): void {
  const order = world.knobs.orders.get(id)
  if (order === undefined) return
  world.knobs.orders.set(id, { ...order, state, isEndedByVenue: state === 'invalid' })
  publishOrder(world, id, state === 'cancelled' || state === 'invalid' ? 'cancellation' : 'update')
}

function fillOrder(world: FakeWorld, id: OrderId, size: Micros, status: FillStatus): VenueTrade {
  const { orders, trades } = world.knobs
  const order = orders.get(id)
  if (order === undefined) throw new Error('no such order')
  world.traded += 1
  const tradeId = parseTradeId(`trade-${world.traded}`)
  if (tradeId === null) throw new Error('not a trade id')
  const { outcomeId, marketId, side, price } = order
  const ours = { orderId: id, outcomeId, marketId, side, price, size }
  const theirs = { ...ours, orderId: fakeOrderId(1_000_000 + world.traded) }
  const trade: VenueTrade = {
    tradeId,
    status,
    txHash: null,
    at: world.clock.now(),
    taker: theirs,
    makers: [ours],
    notUnderstood: [],
  }
  trades.set(tradeId, trade)
  const matchedSize = addMicros(order.matchedSize, size)
  const state = matchedSize >= order.originalSize ? 'matched' : order.state
  orders.set(id, { ...order, matchedSize, state })
  publishOrder(world, id, 'update')
  publishEvent(world, { type: 'trade', trade })
  return trade
}
