// An order that ended before a restart is still answered: by the venue while it knows it, else from its rows and trades.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import { createTradingFixture, intent, whole, type TradingFixture } from '../../testing/trading-fixture.ts'
import { fakeOrderId, type ScriptedOutcome } from '../../testing/fake-orders.ts'

/** An order whose end was reported, in a run that is over; the venue then forgets it. */
async function ended(
  scripted: ScriptedOutcome,
  end: (fixture: TradingFixture, id: OrderId) => void = () => {},
): Promise<[TradingFixture, OrderId]> {
  const fixture = createTradingFixture()
  await fixture.open()
  fixture.venue.scriptedOutcomes.push(scripted)
  const answer = fixture.module.orders.place(intent(1))
  await fixture.clock.advance(1_000)
  assert.ok((await answer).ok)
  const id = fakeOrderId(1)
  end(fixture, id)
  await fixture.clock.advance(2_000)
  fixture.venue.orders.delete(id)
  await fixture.restart()
  await fixture.clock.advance(1_000)
  assert.equal(fixture.module.orders.order(id), null)
  return [fixture, id]
}

async function found(fixture: TradingFixture, id: OrderId): Promise<Order> {
  const order = await fixture.module.orders.find(id)
  assert.ok(order !== null)
  return order
}

test('what filled whole is reported as filled, from its trades', async () => {
  const [fixture, id] = await ended('matched')
  const order = await found(fixture, id)
  assert.deepEqual([order.status, order.filledSize, order.foreign], ['filled', whole(10), false])
  assert.deepEqual(
    [order.clientOrderId, order.price, order.size],
    [intent(1).clientOrderId, intent(1).price, whole(10)],
  )
  assert.equal(fixture.module.orders.open().length, 0)
})

test('what ended in part is reported as cancelled, with what filled', async () => {
  const [fixture, id] = await ended('live', (fixture, id) => {
    fixture.venue.fill(id, whole(4))
    void fixture.module.orders.cancel([id])
  })
  const order = await found(fixture, id)
  assert.deepEqual([order.status, order.filledSize], ['cancelled', whole(4)])
})

test('what the venue refused is reported as rejected', async () => {
  const [fixture, id] = await ended('refused')
  assert.equal((await found(fixture, id)).status, 'rejected')
})

test('while own state is not read, and beyond the trades that were, nothing is claimed', async () => {
  const [fixture, id] = await ended('matched')
  fixture.venue.isBlind = true
  await fixture.restart()
  assert.equal((await found(fixture, id)).status, 'unknown')
  fixture.venue.isBlind = false
  fixture.clock.jump(91 * 86_400_000)
  await fixture.restart()
  assert.equal((await found(fixture, id)).status, 'unknown')
})

test('what the venue still knows is answered by it', async () => {
  const [fixture, id] = await ended('live')
  fixture.venue.book(id, { ...intent(1), tickSize: 100, negRisk: false }, 'cancelled')
  assert.equal((await found(fixture, id)).status, 'cancelled')
  assert.equal(fixture.module.orders.order(id)?.status, 'cancelled')
})

test('an id that was never signed here is nobody’s', async () => {
  const [fixture] = await ended('matched')
  assert.equal(await fixture.module.orders.find(fakeOrderId(777)), null)
})
