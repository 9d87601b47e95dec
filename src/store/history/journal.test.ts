import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutcomeId } from '#core/ids.ts'
import type { FillMeasure } from '#core/journal/fill-measures.ts'
import { micros } from '#core/money.ts'
import { createJournalStore } from './journal.ts'
import { openMemory } from '../schema.ts'
import { silentLog } from '../testing/temporary.ts'

const MEASURE: FillMeasure = {
  press: null,
  atFill: null,
  marks: { '1s': 9_200 },
  pressToWire: 1.5,
  wireToAnswer: null,
  answerToFill: -3,
  queueAhead: micros(12_345_678_901_234_567n),
  timeInForce: 'FAK',
}

test('what was seen of a fill is read as it was written; of too many the oldest go', () => {
  const store = createJournalStore(openMemory({ installId: '', now: 0 }), silentLog, 2)
  const payouts = new Map([['pm:2' as OutcomeId, micros(1_000_000n)]])
  const measured = [3, 1, 2].map((at) => ({ key: `t${at}`, at, measure: MEASURE }))
  assert.ok(store.write(measured, payouts).ok)
  assert.deepEqual(
    store.measures().map(({ key }) => key),
    ['t2', 't3'],
  )
  assert.deepEqual(store.measures()[0]?.measure, MEASURE)
  assert.deepEqual(store.payouts(), payouts)
})

test('a note is written, replaced and, once empty, removed', () => {
  const sqlite = openMemory({ installId: '', now: 0 })
  const store = createJournalStore(sqlite, silentLog)
  assert.ok(store.writeNote({ key: 'a', text: 'late', tags: ['news'] }).ok)
  assert.ok(store.writeNote({ key: 'a', text: 'too late', tags: ['news', 'nba'] }).ok)
  assert.deepEqual(store.notes(), [{ key: 'a', text: 'too late', tags: ['news', 'nba'] }])
  assert.ok(store.writeNote({ key: 'a', text: '', tags: [] }).ok)
  assert.deepEqual(store.notes(), [])
  sqlite.exec('PRAGMA query_only = on')
  assert.deepEqual(store.writeNote({ key: 'a', text: 'x', tags: [] }), {
    ok: false,
    error: 'storage_refused',
  })
})
