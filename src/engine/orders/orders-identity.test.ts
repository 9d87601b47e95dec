// Owner of an order or a trade at the venue: ours by its hash or by the only match, foreign, or open, but never
// guessed.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseTradeId, type OrderId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { err } from '#lib/result.ts'
import type { OrderRequest } from '#ports/venue-trading.ts'
import { armed, placedAfter } from '../testing/armed-fixture.ts'
import { clientId, intent, price, whole, YES, type TradingFixture } from '../testing/trading-fixture.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'

const placed = (fixture: TradingFixture, order: OrderIntent): Promise<OrderId> =>
  placedAfter(fixture, order, { ms: 16_000 })

/** An unknown order of which the venue has nothing under its own hash. */
async function lost(
  fixture: TradingFixture,
  number: number,
  changes: Partial<OrderIntent> = {},
): Promise<void> {
  fixture.venue.scriptedOutcomes.push('lost_nothing')
  await placed(fixture, intent(number, changes))
}

const request = (changes: Partial<OrderIntent> = {}): OrderRequest => ({
  ...intent(1, changes),
  tickSize: 100,
  negRisk: false,
})
const status = (fixture: TradingFixture, number: number): string | undefined =>
  fixture.module.orders.byClientOrderId(clientId(number))?.status

describe('while one of ours has no answer', () => {
  const alien: readonly (readonly [title: string, changes: Partial<OrderIntent>])[] = [
    ['another price', { price: price(4_100) }],
    ['another size', { size: whole(11) }],
    ['the other side', { side: 'SELL' }],
  ]
  for (const [title, changes] of alien) {
    test(`an order with ${title} cannot be it: foreign, SAFE`, async () => {
      const fixture = await armed()
      await lost(fixture, 1)
      fixture.venue.book(fakeOrderId(500), request(changes), 'live')
      assert.equal(fixture.published.foreign_activity?.length, 1)
      assert.equal(fixture.published.disarmed?.at(-1)?.cause, 'foreign_activity')
      assert.equal(status(fixture, 1), 'unknown')
    })
  }

  test('an order created 2 s before the send may be it; one created earlier cannot', async () => {
    for (const [beforeMs, isForeign] of [
      [2_000, false],
      [2_001, true],
    ] as const) {
      const fixture = await armed()
      await fixture.clock.advance(10_000)
      const sentAt = fixture.clock.now()
      await lost(fixture, 1)
      const id = fakeOrderId(500)
      fixture.venue.isMute = true
      fixture.venue.book(id, request(), 'live')
      const row = fixture.venue.orders.get(id)
      assert.ok(row !== undefined)
      fixture.venue.orders.set(id, { ...row, createdAt: sentAt - beforeMs })
      await fixture.clock.advance(10_000)
      assert.equal(fixture.published.foreign_activity?.length === 1, isForeign)
      assert.equal(status(fixture, 1), isForeign ? 'unknown' : 'live')
    }
  })

  test('a frame alone names nobody: only the whole list shows that nothing else fits', async () => {
    const fixture = await armed()
    await lost(fixture, 1)
    fixture.venue.isBlind = true
    fixture.venue.book(fakeOrderId(500), request(), 'live')
    await fixture.clock.advance(5_000)
    assert.equal(status(fixture, 1), 'unknown')
    assert.equal(fixture.published.foreign_activity, undefined)
    fixture.venue.isBlind = false
    await fixture.clock.advance(10_000)
    assert.equal(status(fixture, 1), 'live')
  })

  test('two of ours that fit one order: nothing is guessed, nothing is foreign', async () => {
    const fixture = await armed()
    await lost(fixture, 1)
    await lost(fixture, 2)
    fixture.venue.isMute = true
    fixture.venue.book(fakeOrderId(500), request(), 'live')
    await fixture.clock.advance(30_000)
    assert.deepEqual([status(fixture, 1), status(fixture, 2)], ['unknown', 'unknown'])
    assert.equal(fixture.published.foreign_activity, undefined)
    assert.equal(fixture.module.risk.usage().maxOpenOrders, 2)
  })

  test('an order that fits while the answer is still on its way is not named before it', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    const answer = fixture.module.orders.place(intent(1))
    await fixture.clock.advance(1_000)
    fixture.venue.book(fakeOrderId(500), request(), 'live')
    await fixture.clock.advance(10_000)
    assert.equal(status(fixture, 1), 'pending')
    assert.equal(fixture.published.foreign_activity, undefined)
    await fixture.clock.advance(10_000)
    await answer
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.id, fakeOrderId(500))
  })
})

describe('names', () => {
  test('the venue may call an order by another id: it is followed and cancelled under that one', async () => {
    const fixture = await armed()
    const other = fakeOrderId(600)
    fixture.venue.trading.submit = async (order, gate) => {
      assert.equal(gate(), null)
      fixture.venue.requests.push(order.orderId)
      fixture.venue.book(other, request(), 'live')
      return { kind: 'accepted', orderId: other, status: 'live' }
    }
    assert.equal(await placed(fixture, intent(1)), other)
    assert.equal(fixture.published.foreign_activity, undefined)
    fixture.venue.fill(other, whole(4))
    assert.equal(fixture.module.orders.order(other)?.filledSize, whole(4))
    const result = fixture.module.orders.cancel([other])
    await fixture.clock.advance(1_000)
    assert.deepEqual((await result).cancelled, [other])
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'cancelled')
    assert.equal(fixture.module.orders.fills().length, 1)
  })

  describe('of the venue’s own, after a restart', () => {
    const other = fakeOrderId(600)

    /** A run whose only order the venue calls by another id; `how` it came to be known. */
    async function renamed(how: 'answered' | 'matched'): Promise<TradingFixture> {
      const fixture = await armed()
      if (how === 'matched') {
        await lost(fixture, 1)
        fixture.venue.book(other, request(), 'live')
        await fixture.clock.advance(10_000)
      } else {
        const submit = fixture.venue.trading.submit.bind(fixture.venue.trading)
        fixture.venue.trading.submit = async (order, gate) => {
          assert.equal(gate(), null)
          fixture.venue.requests.push(order.orderId)
          fixture.venue.book(other, request(), 'live')
          return { kind: 'accepted', orderId: other, status: 'live' }
        }
        await placed(fixture, intent(1))
        fixture.venue.trading.submit = submit
      }
      assert.equal(fixture.module.orders.order(other)?.clientOrderId, clientId(1))
      return fixture
    }

    async function again(fixture: TradingFixture): Promise<readonly unknown[]> {
      const answer = fixture.module.orders.place(intent(1))
      await fixture.clock.advance(1_000)
      const result = await answer
      assert.ok(result.ok)
      const { order } = result.value
      return [result.value.replayed, order?.id, order?.status, order?.filledSize]
    }

    for (const how of ['answered', 'matched'] as const) {
      test(`INV-08 INV-28 ${how}: it is still ours, replayed with its current state, filled once, cancelled under that id`, async () => {
        const fixture = await renamed(how)
        fixture.venue.isMute = true
        fixture.venue.fill(other, whole(4))
        fixture.venue.isMute = false
        await fixture.restart()
        await fixture.clock.advance(20_000)
        assert.equal(fixture.published.foreign_activity, undefined)
        assert.deepEqual(
          fixture.module.orders.open().map(({ id, clientOrderId, foreign }) => [id, clientOrderId, foreign]),
          [[other, clientId(1), false]],
        )
        assert.deepEqual(await again(fixture), [true, other, 'partially_filled', whole(4)])
        assert.equal(fixture.module.orders.fills().length, 1, 'INV-10')
        fixture.module.trading.arm()
        const result = fixture.module.orders.cancel([other])
        await fixture.clock.advance(1_000)
        assert.deepEqual((await result).cancelled, [other])
        assert.equal(fixture.venue.orders.get(other)?.state, 'cancelled')
        assert.equal(fixture.venue.requests.length, 1, 'INV-01')
      })
    }

    test('INV-10 INV-28 a trade that is read before the order: one fill, of that order', async () => {
      const fixture = await renamed('answered')
      fixture.venue.isMute = true
      fixture.venue.fill(other, whole(4))
      const openOrders = fixture.venue.account.openOrders.bind(fixture.venue.account)
      fixture.venue.account.openOrders = async () =>
        err({ kind: 'unavailable', detail: '', retryAfterMs: null })
      await fixture.restart()
      await fixture.clock.advance(10_000)
      assert.equal(fixture.module.orders.fills().length, 1)
      fixture.venue.account.openOrders = openOrders
      await fixture.clock.advance(20_000)
      assert.equal(fixture.module.orders.fills().length, 1)
      assert.deepEqual(await again(fixture), [true, other, 'partially_filled', whole(4)])
    })

    test('one that has ended is found under both ids, with what it filled', async () => {
      const fixture = await renamed('answered')
      fixture.venue.fill(other, whole(4))
      void fixture.module.orders.cancel([other])
      await fixture.clock.advance(2_000)
      const [hash] = fixture.venue.requests
      assert.ok(hash !== undefined)
      fixture.venue.orders.delete(other)
      await fixture.restart()
      await fixture.clock.advance(2_000)
      assert.deepEqual(await again(fixture), [true, other, 'cancelled', whole(4)])
      for (const id of [hash, other]) {
        const found = await fixture.module.orders.find(id)
        assert.deepEqual([found?.id, found?.status, found?.filledSize], [other, 'cancelled', whole(4)])
      }
    })

    test('INV-19 a cancel that waits for the end of a delay leaves under that id', async () => {
      const fixture = await renamed('answered')
      const [hash] = fixture.venue.requests
      assert.ok(hash !== undefined)
      fixture.queued.set(hash, { orderId: hash, sendAt: fixture.clock.now() + 5_000 })
      fixture.venue.isBlind = true
      await fixture.restart()
      await fixture.clock.advance(6_000)
      assert.equal(fixture.venue.orders.get(other)?.state, 'cancelled')
      fixture.venue.isBlind = false
      await fixture.clock.advance(10_000)
      assert.equal(fixture.queued.size, 0)
    })
  })

  test('an answer that names another order of ours is no name: both stay what they are', async () => {
    const fixture = await armed()
    const first = await placed(fixture, intent(1))
    const submit = fixture.venue.trading.submit.bind(fixture.venue.trading)
    fixture.venue.trading.submit = async (order, gate) => {
      const outcome = await submit(order, gate)
      return outcome.kind === 'accepted' ? { ...outcome, orderId: first } : outcome
    }
    const answer = fixture.module.orders.place(intent(2))
    await fixture.clock.advance(1_000)
    assert.ok((await answer).ok)
    assert.equal(fixture.module.orders.order(first)?.clientOrderId, clientId(1))
    assert.equal(fixture.module.orders.byClientOrderId(clientId(2))?.id, fixture.venue.requests[1])
    assert.equal(fixture.published.foreign_activity, undefined)
  })

  test('INV-10 one trade may hold several of our orders: each share counts once', async () => {
    const fixture = await armed()
    const ids = [await placed(fixture, intent(1)), await placed(fixture, intent(2))]
    const first = fixture.venue.fill(ids[0] ?? fakeOrderId(0), whole(3))
    const [maker] = first.makers
    const id = ids[1]
    const tradeId = parseTradeId('both')
    assert.ok(maker !== undefined && id !== undefined && tradeId !== null)
    const both = {
      ...first,
      tradeId,
      makers: [
        { ...maker, size: whole(2) },
        { ...maker, orderId: id, size: whole(5) },
      ],
    }
    for (let received = 0; received < 3; received += 1) fixture.venue.settle(both, 'matched')
    assert.deepEqual(
      fixture.module.orders
        .fills()
        .map(({ size }) => size)
        .toSorted((a, b) => Number(a - b)),
      [whole(2), whole(3), whole(5)],
    )
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.filledSize, whole(5))
    assert.equal(fixture.module.orders.byClientOrderId(clientId(2))?.filledSize, whole(5))
    fixture.venue.settle(both, 'failed')
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.filledSize, whole(3))
    assert.equal(fixture.module.orders.byClientOrderId(clientId(2))?.filledSize, 0n)
  })

  test('a trade whose orders are all others is not ours', async () => {
    const fixture = await armed()
    const id = await placed(fixture, intent(1))
    const trade = fixture.venue.fill(id, whole(1))
    const tradeId = parseTradeId('elsewhere')
    assert.ok(tradeId !== null)
    fixture.venue.settle({ ...trade, tradeId, makers: [] }, 'matched')
    await fixture.clock.advance(10_000)
    assert.equal(fixture.module.orders.fills().length, 1)
    assert.equal(fixture.published.foreign_activity, undefined)
  })

  test('a foreign order that traded before anybody saw it is found by its trade, and disarms', async () => {
    const fixture = await armed()
    const id = fakeOrderId(700)
    fixture.venue.isMute = true
    fixture.venue.book(id, request({ side: 'SELL', price: price(4_900) }), 'live')
    fixture.venue.isMute = false
    fixture.venue.fill(id, whole(10))
    await fixture.clock.advance(10_000)
    assert.equal(fixture.published.foreign_activity?.length, 1)
    assert.equal(fixture.module.trading.state().mode, 'SAFE')
    assert.equal(fixture.module.orders.order(id)?.foreign, true)
    assert.equal(fixture.module.orders.order(id)?.outcomeId, YES)
  })
})
