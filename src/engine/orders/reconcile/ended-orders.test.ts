// Accepted orders that end short of their size: notified once each, wherever their end was learned, unless the trader
// asked.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { err, ok } from '#lib/result.ts'
import type { VenueOrder } from '#core/order/account-rows.ts'
import { armed } from '../../testing/armed-fixture.ts'
import { createTradingFixture, intent, whole, type TradingFixture } from '../../testing/trading-fixture.ts'

const TWENTY = { size: whole(20) } as const

async function placed(
  fixture: TradingFixture,
  changes: Partial<OrderIntent> = TWENTY,
  number = 1,
): Promise<OrderId> {
  const answer = await fixture.module.orders.place(intent(number, changes))
  assert.ok(answer.ok && answer.value.result === 'accepted')
  const id = answer.value.order?.id ?? null
  assert.ok(id !== null)
  return id
}

/** Without a frame: only a read finds it. */
function silently(fixture: TradingFixture, id: OrderId, changes: Partial<VenueOrder>): void {
  const row = fixture.venue.orders.get(id)
  assert.ok(row !== undefined)
  fixture.venue.orders.set(id, { ...row, ...changes })
}

function frame(fixture: TradingFixture, id: OrderId, changes: Partial<VenueOrder>): void {
  silently(fixture, id, changes)
  const order = fixture.venue.orders.get(id)
  assert.ok(order !== undefined)
  fixture.venue.publish({ type: 'order', change: 'cancellation', order })
}

type Told = readonly (readonly [string, bigint, string | null])[]

const told = (fixture: TradingFixture): Told =>
  (fixture.published.order_ended ?? []).map(({ order, reason }) => [order.status, order.filledSize, reason])
const blamed = (fixture: TradingFixture): readonly string[] =>
  (fixture.published.foreign_activity ?? []).map(({ reason }) => reason)
const statusOf = (fixture: TradingFixture, id: OrderId): string | undefined =>
  fixture.module.orders.order(id)?.status

async function delayed(timeInForce: 'FAK' | 'FOK' | 'GTC'): Promise<readonly [TradingFixture, OrderId]> {
  const fixture = await armed()
  fixture.venue.scriptedOutcomes.push('delayed')
  return [fixture, await placed(fixture, { price: intent(1).price, timeInForce })]
}

describe('INV-77 an order that takes', () => {
  for (const timeInForce of ['FAK', 'FOK'] as const) {
    test(`is over when its delay is, by its own row: ${timeInForce}`, async () => {
      const [fixture, id] = await delayed(timeInForce)
      silently(fixture, id, { state: 'unmatched' })
      await fixture.clock.advance(2_900)
      assert.equal(statusOf(fixture, id), 'delayed')
      await fixture.clock.advance(2_100)
      assert.equal(statusOf(fixture, id), 'cancelled')
      await fixture.clock.advance(120_000)
      assert.deepEqual(told(fixture), [['cancelled', 0n, null]])
      assert.deepEqual(blamed(fixture), [])
    })
  }

  test('is over soon after its delay when the venue has nothing of it', async () => {
    const [fixture, id] = await delayed('FAK')
    fixture.venue.orders.delete(id)
    await fixture.clock.advance(10_000)
    assert.equal(statusOf(fixture, id), 'cancelled')
    await fixture.clock.advance(10_000)
    assert.deepEqual(told(fixture), [['cancelled', 0n, null]])
  })

  test('is not called over by reads that may have missed it', async () => {
    const [fixture, id] = await delayed('FAK')
    fixture.venue.orders.delete(id)
    fixture.venue.isBlind = true
    await fixture.clock.advance(60_000)
    assert.equal(statusOf(fixture, id), 'delayed')
  })

  test('that was killed after its delay is told with the venue’s reason', async () => {
    const [fixture, id] = await delayed('FOK')
    await fixture.clock.advance(3_000)
    frame(fixture, id, { state: 'cancelled', endReason: 'not filled whole' })
    await fixture.clock.advance(60_000)
    assert.deepEqual(told(fixture), [['cancelled', 0n, 'not filled whole']])
  })

  test('that filled in part is told once its last trades are in', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('live')
    const id = await placed(fixture, { ...TWENTY, timeInForce: 'FAK' })
    frame(fixture, id, { state: 'cancelled' })
    fixture.venue.fill(id, whole(7))
    await fixture.clock.advance(60_000)
    assert.deepEqual(told(fixture), [['cancelled', whole(7), null]])
  })

  test('that may rest goes on after its delay', async () => {
    const [fixture, id] = await delayed('GTC')
    silently(fixture, id, { state: 'live' })
    await fixture.clock.advance(20_000)
    assert.equal(statusOf(fixture, id), 'live')
  })
})

describe('INV-77 an order that rested', () => {
  test('called matched with 7 of 20 is cancelled with 7, and its cancel is foreign', async () => {
    const fixture = await armed()
    const id = await placed(fixture)
    fixture.venue.fill(id, whole(7))
    silently(fixture, id, { state: 'matched' })
    await fixture.clock.advance(20_000)
    const order = fixture.module.orders.order(id)
    assert.deepEqual([order?.status, order?.filledSize], ['cancelled', whole(7)])
    assert.deepEqual(blamed(fixture), ['cancel'])
    assert.deepEqual(told(fixture), [])
  })

  test('is filled when what is missing is dust', async () => {
    const fixture = await armed()
    const id = await placed(fixture)
    fixture.venue.fill(id, micros(19_997_714n))
    silently(fixture, id, { state: 'matched' })
    await fixture.clock.advance(20_000)
    assert.equal(statusOf(fixture, id), 'filled')
    assert.deepEqual([told(fixture), blamed(fixture)], [[], []])
  })

  for (const how of ['a frame', 'a look-up'] as const) {
    test(`ended by the venue is told with its words, by ${how}`, async () => {
      const fixture = await armed()
      const id = await placed(fixture)
      const end = { state: 'cancelled', isEndedByVenue: true, endReason: 'market resolved' } as const
      if (how === 'a frame') frame(fixture, id, end)
      else silently(fixture, id, end)
      await fixture.clock.advance(60_000)
      assert.deepEqual(told(fixture), [['cancelled', 0n, 'market resolved']])
      assert.deepEqual(blamed(fixture), [])
    })
  }

  test('and expired with a part filled is told', async () => {
    const fixture = await armed()
    const expiresAt = fixture.clock.now() + 300_000
    const id = await placed(fixture, { ...TWENTY, timeInForce: 'GTD', expiresAt })
    fixture.venue.fill(id, whole(7))
    await fixture.clock.advance(241_000)
    silently(fixture, id, { state: 'matched' })
    await fixture.clock.advance(20_000)
    assert.deepEqual(told(fixture), [['expired', whole(7), null]])
  })

  test('and whose trade failed has its reversal told, nothing else', async () => {
    const fixture = await armed()
    const id = await placed(fixture)
    const trade = fixture.venue.fill(id, whole(20))
    await fixture.clock.advance(6_000)
    fixture.venue.settle(trade, 'failed')
    await fixture.clock.advance(20_000)
    assert.equal(statusOf(fixture, id), 'cancelled')
    assert.deepEqual([told(fixture), blamed(fixture)], [[], []])
  })

  test('and that the trader cancelled is not told, however the cancel was answered', async () => {
    for (const mode of ['ok', 'lost'] as const) {
      const fixture = await armed()
      const id = await placed(fixture)
      fixture.venue.fill(id, whole(7))
      fixture.venue.isMute = true
      fixture.venue.cancelMode = mode
      void fixture.module.orders.cancel([id])
      await fixture.clock.advance(30_000)
      assert.equal(statusOf(fixture, id), 'cancelled')
      assert.deepEqual([told(fixture), blamed(fixture)], [[], []])
    }
  })
})

test('INV-77 one placed right after a Cancel All is told like any other', async () => {
  const fixture = await armed()
  void fixture.module.orders.cancelAll()
  await fixture.clock.advance(1_000)
  fixture.venue.scriptedOutcomes.push('delayed')
  const id = await placed(fixture, { ...TWENTY, timeInForce: 'FAK' })
  await fixture.clock.advance(3_000)
  frame(fixture, id, { state: 'cancelled' })
  await fixture.clock.advance(5_000)
  assert.deepEqual(told(fixture), [['cancelled', 0n, null]])
})

test('INV-77 a lapsed heartbeat is told with the orders that it took, together', async () => {
  const fixture = createTradingFixture()
  let isTaken = true
  fixture.heartbeat = {
    beat: async () =>
      isTaken
        ? ok({ kind: 'taken', nextId: 'next' })
        : err({ kind: 'network', detail: 'away', retryAfterMs: null }),
  }
  await fixture.open()
  const ids = [await placed(fixture), await placed(fixture, TWENTY, 2)]
  await fixture.clock.advance(6_000)
  isTaken = false
  await fixture.clock.advance(14_000)
  assert.equal(fixture.module.status.read().heartbeat.healthy, false)
  for (const id of ids) frame(fixture, id, { state: 'cancelled' })
  isTaken = true
  await fixture.clock.advance(10_000)
  assert.equal(fixture.module.status.read().heartbeat.healthy, true)
  const lapses = (fixture.published.heartbeat_lapsed ?? []).map(({ orders }) => orders.map(({ id }) => id))
  assert.deepEqual([lapses, told(fixture), blamed(fixture)], [[ids], [], []])
})

describe('INV-77 over a restart', () => {
  async function endedWhileAway(end: Partial<VenueOrder> | null, filled = 0): Promise<TradingFixture> {
    const fixture = await armed()
    const id = await placed(fixture)
    await fixture.clock.advance(20_000)
    fixture.killAt = 'reconcile.read.start'
    await fixture.clock.advance(6_000)
    assert.ok(fixture.isDead())
    if (filled > 0) fixture.venue.fill(id, whole(filled))
    if (end === null) fixture.venue.orders.delete(id)
    else silently(fixture, id, end)
    await fixture.restart()
    await fixture.clock.advance(70_000)
    return fixture
  }

  test('what ended meanwhile is told, by the venue’s row or without it', async () => {
    const known = await endedWhileAway({ state: 'cancelled', endReason: 'market resolved' }, 7)
    assert.deepEqual(told(known), [['cancelled', whole(7), 'market resolved']])
    const forgotten = await endedWhileAway(null, 7)
    assert.deepEqual(told(forgotten), [['cancelled', whole(7), null]])
    assert.deepEqual([blamed(known), blamed(forgotten)], [[], []])
  })

  test('what filled meanwhile, still rests or was cancelled here is not', async () => {
    assert.deepEqual(told(await endedWhileAway({}, 20)), [])
    assert.deepEqual(told(await endedWhileAway({})), [])
    const fixture = await armed()
    const id = await placed(fixture)
    void fixture.module.orders.cancel([id])
    await fixture.clock.advance(60_000)
    await fixture.restart()
    await fixture.clock.advance(70_000)
    assert.deepEqual(told(fixture), [])
  })
})
