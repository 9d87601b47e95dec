/** The paper venue behind the venue's ports: what the engine receives and reads of it, and what its journal brings back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookView } from '#core/testing/book-view.ts'
import { micros } from '#core/money.ts'
import { priceFromSteps, type Price } from '#core/price.ts'
import { createManualClock, silentLog } from '#engine/testing/market-fakes.ts'
import { err, ok } from '#lib/result.ts'
import type { PaperJournal } from '#ports/stores.ts'
import type { MarketFeed, MarketFeedEvent, UserFeedEvent } from '#ports/venue-feeds.ts'
import type { OrderRequest, PlaceOutcome } from '#ports/venue-trading.ts'
import { createJournalWriter, replayJournal } from './journal.ts'
import { known, MARKET, MARKET_ID, NO, YES } from './testing/market.ts'
import { createPaperVenue, shareMarketFeed } from './venue.ts'

const price = (steps: number): Price => known(priceFromSteps(steps))

const BOOK = bookView({
  outcomeId: YES,
  marketId: MARKET_ID,
  bids: [[price(4_000), micros(50_000_000n)]],
  asks: [[price(4_500), micros(30_000_000n)]],
  minOrderSize: micros(5_000_000n),
})

const BUY: OrderRequest = {
  outcomeId: YES,
  side: 'BUY',
  price: price(4_000),
  size: micros(20_000_000n),
  tickSize: 100,
  negRisk: false,
  timeInForce: 'GTC',
  postOnly: false,
  expiresAt: null,
}

/** A paper venue on a disk that can be full, over a live feed that a test speaks for. */
function fixture(disk: string[] = []) {
  const clock = createManualClock()
  const state = { isFull: false, held: new Set<string>() }
  const journal: PaperJournal = {
    entries: () => [...disk],
    append(entries) {
      if (state.isFull) return err('storage_refused')
      disk.push(...entries)
      return ok(undefined)
    },
  }
  let listener: ((event: MarketFeedEvent) => void) | null = null
  const received: UserFeedEvent[] = []
  const feed: MarketFeed = {
    follow() {},
    resync() {},
    connectionOf: () => null,
    replaceConnection() {},
    start(listening) {
      listener = listening
    },
    status: () => ({
      state: 'live',
      connections: 1,
      subscriptions: 1,
      lastMessageAt: null,
      reconnects: 0,
      unreadable: 0,
      detail: null,
    }),
    stop() {
      listener = null
    },
  }
  const marketFeed = shareMarketFeed(feed)
  let numbers = 0
  const venue = createPaperVenue({
    account: replayJournal(journal, micros(100_000_000n)),
    journal: createJournalWriter(journal),
    markets: {
      market: () => MARKET,
      book: () => BOOK,
      hold(id) {
        state.held.add(id)
        return () => state.held.delete(id)
      },
    },
    marketFeed,
    clockSkew: () => Promise.resolve(ok(0)),
    clock,
    random: {
      bytes: (count) => {
        numbers += 1
        return new Uint8Array(count).fill(numbers)
      },
      uuidV7: () => {
        numbers += 1
        return `0190c6a0-0000-7000-8000-${String(numbers).padStart(12, '0')}`
      },
    },
    log: silentLog,
  })
  venue.userFeed.start((event) => received.push(event))
  marketFeed.start(() => {})
  return {
    ...venue,
    clock,
    state,
    disk,
    received,
    live: (event: MarketFeedEvent) => listener?.(event),
    async place(request: OrderRequest): Promise<PlaceOutcome> {
      const prepared = known(venue.trading.prepare(request))
      const answer = venue.trading.submit(prepared, () => null)
      await clock.advance(100)
      return answer
    },
  }
}

const kinds = (received: readonly UserFeedEvent[]): readonly string[] =>
  received.map((event) => (event.type === 'order' ? `${event.change} ${event.order.state}` : event.type))

test('a gate that closes at the last moment keeps an order from being placed, as it keeps one from being sent', async () => {
  const paper = fixture()
  const prepared = known(paper.trading.prepare(BUY))
  assert.equal(prepared.body, '', 'there is nothing to send')
  assert.deepEqual(await paper.trading.submit(prepared, () => 'safe_mode'), {
    kind: 'not_sent',
    code: 'safe_mode',
  })
  assert.deepEqual(paper.disk, [])
})

test('a resting order is reported, kept followed on both outcomes, filled by a trade, and let go', async () => {
  const paper = fixture()
  const placed = await paper.place(BUY)
  assert.ok(placed.kind === 'accepted' && placed.status === 'live')
  assert.deepEqual([...paper.state.held], [YES, NO])
  paper.live({
    type: 'trade',
    outcomeId: YES,
    price: price(4_000),
    size: micros(70_000_000n),
    side: 'SELL',
    venueTime: 0,
  })
  assert.deepEqual(kinds(paper.received), [
    'connected',
    'placement live',
    'update live',
    'update matched',
    'trade',
  ])
  assert.equal(paper.state.held.size, 0)
  const [cash, shares, orders, trades] = await Promise.all([
    paper.account.balance('COLLATERAL'),
    paper.account.balance(YES),
    paper.account.openOrders(),
    paper.account.trades(0),
  ])
  assert.equal(cash.ok && cash.value.balance, 92_000_000n)
  assert.equal(shares.ok && shares.value.balance, 20_000_000n)
  assert.deepEqual(orders, ok({ orders: [], notUnderstood: [] }))
  assert.ok(trades.ok)
  assert.deepEqual(
    trades.value.trades.map(({ status, makers }) => [status, makers[0]?.orderId]),
    [['confirmed', placed.orderId]],
  )
})

test('its positions, activity and profit follow from its trades', async () => {
  const paper = fixture()
  await paper.place({ ...BUY, price: price(4_500), size: micros(10_000_000n) })
  await paper.place({ ...BUY, side: 'SELL', size: micros(10_000_000n) })
  const closed = await paper.data.positions('closed')
  assert.ok(closed.ok)
  assert.deepEqual(
    closed.value.rows.map(({ outcomeId, realised, size }) => [outcomeId, realised, size]),
    [[YES, -500_000n, 0n]],
  )
  const activity = await paper.data.activity({ limit: 1, cursor: null })
  assert.ok(activity.ok)
  assert.deepEqual(
    [activity.value.rows[0]?.side, activity.value.rows[0]?.amount, activity.value.nextCursor],
    ['SELL', 4_000_000n, '1'],
  )
  const pnl = await paper.data.pnl('all')
  assert.deepEqual(pnl.ok && pnl.value.points.map(({ total }) => total), [0n, -500_000n])
})

test('a restart brings back what was, and an order that rests goes on from the place that it had', async () => {
  const disk: string[] = []
  const before = fixture(disk)
  const placed = await before.place(BUY)
  assert.ok(placed.kind === 'accepted')
  await before.place({ ...BUY, price: price(4_500), size: micros(10_000_000n) })
  const after = fixture(disk)
  const orders = await after.account.openOrders()
  assert.deepEqual(orders.ok && orders.value.orders.map(({ id }) => id), [placed.orderId])
  const cash = await after.account.balance('COLLATERAL')
  assert.equal(cash.ok && cash.value.balance, 95_500_000n)
  // 50 was ahead of it.
  after.live({
    type: 'trade',
    outcomeId: YES,
    price: price(4_000),
    size: micros(55_000_000n),
    side: 'SELL',
    venueTime: 0,
  })
  const order = await after.account.order(placed.orderId)
  assert.equal(order.ok && order.value?.matchedSize, 5_000_000n)
})

test('while the disk takes no rows nothing new is placed, cancels work, and what happened is written as soon as it can be', async () => {
  const paper = fixture()
  const placed = await paper.place(BUY)
  assert.ok(placed.kind === 'accepted')
  const written = paper.disk.length
  paper.state.isFull = true
  const cancelling = paper.trading.cancel([placed.orderId])
  await paper.clock.advance(100)
  assert.deepEqual(await cancelling, { kind: 'answered', cancelled: [placed.orderId], notCancelled: [] })
  assert.deepEqual(await paper.place(BUY), { kind: 'not_sent', code: 'audit_unavailable' })
  assert.match(paper.userFeed.status().detail ?? '', /cannot be written/)
  paper.state.isFull = false
  await paper.clock.advance(500)
  assert.equal(paper.disk.length, written + 1)
  assert.equal((await paper.place(BUY)).kind, 'accepted')
})
