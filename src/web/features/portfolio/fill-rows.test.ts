import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fill } from '../../platform/api/client.ts'
import { fillRows, NO_FILL_FILTER, outcomesOf, passesFillFilter } from './fill-rows.ts'
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
  const rows = fillRows([fill('2'), fill('1')], [fill('3'), fill('2', { status: 'confirmed' })], '')
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

test('side, role and state filter; retried and mined fills are settling', () => {
  const passes = (fields: Partial<WireFill>, filter: Partial<typeof NO_FILL_FILTER>) =>
    passesFillFilter(fill('1', fields), { ...NO_FILL_FILTER, ...filter })
  assert.ok(passes({}, {}))
  assert.ok(!passes({}, { side: 'SELL' }))
  assert.ok(!passes({}, { role: 'maker' }))
  for (const status of ['matched', 'mined', 'retrying'] as const)
    assert.ok(passes({ status }, { state: 'settling' }))
  assert.ok(passes({ status: 'confirmed' }, { state: 'settled' }))
  assert.ok(passes({ status: 'failed' }, { state: 'taken back' }))
  assert.ok(!passes({ status: 'failed' }, { state: 'settled' }))
})

test('outcomes are named once each', () => {
  assert.deepEqual(
    outcomesOf([fill('1'), fill('2'), fill('3', { outcome_id: 'pm:2', outcome_name: 'No' })]),
    [
      ['pm:2', 'No, Rain tomorrow? \u00b7 Weather'],
      ['pm:1', 'Yes, Rain tomorrow? \u00b7 Weather'],
    ],
  )
})
