import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditRow, ListedAuditRow } from '../../platform/api/client.ts'
import { pricesIn } from '../settings/prices.ts'
import { flattenDetails, groupHistories } from './stages.ts'

const PLAIN = pricesIn('price')

function rowOf(
  seq: number,
  id: string,
  kind: AuditRow['kind'],
  details: Record<string, unknown> = {},
  place: ListedAuditRow['place'] = null,
): ListedAuditRow {
  return {
    seq,
    at: Date.parse(`2026-11-20T20:18:00.${String(100 + seq)}Z`),
    clientOrderId: id,
    kind,
    action: 'place',
    details,
    previousHash: '',
    hash: '',
    place,
  }
}

test('rows in any order become order histories: newest history first, oldest row first, each row once', () => {
  const rows = [
    rowOf(4, 'b', 'intent'),
    rowOf(3, 'a', 'response'),
    rowOf(1, 'a', 'intent'),
    rowOf(3, 'a', 'response'),
  ]
  const histories = groupHistories(rows, PLAIN)
  assert.deepEqual(
    histories.map((history) => [history.clientOrderId, history.rows.map((row) => row.seq)]),
    [
      ['b', [4]],
      ['a', [1, 3]],
    ],
  )
  assert.equal(histories[1]?.durationMs, 2)
})

test('details are flat, named by their path, and empty ones are left out', () => {
  assert.deepEqual(flattenDetails({ a: { b: 1, c: null }, d: ['x'], e: 'text', f: false }), [
    ['a.b', '1'],
    ['d', '["x"]'],
    ['e', 'text'],
    ['f', 'false'],
  ])
})

test('a history says where it happened and how it ended: by the last row that decides anything', () => {
  const place = { outcomeName: 'Lakers', marketTitle: 'Spread', eventTitle: 'Lakers vs. Celtics' }
  const resultOf = (...rows: ListedAuditRow[]) => {
    const [history] = groupHistories(rows, PLAIN)
    return [history?.result.text, history?.result.isBad]
  }
  const asked = rowOf(1, 'a', 'intent', {}, place)
  const allowed = rowOf(2, 'a', 'decision', { result: 'allowed' })
  const unknown = rowOf(4, 'a', 'response', { result: 'unknown', reason: 'timeout' })
  assert.equal(groupHistories([asked], PLAIN)[0]?.place, 'Lakers \u00b7 Spread \u00b7 Lakers vs. Celtics')
  assert.equal(groupHistories([allowed], PLAIN)[0]?.place, null)
  assert.deepEqual(resultOf(asked, allowed), ['no answer', false])
  assert.deepEqual(resultOf(asked, rowOf(2, 'a', 'decision', { result: 'refused', code: 'price_band' })), [
    'refused: price band',
    true,
  ])
  assert.deepEqual(resultOf(asked, allowed, unknown), ['unknown: timeout', true])
  const found = rowOf(5, 'a', 'reconcile', { result: 'accepted', status: 'partially_filled' })
  assert.deepEqual(resultOf(asked, allowed, unknown, found), ['accepted, partially filled', false])
  const cancelled = (details: Record<string, unknown>) => rowOf(3, 'c', 'response', details)
  assert.deepEqual(resultOf(cancelled({ cancelled: ['1', '2'], queued: [], failed: [] })), [
    '2 cancelled',
    false,
  ])
  assert.deepEqual(resultOf(cancelled({ cancelled: ['1'], queued: [], failed: [{}] })), [
    '1 cancelled, 1 failed',
    true,
  ])
  assert.deepEqual(resultOf(cancelled({ cancelled: [], queued: [], failed: [] })), [
    'nothing to cancel',
    false,
  ])
})
