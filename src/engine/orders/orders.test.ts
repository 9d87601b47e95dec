// Rules shown here: ORD-1.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { PlaceResult } from './contract.ts'
import { armed } from '../testing/armed-fixture.ts'
import { clientId, createTradingFixture, intent, price, whole, YES } from '../testing/trading-fixture.ts'
import type { TradingFixture } from '../testing/trading-fixture.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'

/** Places and lets up to 16 s pass, more than any answer takes. */
async function place(fixture: TradingFixture, order: OrderIntent): Promise<PlaceResult> {
  const answer = fixture.module.orders.place(order)
  await fixture.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok)
  return result.value
}

function kinds(fixture: TradingFixture, number: number): readonly string[] {
  return fixture.audit.orderHistory(clientId(number)).map(({ kind }) => kind)
}

function status(fixture: TradingFixture, number: number): string | undefined {
  return fixture.module.orders.byClientOrderId(clientId(number))?.status
}

function sent(result: PlaceResult): OrderId {
  assert.ok(result.order !== null && result.order.id !== null)
  return result.order.id
}

describe('placing', () => {
  test('INV-02 INV-31 intent, decision and signed rows are on disk before the request leaves', async () => {
    const fixture = await armed()
    let before: readonly string[] = []
    fixture.venue.onSubmit = async () => {
      before = kinds(fixture, 1)
    }
    const result = await place(fixture, intent(1))
    assert.deepEqual(before, ['intent', 'decision', 'signed'])
    assert.deepEqual(kinds(fixture, 1), ['intent', 'decision', 'signed', 'response'])
    assert.equal(result.result, 'accepted')
    assert.equal(status(fixture, 1), 'live')
  })

  test('INV-85 preview, check, audit row and wire have the size asked for, rounded down, also where it takes', async () => {
    const fixture = await armed()
    const asked = intent(1, { price: price(5_000), size: micros(10_339_999n), timeInForce: 'FAK' })
    const previewed = fixture.module.preview(asked)
    await fixture.clock.advance(2_000)
    const { roundedAway, cost, reject, nearestSizes } = await previewed
    assert.deepEqual([roundedAway, cost, reject], [9_999n, 5_165_000n, null])
    assert.deepEqual(nearestSizes, { down: 10_320_000n, up: 10_340_000n })
    const { order } = await place(fixture, asked)
    assert.equal(order?.size, 10_330_000n)
    const [row, , signed] = fixture.audit.orderHistory(clientId(1))
    assert.deepEqual([row?.details['size'], row?.details['asked_size']], ['10.33', '10.339999'])
    assert.deepEqual(
      [signed?.details['maker_amount'], signed?.details['taker_amount']],
      ['5165000', '10330000'],
    )
    assert.equal(fixture.venue.requests.length, 1)
    // The id means the requested order.
    assert.equal((await place(fixture, asked)).replayed, true)
    assert.deepEqual(await fixture.module.orders.place({ ...asked, size: micros(10_330_000n) }), {
      ok: false,
      error: 'idempotency_conflict',
    })
  })

  test('INV-85 of which nothing is left after rounding is refused, and nothing leaves', async () => {
    const fixture = await armed()
    const terms = { price: price(4_600), size: micros(9_999n), timeInForce: 'FOK' } as const
    assert.equal((await place(fixture, intent(1, terms))).reject?.code, 'below_min_size')
    const refused = await place(fixture, intent(2, { ...terms, side: 'SELL' }))
    assert.deepEqual([refused.reject?.code, refused.reject?.value], ['invalid_size', '0.009999'])
    assert.equal(fixture.venue.requests.length, 0)
  })

  test('a buy that takes and meets better prices shows all that it brought', async () => {
    const fixture = await armed()
    const { order } = await place(fixture, intent(1, { price: price(5_000), timeInForce: 'FAK' }))
    assert.ok(order !== null && order.id !== null)
    fixture.venue.fill(order.id, micros(10_204_081n))
    fixture.venue.change(order.id, 'matched')
    await fixture.clock.advance(1_000)
    const filled = fixture.module.orders.order(order.id)
    assert.deepEqual([filled?.status, filled?.filledSize], ['filled', 10_204_081n])
    assert.equal(fixture.module.orders.open().length, 0)
    assert.equal(fixture.module.risk.usage().maxOpenOrders, 0)
  })

  test('a refusal ends after its decision row and nothing leaves', async () => {
    const fixture = await armed()
    const result = await place(fixture, intent(1, { price: price(9_900) }))
    assert.equal(result.reject?.code, 'price_band')
    assert.deepEqual(kinds(fixture, 1), ['intent', 'decision'])
    assert.equal(fixture.venue.requests.length, 0)
  })

  test('no signature is in any row', async () => {
    const fixture = await armed()
    await place(fixture, intent(1))
    assert.ok(!JSON.stringify(fixture.audit.all).includes('"signed"}'))
    assert.ok(
      fixture.audit.all.every(
        ({ details }) => !('signature' in details) && !('body' in details && details['body'] === 'signed'),
      ),
    )
  })

  test('INV-08 the same id twenty times at once is one request and one result', async () => {
    const fixture = await armed()
    const answers = Array.from({ length: 20 }, () => fixture.module.orders.place(intent(1)))
    await fixture.clock.advance(100)
    const results = await Promise.all(answers)
    assert.equal(fixture.venue.requests.length, 1)
    assert.equal(results.filter((result) => result.ok && !result.value.replayed).length, 1)
    assert.ok(results.every((result) => result.ok && result.value.result === 'accepted'))
  })

  test('INV-08 another body under the same id is a conflict, also after a restart', async () => {
    const fixture = await armed()
    await place(fixture, intent(1))
    const other = intent(1, { size: whole(11) })
    assert.deepEqual(await fixture.module.orders.place(other), { ok: false, error: 'idempotency_conflict' })
    await fixture.restart()
    assert.deepEqual(await fixture.module.orders.place(other), { ok: false, error: 'idempotency_conflict' })
  })

  test('INV-08 what the trader saw is no part of the body', async () => {
    const fixture = await armed()
    await place(fixture, intent(1))
    const evidence = { bestBid: null, bestAsk: null, bookSequence: 9, bookAgeMs: 1 }
    assert.equal((await fixture.module.orders.place(intent(1, { evidence }))).ok, true)
  })

  test('INV-08 accepted, refused by the venue and refused by risk are answered again after a restart', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('live', 'refused')
    const orders = [intent(1), intent(2), intent(3, { price: price(9_900) })]
    for (const order of orders) await place(fixture, order)
    await fixture.restart()
    const again = await Promise.all(orders.map((order) => fixture.module.orders.place(order)))
    assert.deepEqual(
      again.map(
        (result) => result.ok && [result.value.result, result.value.reject?.code, result.value.replayed],
      ),
      [
        ['accepted', undefined, true],
        ['rejected', 'venue_rejected', true],
        ['rejected', 'price_band', true],
      ],
    )
    assert.equal(fixture.venue.requests.length, 2)
  })

  test('INV-32 an audit log that cannot be written lets nothing leave, and disarms', async () => {
    const fixture = await armed()
    fixture.audit.isBroken = true
    const result = await place(fixture, intent(1))
    assert.equal(result.reject?.code, 'audit_unavailable')
    assert.equal(fixture.venue.requests.length, 0)
    assert.equal(fixture.module.trading.state().mode, 'SAFE')
    // It never was an order: nothing is open, nothing counts, and no row of it follows.
    assert.deepEqual(fixture.module.orders.open(), [])
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1)), null)
    assert.equal(fixture.module.risk.usage().maxOrdersPerMinute, 0)
    fixture.audit.isBroken = false
    await fixture.clock.advance(2_000)
    assert.deepEqual(kinds(fixture, 1), [])
  })

  test('a response that the disk refuses is written later with its true time', async () => {
    const fixture = await armed()
    fixture.venue.onSubmit = async () => {
      fixture.audit.isBroken = true
    }
    assert.equal((await place(fixture, intent(1))).result, 'accepted')
    assert.deepEqual(kinds(fixture, 1), ['intent', 'decision', 'signed'])
    fixture.audit.isBroken = false
    await fixture.clock.advance(1_100)
    const response = fixture.audit.orderHistory(clientId(1)).at(-1)
    assert.equal(response?.kind, 'response')
    assert.ok(Number(response?.details['happened_at']) < (response?.at ?? 0))
  })

  test('INV-03 a gate that closes between the rows and the first byte stops the order', async () => {
    const fixture = await armed()
    fixture.venue.onSubmit = async () => {
      fixture.module.trading.disarm('user')
    }
    const result = await place(fixture, intent(1))
    assert.equal(result.reject?.code, 'safe_mode')
    assert.equal(fixture.venue.requests.length, 0)
    assert.deepEqual(kinds(fixture, 1), ['intent', 'decision', 'signed', 'response'])
    assert.equal(fixture.module.risk.usage().maxDailyNotional, 0n)
  })

  test('INV-03 a market that closes between the rows and the first byte stops the order', async () => {
    const fixture = await armed()
    fixture.venue.onSubmit = async () => {
      fixture.market = { ...fixture.market, status: 'closed' }
    }
    assert.equal((await place(fixture, intent(1))).reject?.code, 'market_closed')
    assert.equal(fixture.venue.requests.length, 0)
  })

  test('INV-15 concurrent orders cannot both use the last room of a limit', async () => {
    const fixture = await armed()
    fixture.module.risk.set({ ...fixture.module.risk.limits(), maxDailyNotional: whole(10) })
    const answers = [1, 2, 3, 4].map((number) => fixture.module.orders.place(intent(number)))
    await fixture.clock.advance(100)
    const results = await Promise.all(answers)
    const codes = results.map((result) => (result.ok ? (result.value.reject?.code ?? 'accepted') : ''))
    assert.deepEqual(codes, ['accepted', 'accepted', 'max_daily_notional', 'max_daily_notional'])
  })

  test('INV-15 the day and the minute are counted on after a restart', async () => {
    const fixture = await armed()
    await place(fixture, intent(1))
    fixture.venue.scriptedOutcomes.push('refused')
    await place(fixture, intent(2))
    await fixture.restart()
    const usage = fixture.module.risk.usage()
    assert.equal(usage.maxDailyNotional, whole(4))
    assert.equal(usage.maxOrdersPerMinute, 2)
    assert.equal(usage.maxOpenOrders, 1)
  })

  test('INV-15 shares held are not sold twice by concurrent orders', async () => {
    const fixture = await armed()
    fixture.venue.shares = whole(15)
    const sale = { side: 'SELL', price: price(4_900) } as const
    const answers = [1, 2].map((number) => fixture.module.orders.place(intent(number, sale)))
    await fixture.clock.advance(100)
    const results = await Promise.all(answers)
    const codes = results.map((result) => (result.ok ? (result.value.reject?.code ?? 'accepted') : ''))
    assert.deepEqual(codes, ['accepted', 'insufficient_balance'])
    assert.equal(fixture.venue.reads.get('refresh'), 1, 'the chain is looked at once, before the first sale')
  })
})

describe('no answer', () => {
  test('INV-05 INV-06 it is unknown within a second of its deadline, counts in full and is never sent again', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    const result = await place(fixture, intent(1))
    assert.equal(result.result, 'unknown')
    assert.equal(status(fixture, 1), 'unknown')
    await fixture.clock.advance(60_000)
    assert.equal(fixture.venue.requests.length, 1)
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(4))
    assert.equal(fixture.module.risk.usage().maxOpenOrders, 1)
  })

  test('an adapter that never ends is taken for unknown all the same', async () => {
    const fixture = await armed()
    fixture.venue.onSubmit = () => Promise.withResolvers<void>().promise
    const result = await place(fixture, intent(1))
    assert.equal(result.result, 'unknown')
  })

  test('an order that was booked is found and its order history ends', async () => {
    const fixture = await armed()
    fixture.venue.isMute = true
    fixture.venue.scriptedOutcomes.push('lost_booked')
    await place(fixture, intent(1))
    await fixture.clock.advance(2_000)
    assert.equal(status(fixture, 1), 'live')
    assert.deepEqual(kinds(fixture, 1).at(-1), 'reconcile')
    assert.deepEqual(fixture.audit.unfinished(), [])
  })

  test('INV-07 it is taken for absent after three complete reads, the last begun 120 s after the send, not before', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    await place(fixture, intent(1))
    await fixture.clock.advance(100_000)
    assert.equal(status(fixture, 1), 'unknown')
    await fixture.clock.advance(20_000)
    assert.equal(status(fixture, 1), 'rejected')
    assert.equal(fixture.audit.orderHistory(clientId(1)).at(-1)?.details['code'], 'venue_not_found')
    assert.equal(fixture.module.risk.usage().maxDailyNotional, 0n)
  })

  test('INV-07 failing to look is no evidence, and neither is looking without the user feed', async () => {
    for (const spoil of ['isBlind', 'feed'] as const) {
      const fixture = await armed()
      fixture.venue.scriptedOutcomes.push('lost_nothing')
      await place(fixture, intent(1))
      if (spoil === 'isBlind') fixture.venue.isBlind = true
      else fixture.venue.publish({ type: 'disconnected' })
      await fixture.clock.advance(300_000)
      assert.equal(status(fixture, 1), 'unknown', spoil)
      assert.equal(fixture.module.risk.usage().maxOpenOrders, 1)
    }
  })

  test('one that turns up after it was taken for absent is adopted, counted again, corrected, and disarms', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    const result = await place(fixture, intent(1))
    await fixture.clock.advance(130_000)
    assert.equal(status(fixture, 1), 'rejected')
    fixture.venue.book(sent(result), { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    assert.equal(status(fixture, 1), 'live')
    assert.equal(fixture.module.trading.state().mode, 'SAFE')
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(4))
    const correction = fixture.audit.all.find(({ action }) => action === 'correction')
    assert.equal(correction?.details['corrects'], clientId(1))
    assert.equal(fixture.published.foreign_activity, undefined)
  })

  test('a refused order that was booked all the same is adopted and disarms', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('refused_booked')
    const result = await place(fixture, intent(1))
    assert.equal(result.result, 'rejected')
    assert.equal(status(fixture, 1), 'live')
    assert.equal(fixture.published.disarmed?.at(-1)?.cause, 'correction')
  })

  test('it is settled after a restart too, and only by reading', async () => {
    const fixture = await armed()
    fixture.killAt = 'place.response.pre'
    fixture.venue.scriptedOutcomes.push('live', 'lost_nothing')
    void fixture.module.orders.place(intent(1))
    await fixture.clock.advance(100)
    assert.ok(fixture.isDead())
    await fixture.restart()
    assert.equal(status(fixture, 1), 'live')
    assert.deepEqual(kinds(fixture, 1), ['intent', 'decision', 'signed', 'reconcile'])
    assert.equal(fixture.venue.requests.length, 1)
  })

  test('an unknown order under another id is adopted when it is the only match', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    await place(fixture, intent(1))
    const other = fakeOrderId(777)
    fixture.venue.isMute = true
    fixture.venue.book(other, { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    await fixture.clock.advance(10_000)
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.id, other)
    assert.equal(status(fixture, 1), 'live')
    assert.equal(fixture.published.foreign_activity, undefined)
  })

  test('two that fit are no match: nothing is guessed', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    await place(fixture, intent(1))
    fixture.venue.isMute = true
    for (const number of [777, 778]) {
      fixture.venue.book(fakeOrderId(number), { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    }
    await fixture.clock.advance(20_000)
    assert.equal(status(fixture, 1), 'unknown')
    assert.equal(fixture.published.foreign_activity, undefined)
  })
})

describe('own orders and fills', () => {
  test('INV-10 a trade counts once however often it is received, and FAILED takes it back exactly', async () => {
    const fixture = await armed()
    const id = sent(await place(fixture, intent(1)))
    const trade = fixture.venue.fill(id, whole(4))
    for (const again of ['matched', 'mined', 'matched'] as const) fixture.venue.settle(trade, again)
    assert.equal(fixture.module.orders.order(id)?.filledSize, whole(4))
    assert.equal(fixture.module.orders.fills().length, 1)
    assert.equal(fixture.module.orders.fills()[0]?.status, 'mined')
    fixture.venue.settle(trade, 'failed')
    fixture.venue.settle(trade, 'confirmed')
    assert.equal(fixture.module.orders.fills()[0]?.status, 'failed')
    assert.equal(fixture.module.orders.order(id)?.filledSize, 0n)
  })

  test('frames that were missed are read', async () => {
    const fixture = await armed()
    const id = sent(await place(fixture, intent(1)))
    fixture.venue.isMute = true
    fixture.venue.fill(id, whole(10))
    await fixture.clock.advance(6_000)
    assert.equal(fixture.module.orders.order(id)?.status, 'filled')
    assert.equal(fixture.module.orders.fills().length, 1)
  })

  test('a foreign order is shown as such, notified, and disarms', async () => {
    const fixture = await armed()
    fixture.venue.book(fakeOrderId(500), { ...intent(9), tickSize: 100, negRisk: false }, 'live')
    assert.equal(fixture.published.foreign_activity?.length, 1)
    assert.equal(fixture.module.trading.state().mode, 'SAFE')
    assert.equal(fixture.module.orders.open()[0]?.foreign, true)
    assert.equal(fixture.module.risk.usage().maxOpenOrders, 1)
  })

  test('orders that rested before a restart are ours after it', async () => {
    const fixture = await armed()
    await place(fixture, intent(1))
    await fixture.restart()
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'live')
    assert.equal(fixture.published.foreign_activity, undefined)
  })

  test('INV-28 nothing is open before the venue has been read, and nothing may be placed', async () => {
    const fixture = createTradingFixture()
    fixture.venue.isBlind = true
    await fixture.restart()
    assert.equal(fixture.module.orders.isReconciled(), false)
    const state = fixture.module.trading.state()
    assert.ok(state.reasons.includes('orders_not_reconciled'))
    assert.deepEqual(fixture.module.orders.open(), [])
  })

  test('INV-14 a replace never lets old and new fill more than asked', async () => {
    const fixture = await armed()
    const id = sent(await place(fixture, intent(1)))
    fixture.venue.isMute = true
    fixture.venue.fill(id, whole(4))
    const answer = fixture.module.orders.replace({
      clientOrderId: clientId(2),
      orderId: id,
      price: price(4_100),
      size: whole(12),
      postOnly: false,
    })
    await fixture.clock.advance(20_000)
    const result = await answer
    assert.ok(result.ok && result.value.cancelled)
    assert.equal(result.value.order?.size, whole(8))
    assert.equal(result.value.order?.replaces, id)
    assert.equal(fixture.venue.orders.get(id)?.state, 'cancelled')
  })

  test('INV-14 a replace whose cancel got lost waits, and places nothing while the old order may live', async () => {
    const fixture = await armed()
    const id = sent(await place(fixture, intent(1)))
    fixture.venue.cancelMode = 'down'
    const answer = fixture.module.orders.replace({
      clientOrderId: clientId(2),
      orderId: id,
      price: price(4_100),
      size: whole(10),
      postOnly: false,
    })
    await fixture.clock.advance(60_000)
    const result = await answer
    assert.ok(result.ok)
    assert.equal(result.value.reject?.code, 'not_cancellable')
    assert.equal(fixture.venue.requests.length, 1)
  })

  test('a replace that would be refused leaves the old order alone', async () => {
    const fixture = await armed()
    const id = sent(await place(fixture, intent(1)))
    const result = await fixture.module.orders.replace({
      clientOrderId: clientId(2),
      orderId: id,
      price: price(4_150),
      size: whole(10),
      postOnly: false,
    })
    assert.ok(result.ok)
    assert.equal(result.value.reject?.code, 'off_tick')
    assert.equal(fixture.module.orders.order(id)?.status, 'live')
    assert.equal(fixture.module.orders.order(id)?.outcomeId, YES)
  })
})
