// An order that ended before a restart is still told: by the venue while it knows it, else from its rows and trades.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import { createDesk, intent, whole } from '../../testing/desk.ts'
import type { Desk } from '../../testing/desk.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'
import type { Fate } from '../../testing/fake-orders.ts'

/** An order that ended as told, in a life that is over; the venue then forgets it. */
async function ended(
  fate: Fate,
  end: (desk: Desk, id: OrderId) => void = () => {},
): Promise<[Desk, OrderId]> {
  const desk = createDesk()
  await desk.open()
  desk.venue.fates.push(fate)
  const answer = desk.side.orders.place(intent(1))
  await desk.clock.advance(1_000)
  assert.ok((await answer).ok)
  const id = fakeOrderId(1)
  end(desk, id)
  await desk.clock.advance(2_000)
  desk.venue.orders.delete(id)
  await desk.restart()
  await desk.clock.advance(1_000)
  assert.equal(desk.side.orders.order(id), null)
  return [desk, id]
}

async function found(desk: Desk, id: OrderId): Promise<Order> {
  const order = await desk.side.orders.find(id)
  assert.ok(order !== null)
  return order
}

test('what filled whole is told as filled, from its trades', async () => {
  const [desk, id] = await ended('matched')
  const order = await found(desk, id)
  assert.deepEqual([order.status, order.filledSize, order.foreign], ['filled', whole(10), false])
  assert.deepEqual(
    [order.clientOrderId, order.price, order.size],
    [intent(1).clientOrderId, intent(1).price, whole(10)],
  )
  assert.equal(desk.side.orders.open().length, 0)
})

test('what ended in part is told as cancelled, with what filled', async () => {
  const [desk, id] = await ended('live', (desk, id) => {
    desk.venue.fill(id, whole(4))
    void desk.side.orders.cancel([id])
  })
  const order = await found(desk, id)
  assert.deepEqual([order.status, order.filledSize], ['cancelled', whole(4)])
})

test('what the venue refused is told as rejected', async () => {
  const [desk, id] = await ended('refused')
  assert.equal((await found(desk, id)).status, 'rejected')
})

test('while own state is not read, and beyond the trades that were, nothing is claimed', async () => {
  const [desk, id] = await ended('matched')
  desk.venue.isBlind = true
  await desk.restart()
  assert.equal((await found(desk, id)).status, 'unknown')
  desk.venue.isBlind = false
  desk.clock.jump(91 * 86_400_000)
  await desk.restart()
  assert.equal((await found(desk, id)).status, 'unknown')
})

test('what the venue still knows is told by it', async () => {
  const [desk, id] = await ended('live')
  desk.venue.book(id, { ...intent(1), tickSize: 100, negRisk: false }, 'cancelled')
  assert.equal((await found(desk, id)).status, 'cancelled')
  assert.equal(desk.side.orders.order(id)?.status, 'cancelled')
})

test('an id that was never signed here is nobody’s', async () => {
  const [desk] = await ended('matched')
  assert.equal(await desk.side.orders.find(fakeOrderId(777)), null)
})
