// A first start on an old account: what the key did before is listed once, calmly; what comes afterwards is foreign.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDesk, intent, whole } from '../../testing/desk.ts'
import type { Desk } from '../../testing/desk.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

const TERMS = { ...intent(1), tickSize: 100, negRisk: false } as const

const listed = (desk: Desk): readonly (readonly string[])[] =>
  (desk.told.earlier_activity ?? []).map(({ orders }) => orders.map(({ id }) => id ?? ''))

async function armedFor(desk: Desk, ms: number): Promise<void> {
  assert.ok(desk.side.trading.arm().ok)
  await desk.clock.advance(ms)
  assert.equal(desk.side.trading.state().mode, 'ARMED')
}

test('orders that rest before the first start are listed once, cause no SAFE and are no news at later starts', async () => {
  const desk = createDesk()
  const old = [fakeOrderId(501), fakeOrderId(502)]
  for (const id of old) desk.venue.book(id, TERMS, 'live')
  await desk.clock.advance(60_000)
  await desk.open()
  assert.deepEqual(listed(desk), [old])
  await armedFor(desk, 60_000)
  assert.deepEqual(
    desk.side.orders.open().map(({ foreign }) => foreign),
    [true, true],
  )
  await desk.restart()
  await armedFor(desk, 60_000)
  assert.deepEqual(listed(desk), [old])
  assert.equal(desk.told.foreign_activity, undefined)
})

test('an order that appears after the first start is foreign, with SAFE; so is one that came while the terminal was off', async () => {
  const desk = createDesk()
  await desk.open()
  await armedFor(desk, 5_000)
  desk.venue.book(fakeOrderId(503), TERMS, 'live')
  assert.equal(desk.told.foreign_activity?.length, 1)
  assert.equal(desk.side.trading.state().mode, 'SAFE')
  const stopped = desk.side.stop(0)
  await desk.clock.advance(1_000)
  await stopped
  desk.venue.isMute = true
  desk.venue.book(fakeOrderId(504), TERMS, 'live')
  desk.venue.isMute = false
  await desk.clock.advance(60_000)
  await desk.restart()
  assert.deepEqual(desk.told.foreign_activity?.map(({ order }) => order.id).includes(fakeOrderId(504)), true)
  assert.deepEqual(listed(desk), [])
})

test('trades of the last minutes that nobody signed here are listed once at the start, never with SAFE after arming', async () => {
  const desk = createDesk()
  desk.venue.book(fakeOrderId(505), TERMS, 'live')
  desk.venue.fill(fakeOrderId(505), whole(10))
  await desk.clock.advance(120_000)
  for (const start of [1, 2]) {
    await desk.open()
    await armedFor(desk, 90_000)
    assert.equal(listed(desk).length, start, 'the message has one key: it is shown once')
    assert.deepEqual(listed(desk).at(-1), [fakeOrderId(505)])
  }
  assert.equal(desk.told.foreign_activity, undefined)
})

test('a trade that nobody signed here and that comes after the start is foreign, with SAFE', async () => {
  const desk = createDesk()
  await desk.open()
  await armedFor(desk, 5_000)
  desk.venue.isMute = true
  desk.venue.book(fakeOrderId(506), TERMS, 'live')
  desk.venue.isMute = false
  desk.venue.fill(fakeOrderId(506), whole(10))
  await desk.clock.advance(10_000)
  assert.equal(desk.told.foreign_activity?.length, 1)
  assert.equal(desk.side.trading.state().mode, 'SAFE')
})
