import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_CHOICE, exportAddress, figuresChoice, journalQueryOf } from './journal-text.ts'

const NOW = Date.parse('2026-11-24T04:20:30.000Z')

test('what is left open is not asked for, nor a day that is not whole', () => {
  assert.deepEqual(journalQueryOf(NO_CHOICE), {})
  const choice = {
    ...NO_CHOICE,
    day: '2026-11',
    hour: '0',
    latency: { of: 'wire_to_answer', place: 3 } as const,
  }
  assert.deepEqual(journalQueryOf(choice), { hour: '0', latency: 'wire_to_answer', latencyClass: 3 })
})

test('the figures stay when the fills behind one are opened', () => {
  const choice = { ...NO_CHOICE, tag: 'late', measure: 'mark_10s', roundTrip: 't1' } as const
  assert.deepEqual(journalQueryOf(figuresChoice(choice)), { tag: 'late' })
})

test('a file has the filters of the page', () => {
  assert.equal(
    exportAddress({ ...NO_CHOICE, tag: 'news & co' }, 'round_trips', 'parquet', NOW),
    '/api/journal/export?what=round_trips&format=parquet&tag=news+%26+co',
  )
})

test('a file of the recording is of the day and hour that are chosen, else of the last hour', () => {
  const span = (choice: Partial<typeof NO_CHOICE>): readonly (string | null)[] => {
    const address = exportAddress({ ...NO_CHOICE, tag: 'x', ...choice }, 'book_tops', 'csv', NOW)
    const query = new URLSearchParams(address.split('?')[1])
    assert.deepEqual([query.get('what'), query.get('tag')], ['book_tops', null])
    return [query.get('from'), query.get('to'), query.get('market_id')]
  }
  assert.deepEqual(span({}), ['2026-11-24T03:20:30.000Z', '2026-11-24T04:20:30.000Z', null])
  assert.deepEqual(span({ day: '2026-11-20', market: 'pm:1' }), [
    '2026-11-20T00:00:00.000Z',
    '2026-11-21T00:00:00.000Z',
    'pm:1',
  ])
  assert.deepEqual(span({ day: '2026-11-20', hour: '23' }).slice(0, 2), [
    '2026-11-20T23:00:00.000Z',
    '2026-11-21T00:00:00.000Z',
  ])
  assert.deepEqual(span({ hour: '2' }).slice(0, 2), ['2026-11-24T02:00:00.000Z', '2026-11-24T03:00:00.000Z'])
})
