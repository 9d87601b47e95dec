import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditRow } from '../../platform/api/client.ts'
import { pricesIn } from '../settings/prices.ts'
import { dailyParts } from './daily-parts.ts'

const row = (
  seq: number,
  id: string,
  kind: AuditRow['kind'],
  details: Readonly<Record<string, unknown>>,
): AuditRow => ({
  seq,
  at: Date.parse('2026-11-20T12:00:00.000Z'),
  clientOrderId: id,
  kind,
  action: 'place',
  details,
  previousHash: '',
  hash: '',
})
const PLAIN = pricesIn('price')
const buy = { side: 'BUY', price: '0.5', size: '10' }

test('buys count with price times size, sales and proven refusals do not', () => {
  const rows = [
    row(1, 'a', 'signed', buy),
    row(2, 'a', 'response', { result: 'accepted' }),
    row(3, 'b', 'signed', { ...buy, side: 'SELL' }),
    row(4, 'c', 'signed', buy),
    row(5, 'c', 'response', { result: 'rejected' }),
    row(6, 'd', 'signed', { ...buy, price: '0.25' }),
    row(7, 'd', 'response', { result: 'unknown' }),
  ]
  const parts = dailyParts(rows, PLAIN)
  assert.deepEqual(
    parts.map(({ id, amount }) => [id, amount]),
    [
      ['d', 2_500_000n],
      ['a', 5_000_000n],
    ],
  )
})

test('the last word counts: a refusal that was found at the venue counts again', () => {
  const signed = row(1, 'a', 'signed', buy)
  const refused = row(2, 'a', 'response', { result: 'rejected' })
  assert.equal(dailyParts([signed, refused], PLAIN).length, 0)
  assert.equal(
    dailyParts([row(3, 'a', 'reconcile', { result: 'accepted' }), refused, signed], PLAIN).length,
    1,
  )
})
