// A price that is none makes no order, and yet a command: recorded, refused with its reason, and its id is used up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnpricedCommand } from '../contract.ts'
import { armed } from '../../testing/armed-fixture.ts'
import { clientId, intent, price, whole } from '../../testing/trading-fixture.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

const place = (text: string): UnpricedCommand => ({ action: 'place', intent: { ...intent(1), price: text } })
const replace = (text: string): UnpricedCommand => ({
  action: 'replace',
  intent: {
    clientOrderId: clientId(1),
    orderId: fakeOrderId(7),
    price: text,
    size: whole(5),
    postOnly: false,
  },
})

for (const [what, command, action] of [
  ['a place', place, 'place'],
  ['a replace', replace, 'replace'],
] as const) {
  test(`INV-08 ${what} with a price that is none has its rows, a reason that names it, and an id that is used up`, async () => {
    const fixture = await armed()
    const first = await fixture.module.orders.unpriced(command('1.1'))
    assert.ok(first.ok)
    assert.deepEqual([first.value.result, first.value.reject?.code], ['rejected', 'invalid_price'])
    assert.match(first.value.reject?.message ?? '', /^The price 1\.1 must lie between 0 and 1/)
    assert.deepEqual(
      fixture.audit.orderHistory(clientId(1)).map((row) => [row.kind, row.action, row.details['price']]),
      [
        ['intent', action, '1.1'],
        ['decision', action, undefined],
      ],
    )
    for (const run of ['this run', 'the next']) {
      const again = await fixture.module.orders.unpriced(command('1.1'))
      assert.ok(again.ok && again.value.replayed, run)
      assert.deepEqual([again.value.result, again.value.reject?.code], ['rejected', 'invalid_price'])
      assert.deepEqual(await fixture.module.orders.unpriced(command('1.2')), {
        ok: false,
        error: 'idempotency_conflict',
      })
      assert.deepEqual(await fixture.module.orders.place({ ...intent(1), price: price(4_000) }), {
        ok: false,
        error: 'idempotency_conflict',
      })
      await fixture.restart()
    }
    assert.equal(fixture.audit.orderHistory(clientId(1)).length, 2)
    assert.deepEqual(fixture.venue.requests, [])
  })
}

test('INV-32 what cannot be recorded is refused for that, and a closed gate is reported first', async () => {
  const fixture = await armed()
  fixture.module.trading.disarm('user')
  const safe = await fixture.module.orders.unpriced(place('0'))
  assert.equal(safe.ok && safe.value.reject?.code, 'safe_mode')
  fixture.audit.isBroken = true
  const other = { ...intent(2), price: '0' }
  const unwritten = await fixture.module.orders.unpriced({ action: 'place', intent: other })
  assert.equal(unwritten.ok && unwritten.value.reject?.code, 'audit_unavailable')
})
