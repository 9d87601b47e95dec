// An order may reach the venue long after its cancel was asked for, also when the terminal was restarted in between.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderIntent } from '#core/order/order.ts'
import { clientId, createTradingFixture, intent, NO, YES } from '../../testing/trading-fixture.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'
import type { ScriptedOutcome } from '../../testing/fake-orders.ts'

/** An armed fixture whose first order has just left for this outcome. */
async function sent(scripted: ScriptedOutcome, changes: Partial<OrderIntent> = {}): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  await fixture.open()
  fixture.venue.scriptedOutcomes.push(scripted)
  void fixture.module.orders.place(intent(1, changes))
  await fixture.clock.advance(100)
  return fixture
}

/** An order whose answer is lost, which the venue books 60 s after it was sent. */
async function lost(changes: Partial<OrderIntent> = {}): Promise<TradingFixture> {
  const fixture = await sent('lost_late', changes)
  await fixture.clock.advance(15_900)
  assert.equal(status(fixture), 'unknown')
  return fixture
}

const status = (fixture: TradingFixture): string | undefined =>
  fixture.module.orders.byClientOrderId(clientId(1))?.status
const states = (fixture: TradingFixture): readonly string[] =>
  [...fixture.venue.orders.values()].map(({ state }) => state)

const WAYS: readonly (readonly [string, (fixture: TradingFixture) => Promise<unknown>])[] = [
  ['Cancel All', ({ module: side }) => side.orders.cancelAll()],
  ['a cancel of its outcome', ({ module: side }) => side.orders.cancelMarket({ outcomeId: YES })],
  ['a cancel of its market', ({ module: side, market }) => side.orders.cancelMarket({ marketId: market.id })],
  [
    'a cancel of it by its id',
    ({ module: side }) => side.orders.cancel(side.orders.open().flatMap(({ id }) => id ?? [])),
  ],
]

describe('an order that is booked after its cancel', () => {
  for (const [way, cancel] of WAYS) {
    test(`INV-18 ${way}: cancelled on sight, also when the terminal was restarted in between`, async () => {
      for (const restarts of [0, 1, 2]) {
        const fixture = await lost()
        const answer = cancel(fixture)
        await fixture.clock.advance(5_000)
        await answer
        for (let restart = 0; restart < restarts; restart += 1) await fixture.restart()
        await fixture.clock.advance(60_000)
        assert.deepEqual([states(fixture), status(fixture)], [['cancelled'], 'cancelled'])
        assert.equal(fixture.published.foreign_activity, undefined)
      }
    })
  }

  test('INV-18 killed right after the press, and off for days: cancelled as soon as it is seen', async () => {
    const fixture = await lost()
    void fixture.module.orders.cancelAll()
    await fixture.clock.advance(0)
    fixture.venue.isMute = true
    fixture.killAt = 'reconcile.read.start'
    await fixture.clock.advance(60_000)
    assert.ok(fixture.isDead())
    assert.deepEqual(states(fixture), ['live'])
    fixture.venue.isMute = false
    fixture.clock.jump(5 * 86_400_000)
    await fixture.restart()
    await fixture.clock.advance(2_000)
    assert.deepEqual(states(fixture), ['cancelled'])
  })

  test('INV-18 taken for absent in the run of the press, it is cancelled when a later one sees it', async () => {
    const fixture = await sent('lost_nothing')
    void fixture.module.orders.cancelAll()
    await fixture.clock.advance(140_000)
    const id = fixture.module.orders.byClientOrderId(clientId(1))?.id
    assert.ok(id !== undefined && id !== null && status(fixture) === 'rejected')
    await fixture.restart()
    fixture.venue.book(id, { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    await fixture.clock.advance(2_000)
    assert.deepEqual(states(fixture), ['cancelled'])
  })

  test('INV-18 the order that takes the place of a cancelled one is cancelled on sight, after a restart too', async () => {
    for (const isRestarted of [false, true]) {
      const fixture = createTradingFixture()
      await fixture.open()
      const first = fixture.module.orders.place(intent(1))
      await fixture.clock.advance(500)
      const placed = await first
      assert.ok(placed.ok && placed.value.order?.id)
      const orderId = placed.value.order.id
      fixture.venue.scriptedOutcomes.push('lost_late')
      const { price, size, postOnly } = intent(1)
      void fixture.module.orders.replace({ clientOrderId: clientId(2), orderId, price, size, postOnly })
      await fixture.clock.advance(1_000)
      assert.equal(fixture.venue.requests.length, 2, 'the new order has left')
      void fixture.module.orders.cancel([orderId])
      await fixture.clock.advance(20_000)
      if (isRestarted) await fixture.restart()
      await fixture.clock.advance(60_000)
      assert.deepEqual(states(fixture), ['cancelled', 'cancelled'])
    }
  })

  test('INV-18 in its matching delay, from before a restart: its cancel waits for the end of the delay', async () => {
    for (const [way, cancel] of WAYS) {
      const fixture = await sent('delayed')
      await fixture.restart()
      assert.deepEqual([status(fixture), fixture.module.risk.usage().maxOpenOrders], ['delayed', 1])
      void cancel(fixture)
      await fixture.clock.advance(1_000)
      assert.deepEqual(states(fixture), ['delayed'])
      for (const { id } of fixture.venue.orders.values()) fixture.venue.change(id, 'live')
      await fixture.clock.advance(8_000)
      assert.deepEqual([states(fixture), status(fixture)], [['cancelled'], 'cancelled'], way)
      assert.equal(fixture.published.foreign_activity, undefined)
    }
  })

  test('one whose delay ended in a previous run is not taken for delayed', async () => {
    const fixture = await sent('delayed')
    for (const { id } of fixture.venue.orders.values()) fixture.venue.change(id, 'cancelled')
    await fixture.clock.advance(60_000)
    await fixture.restart()
    assert.equal(status(fixture), 'cancelled')
  })

  test('what was not asked for stays: another outcome, another order, one that left after the press', async () => {
    const fixture = await lost({ outcomeId: NO })
    void fixture.module.orders.cancelMarket({ outcomeId: YES })
    void fixture.module.orders.cancel([])
    await fixture.clock.advance(5_000)
    await fixture.restart()
    await fixture.clock.advance(60_000)
    assert.deepEqual([states(fixture), status(fixture)], [['live'], 'live'])

    const later = createTradingFixture()
    await later.open()
    void later.module.orders.cancelAll()
    await later.clock.advance(5_000)
    later.venue.scriptedOutcomes.push('lost_late')
    void later.module.orders.place(intent(1))
    await later.clock.advance(16_000)
    await later.restart()
    await later.clock.advance(60_000)
    assert.deepEqual([states(later), status(later)], [['live'], 'live'])
  })

  test('INV-78 a resting order whose Cancel All the venue did not take is cancelled after a restart', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    void fixture.module.orders.place(intent(1))
    await fixture.clock.advance(500)
    fixture.venue.cancelMode = 'down'
    const answer = fixture.module.orders.cancelAll()
    await fixture.clock.advance(30_000)
    const { queued, failed } = await answer
    assert.deepEqual([queued.length, failed], [1, []])
    await fixture.restart()
    await fixture.clock.advance(10_000)
    assert.deepEqual([states(fixture), status(fixture)], [['live'], 'live'])
    fixture.venue.cancelMode = 'ok'
    await fixture.clock.advance(5_000)
    assert.deepEqual([states(fixture), status(fixture)], [['cancelled'], 'cancelled'])
    assert.equal(fixture.queued.size, 0)
  })
})
