// The venue's limits: an order that it would refuse is refused here without a call, and no cancel is ever held up by them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlaceResult } from '../orders/contract.ts'
import { armed } from '../testing/armed-fixture.ts'
import { intent, type TradingFixture } from '../testing/trading-fixture.ts'

async function placed(fixture: TradingFixture, number: number): Promise<PlaceResult> {
  const result = await fixture.module.orders.place(intent(number))
  assert.ok(result.ok)
  return result.value
}

test('INV-47 an order over the venue’s limits is refused with the wait, recorded, and never leaves', async () => {
  const fixture = await armed()
  fixture.venue.orderWaitMs = 700
  const { result, reject } = await placed(fixture, 1)
  assert.equal(result, 'rejected')
  assert.deepEqual([reject?.code, reject?.retryAfterMs], ['venue_rate_limited', 700])
  assert.deepEqual(fixture.venue.requests, [])
  const kinds = fixture.audit.all.map(({ kind }) => kind)
  assert.deepEqual(kinds, ['intent', 'decision'])
  const preview = await fixture.module.preview(intent(2))
  assert.equal(preview.reject?.code, 'venue_rate_limited')
  fixture.venue.orderWaitMs = 0
  assert.equal((await placed(fixture, 3)).result, 'accepted')
})

for (const [how, told] of [
  ['its limits', 'venue_rate_limited'],
  ['its mode', 'venue_restarting'],
] as const)
  test(`INV-03 INV-47 an answer that closes ${how} stops an order that is about to leave`, async () => {
    const fixture = await armed()
    const { promise: asked, resolve: leave } = Promise.withResolvers<undefined>()
    fixture.venue.onSubmit = () => asked
    const late = placed(fixture, 1)
    await fixture.clock.advance(10)
    fixture.venue.onSubmit = () => Promise.resolve()
    if (told === 'venue_restarting') {
      fixture.venue.scriptedOutcomes.push('restarting')
      assert.equal((await placed(fixture, 2)).reject?.code, told)
    } else fixture.venue.orderHeldMs = 2_000
    const sent = fixture.venue.requests.length
    leave(undefined)
    const { result, reject } = await late
    assert.deepEqual([result, reject?.code], ['rejected', told])
    assert.ok((reject?.retryAfterMs ?? 0) > 0)
    assert.equal(fixture.venue.requests.length, sent)
  })

test('INV-47 an order waits for no place in the limits that it has itself taken', async () => {
  const fixture = await armed()
  fixture.venue.onSubmit = () => {
    fixture.venue.orderWaitMs = 25
    return Promise.resolve()
  }
  assert.equal((await placed(fixture, 1)).result, 'accepted')
})

test('INV-16 limits that stop every order stop no cancel', async () => {
  const fixture = await armed()
  const { order } = await placed(fixture, 1)
  assert.ok(order !== null && order.id !== null)
  fixture.venue.orderWaitMs = 60_000
  const answer = fixture.module.orders.cancel([order.id])
  await fixture.clock.advance(100)
  assert.deepEqual((await answer).cancelled, [order.id])
})

test('INV-18 a Cancel All that costs more than the venue lets pass is done by id', async () => {
  const fixture = await armed()
  const first = (await placed(fixture, 1)).order?.id
  const second = (await placed(fixture, 2)).order?.id
  fixture.venue.cancelMode = 'limited'
  const isRead = Promise.withResolvers<void>()
  const openOrders = fixture.venue.account.openOrders.bind(fixture.venue.account)
  fixture.venue.account.openOrders = () => isRead.promise.then(openOrders)
  const answer = fixture.module.orders.cancelAll()
  assert.equal(fixture.venue.cancels.at(-1), 'cancel all', 'one call first, in the same turn')
  await fixture.clock.advance(100)
  assert.deepEqual(fixture.venue.live(), [])
  assert.equal(
    (await placed(fixture, 3)).reject?.code,
    'cancel_under_way',
    'nothing leaves before it is over',
  )
  isRead.resolve()
  await fixture.clock.advance(10_000)
  const result = await answer
  assert.deepEqual(new Set(result.cancelled), new Set([first, second]))
  assert.deepEqual(result.failed, [])
  assert.equal((await placed(fixture, 4)).result, 'accepted', 'a read has shown that nothing else was there')
})

test('INV-20 a cancel of a market that the venue never lets pass names what was cancelled all the same', async () => {
  const fixture = await armed()
  const id = (await placed(fixture, 1)).order?.id
  fixture.venue.cancelMode = 'limited'
  const answer = fixture.module.orders.cancelMarket({ marketId: fixture.market.id })
  await fixture.clock.advance(20_000)
  const result = await answer
  assert.deepEqual(result.cancelled, [id])
  assert.deepEqual(result.failed, [])
})
