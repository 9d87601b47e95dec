// Killed at any moment of a placement and started again: one request at most, and every order history gets an end.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderIntent } from '#core/order/order.ts'
import type { PlaceResult } from './contract.ts'
import { clientId, createTradingFixture, intent, price, whole } from '../testing/trading-fixture.ts'
import type { TradingFixture } from '../testing/trading-fixture.ts'
import type { ScriptedOutcome } from '../testing/fake-orders.ts'

const POINTS = [
  'place.received',
  'place.validated',
  'place.risk.post',
  'place.sign.post',
  'place.intent.pre',
  'place.signed.pre',
  'place.intent.post',
  'place.decision.post',
  'place.signed.post',
  'place.gates2.post',
  'place.response.pre',
  'place.response.post',
  'place.publish.post',
  'place.reply.pre',
] as const
const SCRIPTED: readonly ScriptedOutcome[] = ['live', 'matched', 'refused', 'lost_booked', 'lost_nothing']

async function again(fixture: TradingFixture, order: OrderIntent): Promise<PlaceResult> {
  const answer = fixture.module.orders.place(order)
  await fixture.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok)
  return result.value
}

const kinds = (fixture: TradingFixture): readonly string[] =>
  fixture.audit.orderHistory(clientId(1)).map(({ kind }) => kind)

describe('a restart', () => {
  for (const point of POINTS) {
    test(`INV-01 INV-31 after a kill at ${point}: one request at most, the repeat adds none, the order history ends`, async () => {
      for (const scripted of SCRIPTED) {
        const fixture = createTradingFixture()
        await fixture.open()
        fixture.killAt = point
        fixture.venue.scriptedOutcomes.push(scripted)
        void fixture.module.orders.place(intent(1))
        await fixture.clock.advance(16_000)
        assert.ok(fixture.isDead())
        const left = fixture.venue.requests.length
        const isOnDisk = kinds(fixture).length > 0
        await fixture.restart()
        assert.equal(fixture.module.trading.state().mode, 'SAFE', 'INV-04')
        fixture.module.trading.arm()
        const result = await again(fixture, intent(1))
        assert.equal(result.replayed, isOnDisk)
        assert.equal(fixture.venue.requests.length, isOnDisk ? left : left + 1)
        assert.ok(fixture.venue.requests.length <= 1)
        // An order that is nowhere at the venue is proven absent no earlier.
        await fixture.clock.advance(fixture.venue.orders.size === 0 ? 130_000 : 3_000)
        assert.deepEqual(fixture.audit.unfinished(), [])
        const status = fixture.module.orders.byClientOrderId(clientId(1))?.status
        if (fixture.venue.orders.size === 1) assert.equal(status, scripted === 'matched' ? 'filled' : 'live')
        assert.equal(fixture.published.foreign_activity, undefined)
        const signed = fixture.audit.all.filter(({ kind }) => kind === 'signed')
        assert.ok(signed.length <= 1)
      }
    })
  }

  test('INV-15 unknown orders of a previous run count in every limit at once, before anything is read', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    void fixture.module.orders.place(intent(1))
    await fixture.clock.advance(100)
    fixture.venue.isBlind = true
    await fixture.restart()
    const usage = fixture.module.risk.usage()
    assert.deepEqual(
      [usage.maxOpenOrders, usage.maxDailyNotional, usage.maxPositionNotional, usage.maxOrdersPerMinute],
      [1, whole(4), whole(4), 1],
    )
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'unknown')
  })

  test('INV-15 a refusal of a previous run counts in the minute, not in the day', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    fixture.venue.scriptedOutcomes.push('refused')
    await again(fixture, intent(1))
    await fixture.restart()
    const usage = fixture.module.risk.usage()
    assert.deepEqual([usage.maxDailyNotional, usage.maxOrdersPerMinute, usage.maxOpenOrders], [0n, 1, 0])
  })

  test('INV-15 the day restarts at midnight UTC, also across a restart', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    await again(fixture, intent(1))
    const dayMs = 86_400_000
    fixture.clock.jump(dayMs - (fixture.clock.now() % dayMs) - 1)
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(4))
    fixture.clock.jump(1)
    assert.equal(fixture.module.risk.usage().maxDailyNotional, 0n)
    await fixture.restart()
    assert.equal(fixture.module.risk.usage().maxDailyNotional, 0n)
    assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(4))
  })

  test('INV-07 an order that a previous run took for absent and that turns up now is corrected and counted again', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    const result = await again(fixture, intent(1))
    await fixture.clock.advance(130_000)
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'rejected')
    await fixture.restart()
    assert.equal(fixture.module.risk.usage().maxDailyNotional, 0n)
    fixture.module.trading.arm()
    const id = result.order?.id
    assert.ok(id)
    fixture.venue.book(id, { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'live')
    assert.equal(fixture.published.disarmed?.at(-1)?.cause, 'correction')
    assert.equal(fixture.published.foreign_activity, undefined)
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(4))
    const corrections = fixture.audit.all.filter(({ action }) => action === 'correction')
    assert.deepEqual(
      corrections.map(({ details }) => details['corrects']),
      [clientId(1)],
    )
    await fixture.restart()
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(4))
    assert.equal(fixture.audit.all.filter(({ action }) => action === 'correction').length, 1)
  })

  test('a replace that was cut off is not sent later, and says whether the old order is gone', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    const old = (await again(fixture, intent(1))).order?.id
    assert.ok(old)
    fixture.killAt = 'replace.cancel_proved'
    const replace = {
      clientOrderId: clientId(2),
      orderId: old,
      price: price(4_100),
      size: whole(10),
      postOnly: false,
    }
    void fixture.module.orders.replace(replace)
    await fixture.clock.advance(5_000)
    assert.ok(fixture.isDead())
    await fixture.restart()
    fixture.module.trading.arm()
    const answer = fixture.module.orders.replace(replace)
    await fixture.clock.advance(20_000)
    const result = await answer
    assert.ok(result.ok)
    assert.deepEqual([result.value.result, result.value.replayed], ['rejected', true])
    assert.equal(fixture.venue.requests.length, 1)
    assert.equal(fixture.venue.orders.get(old)?.state, 'cancelled')
  })
})

describe('a restart after a trade has failed', () => {
  for (const timeInForce of ['FOK', 'FAK', 'GTC'] as const)
    test(`INV-09 INV-10 an order that had traded in full is over, and nobody is blamed: ${timeInForce}`, async () => {
      const fixture = createTradingFixture()
      await fixture.open()
      const placed = await fixture.module.orders.place({ ...intent(1), timeInForce })
      assert.ok(placed.ok && placed.value.order?.id)
      fixture.venue.isMute = true
      fixture.venue.settle(fixture.venue.fill(placed.value.order.id, whole(10)), 'failed')
      await fixture.clock.advance(12_000)
      await fixture.restart()
      await fixture.clock.advance(15_000)
      assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'cancelled')
      assert.deepEqual(fixture.module.orders.open(), [])
      assert.equal(fixture.published.foreign_activity, undefined)
    })
})

describe('a restart in the middle of a replace', () => {
  const kills = [
    ['replace.cancel_sent', true],
    ['replace.cancel_proved', true],
    ['replace.sized', true],
    ['place.risk.post', true],
    ['a cancel that is never answered', false],
  ] as const
  for (const [point, isCancelled] of kills) {
    test(`INV-08 at ${point} tells whether the old order is gone`, async () => {
      const fixture = createTradingFixture()
      await fixture.open()
      const placed = await fixture.module.orders.place(intent(1))
      assert.ok(placed.ok && placed.value.order?.id)
      const old = placed.value.order.id
      if (isCancelled) fixture.killAt = point
      else fixture.venue.trading.cancel = () => new Promise(() => {})
      const move = {
        clientOrderId: clientId(2),
        orderId: old,
        price: price(3_900),
        size: whole(10),
        postOnly: false,
      }
      void fixture.module.orders.replace(move)
      await fixture.clock.advance(5_000)
      assert.equal(fixture.isDead(), isCancelled)
      await fixture.restart()
      const again = fixture.module.orders.replace(move)
      await fixture.clock.advance(1_000)
      const result = await again
      assert.ok(result.ok)
      assert.deepEqual(
        [result.value.result, result.value.cancelled, result.value.replayed],
        ['rejected', isCancelled, true],
      )
      assert.match(result.value.reject?.message ?? '', /stopped while it moved the order/)
      assert.equal(fixture.venue.live().length, isCancelled ? 0 : 1)
      assert.equal(fixture.venue.requests.length, 1)
    })
  }
})
