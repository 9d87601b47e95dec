import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditRow } from '../../platform/api/client.ts'
import { auditQueryOf, exportAddress, NO_FILTER } from '../../features/audit/audit-filter.ts'
import { stagesOf } from './stages.ts'
import { pricesIn } from '../settings/prices.ts'

const PLAIN = pricesIn('price')

function row(seq: number, ms: number, kind: AuditRow['kind'], details: Record<string, unknown>): AuditRow {
  return {
    seq,
    at: ms,
    clientOrderId: 'c',
    kind,
    action: 'place',
    details,
    previousHash: `h${seq - 1}`,
    hash: `h${seq}`,
  }
}

const INTENT = row(1, 100, 'intent', {
  body: '["place"]',
  side: 'BUY',
  price: '0.57',
  size: '10',
  time_in_force: 'GTC',
  post_only: true,
  evidence: { best_bid: '0.56', best_ask: null, book_seq: 7, book_age_ms: 40 },
})

test('stages are in the order of the log with the milliseconds between them', () => {
  const stages = stagesOf(
    [
      row(3, 112, 'response', { result: 'accepted', status: 'live', order_id: 'pm:0x1' }),
      INTENT,
      row(2, 105, 'decision', { result: 'allowed' }),
    ],
    PLAIN,
  )
  assert.deepEqual(
    stages.map((stage) => [stage.word, stage.sinceMs, stage.summary]),
    [
      ['asked', null, 'place: buy 10 at 0.57, GTC post-only'],
      ['checked', 5, 'within all limits'],
      ['venue answered', 7, 'accepted, live'],
    ],
  )
})

test('what the trader saw when clicking is among its facts', () => {
  assert.deepEqual(stagesOf([INTENT], PLAIN)[0]?.facts, [
    ['seen best_bid', '0.56'],
    ['seen book_seq', '7'],
    ['seen book_age_ms', '40'],
  ])
  assert.deepEqual(stagesOf([row(1, 0, 'intent', { evidence: null })], PLAIN)[0]?.facts, [])
})

test('a refusal shows its code, its words and its figures; an unknown answer is marked', () => {
  const [refused, unknown] = stagesOf(
    [
      row(1, 0, 'decision', { result: 'refused', code: 'price_band', message: 'Too far.', limit: '0.7' }),
      row(2, 0, 'response', { result: 'unknown', reason: 'timeout' }),
    ],
    PLAIN,
  )
  assert.deepEqual([refused?.code, refused?.summary, refused?.isBad], ['price_band', 'Too far.', true])
  assert.deepEqual(refused?.facts, [['limit', '0.7']])
  assert.deepEqual([unknown?.summary, unknown?.isBad], ['unknown: timeout', true])
})

test('the prices of a row are said in the format of the page', () => {
  const cents = pricesIn('cents')
  const [asked] = stagesOf([INTENT], cents)
  assert.equal(asked?.summary, 'place: buy 10 at 57c, GTC post-only')
  assert.deepEqual(asked.facts[0], ['seen best_bid', '56c'])
  const message = 'At most 0.67.'
  const prices = [{ at: 8, price: '0.67', tick_size: '0.01', kind: 'price' }]
  const refused = row(1, 0, 'decision', { result: 'refused', code: 'price_band', message, prices })
  assert.equal(stagesOf([refused], cents)[0]?.summary, 'At most 67c.')
  assert.deepEqual(stagesOf([refused], cents)[0]?.facts, [])
})

test('the list and the download ask for the same rows, days as whole days in UTC', () => {
  assert.deepEqual(auditQueryOf(NO_FILTER), { clientOrderId: '', from: '', to: '' })
  assert.equal(exportAddress(NO_FILTER, 'jsonl'), '/api/export/audit.jsonl')
  const filter = { clientOrderId: ' c-1 ', from: '2026-11-20', to: '2026-11-21' } as const
  assert.deepEqual(auditQueryOf(filter), {
    clientOrderId: 'c-1',
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-21T23:59:59.999Z',
  })
  assert.equal(
    new URL(exportAddress(filter, 'csv'), 'http://localhost').searchParams.get('to'),
    '2026-11-21T23:59:59.999Z',
  )
})
