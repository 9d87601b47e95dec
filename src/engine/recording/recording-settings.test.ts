// A choice on the page wins over the environment, in this run and the next, and is in the audit log before it is in
// force.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RecordingSettings } from '#core/recording/recording-settings.ts'
import { err, ok } from '#lib/result.ts'
import type { AuditEntry } from '#ports/audit-log.ts'
import type { SettingsStore } from '#ports/stores.ts'
import { createRecordingChoice, keptRecordingSettings } from './recording-settings.ts'

const DEFAULTS: RecordingSettings = { mode: 'on', gigabytes: 2, days: 30 }
const CHOSEN: RecordingSettings = { mode: 'armed', gigabytes: 5, days: 7 }

function setUp(refuses: 'audit' | 'store' | null = null) {
  const kept = new Map<string, string>()
  const order: string[] = []
  const rows: AuditEntry[] = []
  const store: SettingsStore = {
    read: (name) => kept.get(name) ?? null,
    write(name, json) {
      if (refuses === 'store') return err('storage_refused')
      order.push('kept')
      kept.set(name, json)
      return ok(undefined)
    },
  }
  const create = () =>
    createRecordingChoice({
      store,
      audit: {
        append(entries) {
          if (refuses === 'audit') return err('unavailable')
          order.push('row')
          rows.push(...entries)
          return ok([])
        },
      },
      random: { uuidV7: () => '01890a5d-ac96-774b-8cce-000000000001' },
      defaults: DEFAULTS,
      apply: ({ mode }) => void order.push(mode),
    })
  return { create, kept, order, rows, store }
}

describe('what is recorded', () => {
  test('is as the environment says until it is chosen; a choice is written down, kept and then in force', () => {
    const { create, order, rows } = setUp()
    const choice = create()
    assert.deepEqual([choice.read(), choice.defaults], [DEFAULTS, DEFAULTS])
    assert.ok(choice.write(CHOSEN).ok)
    assert.deepEqual(order, ['row', 'kept', 'armed'])
    assert.deepEqual(
      rows.map(({ kind, action, details }) => [kind, action, details]),
      [['intent', 'recording_settings', { from: DEFAULTS, to: CHOSEN }]],
    )
    assert.deepEqual([choice.read(), create().read()], [CHOSEN, CHOSEN])
  })

  for (const refuses of ['audit', 'store'] as const)
    test(`stays as it is where the ${refuses} does not take the change`, () => {
      const { create, order } = setUp(refuses)
      const choice = create()
      assert.deepEqual(choice.write(CHOSEN), err('storage_refused'))
      assert.deepEqual(choice.read(), DEFAULTS)
      assert.equal(order.includes('armed'), false)
    })

  test('is as the environment says where what was kept cannot be read', () => {
    const { kept, store } = setUp()
    for (const text of [
      '{',
      'null',
      '{}',
      '{"mode":"always","gigabytes":1,"days":1}',
      '{"mode":"on","gigabytes":0,"days":1}',
      '{"mode":"on","gigabytes":1,"days":1.5}',
    ]) {
      kept.set('recording', text)
      assert.equal(keptRecordingSettings(store), null, text)
    }
  })
})
