/**
 * A fake venue: books orders, fills and cancels them on command, loses answers on command, and keeps the truth that
 * tests compare with. It plays the trading, account, user-feed and geoblock ports of one account.
 */
import { parseTradeId } from '#core/ids.ts'
import type { MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import { addMicros, micros, ZERO } from '#core/money.ts'
import { limitAmounts } from '#core/order/order-amounts.ts'
import { rejection } from '#core/reject-codes.ts'
import type { RejectCode } from '#core/reject-codes.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReadFault, VenueTrade } from '#ports/venue-account.ts'
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import type { CancelOutcome, OrderRequest, PlaceOutcome, PreparedOrder } from '#ports/venue-trading.ts'
import { fakeOrderId } from './fake-orders.ts'
import type { ScriptedOutcome, FakeVenue } from './fake-orders.ts'

const LATE_MS = 60_000
const ANSWER_MS = 15_000
const BLIND: Result<never, ReadFault> = err({ kind: 'unavailable', detail: 'blind', retryAfterMs: null })

/** Builds an empty venue with 1,000 pUSD and 1,000 shares of everything. */
export function createFakeVenue(clock: Clock, marketOf: (id: OutcomeId) => MarketId): FakeVenue {
  const requested = new Map<OrderId, OrderRequest>()
  let reconnects = 0
  let listener: ((event: UserFeedEvent) => void) | null = null
  let made = 0
  let traded = 0

  function wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    clock.after(ms, () => {
      resolve(undefined)
    })
    return promise
  }

  function read<T>(kind: string, answer: () => T): Promise<Result<T, ReadFault>> {
    venue.reads.set(kind, (venue.reads.get(kind) ?? 0) + 1)
    return Promise.resolve(venue.isBlind ? BLIND : ok(answer()))
  }

  function say(event: UserFeedEvent): void {
    if (!venue.isMute) venue.publish(event)
  }

  function sayOrder(id: OrderId, change: 'placement' | 'update' | 'cancellation'): void {
    const order = venue.orders.get(id)
    if (order !== undefined) say({ type: 'order', change, order })
  }

  async function decide(
    order: PreparedOrder,
    request: OrderRequest,
    scripted: ScriptedOutcome,
  ): Promise<PlaceOutcome> {
    const { orderId } = order
    switch (scripted) {
      case 'live':
        venue.book(orderId, request, 'live')
        return { kind: 'accepted', orderId, status: 'live' }
      case 'matched':
      case 'partly':
        venue.book(orderId, request, 'live')
        venue.fill(orderId, scripted === 'matched' ? request.size : micros(request.size / 2n))
        return { kind: 'accepted', orderId, status: 'matched' }
      case 'delayed':
        venue.book(orderId, request, 'delayed')
        return { kind: 'accepted', orderId, status: 'delayed' }
      case 'refused':
        return { kind: 'refused', rejection: rejection('venue_rejected') }
      case 'refused_booked':
        venue.book(orderId, request, 'live')
        return { kind: 'refused', rejection: rejection('venue_rejected') }
      case 'lost_booked':
      case 'lost_matched':
        venue.book(orderId, request, 'live')
        if (scripted === 'lost_matched') venue.fill(orderId, request.size)
        break
      case 'lost_late':
        clock.after(LATE_MS, () => {
          venue.book(orderId, request, 'live')
        })
        break
      case 'lost_nothing':
        break
    }
    await wait(ANSWER_MS)
    return { kind: 'unknown', reason: 'timeout' }
  }

  function take(ids: readonly OrderId[]): CancelOutcome {
    const cancelled: OrderId[] = []
    const notCancelled: { id: OrderId; reason: string }[] = []
    for (const id of ids) {
      const state = venue.orders.get(id)?.state
      if (state === 'live') {
        venue.change(id, 'cancelled')
        cancelled.push(id)
      } else {
        notCancelled.push({ id, reason: state === undefined ? 'not found' : 'already canceled or matched' })
      }
    }
    return { kind: 'answered', cancelled, notCancelled }
  }

  async function cancel(name: string, ids: () => readonly OrderId[]): Promise<CancelOutcome> {
    venue.cancels.push(name)
    const { cancelMode } = venue
    await Promise.resolve()
    if (cancelMode === 'unauthorized') return { kind: 'failed', rejection: rejection('no_credentials') }
    if (cancelMode === 'limited' && !/^cancel \d/.test(name)) {
      return { kind: 'failed', rejection: rejection('venue_rate_limited', { retryAfterMs: 1_000 }) }
    }
    const outcome = cancelMode === 'down' ? null : take(ids())
    return outcome === null || cancelMode === 'lost'
      ? { kind: 'failed', rejection: rejection('venue_unavailable') }
      : outcome
  }

  const venue: FakeVenue = {
    scriptedOutcomes: [],
    requests: [],
    cancels: [],
    orders: new Map(),
    trades: new Map(),
    cancelMode: 'ok',
    orderWaitMs: 0,
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
    trading: {
      prepare(request) {
        made += 1
        const orderId = fakeOrderId(made)
        requested.set(orderId, request)
        return {
          orderId,
          salt: String(made),
          ...limitAmounts(request.side, request.price, request.size, request.tickSize),
          timestamp: clock.now(),
          expiration: 0,
          body: 'signed',
        }
      },
      orderWaitMs: () => venue.orderWaitMs,
      limitWarning: () => venue.limitWarning,
      async submit(order: PreparedOrder, gate: () => RejectCode | null) {
        await venue.onSubmit(order)
        const code = gate()
        if (code !== null) return { kind: 'not_sent', code }
        const request = requested.get(order.orderId)
        if (request === undefined) throw new Error('an order that was never prepared')
        venue.requests.push(order.orderId)
        return decide(order, request, venue.scriptedOutcomes.shift() ?? 'live')
      },
      cancel: (ids) => cancel(`cancel ${ids.length}`, () => ids),
      cancelMarket: (target) =>
        cancel('cancel market', () =>
          venue
            .live()
            .filter((row) =>
              'marketId' in target ? row.marketId === target.marketId : row.outcomeId === target.outcomeId,
            )
            .map(({ id }) => id),
        ),
      cancelAll: () => cancel('cancel all', () => venue.live().map(({ id }) => id)),
    },
    account: {
      identity: {
        walletAddress: '0xwallet',
        signerAddress: '0xsigner',
        hasKey: true,
        hasConfiguredCredentials: false,
      },
      establishCredentials: () => venue.establish(),
      deriveCredentials: () => venue.establish(),
      hasCredentials: () => true,
      dropCredentials: () => {},
      openOrders: () =>
        read('orders', () => ({ orders: venue.live(), notUnderstood: venue.ordersNotUnderstood })),
      order: (id) => read('order', () => venue.orders.get(id) ?? null),
      trades: (since) =>
        read('trades', () => ({
          trades: [...venue.trades.values()].filter(({ at }) => at >= since),
          notUnderstood: venue.tradesNotUnderstood,
        })),
      balance: (asset) =>
        read('balance', () => ({
          balance: asset === 'COLLATERAL' ? venue.balance : venue.shares,
          allowance: null,
        })),
      refreshBalance: () => read('refresh', () => null),
      standing: () => read('standing', () => ({ closedOnly: false, missingApprovals: [] })),
      async keyListing() {
        const listing = await venue.keyListing
        return read('signer', () => listing)
      },
      clockSkew: () => read('time', () => venue.skewMs),
    },
    userFeed: {
      start(received) {
        listener = received
        venue.publish({ type: 'connected' })
      },
      reconnect() {
        reconnects += 1
        venue.publish({ type: 'connected' })
      },
      status: () => ({
        state: venue.feedState,
        connections: 1,
        subscriptions: 1,
        lastMessageAt: null,
        reconnects,
        unreadable: venue.unreadable,
        detail: null,
      }),
      stop() {
        listener = null
      },
    },
    geoblock: {
      check: () =>
        Promise.resolve(
          venue.blocked === null
            ? { kind: 'failed', error: 'no answer' }
            : { kind: 'answered', blocked: venue.blocked },
        ),
    },
    book(id, request, state) {
      venue.orders.set(id, {
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
        createdAt: clock.now(),
      })
      sayOrder(id, 'placement')
    },
    change(id, state) {
      const order = venue.orders.get(id)
      if (order === undefined) return
      venue.orders.set(id, { ...order, state, isEndedByVenue: state === 'invalid' })
      sayOrder(id, state === 'cancelled' || state === 'invalid' ? 'cancellation' : 'update')
    },
    fill(id, size, status = 'matched') {
      const order = venue.orders.get(id)
      if (order === undefined) throw new Error('no such order')
      traded += 1
      const tradeId = parseTradeId(`trade-${traded}`)
      if (tradeId === null) throw new Error('not a trade id')
      const { outcomeId, marketId, side, price } = order
      const ours = { orderId: id, outcomeId, marketId, side, price, size }
      const theirs = { ...ours, orderId: fakeOrderId(1_000_000 + traded) }
      const trade: VenueTrade = {
        tradeId,
        status,
        txHash: null,
        at: clock.now(),
        taker: theirs,
        makers: [ours],
        notUnderstood: [],
      }
      venue.trades.set(tradeId, trade)
      const matchedSize = addMicros(order.matchedSize, size)
      const state = matchedSize >= order.originalSize ? 'matched' : order.state
      venue.orders.set(id, { ...order, matchedSize, state })
      sayOrder(id, 'update')
      say({ type: 'trade', trade })
      return trade
    },
    settle(trade, status) {
      const settled = { ...trade, status }
      venue.trades.set(trade.tradeId, settled)
      say({ type: 'trade', trade: settled })
    },
    publish(event) {
      listener?.(event)
    },
    live: () => [...venue.orders.values()].filter(({ state }) => state === 'live'),
  }
  return venue
}
