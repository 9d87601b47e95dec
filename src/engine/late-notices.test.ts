// What is told urgently in every mode, on channels that nobody can switch off: a broken record, and what happened late.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCKED_RULES, SEVERITY } from '#core/notification.ts'
import type { Order, OrderStatus } from '#core/order.ts'
import type { Status } from '#core/trading-state.ts'
import { ok } from '#lib/result.ts'
import { createBus } from './bus.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { startNotificationTriggers } from './notification-triggers.ts'
import { entryOfSigned } from './ledger-entry.ts'
import { intent, whole } from './testing/desk.ts'
import { createHandClock, marketId } from './testing/market-fakes.ts'
import { paperOrderId } from './testing/paper-orders.ts'

function createDesk() {
  const clock = createHandClock()
  const bus = createBus((_, error) => {
    throw error
  })
  const told: NotificationDraft[] = []
  startNotificationTriggers({
    clock,
    bus,
    settings: { read: () => null, write: () => ok(undefined) },
    catalog: { outcome: () => null },
    orders: { order: () => null },
    audit: { story: () => [] },
    history: { list: () => [] },
    record: (drafts) => told.push(...drafts),
  })
  return { clock, bus, told }
}

function foundOrder(status: OrderStatus, filled: number): { readonly order: Order; readonly at: number } {
  const { clientOrderId, outcomeId, side, price, size, timeInForce, postOnly } = intent(1)
  const entry = entryOfSigned(
    {
      clientOrderId,
      orderId: paperOrderId(1),
      outcomeId,
      marketId: marketId(1),
      side,
      price,
      size,
      timeInForce,
      postOnly,
      expiresAt: null,
      replaces: null,
      at: 0,
    },
    0,
    0,
  )
  return { order: { ...entry.order, status, filledSize: whole(filled) }, at: 0 }
}

test('INV-54 INV-55 a broken record and what happened late are urgent, and neither page nor chat can be switched off', () => {
  for (const kind of ['audit_problem', 'late_order'] as const) {
    assert.equal(SEVERITY[kind], 'urgent')
    const locked = LOCKED_RULES.filter((one) => one.kind === kind).map(({ channel }) => channel)
    assert.deepEqual(locked, ['toast', 'chat'])
  }
})

test('INV-55 each late order is told once, urgently, with the order and what became of it; a whole cancel only warns', async () => {
  const desk = createDesk()
  const { order } = foundOrder('live', 0)
  const facts = [
    { what: 'found', ...foundOrder('live', 0) },
    { what: 'cancel_too_late', ...foundOrder('filled', 10) },
    { what: 'overtaken', ...foundOrder('cancelled', 0) },
    { what: 'overtaken', ...foundOrder('filled', 10) },
    { what: 'unconfirmed', ...foundOrder('partially_filled', 4) },
  ] as const
  for (const fact of facts) desk.bus.publish('late_order', fact)
  await desk.clock.advance(0)
  assert.deepEqual(
    desk.told.map(({ kind, severity, clientOrderId }) => [kind, severity, clientOrderId]),
    [undefined, undefined, 'warn', undefined, undefined].map((severity) => [
      'late_order',
      severity,
      order.clientOrderId,
    ]),
  )
  const words = [
    /At the venue after all: BUY 10 at 0\.4, live\. It was taken for rejected/,
    /cancel came too late: BUY 10 at 0\.4 had filled 10 of 10/,
    /it reached the venue and is cancelled there, filled 0 of 10/,
    /it reached the venue and is filled there, filled 10 of 10/,
    /answered before .* BUY 10 at 0\.4: it is partially filled, filled 4 of 10/,
  ]
  for (const [index, pattern] of words.entries()) assert.match(desk.told[index]?.text ?? '', pattern)
  assert.equal(new Set(desk.told.map(({ key }) => key)).size, 4)
})

test('INV-54 a record that cannot be believed is told once until it is well, while SAFE too', async () => {
  const desk = createDesk()
  const text = 'The audit log does not verify: row 3 was changed.'
  const status = (storageProblem: string | null): Status =>
    ({ credentials: { state: 'ready', reason: null }, storageProblem }) as Status
  for (const problem of [null, text, text]) desk.bus.publish('status', status(problem))
  await desk.clock.advance(0)
  assert.deepEqual(
    desk.told.map((draft) => [draft.kind, draft.text]),
    [['audit_problem', text]],
  )
  for (const problem of [null, text]) desk.bus.publish('status', status(problem))
  await desk.clock.advance(0)
  assert.equal(desk.told.length, 2)
})
