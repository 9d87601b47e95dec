import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { PlaceResult } from './contract.ts'
import { clientId, createDesk, intent, price, whole, YES } from '../testing/desk.ts'
import type { Desk } from '../testing/desk.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'

async function armed(): Promise<Desk> {
  const desk = createDesk()
  await desk.open()
  assert.equal(desk.side.trading.state().mode, 'ARMED')
  return desk
}

/** Places and lets up to 16 s pass, more than any answer takes. */
async function place(desk: Desk, order: OrderIntent): Promise<PlaceResult> {
  const answer = desk.side.orders.place(order)
  await desk.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok)
  return result.value
}

function kinds(desk: Desk, number: number): readonly string[] {
  return desk.audit.story(clientId(number)).map(({ kind }) => kind)
}

function status(desk: Desk, number: number): string | undefined {
  return desk.side.orders.byClientOrderId(clientId(number))?.status
}

function sent(result: PlaceResult): OrderId {
  assert.ok(result.order !== null && result.order.id !== null)
  return result.order.id
}

describe('placing', () => {
  test('INV-02 INV-31 intent, decision and signed rows are on disk before the request leaves', async () => {
    const desk = await armed()
    let before: readonly string[] = []
    desk.venue.onSubmit = async () => {
      before = kinds(desk, 1)
    }
    const result = await place(desk, intent(1))
    assert.deepEqual(before, ['intent', 'decision', 'signed'])
    assert.deepEqual(kinds(desk, 1), ['intent', 'decision', 'signed', 'response'])
    assert.equal(result.result, 'accepted')
    assert.equal(status(desk, 1), 'live')
  })

  test('[INV-50] preview, check, audit row and wire have the size that the venue takes', async () => {
    const desk = await armed()
    const asked = intent(1, { price: price(5_000), size: micros(10_330_000n), timeInForce: 'FAK' })
    const previewed = desk.side.preview(asked)
    await desk.clock.advance(2_000)
    const { roundedAway, cost, reject } = await previewed
    assert.deepEqual([roundedAway, cost, reject], [10_000n, 5_160_000n, null])
    const { order } = await place(desk, asked)
    assert.equal(order?.size, 10_320_000n)
    const [row, , signed] = desk.audit.story(clientId(1))
    assert.deepEqual([row?.details['size'], row?.details['asked_size']], ['10.32', '10.33'])
    assert.deepEqual(
      [signed?.details['maker_amount'], signed?.details['taker_amount']],
      ['5160000', '10320000'],
    )
    assert.equal(desk.venue.requests.length, 1)
    // The id stands for what was asked for.
    assert.equal((await place(desk, asked)).replayed, true)
    assert.deepEqual(await desk.side.orders.place({ ...asked, size: micros(10_320_000n) }), {
      ok: false,
      error: 'idempotency_conflict',
    })
  })

  test('[INV-50] of which nothing fits is refused with the step and the way out, and nothing leaves', async () => {
    const desk = await armed()
    const fine = intent(1, { price: price(4_600), size: micros(1_000_000n), timeInForce: 'FOK' })
    assert.equal((await place(desk, fine)).reject?.code, 'below_min_size')
    const refused = await place(desk, {
      ...fine,
      clientOrderId: clientId(2),
      side: 'SELL',
      size: micros(300_000n),
    })
    assert.deepEqual(
      [refused.reject?.code, refused.reject?.limit, refused.reject?.value],
      ['invalid_size', '0.5', '0.3'],
    )
    assert.equal(
      refused.reject?.message,
      'At 0.46 an order that takes has a multiple of 0.5 shares, so that its cash is whole cents; 0.3 is none. ' +
        'Raise the size, choose another price, or let the order rest (GTC).',
    )
    assert.equal(desk.venue.requests.length, 0)
  })

  test('a buy that takes and meets better prices shows all that it brought', async () => {
    const desk = await armed()
    const { order } = await place(desk, intent(1, { price: price(5_000), timeInForce: 'FAK' }))
    assert.ok(order !== null && order.id !== null)
    desk.venue.fill(order.id, micros(10_204_081n))
    desk.venue.change(order.id, 'matched')
    await desk.clock.advance(1_000)
    const filled = desk.side.orders.order(order.id)
    assert.deepEqual([filled?.status, filled?.filledSize], ['filled', 10_204_081n])
    assert.equal(desk.side.orders.open().length, 0)
    assert.equal(desk.side.risk.usage().maxOpenOrders, 0)
  })

  test('a refusal ends after its decision row and nothing leaves', async () => {
    const desk = await armed()
    const result = await place(desk, intent(1, { price: price(9_900) }))
    assert.equal(result.reject?.code, 'price_band')
    assert.deepEqual(kinds(desk, 1), ['intent', 'decision'])
    assert.equal(desk.venue.requests.length, 0)
  })

  test('no signature is in any row', async () => {
    const desk = await armed()
    await place(desk, intent(1))
    assert.ok(!JSON.stringify(desk.audit.all).includes('"signed"}'))
    assert.ok(
      desk.audit.all.every(
        ({ details }) => !('signature' in details) && !('body' in details && details['body'] === 'signed'),
      ),
    )
  })

  test('INV-08 the same id twenty times at once is one request and one result', async () => {
    const desk = await armed()
    const answers = Array.from({ length: 20 }, () => desk.side.orders.place(intent(1)))
    await desk.clock.advance(100)
    const results = await Promise.all(answers)
    assert.equal(desk.venue.requests.length, 1)
    assert.equal(results.filter((result) => result.ok && !result.value.replayed).length, 1)
    assert.ok(results.every((result) => result.ok && result.value.result === 'accepted'))
  })

  test('INV-08 another body under the same id is a conflict, also after a restart', async () => {
    const desk = await armed()
    await place(desk, intent(1))
    const other = intent(1, { size: whole(11) })
    assert.deepEqual(await desk.side.orders.place(other), { ok: false, error: 'idempotency_conflict' })
    await desk.restart()
    assert.deepEqual(await desk.side.orders.place(other), { ok: false, error: 'idempotency_conflict' })
  })

  test('INV-08 what the trader saw is no part of the body', async () => {
    const desk = await armed()
    await place(desk, intent(1))
    const evidence = { bestBid: null, bestAsk: null, bookSequence: 9, bookAgeMs: 1 }
    assert.equal((await desk.side.orders.place(intent(1, { evidence }))).ok, true)
  })

  test('INV-08 accepted, refused by the venue and refused by risk are answered again after a restart', async () => {
    const desk = await armed()
    desk.venue.fates.push('live', 'refused')
    const orders = [intent(1), intent(2), intent(3, { price: price(9_900) })]
    for (const order of orders) await place(desk, order)
    await desk.restart()
    const again = await Promise.all(orders.map((order) => desk.side.orders.place(order)))
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
    assert.equal(desk.venue.requests.length, 2)
  })

  test('INV-32 an audit log that cannot be written lets nothing leave, and disarms', async () => {
    const desk = await armed()
    desk.audit.isBroken = true
    const result = await place(desk, intent(1))
    assert.equal(result.reject?.code, 'audit_unavailable')
    assert.equal(desk.venue.requests.length, 0)
    assert.equal(desk.side.trading.state().mode, 'SAFE')
    // It never was an order: nothing is open, nothing counts, and no row of it follows.
    assert.deepEqual(desk.side.orders.open(), [])
    assert.equal(desk.side.orders.byClientOrderId(clientId(1)), null)
    assert.equal(desk.side.risk.usage().maxOrdersPerMinute, 0)
    desk.audit.isBroken = false
    await desk.clock.advance(2_000)
    assert.deepEqual(kinds(desk, 1), [])
  })

  test('a response that the disk refuses is written later with its true time', async () => {
    const desk = await armed()
    desk.venue.onSubmit = async () => {
      desk.audit.isBroken = true
    }
    assert.equal((await place(desk, intent(1))).result, 'accepted')
    assert.deepEqual(kinds(desk, 1), ['intent', 'decision', 'signed'])
    desk.audit.isBroken = false
    await desk.clock.advance(1_100)
    const response = desk.audit.story(clientId(1)).at(-1)
    assert.equal(response?.kind, 'response')
    assert.ok(Number(response?.details['happened_at']) < (response?.at ?? 0))
  })

  test('INV-03 a gate that closes between the rows and the first byte stops the order', async () => {
    const desk = await armed()
    desk.venue.onSubmit = async () => {
      desk.side.trading.disarm('user')
    }
    const result = await place(desk, intent(1))
    assert.equal(result.reject?.code, 'safe_mode')
    assert.equal(desk.venue.requests.length, 0)
    assert.deepEqual(kinds(desk, 1), ['intent', 'decision', 'signed', 'response'])
    assert.equal(desk.side.risk.usage().maxDailyNotional, 0n)
  })

  test('INV-03 a market that closes between the rows and the first byte stops the order', async () => {
    const desk = await armed()
    desk.venue.onSubmit = async () => {
      desk.market = { ...desk.market, status: 'closed' }
    }
    assert.equal((await place(desk, intent(1))).reject?.code, 'market_closed')
    assert.equal(desk.venue.requests.length, 0)
  })

  test('INV-15 concurrent orders cannot both use the last room of a limit', async () => {
    const desk = await armed()
    desk.side.risk.set({ ...desk.side.risk.limits(), maxDailyNotional: whole(10) })
    const answers = [1, 2, 3, 4].map((number) => desk.side.orders.place(intent(number)))
    await desk.clock.advance(100)
    const results = await Promise.all(answers)
    const codes = results.map((result) => (result.ok ? (result.value.reject?.code ?? 'accepted') : ''))
    assert.deepEqual(codes, ['accepted', 'accepted', 'max_daily_notional', 'max_daily_notional'])
  })

  test('INV-15 the day and the minute are counted on after a restart', async () => {
    const desk = await armed()
    await place(desk, intent(1))
    desk.venue.fates.push('refused')
    await place(desk, intent(2))
    await desk.restart()
    const usage = desk.side.risk.usage()
    assert.equal(usage.maxDailyNotional, whole(4))
    assert.equal(usage.maxOrdersPerMinute, 2)
    assert.equal(usage.maxOpenOrders, 1)
  })

  test('INV-15 shares held are not sold twice by concurrent orders', async () => {
    const desk = await armed()
    desk.venue.shares = whole(15)
    const sale = { side: 'SELL', price: price(4_900) } as const
    const answers = [1, 2].map((number) => desk.side.orders.place(intent(number, sale)))
    await desk.clock.advance(100)
    const results = await Promise.all(answers)
    const codes = results.map((result) => (result.ok ? (result.value.reject?.code ?? 'accepted') : ''))
    assert.deepEqual(codes, ['accepted', 'insufficient_balance'])
    assert.equal(desk.venue.reads.get('refresh'), 1, 'the chain is looked at once, before the first sale')
  })
})

describe('no answer', () => {
  test('INV-05 INV-06 it is unknown within a second of its deadline, counts in full and is never sent again', async () => {
    const desk = await armed()
    desk.venue.fates.push('lost_nothing')
    const result = await place(desk, intent(1))
    assert.equal(result.result, 'unknown')
    assert.equal(status(desk, 1), 'unknown')
    await desk.clock.advance(60_000)
    assert.equal(desk.venue.requests.length, 1)
    assert.equal(desk.side.risk.usage().maxDailyNotional, whole(4))
    assert.equal(desk.side.risk.usage().maxOpenOrders, 1)
  })

  test('an adapter that never ends is taken for unknown all the same', async () => {
    const desk = await armed()
    desk.venue.onSubmit = () => Promise.withResolvers<void>().promise
    const result = await place(desk, intent(1))
    assert.equal(result.result, 'unknown')
  })

  test('an order that was booked is found and its story ends', async () => {
    const desk = await armed()
    desk.venue.isMute = true
    desk.venue.fates.push('lost_booked')
    await place(desk, intent(1))
    await desk.clock.advance(2_000)
    assert.equal(status(desk, 1), 'live')
    assert.deepEqual(kinds(desk, 1).at(-1), 'reconcile')
    assert.deepEqual(desk.audit.unfinished(), [])
  })

  test('INV-07 it is taken for absent after three complete reads, the last begun 120 s after the send, not before', async () => {
    const desk = await armed()
    desk.venue.fates.push('lost_nothing')
    await place(desk, intent(1))
    await desk.clock.advance(100_000)
    assert.equal(status(desk, 1), 'unknown')
    await desk.clock.advance(20_000)
    assert.equal(status(desk, 1), 'rejected')
    assert.equal(desk.audit.story(clientId(1)).at(-1)?.details['code'], 'venue_not_found')
    assert.equal(desk.side.risk.usage().maxDailyNotional, 0n)
  })

  test('INV-07 failing to look is no evidence, and neither is looking without the user feed', async () => {
    for (const spoil of ['isBlind', 'feed'] as const) {
      const desk = await armed()
      desk.venue.fates.push('lost_nothing')
      await place(desk, intent(1))
      if (spoil === 'isBlind') desk.venue.isBlind = true
      else desk.venue.tell({ type: 'disconnected' })
      await desk.clock.advance(300_000)
      assert.equal(status(desk, 1), 'unknown', spoil)
      assert.equal(desk.side.risk.usage().maxOpenOrders, 1)
    }
  })

  test('one that turns up after it was taken for absent is adopted, counted again, corrected, and disarms', async () => {
    const desk = await armed()
    desk.venue.fates.push('lost_nothing')
    const result = await place(desk, intent(1))
    await desk.clock.advance(130_000)
    assert.equal(status(desk, 1), 'rejected')
    desk.venue.book(sent(result), { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    assert.equal(status(desk, 1), 'live')
    assert.equal(desk.side.trading.state().mode, 'SAFE')
    assert.equal(desk.side.risk.usage().maxDailyNotional, whole(4))
    const correction = desk.audit.all.find(({ action }) => action === 'correction')
    assert.equal(correction?.details['corrects'], clientId(1))
    assert.equal(desk.told.foreign_activity, undefined)
  })

  test('a refused order that was booked all the same is adopted and disarms', async () => {
    const desk = await armed()
    desk.venue.fates.push('refused_booked')
    const result = await place(desk, intent(1))
    assert.equal(result.result, 'rejected')
    assert.equal(status(desk, 1), 'live')
    assert.equal(desk.told.disarmed?.at(-1)?.cause, 'correction')
  })

  test('it is settled after a restart too, and only by reading', async () => {
    const desk = await armed()
    desk.killAt = 'place.response.pre'
    desk.venue.fates.push('live', 'lost_nothing')
    void desk.side.orders.place(intent(1))
    await desk.clock.advance(100)
    assert.ok(desk.isDead())
    await desk.restart()
    assert.equal(status(desk, 1), 'live')
    assert.deepEqual(kinds(desk, 1), ['intent', 'decision', 'signed', 'reconcile'])
    assert.equal(desk.venue.requests.length, 1)
  })

  test('an unknown order under another id is adopted when it is the only match', async () => {
    const desk = await armed()
    desk.venue.fates.push('lost_nothing')
    await place(desk, intent(1))
    const other = fakeOrderId(777)
    desk.venue.isMute = true
    desk.venue.book(other, { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    await desk.clock.advance(10_000)
    assert.equal(desk.side.orders.byClientOrderId(clientId(1))?.id, other)
    assert.equal(status(desk, 1), 'live')
    assert.equal(desk.told.foreign_activity, undefined)
  })

  test('two that fit are no match: nothing is guessed', async () => {
    const desk = await armed()
    desk.venue.fates.push('lost_nothing')
    await place(desk, intent(1))
    desk.venue.isMute = true
    for (const number of [777, 778]) {
      desk.venue.book(fakeOrderId(number), { ...intent(1), tickSize: 100, negRisk: false }, 'live')
    }
    await desk.clock.advance(20_000)
    assert.equal(status(desk, 1), 'unknown')
    assert.equal(desk.told.foreign_activity, undefined)
  })
})

describe('own orders and fills', () => {
  test('INV-10 a trade counts once however often it is heard, and FAILED takes it back exactly', async () => {
    const desk = await armed()
    const id = sent(await place(desk, intent(1)))
    const trade = desk.venue.fill(id, whole(4))
    for (const again of ['matched', 'mined', 'matched'] as const) desk.venue.settle(trade, again)
    assert.equal(desk.side.orders.order(id)?.filledSize, whole(4))
    assert.equal(desk.side.orders.fills().length, 1)
    assert.equal(desk.side.orders.fills()[0]?.status, 'mined')
    desk.venue.settle(trade, 'failed')
    desk.venue.settle(trade, 'confirmed')
    assert.equal(desk.side.orders.fills()[0]?.status, 'failed')
    assert.equal(desk.side.orders.order(id)?.filledSize, 0n)
  })

  test('frames that were missed are read', async () => {
    const desk = await armed()
    const id = sent(await place(desk, intent(1)))
    desk.venue.isMute = true
    desk.venue.fill(id, whole(10))
    await desk.clock.advance(6_000)
    assert.equal(desk.side.orders.order(id)?.status, 'filled')
    assert.equal(desk.side.orders.fills().length, 1)
  })

  test('a foreign order is shown as such, told, and disarms', async () => {
    const desk = await armed()
    desk.venue.book(fakeOrderId(500), { ...intent(9), tickSize: 100, negRisk: false }, 'live')
    assert.equal(desk.told.foreign_activity?.length, 1)
    assert.equal(desk.side.trading.state().mode, 'SAFE')
    assert.equal(desk.side.orders.open()[0]?.foreign, true)
    assert.equal(desk.side.risk.usage().maxOpenOrders, 1)
  })

  test('orders that rested before a restart are ours after it', async () => {
    const desk = await armed()
    await place(desk, intent(1))
    await desk.restart()
    assert.equal(desk.side.orders.byClientOrderId(clientId(1))?.status, 'live')
    assert.equal(desk.told.foreign_activity, undefined)
  })

  test('INV-28 nothing is open before the venue has been read, and nothing may be placed', async () => {
    const desk = createDesk()
    desk.venue.isBlind = true
    await desk.restart()
    assert.equal(desk.side.orders.isReconciled(), false)
    const state = desk.side.trading.state()
    assert.ok(state.reasons.includes('orders_not_reconciled'))
    assert.deepEqual(desk.side.orders.open(), [])
  })

  test('INV-14 a replace never lets old and new fill more than asked', async () => {
    const desk = await armed()
    const id = sent(await place(desk, intent(1)))
    desk.venue.isMute = true
    desk.venue.fill(id, whole(4))
    const answer = desk.side.orders.replace({
      clientOrderId: clientId(2),
      orderId: id,
      price: price(4_100),
      size: whole(12),
      postOnly: false,
    })
    await desk.clock.advance(20_000)
    const result = await answer
    assert.ok(result.ok && result.value.cancelled)
    assert.equal(result.value.order?.size, whole(8))
    assert.equal(result.value.order?.replaces, id)
    assert.equal(desk.venue.orders.get(id)?.state, 'cancelled')
  })

  test('INV-14 a replace whose cancel got lost waits, and places nothing while the old order may live', async () => {
    const desk = await armed()
    const id = sent(await place(desk, intent(1)))
    desk.venue.cancelMode = 'down'
    const answer = desk.side.orders.replace({
      clientOrderId: clientId(2),
      orderId: id,
      price: price(4_100),
      size: whole(10),
      postOnly: false,
    })
    await desk.clock.advance(60_000)
    const result = await answer
    assert.ok(result.ok)
    assert.equal(result.value.reject?.code, 'not_cancellable')
    assert.equal(desk.venue.requests.length, 1)
  })

  test('a replace that would be refused leaves the old order alone', async () => {
    const desk = await armed()
    const id = sent(await place(desk, intent(1)))
    const result = await desk.side.orders.replace({
      clientOrderId: clientId(2),
      orderId: id,
      price: price(4_150),
      size: whole(10),
      postOnly: false,
    })
    assert.ok(result.ok)
    assert.equal(result.value.reject?.code, 'off_tick')
    assert.equal(desk.side.orders.order(id)?.status, 'live')
    assert.equal(desk.side.orders.order(id)?.outcomeId, YES)
  })
})
