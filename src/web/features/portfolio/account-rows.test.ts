import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fill } from '../../platform/api/client.ts'
import { fillRows, kindText } from './account-rows.ts'
import { sampleFill } from './testing/samples.ts'
import type { WireFill } from './testing/samples.ts'

const fill = (id: string, fields: Partial<WireFill> = {}): Fill =>
  sampleFill({
    id,
    outcome_id: 'pm:1',
    outcome_name: 'Yes',
    event_title: 'Weather',
    market_title: 'Rain tomorrow?',
    side: 'BUY',
    role: 'taker',
    status: 'matched',
    at: `2026-11-20T12:00:0${id}.000Z`,
    ...fields,
  })

test('a fill that is read and received live is one row, in its live state, newest first', () => {
  const rows = fillRows([fill('2'), fill('1')], [fill('3'), fill('2', { status: 'confirmed' })], null)
  assert.deepEqual(
    rows.map(({ id, status }) => [id, status]),
    [
      ['3', 'matched'],
      ['2', 'confirmed'],
      ['1', 'matched'],
    ],
  )
})

test('live fills of other outcomes do not pass a filter', () => {
  assert.deepEqual(
    fillRows([], [fill('1'), fill('2', { outcome_id: 'pm:2' })], 'pm:2').map(({ id }) => id),
    ['2'],
  )
})

test('an unknown kind is shown in the venue\u2019s word', () => {
  assert.equal(kindText({ kind: 'trade', venueKind: 'TRADE' }), 'trade')
  assert.equal(kindText({ kind: 'other', venueKind: 'MAKER_REBATE' }), 'maker rebate')
  assert.equal(kindText({ kind: 'other', venueKind: '' }), 'other')
})
