// Whose an order or a trade at the venue is: ours by its hash or by the only match, foreign, or open, but never guessed.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import { parseTradeId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { err } from '#lib/result.ts'
import type { OrderRequest } from '#ports/venue-trading.ts'
import { clientId, createDesk, intent, price, whole, YES } from '../testing/desk.ts'
import type { Desk } from '../testing/desk.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'

async function armed(): Promise<Desk> {
  const desk = createDesk()
  await desk.open()
  return desk
}

async function placed(desk: Desk, order: OrderIntent): Promise<OrderId> {
  const answer = desk.side.orders.place(order)
  await desk.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok && result.value.order?.id)
  return result.value.order.id
}

/** An unknown order of which the venue has nothing under its own hash. */
async function lost(desk: Desk, number: number, changes: Partial<OrderIntent> = {}): Promise<void> {
  desk.venue.fates.push('lost_nothing')
  await placed(desk, intent(number, changes))
}

const request = (changes: Partial<OrderIntent> = {}): OrderRequest => ({
  ...intent(1, changes),
  tickSize: 100,
  negRisk: false,
})
const status = (desk: Desk, number: number): string | undefined =>
  desk.side.orders.byClientOrderId(clientId(number))?.status

describe('while one of ours has no answer', () => {
  const alien: readonly (readonly [title: string, changes: Partial<OrderIntent>])[] = [
    ['another price', { price: price(4_100) }],
    ['another size', { size: whole(11) }],
    ['the other side', { side: 'SELL' }],
  ]
  for (const [title, changes] of alien) {
    test(`an order with ${title} cannot be it: foreign, SAFE`, async () => {
      const desk = await armed()
      await lost(desk, 1)
      desk.venue.book(fakeOrderId(500), request(changes), 'live')
      assert.equal(desk.told.foreign_activity?.length, 1)
      assert.equal(desk.told.disarmed?.at(-1)?.cause, 'foreign_activity')
      assert.equal(status(desk, 1), 'unknown')
    })
  }

  test('an order created 2 s before the send may be it; one created earlier cannot', async () => {
    for (const [beforeMs, isForeign] of [
      [2_000, false],
      [2_001, true],
    ] as const) {
      const desk = await armed()
      await desk.clock.advance(10_000)
      const sentAt = desk.clock.now()
      await lost(desk, 1)
      const id = fakeOrderId(500)
      desk.venue.isMute = true
      desk.venue.book(id, request(), 'live')
      const row = desk.venue.orders.get(id)
      assert.ok(row !== undefined)
      desk.venue.orders.set(id, { ...row, createdAt: sentAt - beforeMs })
      await desk.clock.advance(10_000)
      assert.equal(desk.told.foreign_activity?.length === 1, isForeign)
      assert.equal(status(desk, 1), isForeign ? 'unknown' : 'live')
    }
  })

  test('a frame alone names nobody: only the whole list shows that nothing else fits', async () => {
    const desk = await armed()
    await lost(desk, 1)
    desk.venue.isBlind = true
    desk.venue.book(fakeOrderId(500), request(), 'live')
    await desk.clock.advance(5_000)
    assert.equal(status(desk, 1), 'unknown')
    assert.equal(desk.told.foreign_activity, undefined)
    desk.venue.isBlind = false
    await desk.clock.advance(10_000)
    assert.equal(status(desk, 1), 'live')
  })

  test('two of ours that fit one order: nothing is guessed, nothing is foreign', async () => {
    const desk = await armed()
    await lost(desk, 1)
    await lost(desk, 2)
    desk.venue.isMute = true
    desk.venue.book(fakeOrderId(500), request(), 'live')
    await desk.clock.advance(30_000)
    assert.deepEqual([status(desk, 1), status(desk, 2)], ['unknown', 'unknown'])
    assert.equal(desk.told.foreign_activity, undefined)
    assert.equal(desk.side.risk.usage().maxOpenOrders, 2)
  })

  test('an order that fits while the answer is still on its way is not named before it', async () => {
    const desk = await armed()
    desk.venue.fates.push('lost_nothing')
    const answer = desk.side.orders.place(intent(1))
    await desk.clock.advance(1_000)
    desk.venue.book(fakeOrderId(500), request(), 'live')
    await desk.clock.advance(10_000)
    assert.equal(status(desk, 1), 'pending')
    assert.equal(desk.told.foreign_activity, undefined)
    await desk.clock.advance(10_000)
    await answer
    assert.equal(desk.side.orders.byClientOrderId(clientId(1))?.id, fakeOrderId(500))
  })
})

describe('names', () => {
  test('the venue may call an order by another id: it is followed and cancelled under that one', async () => {
    const desk = await armed()
    const other = fakeOrderId(600)
    desk.venue.trading.submit = async (order, gate) => {
      assert.equal(gate(), null)
      desk.venue.requests.push(order.orderId)
      desk.venue.book(other, request(), 'live')
      return { kind: 'accepted', orderId: other, status: 'live' }
    }
    assert.equal(await placed(desk, intent(1)), other)
    assert.equal(desk.told.foreign_activity, undefined)
    desk.venue.fill(other, whole(4))
    assert.equal(desk.side.orders.order(other)?.filledSize, whole(4))
    const result = desk.side.orders.cancel([other])
    await desk.clock.advance(1_000)
    assert.deepEqual((await result).cancelled, [other])
    assert.equal(desk.side.orders.byClientOrderId(clientId(1))?.status, 'cancelled')
    assert.equal(desk.side.orders.fills().length, 1)
  })

  describe('of the venue’s own, after a restart', () => {
    const other = fakeOrderId(600)

    /** A life whose only order the venue calls by another id; `how` it came to be known. */
    async function renamed(how: 'answered' | 'matched'): Promise<Desk> {
      const desk = await armed()
      if (how === 'matched') {
        await lost(desk, 1)
        desk.venue.book(other, request(), 'live')
        await desk.clock.advance(10_000)
      } else {
        const submit = desk.venue.trading.submit.bind(desk.venue.trading)
        desk.venue.trading.submit = async (order, gate) => {
          assert.equal(gate(), null)
          desk.venue.requests.push(order.orderId)
          desk.venue.book(other, request(), 'live')
          return { kind: 'accepted', orderId: other, status: 'live' }
        }
        await placed(desk, intent(1))
        desk.venue.trading.submit = submit
      }
      assert.equal(desk.side.orders.order(other)?.clientOrderId, clientId(1))
      return desk
    }

    async function again(desk: Desk): Promise<readonly unknown[]> {
      const answer = desk.side.orders.place(intent(1))
      await desk.clock.advance(1_000)
      const result = await answer
      assert.ok(result.ok)
      const { order } = result.value
      return [result.value.replayed, order?.id, order?.status, order?.filledSize]
    }

    for (const how of ['answered', 'matched'] as const) {
      test(`INV-08 INV-28 ${how}: it is still ours, replayed as it stands, filled once, cancelled under that id`, async () => {
        const desk = await renamed(how)
        desk.venue.isMute = true
        desk.venue.fill(other, whole(4))
        desk.venue.isMute = false
        await desk.restart()
        await desk.clock.advance(20_000)
        assert.equal(desk.told.foreign_activity, undefined)
        assert.deepEqual(
          desk.side.orders.open().map(({ id, clientOrderId, foreign }) => [id, clientOrderId, foreign]),
          [[other, clientId(1), false]],
        )
        assert.deepEqual(await again(desk), [true, other, 'partially_filled', whole(4)])
        assert.equal(desk.side.orders.fills().length, 1, 'INV-10')
        desk.side.trading.arm()
        const result = desk.side.orders.cancel([other])
        await desk.clock.advance(1_000)
        assert.deepEqual((await result).cancelled, [other])
        assert.equal(desk.venue.orders.get(other)?.state, 'cancelled')
        assert.equal(desk.venue.requests.length, 1, 'INV-01')
      })
    }

    test('INV-10 INV-28 a trade that is read before the order: one fill, of that order', async () => {
      const desk = await renamed('answered')
      desk.venue.isMute = true
      desk.venue.fill(other, whole(4))
      const openOrders = desk.venue.account.openOrders.bind(desk.venue.account)
      desk.venue.account.openOrders = async () => err({ kind: 'unavailable', detail: '', retryAfterMs: null })
      await desk.restart()
      await desk.clock.advance(10_000)
      assert.equal(desk.side.orders.fills().length, 1)
      desk.venue.account.openOrders = openOrders
      await desk.clock.advance(20_000)
      assert.equal(desk.side.orders.fills().length, 1)
      assert.deepEqual(await again(desk), [true, other, 'partially_filled', whole(4)])
    })

    test('one that has ended is found under both ids, with what it filled', async () => {
      const desk = await renamed('answered')
      desk.venue.fill(other, whole(4))
      void desk.side.orders.cancel([other])
      await desk.clock.advance(2_000)
      const [hash] = desk.venue.requests
      assert.ok(hash !== undefined)
      desk.venue.orders.delete(other)
      await desk.restart()
      await desk.clock.advance(2_000)
      assert.deepEqual(await again(desk), [true, other, 'cancelled', whole(4)])
      for (const id of [hash, other]) {
        const found = await desk.side.orders.find(id)
        assert.deepEqual([found?.id, found?.status, found?.filledSize], [other, 'cancelled', whole(4)])
      }
    })

    test('INV-19 a cancel that waits for the end of a delay leaves under that id', async () => {
      const desk = await renamed('answered')
      const [hash] = desk.venue.requests
      assert.ok(hash !== undefined)
      desk.queued.set(hash, { orderId: hash, sendAt: desk.clock.now() + 5_000 })
      desk.venue.isBlind = true
      await desk.restart()
      await desk.clock.advance(6_000)
      assert.equal(desk.venue.orders.get(other)?.state, 'cancelled')
      desk.venue.isBlind = false
      await desk.clock.advance(10_000)
      assert.equal(desk.queued.size, 0)
    })
  })

  test('an answer that names another order of ours is no name: both stay what they are', async () => {
    const desk = await armed()
    const first = await placed(desk, intent(1))
    const submit = desk.venue.trading.submit.bind(desk.venue.trading)
    desk.venue.trading.submit = async (order, gate) => {
      const outcome = await submit(order, gate)
      return outcome.kind === 'accepted' ? { ...outcome, orderId: first } : outcome
    }
    const answer = desk.side.orders.place(intent(2))
    await desk.clock.advance(1_000)
    assert.ok((await answer).ok)
    assert.equal(desk.side.orders.order(first)?.clientOrderId, clientId(1))
    assert.equal(desk.side.orders.byClientOrderId(clientId(2))?.id, desk.venue.requests[1])
    assert.equal(desk.told.foreign_activity, undefined)
  })

  test('INV-10 one trade may hold several of our orders: each share counts once', async () => {
    const desk = await armed()
    const ids = [await placed(desk, intent(1)), await placed(desk, intent(2))]
    const first = desk.venue.fill(ids[0] ?? fakeOrderId(0), whole(3))
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
    for (let heard = 0; heard < 3; heard += 1) desk.venue.settle(both, 'matched')
    assert.deepEqual(
      desk.side.orders
        .fills()
        .map(({ size }) => size)
        .toSorted((a, b) => Number(a - b)),
      [whole(2), whole(3), whole(5)],
    )
    assert.equal(desk.side.orders.byClientOrderId(clientId(1))?.filledSize, whole(5))
    assert.equal(desk.side.orders.byClientOrderId(clientId(2))?.filledSize, whole(5))
    desk.venue.settle(both, 'failed')
    assert.equal(desk.side.orders.byClientOrderId(clientId(1))?.filledSize, whole(3))
    assert.equal(desk.side.orders.byClientOrderId(clientId(2))?.filledSize, 0n)
  })

  test('a trade whose orders are all others is not ours', async () => {
    const desk = await armed()
    const id = await placed(desk, intent(1))
    const trade = desk.venue.fill(id, whole(1))
    const tradeId = parseTradeId('elsewhere')
    assert.ok(tradeId !== null)
    desk.venue.settle({ ...trade, tradeId, makers: [] }, 'matched')
    await desk.clock.advance(10_000)
    assert.equal(desk.side.orders.fills().length, 1)
    assert.equal(desk.told.foreign_activity, undefined)
  })

  test('a foreign order that traded before anybody saw it is found by its trade, and disarms', async () => {
    const desk = await armed()
    const id = fakeOrderId(700)
    desk.venue.isMute = true
    desk.venue.book(id, request({ side: 'SELL', price: price(4_900) }), 'live')
    desk.venue.isMute = false
    desk.venue.fill(id, whole(10))
    await desk.clock.advance(10_000)
    assert.equal(desk.told.foreign_activity?.length, 1)
    assert.equal(desk.side.trading.state().mode, 'SAFE')
    assert.equal(desk.side.orders.order(id)?.foreign, true)
    assert.equal(desk.side.orders.order(id)?.outcomeId, YES)
  })
})
