// The venue's limits: an order that it would refuse is refused here without a call, and no cancel is ever held up by them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlaceResult } from '../orders/contract.ts'
import { createDesk, intent } from '../testing/desk.ts'
import type { Desk } from '../testing/desk.ts'

async function armed(): Promise<Desk> {
  const desk = createDesk()
  await desk.open()
  return desk
}

async function placed(desk: Desk, number: number): Promise<PlaceResult> {
  const result = await desk.side.orders.place(intent(number))
  assert.ok(result.ok)
  return result.value
}

test('[INV-47] an order over the venue’s limits is refused with the wait, recorded, and never leaves', async () => {
  const desk = await armed()
  desk.venue.orderWaitMs = 700
  const { result, reject } = await placed(desk, 1)
  assert.equal(result, 'rejected')
  assert.deepEqual([reject?.code, reject?.retryAfterMs], ['venue_rate_limited', 700])
  assert.deepEqual(desk.venue.requests, [])
  const kinds = desk.audit.all.map(({ kind }) => kind)
  assert.deepEqual(kinds, ['intent', 'decision'])
  const preview = await desk.side.preview(intent(2))
  assert.equal(preview.reject?.code, 'venue_rate_limited')
  desk.venue.orderWaitMs = 0
  assert.equal((await placed(desk, 3)).result, 'accepted')
})

test('[INV-16] limits that stop every order stop no cancel', async () => {
  const desk = await armed()
  const { order } = await placed(desk, 1)
  assert.ok(order !== null && order.id !== null)
  desk.venue.orderWaitMs = 60_000
  const answer = desk.side.orders.cancel([order.id])
  await desk.clock.advance(100)
  assert.deepEqual((await answer).cancelled, [order.id])
})

test('[INV-18] a Cancel All that costs more than the venue lets pass is done by id', async () => {
  const desk = await armed()
  const first = (await placed(desk, 1)).order?.id
  const second = (await placed(desk, 2)).order?.id
  desk.venue.cancelMode = 'limited'
  const answer = desk.side.orders.cancelAll()
  assert.equal(desk.venue.cancels.at(-1), 'cancel all', 'one call first, in the same turn')
  await desk.clock.advance(100)
  assert.deepEqual(desk.venue.live(), [])
  assert.equal((await placed(desk, 3)).reject?.code, 'safe_mode', 'nothing leaves before it is over')
  desk.venue.cancelMode = 'ok'
  await desk.clock.advance(10_000)
  const result = await answer
  assert.deepEqual(new Set(result.cancelled), new Set([first, second]))
  assert.deepEqual(result.failed, [])
})

test('[INV-20] a cancel of a market that the venue never lets pass names what was cancelled all the same', async () => {
  const desk = await armed()
  const id = (await placed(desk, 1)).order?.id
  desk.venue.cancelMode = 'limited'
  const answer = desk.side.orders.cancelMarket({ marketId: desk.market.id })
  await desk.clock.advance(20_000)
  const result = await answer
  assert.deepEqual(result.cancelled, [id])
  assert.deepEqual(result.failed, [])
})
