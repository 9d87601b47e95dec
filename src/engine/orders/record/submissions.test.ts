// Rows that wait for the disk: nothing is held up, nothing is lost, nothing overtakes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditEntry } from '#ports/audit-log.ts'
import { createSubmissions } from './submissions.ts'
import { createManualClock, silentLog, type ManualClock } from '../../testing/market-fakes.ts'
import { createMemoryAudit, type MemoryAudit } from '../../testing/memory-audit.ts'

type Scene = {
  readonly clock: ManualClock
  readonly audit: MemoryAudit
  readonly recorder: ReturnType<typeof createSubmissions>
  alarms: number
  by: string | null
}

function scene(): Scene {
  const clock = createManualClock()
  const audit = createMemoryAudit(() => clock.now())
  const made: Scene = {
    clock,
    audit,
    alarms: 0,
    by: null,
    recorder: createSubmissions({
      audit,
      clock,
      log: silentLog,
      onUnavailable() {
        made.alarms += 1
      },
      commandBy: () => made.by,
      point() {},
    }),
  }
  return made
}

const row = (clientOrderId: string, kind: AuditEntry['kind'] = 'response'): AuditEntry => ({
  clientOrderId,
  kind,
  action: 'place',
  details: { result: 'accepted' },
})
const ids = (made: Scene): readonly string[] => made.audit.all.map(({ clientOrderId }) => clientOrderId)

describe('recorder', () => {
  test('INV-59 the intent of each action carries the name of the program that commands it, and no other row', () => {
    const made = scene()
    const actions = ['place', 'replace', 'exit', 'hedge', 'cancel', 'cancel_market', 'cancel_all'] as const
    for (const by of ['Grid bot', null]) {
      made.by = by
      for (const action of actions) {
        made.recorder.before([{ ...row(`before ${by} ${action}`, 'intent'), action }])
        made.recorder.after([
          { ...row(`after ${by} ${action}`, 'intent'), action },
          { ...row(`after ${by} ${action}`), action },
        ])
      }
    }
    for (const { clientOrderId, kind, details } of made.audit.all) {
      const isNamed = kind === 'intent' && clientOrderId.includes('Grid bot')
      assert.equal(details['by'], isNamed ? 'Grid bot' : undefined, clientOrderId)
    }
    assert.equal(made.audit.all.length, actions.length * 6)
  })

  test('INV-32 what the disk refuses is written each second until it is in, in order, with its true time', async () => {
    const made = scene()
    made.audit.isBroken = true
    const at = made.clock.now()
    made.recorder.after([row('first')])
    await made.clock.advance(400)
    made.recorder.after([row('second')])
    assert.equal(made.recorder.waiting(), 2)
    await made.clock.advance(5_000)
    made.audit.isBroken = false
    await made.clock.advance(1_000)
    assert.deepEqual(ids(made), ['first', 'second'])
    assert.deepEqual(
      made.audit.all.map(({ details }) => details['happened_at']),
      [at, at + 400],
    )
    assert.equal(made.recorder.waiting(), 0)
    assert.equal(made.clock.timers(), 0)
  })

  test('INV-59 the intents of a program carry its name, also those that wait for the disk; nothing else does', async () => {
    const made = scene()
    made.by = 'Grid bot'
    made.recorder.before([row('first', 'intent'), row('first', 'decision')])
    made.audit.isBroken = true
    made.recorder.after([row('late', 'intent')])
    made.by = null
    made.recorder.after([row('own', 'intent')])
    made.by = 'Another'
    made.audit.isBroken = false
    await made.clock.advance(1_000)
    assert.deepEqual(
      made.audit.all.map(({ clientOrderId, kind, details }) => [clientOrderId, kind, details['by']]),
      [
        ['first', 'intent', 'Grid bot'],
        ['first', 'decision', undefined],
        ['late', 'intent', 'Grid bot'],
        ['own', 'intent', undefined],
      ],
    )
  })

  test('a row written at once carries no second time', () => {
    const made = scene()
    made.recorder.after([row('first')])
    assert.deepEqual(made.audit.all[0]?.details, { result: 'accepted' })
  })

  test('INV-32 nothing is written before what waits: rows for a new order are refused meanwhile', () => {
    const made = scene()
    made.audit.isBroken = true
    made.recorder.after([row('waits')])
    assert.deepEqual(made.recorder.before([row('new', 'intent')]), { ok: false, error: 'unavailable' })
    assert.ok(made.alarms >= 2)
    made.audit.isBroken = false
    assert.ok(made.recorder.before([row('new', 'intent')]).ok)
    assert.deepEqual(ids(made), ['waits', 'new'])
  })

  test('a row that exists already is dropped, not repeated for ever', async () => {
    const made = scene()
    made.recorder.after([row('same')])
    made.recorder.after([row('same')])
    made.audit.isBroken = true
    made.recorder.after([row('same')])
    made.recorder.after([row('other')])
    made.audit.isBroken = false
    await made.clock.advance(1_000)
    assert.deepEqual(ids(made), ['same', 'other'])
    assert.equal(made.recorder.waiting(), 0)
    assert.deepEqual(made.recorder.before([row('same')]), { ok: false, error: 'duplicate' })
  })

  test('a log that throws is a disk that refuses', async () => {
    const made = scene()
    const append = made.audit.append.bind(made.audit)
    made.audit.append = () => {
      throw new Error('disk I/O error')
    }
    made.recorder.after([row('first')])
    assert.equal(made.recorder.waiting(), 1)
    assert.deepEqual(made.recorder.before([row('new')]), { ok: false, error: 'unavailable' })
    made.audit.append = append
    await made.clock.advance(1_000)
    assert.deepEqual(ids(made), ['first'])
  })

  test('stopping writes what waits, if the disk lets it', () => {
    const made = scene()
    made.audit.isBroken = true
    made.recorder.after([row('first')])
    made.audit.isBroken = false
    made.recorder.stop()
    assert.deepEqual(ids(made), ['first'])
    assert.equal(made.clock.timers(), 0)
  })
})
