// What is told urgently in every mode, on channels that nobody can switch off: a broken record, and what happened late.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCKED_RULES, SEVERITY } from '#core/notification.ts'
import type { Status } from '#core/trading-state.ts'
import { ok } from '#lib/result.ts'
import { createBus } from './bus.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { startNotificationTriggers } from './notification-triggers.ts'
import { createHandClock } from './testing/market-fakes.ts'

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

test('INV-54 INV-55 a broken record and what happened late are urgent, and neither page nor chat can be switched off', () => {
  for (const kind of ['audit_problem', 'late_order'] as const) {
    assert.equal(SEVERITY[kind], 'urgent')
    const locked = LOCKED_RULES.filter((one) => one.kind === kind).map(({ channel }) => channel)
    assert.deepEqual(locked, ['toast', 'chat'])
  }
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
