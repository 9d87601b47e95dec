// Rules shown here: ORD-3.
// Reads of own orders and trades: how far back, how often, and what a read that was not whole proves (nothing).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseTradeId, type OrderId } from '#core/ids.ts'
import { err, ok } from '#lib/result.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { UnreadSide } from '#core/order/account-rows.ts'
import { armed, placedAfter } from '../../testing/armed-fixture.ts'
import { clientId, createTradingFixture, intent, whole } from '../../testing/trading-fixture.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'
import { fakeOrderId, NAMELESS, type ScriptedOutcome } from '../../testing/fake-orders.ts'

const DAY_MS = 86_400_000

const placed = (
  fixture: TradingFixture,
  order: OrderIntent,
  scripted: ScriptedOutcome = 'live',
): Promise<OrderId> => placedAfter(fixture, order, { scripted, ms: 16_000 })

const status = (fixture: TradingFixture): string | undefined =>
  fixture.module.orders.byClientOrderId(clientId(1))?.status

/** Moments at which open orders were read, from now on. */
function watchReads(fixture: TradingFixture): number[] {
  const reads: number[] = []
  const { account } = fixture.venue
  const openOrders = account.openOrders.bind(account)
  account.openOrders = () => {
    reads.push(fixture.clock.monotonic())
    return openOrders()
  }
  return reads
}

function lookBacks(fixture: TradingFixture, isTooMuch: (days: number) => boolean): number[] {
  const days: number[] = []
  const { account } = fixture.venue
  const trades = account.trades.bind(account)
  account.trades = (since) => {
    const back = Math.round((fixture.clock.now() - since) / DAY_MS)
    days.push(back)
    if (!isTooMuch(back)) return trades(since)
    return Promise.resolve(err({ kind: 'incomplete', detail: 'more than 50 pages', retryAfterMs: null }))
  }
  return days
}

describe('the first read', () => {
  test('looks back 90 days; later ones only as far as something is unsure', async () => {
    const fixture = createTradingFixture()
    const days = lookBacks(fixture, () => false)
    await fixture.restart()
    assert.equal(days[0], 90)
    await fixture.clock.advance(60_000)
    assert.ok(days.length > 1)
    assert.ok(days.slice(1).every((back) => back === 0))
  })

  test('INV-15 takes trades in the order in which they were made, however the venue lists them', async () => {
    const fixture = await armed()
    const id = await placed(fixture, intent(1))
    for (let n = 0; n < 3; n += 1) {
      fixture.venue.fill(id, whole(3), 'confirmed')
      await fixture.clock.advance(1_000)
    }
    const { account } = fixture.venue
    account.trades = () =>
      Promise.resolve(ok({ trades: [...fixture.venue.trades.values()].toReversed(), notUnderstood: [] }))
    const before = fixture.published.fill?.length ?? 0
    await fixture.restart()
    const times = fixture.published.fill?.slice(before).map(({ at }) => at) ?? []
    assert.equal(times.length, 3)
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
  })

  test('more than the venue lists at once: 7 days, then one, before it gives up', async () => {
    for (const [most, expected] of [
      [7, [90, 7]],
      [1, [90, 7, 1]],
    ] as const) {
      const fixture = createTradingFixture()
      const days = lookBacks(fixture, (back) => back > most)
      await fixture.restart()
      assert.deepEqual(days.slice(0, expected.length), expected)
      assert.equal(fixture.module.orders.isReconciled(), true)
    }
    const fixture = createTradingFixture()
    lookBacks(fixture, () => true)
    await fixture.restart()
    await fixture.clock.advance(20_000)
    assert.equal(fixture.module.orders.isReconciled(), false)
    assert.deepEqual(fixture.module.trading.state().reasons, ['orders_not_reconciled'])
  })
})

describe('the pace', () => {
  test('every 30 s while nothing is open, every 5 s while something is', async () => {
    const fixture = await armed()
    await fixture.clock.advance(30_000)
    const idle = watchReads(fixture)
    await fixture.clock.advance(90_000)
    assert.equal(idle.length, 3)
    await placed(fixture, intent(1))
    const busy = watchReads(fixture)
    await fixture.clock.advance(50_000)
    assert.ok(busy.length >= 9 && busy.length <= 11, `${busy.length} reads`)
  })

  test('a storm of frames asks for few reads, never two within 250 ms', async () => {
    const fixture = await armed()
    await placed(fixture, intent(1))
    const reads = watchReads(fixture)
    for (let frame = 0; frame < 200; frame += 1) {
      fixture.venue.publish({ type: 'connected' })
      await fixture.clock.advance(10)
    }
    const gaps = reads.slice(1).map((at, index) => at - (reads[index] ?? 0))
    assert.ok(reads.length >= 6)
    assert.ok(gaps.every((gap) => gap >= 250))
  })

  test('reads that fail are repeated with a growing pause, and as late as the venue asks for', async () => {
    const fixture = await armed()
    await fixture.clock.advance(1_000)
    const { account } = fixture.venue
    const reads: number[] = []
    account.openOrders = () => {
      reads.push(fixture.clock.monotonic())
      const retryAfterMs = reads.length === 3 ? 20_000 : null
      return Promise.resolve(err({ kind: 'rate_limited', detail: 'slow down', retryAfterMs }))
    }
    await fixture.clock.advance(80_000)
    const gaps = reads.slice(1).map((at, index) => at - (reads[index] ?? 0))
    assert.deepEqual(gaps.slice(0, 4), [2_000, 4_000, 20_000, 5_000])
    assert.equal(fixture.module.status.read().feeds.find(({ name }) => name === 'orders')?.state, 'stale')
    assert.deepEqual(fixture.module.trading.state().reasons, ['orders_not_reconciled', 'orders_unread'])
    assert.equal(fixture.module.trading.state().mode, 'SAFE', 'INV-83')
  })

  test('INV-47 the wait that the venue asks for is kept, whoever asks to read: frames, a reconnect, a Cancel All', async () => {
    const fixture = await armed()
    await placed(fixture, intent(1))
    const { account } = fixture.venue
    let reads = 0
    account.openOrders = () => {
      reads += 1
      return Promise.resolve(err({ kind: 'unavailable', detail: 'status 503', retryAfterMs: 20_000 }))
    }
    fixture.venue.publish({ type: 'connected' })
    await fixture.clock.advance(300)
    assert.equal(reads, 1)
    for (let frame = 0; frame < 10; frame += 1) {
      fixture.venue.publish({ type: 'connected' })
      await fixture.clock.advance(500)
    }
    void fixture.module.orders.cancelAll()
    await fixture.clock.advance(5_000)
    assert.equal(reads, 1)
    assert.deepEqual(fixture.venue.live(), [])
    await fixture.clock.advance(20_000)
    assert.equal(reads, 2)
  })

  test('INV-07 a trade that is not understood stops no trading, but proves no absence', async () => {
    const fixture = await armed()
    fixture.venue.tradesNotUnderstood = [NAMELESS]
    await placed(fixture, intent(1), 'lost_nothing')
    assert.equal(status(fixture), 'unknown')
    await fixture.clock.advance(200_000)
    assert.equal(status(fixture), 'unknown')
    const health = fixture.module.status.read().feeds.find(({ name }) => name === 'orders')
    assert.deepEqual(
      [health?.state, health?.detail],
      ['live', '1 row not understood (trades odd: state ODD)'],
    )
    assert.deepEqual(fixture.module.trading.state().reasons, [])
    fixture.venue.tradesNotUnderstood = []
    await fixture.clock.advance(60_000)
    assert.equal(status(fixture), 'rejected')
  })

  test('INV-07 a trade that is not understood says nothing of orders that it does not name and that left after it', async () => {
    const fixture = await armed()
    const before = { ...NAMELESS, orderIds: [fakeOrderId(900)], at: fixture.clock.now() }
    await fixture.clock.advance(30_000)
    fixture.venue.tradesNotUnderstood = [before]
    const id = await placed(fixture, intent(1), 'lost_nothing')
    await fixture.clock.advance(150_000)
    assert.equal(status(fixture), 'rejected')
    const other = await placed(fixture, intent(2))
    fixture.venue.orders.delete(other)
    fixture.venue.tradesNotUnderstood = [{ ...before, at: fixture.clock.now() }]
    await fixture.clock.advance(150_000)
    assert.equal(fixture.module.orders.order(other)?.status, 'cancelled')
    assert.ok(fixture.module.trading.arm().ok)
    const named = await placed(fixture, intent(3))
    fixture.venue.orders.delete(named)
    fixture.venue.tradesNotUnderstood = [{ ...before, orderIds: [named, id], at: fixture.clock.now() }]
    await fixture.clock.advance(150_000)
    assert.equal(fixture.module.orders.order(named)?.status, 'live')
  })

  test('INV-07 INV-58 a row of an order that is not understood stops no trading, hides no order and proves no absence', async () => {
    const fixture = await armed()
    const seen = await placed(fixture, intent(1))
    const row = { id: 'x', reason: 'side ?', orderIds: null, at: null }
    fixture.venue.ordersNotUnderstood = [row]
    fixture.venue.isMute = true
    fixture.venue.change(seen, 'cancelled')
    await placed(fixture, intent(2), 'lost_nothing')
    await fixture.clock.advance(200_000)
    assert.equal(fixture.module.orders.order(seen)?.status, 'cancelled')
    assert.equal(fixture.module.orders.byClientOrderId(intent(2).clientOrderId)?.status, 'unknown')
    assert.deepEqual(fixture.module.trading.state().reasons, [])
    const health = fixture.module.status.read().feeds.find(({ name }) => name === 'orders')
    assert.deepEqual(
      [health?.state, health?.detail],
      ['live', '1 row not understood (open orders x: side ?)'],
    )
    assert.deepEqual(health?.notUnderstood?.rows, [{ list: 'open orders', id: 'x', reason: 'side ?' }])
    fixture.venue.ordersNotUnderstood = []
    await fixture.clock.advance(60_000)
    assert.equal(fixture.module.orders.byClientOrderId(intent(2).clientOrderId)?.status, 'rejected')
  })

  test('INV-58 a lookup whose row is not understood holds up its own order only', async () => {
    const fixture = await armed()
    const [odd, gone] = [await placed(fixture, intent(1)), await placed(fixture, intent(2))]
    const { account } = fixture.venue
    const lookUp = account.order.bind(account)
    account.order = (id) =>
      id === odd
        ? Promise.resolve(err({ kind: 'incomplete', detail: 'side ?', retryAfterMs: null }))
        : lookUp(id)
    for (const id of [odd, gone]) fixture.venue.orders.delete(id)
    await fixture.clock.advance(200_000)
    assert.deepEqual(
      [odd, gone].map((id) => fixture.module.orders.order(id)?.status),
      ['live', 'cancelled'],
    )
    assert.deepEqual(fixture.module.trading.state().reasons, [])
  })

  test('INV-58 of a trade only a side of ours matters: a counterparty’s is nobody’s concern', async () => {
    const fixture = await armed()
    const id = await placed(fixture, intent(1))
    const whole10 = fixture.venue.fill(id, whole(10))
    const [own] = whole10.makers
    assert.ok(own !== undefined)
    const part = { outcomeId: null, marketId: null, side: null, price: null, size: null }
    const odd = (orderId: OrderId): UnreadSide => ({ orderId, reason: 'price 7', role: 'maker', part })
    const detail = (): string | null | undefined =>
      fixture.module.status.read().feeds.find(({ name }) => name === 'orders')?.detail
    fixture.venue.trades.set(whole10.tradeId, {
      ...whole10,
      taker: null,
      notUnderstood: [odd(fakeOrderId(900))],
    })
    await fixture.clock.advance(31_000)
    assert.deepEqual([detail(), fixture.module.orders.fills().length, status(fixture)], [null, 1, 'filled'])
    // For a trade that has been read only its state is news.
    const confirmed = { ...whole10, status: 'confirmed' as const, makers: [], notUnderstood: [odd(id)] }
    fixture.venue.trades.set(whole10.tradeId, confirmed)
    await fixture.clock.advance(31_000)
    const states = fixture.module.orders.fills().map((fill) => fill.status)
    assert.deepEqual([detail(), states], [null, ['confirmed']])
    const lateId = parseTradeId('late')
    assert.ok(lateId !== null)
    const other = await placed(fixture, intent(2))
    fixture.venue.settle({ ...confirmed, tradeId: lateId, notUnderstood: [odd(other)] }, 'matched')
    await fixture.clock.advance(31_000)
    assert.equal(detail(), `1 row not understood (trades ${lateId}: price 7)`)
    assert.deepEqual(fixture.module.trading.state().reasons, [])
  })

  test('stopped, it reads nothing more', async () => {
    const fixture = await armed()
    const stopping = fixture.module.stop(5_000)
    await fixture.clock.advance(100)
    await stopping
    const reads = watchReads(fixture)
    await fixture.clock.advance(300_000)
    assert.deepEqual(reads, [])
  })
})

const NO_ORDERS = { orders: [], notUnderstood: [] }

test('INV-09 what the venue’s list does not show yet right after a start is seen soon after it does', async () => {
  const fixture = await armed()
  assert.ok((await fixture.module.orders.place(intent(1))).ok)
  const { account } = fixture.venue
  const openOrders = account.openOrders.bind(account)
  const shownFrom = fixture.clock.now() + 2_000
  account.openOrders = async () => (fixture.clock.now() < shownFrom ? ok(NO_ORDERS) : openOrders())
  await fixture.restart()
  assert.equal(fixture.module.orders.open().length, 0)
  await fixture.clock.advance(7_000)
  assert.equal(fixture.module.orders.open().length, 1)
})

describe('what is missing in the list', () => {
  test('a known order is looked up by its id and gets its own end', async () => {
    for (const end of ['cancelled', 'matched'] as const) {
      const fixture = await armed()
      const id = await placed(fixture, intent(1))
      fixture.venue.isMute = true
      if (end === 'matched') fixture.venue.fill(id, whole(10))
      else fixture.venue.change(id, 'cancelled')
      await fixture.clock.advance(6_000)
      assert.equal(status(fixture), end === 'matched' ? 'filled' : 'cancelled')
    }
  })

  test('a known order of which the venue knows nothing is gone after three whole reads and 120 s, not before', async () => {
    const fixture = await armed()
    const id = await placed(fixture, intent(1))
    await fixture.clock.advance(5_000)
    fixture.venue.orders.delete(id)
    await fixture.clock.advance(110_000)
    assert.equal(status(fixture), 'live')
    await fixture.clock.advance(20_000)
    assert.equal(status(fixture), 'cancelled')
  })

  for (const state of ['unmatched', 'unrecognised'] as const) {
    test(`an order that the look-up calls ${state} and no list shows is gone in the same time, not open for ever`, async () => {
      for (const scripted of ['live', 'delayed', 'lost_booked'] as const) {
        const fixture = await armed()
        const id = await placed(fixture, intent(1), scripted)
        fixture.venue.change(id, state)
        await fixture.clock.advance(100_000)
        assert.equal(fixture.module.orders.open().length, 1, scripted)
        await fixture.clock.advance(40_000)
        assert.equal(status(fixture), 'cancelled', scripted)
      }
    })
  }

  test('INV-09 an order in a matching delay of minutes is not gone while it lasts, though no look-up shows it', async () => {
    const fixture = createTradingFixture()
    fixture.market = { ...fixture.market, secondsDelay: 300 }
    await fixture.open()
    const id = await placed(fixture, intent(1), 'delayed')
    const { account } = fixture.venue
    const lookUp = account.order.bind(account)
    account.order = async (asked) => {
      const answer = await lookUp(asked)
      return answer.ok && answer.value?.state === 'delayed' ? ok(null) : answer
    }
    await fixture.clock.advance(290_000)
    assert.equal(status(fixture), 'delayed')
    fixture.venue.change(id, 'live')
    await fixture.clock.advance(10_000)
    assert.equal(status(fixture), 'live')
  })

  test('INV-07 a break of the user feed restarts the count: what passed in it could not be received', async () => {
    const fixture = await armed()
    await placed(fixture, intent(1), 'lost_nothing')
    // A break every 8 s: no three reads in a row have the feed live in between.
    for (let round = 0; round < 25; round += 1) {
      await fixture.clock.advance(7_900)
      fixture.venue.publish({ type: 'disconnected' })
      await fixture.clock.advance(100)
      fixture.venue.publish({ type: 'connected' })
    }
    assert.equal(status(fixture), 'unknown')
    await fixture.clock.advance(60_000)
    assert.equal(status(fixture), 'rejected')
  })

  test('INV-07 a whole list with trades that could not be read, or a failed look-up, proves nothing', async () => {
    for (const what of ['trades', 'order'] as const) {
      const fixture = await armed()
      await placed(fixture, intent(1), 'lost_nothing')
      const fault = err({ kind: 'unreadable', detail: 'a row', retryAfterMs: null } as const)
      if (what === 'trades') fixture.venue.account.trades = () => Promise.resolve(fault)
      else fixture.venue.account.order = () => Promise.resolve(fault)
      await fixture.clock.advance(250_000)
      assert.equal(status(fixture), 'unknown', what)
    }
  })

  test('a read that throws is one that failed', async () => {
    const fixture = await armed()
    await placed(fixture, intent(1), 'lost_nothing')
    fixture.venue.account.openOrders = () => Promise.reject(new Error('bug in the adapter'))
    await fixture.clock.advance(250_000)
    assert.equal(status(fixture), 'unknown')
  })

  test('INV-06 an unknown order whose trade is found is known, though no list shows it', async () => {
    const fixture = await armed()
    fixture.venue.isMute = true
    await placed(fixture, intent(1), 'lost_matched')
    await fixture.clock.advance(2_000)
    assert.equal(status(fixture), 'filled')
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(4))
    assert.deepEqual(fixture.audit.unfinished(), [])
  })
})
