// An answer that comes after the placement was given up: it settles the order with what it says, never with less.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientId, createDesk, intent } from '../testing/desk.ts'
import type { Desk } from '../testing/desk.ts'
import type { Fate } from '../testing/fake-orders.ts'

/** Places an order whose answer comes 20 s later, long after it was told as unknown. */
async function late(fate: Fate): Promise<Desk> {
  const desk = createDesk()
  await desk.open()
  desk.venue.onSubmit = async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    desk.clock.after(20_000, () => {
      resolve(undefined)
    })
    await promise
  }
  desk.venue.fates.push(fate)
  const answer = desk.side.orders.place(intent(1))
  await desk.clock.advance(16_000)
  const placed = await answer
  assert.ok(placed.ok)
  assert.equal(placed.value.result, 'unknown')
  await desk.clock.advance(5_000)
  return desk
}

test('[INV-05] a refusal after the deadline is the order’s end, with the venue’s own reason', async () => {
  const desk = await late('refused')
  assert.equal(desk.side.orders.byClientOrderId(clientId(1))?.status, 'rejected')
  const reconcile = desk.audit.all.find(({ kind }) => kind === 'reconcile')
  assert.deepEqual([reconcile?.details['result'], reconcile?.details['code']], ['rejected', 'venue_rejected'])
  const again = await desk.side.orders.place(intent(1))
  assert.ok(again.ok && again.value.replayed)
  assert.equal(desk.side.risk.usage().maxOpenOrders, 0)
})

test('[INV-05] an acceptance after the deadline is the order’s truth', async () => {
  const desk = await late('live')
  assert.equal(desk.side.orders.byClientOrderId(clientId(1))?.status, 'live')
  const reconcile = desk.audit.all.find(({ kind }) => kind === 'reconcile')
  assert.deepEqual([reconcile?.details['result'], reconcile?.details['code']], ['accepted', undefined])
})
