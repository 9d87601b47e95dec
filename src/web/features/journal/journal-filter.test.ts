import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_CHOICE, exportAddress, figuresChoice, journalQueryOf } from './journal-text.ts'

test('what is left open is not asked for, nor a day that is not whole', () => {
  assert.deepEqual(journalQueryOf(NO_CHOICE), {})
  assert.deepEqual(journalQueryOf({ ...NO_CHOICE, day: '2026-11', hour: '0' }), { hour: '0' })
})

test('the figures stay when the fills behind one are opened', () => {
  const choice = { ...NO_CHOICE, tag: 'late', measure: 'mark_10s', roundTrip: 't1' } as const
  assert.deepEqual(journalQueryOf(figuresChoice(choice)), { tag: 'late' })
})

test('a file has the filters of the page', () => {
  assert.equal(
    exportAddress({ ...NO_CHOICE, tag: 'news & co' }, 'round_trips'),
    '/api/journal/export?what=round_trips&tag=news+%26+co',
  )
})
