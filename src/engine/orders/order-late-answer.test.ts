// An answer that comes after the placement was given up: it settles the order with what it says, never with less.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientId, createTradingFixture, intent, type TradingFixture } from '../testing/trading-fixture.ts'
import type { ScriptedOutcome } from '../testing/fake-orders.ts'

/** Places an order whose answer comes 20 s later, long after it was reported as unknown. */
async function late(scripted: ScriptedOutcome): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  await fixture.open()
  fixture.venue.onSubmit = async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    fixture.clock.after(20_000, () => {
      resolve(undefined)
    })
    await promise
  }
  fixture.venue.scriptedOutcomes.push(scripted)
  const answer = fixture.module.orders.place(intent(1))
  await fixture.clock.advance(16_000)
  const placed = await answer
  assert.ok(placed.ok)
  assert.equal(placed.value.result, 'unknown')
  await fixture.clock.advance(5_000)
  return fixture
}

test('INV-05 a refusal after the deadline is the order’s end, with the venue’s own reason', async () => {
  const fixture = await late('refused')
  assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'rejected')
  const reconcile = fixture.audit.all.find(({ kind }) => kind === 'reconcile')
  assert.deepEqual([reconcile?.details['result'], reconcile?.details['code']], ['rejected', 'venue_rejected'])
  const again = await fixture.module.orders.place(intent(1))
  assert.ok(again.ok && again.value.replayed)
  assert.equal(fixture.module.risk.usage().maxOpenOrders, 0)
})

test('INV-05 an acceptance after the deadline is the order’s truth', async () => {
  const fixture = await late('live')
  assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'live')
  const reconcile = fixture.audit.all.find(({ kind }) => kind === 'reconcile')
  assert.deepEqual([reconcile?.details['result'], reconcile?.details['code']], ['accepted', undefined])
})
