// A first start on an old account: what the key did before is listed once, calmly; what comes afterwards is foreign.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTradingFixture, intent, whole, type TradingFixture } from '../../testing/trading-fixture.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

const TERMS = { ...intent(1), tickSize: 100, negRisk: false } as const

const listed = (fixture: TradingFixture): readonly (readonly string[])[] =>
  (fixture.published.earlier_activity ?? []).map(({ orders }) => orders.map(({ id }) => id ?? ''))

async function armedFor(fixture: TradingFixture, ms: number): Promise<void> {
  assert.ok(fixture.module.trading.arm().ok)
  await fixture.clock.advance(ms)
  assert.equal(fixture.module.trading.state().mode, 'ARMED')
}

test('orders that rest before the first start are listed once, cause no SAFE and are no news at later starts', async () => {
  const fixture = createTradingFixture()
  const old = [fakeOrderId(501), fakeOrderId(502)]
  for (const id of old) fixture.venue.book(id, TERMS, 'live')
  await fixture.clock.advance(60_000)
  await fixture.open()
  assert.deepEqual(listed(fixture), [old])
  await armedFor(fixture, 60_000)
  assert.deepEqual(
    fixture.module.orders.open().map(({ foreign }) => foreign),
    [true, true],
  )
  await fixture.restart()
  await armedFor(fixture, 60_000)
  assert.deepEqual(listed(fixture), [old])
  assert.equal(fixture.published.foreign_activity, undefined)
})

test('an order that appears after the first start is foreign, with SAFE; so is one that came while the terminal was off', async () => {
  const fixture = createTradingFixture()
  await fixture.open()
  await armedFor(fixture, 5_000)
  fixture.venue.book(fakeOrderId(503), TERMS, 'live')
  assert.equal(fixture.published.foreign_activity?.length, 1)
  assert.equal(fixture.module.trading.state().mode, 'SAFE')
  const stopped = fixture.module.stop(0)
  await fixture.clock.advance(1_000)
  await stopped
  fixture.venue.isMute = true
  fixture.venue.book(fakeOrderId(504), TERMS, 'live')
  fixture.venue.isMute = false
  await fixture.clock.advance(60_000)
  await fixture.restart()
  assert.deepEqual(
    fixture.published.foreign_activity?.map(({ order }) => order.id).includes(fakeOrderId(504)),
    true,
  )
  assert.deepEqual(listed(fixture), [])
})

test('trades of the last minutes that nobody signed here are listed once at the start, never with SAFE after arming', async () => {
  const fixture = createTradingFixture()
  fixture.venue.book(fakeOrderId(505), TERMS, 'live')
  fixture.venue.fill(fakeOrderId(505), whole(10))
  await fixture.clock.advance(120_000)
  for (const start of [1, 2]) {
    await fixture.open()
    await armedFor(fixture, 90_000)
    assert.equal(listed(fixture).length, start, 'the message has one key: it is shown once')
    assert.deepEqual(listed(fixture).at(-1), [fakeOrderId(505)])
  }
  assert.equal(fixture.published.foreign_activity, undefined)
})

test('a trade that nobody signed here and that comes after the start is foreign, with SAFE', async () => {
  const fixture = createTradingFixture()
  await fixture.open()
  await armedFor(fixture, 5_000)
  fixture.venue.isMute = true
  fixture.venue.book(fakeOrderId(506), TERMS, 'live')
  fixture.venue.isMute = false
  fixture.venue.fill(fakeOrderId(506), whole(10))
  await fixture.clock.advance(10_000)
  assert.equal(fixture.published.foreign_activity?.length, 1)
  assert.equal(fixture.module.trading.state().mode, 'SAFE')
})
