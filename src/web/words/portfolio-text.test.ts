import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { Status } from '../platform/api/client.ts'
import { pricesIn } from '../data/settings/prices.ts'
import {
  accountText,
  exactText,
  missingText,
  resultText,
  sharesText,
  shortAverage,
  shortDay,
  staleText,
} from './portfolio-text.ts'
import { exitText, leftText, shareOfExposure } from './position-text.ts'
import { summaryWarnings } from './summary-text.ts'
import { samplePosition, sampleSummary } from '../features/portfolio/testing/samples.ts'

const NOW = Date.parse('2026-11-20T12:00:05.000Z')

const status = (credentials: Partial<Status['credentials']>): Status =>
  ({
    credentials: {
      state: 'ready',
      reason: null,
      signerAddress: '0x1',
      walletAddress: '0x2',
      scopes: [],
      validUntil: null,
      nextRetryAt: null,
      ...credentials,
    },
  }) as unknown as Status

test('what is missing is named together with the setting that fixes it', () => {
  assert.equal(missingText(null), null)
  assert.equal(missingText(status({})), null)
  assert.match(missingText(status({ walletAddress: null, state: 'none' }))?.how ?? '', /VENUE_WALLET_ADDRESS/)
  assert.match(missingText(status({ state: 'none' }))?.how ?? '', /VENUE_SESSION_KEY/)
  const failed = missingText(status({ state: 'failed', reason: 'auth_rejected' }))
  assert.match(failed?.what ?? '', /auth rejected/)
  assert.match(failed?.how ?? '', /sesame doctor/)
})

test('a whole and present summary warns of nothing; each defect is a sentence', () => {
  assert.deepEqual(summaryWarnings(sampleSummary(), true, NOW), [])
  const said = summaryWarnings(
    sampleSummary({
      cash: null,
      positions_complete: false,
      positions_problem: 'Read 20 pages of more.',
      stale_positions: 1,
      positions_without_mark: 2,
      unread_rows: 3,
      allowances_ok: false,
    }),
    false,
    NOW,
  ).join('\n')
  for (const words of [
    /5 s old/,
    /may hold more than shown.*Read 20 pages/,
    /Cash has not been read/,
    /1 position valued from a stale book/,
    /2 positions without any price/,
    /3 rows/,
    /Allowances/,
  ])
    assert.match(said, words)
})

/** At 0.55. */
function sale(shares: number) {
  const price = parsePrice('0.55')
  assert.ok(price !== null)
  return { timeInForce: 'FAK', price, size: micros(BigInt(shares) * 1_000_000n) } as const
}

test('what an exit leaves is shown with its reasons', () => {
  const held = samplePosition({ size: '12.007', reserved_size: '2', settling_size: '0' })
  assert.equal(leftText(samplePosition(), sale(10), true), null)
  assert.equal(
    leftText(samplePosition({ size: '10.007' }), sale(10), true),
    '0.007 shares left: less than 0.01 shares cannot be sold.',
  )
  assert.match(leftText(held, sale(10), true) ?? '', /^2\.007 shares left: 2 in open sells/)
})

test('an exit that leaves less than costs whole cents says so', () => {
  assert.equal(
    leftText(samplePosition({ size: '10.17' }), sale(10), true),
    '0.17 shares left: the venue takes whole cents: at this limit, multiples of 0.2 shares; below the 5-share minimum, ' +
      'sellable only at the bids.',
  )
})

test('an exit that the bids do not take whole says so, a chosen part does not', () => {
  const sold = sale(4)
  assert.match(
    leftText(samplePosition(), sold, true) ?? '',
    /^6 shares left: no more bids down to the limit price/,
  )
  assert.equal(leftText(samplePosition(), sold, false), '6 shares left.')
})

test('shares, exit and marks say what is not the plain case', () => {
  assert.deepEqual(sharesText(samplePosition({ size: '80', settling_size: '-20' })), {
    size: '80',
    settling: '\u221220 settling',
  })
  assert.equal(
    sharesText(samplePosition({ size: '20', settling_size: '20', overdue_size: '20' })).settling,
    '+20 not settled, overdue',
  )
  assert.equal(sharesText(samplePosition()).settling, null)
  assert.equal(exitText(samplePosition()), 'full')
  assert.equal(
    exitText(samplePosition({ exit_complete: false, exit_missing_size: '4' })),
    'partial, 4 missing',
  )
  assert.equal(exitText(samplePosition({ exit_value: null })), 'no bids')
  assert.equal(pricesIn('price').value(micros(600_000n), 100), '0.60')
  assert.equal(pricesIn('price').value(micros(123_456n), 100), '0.123456')
  assert.equal(pricesIn('cents').value(micros(123_456n), 100), '12.3456c')
  assert.equal(staleText(samplePosition()), null)
  const staleFor = (reason: string) => staleText(samplePosition({ stale: true, stale_reason: reason }))
  assert.equal(staleFor('feed_down'), 'market feed down')
  assert.equal(staleFor('a_new_reason'), 'feed stale')
})

test('a day of this year goes without the year', () => {
  const at = Date.parse('2026-03-05T12:00:00.000Z')
  assert.match(shortDay(at, NOW), /^5 Mar, \d\d:00$/)
  assert.match(shortDay(Date.parse('2025-03-05T12:00:00.000Z'), NOW), /^5 Mar 2025, /)
})

test('the share of the exposure is cut, not rounded up', () => {
  assert.equal(shareOfExposure(micros(1_999_000n), micros(10_000_000n)), '19 %')
  assert.equal(shareOfExposure(micros(5_000_000n), ZERO), null)
  assert.equal(shareOfExposure(micros(5_000_000n), null), null)
})

test('the tooltip of the figures in the frame has them exactly, and as of when', () => {
  const words = accountText(sampleSummary(), true)
  for (const part of ['Cash ', ', free ', 'Exposure at cost ', ' est., at the best bids', 'As of '])
    assert.ok(words.includes(part), part)
  assert.ok(!words.includes('not current'))
  assert.match(accountText(sampleSummary(), false), /not current: the link is lost/)
})

test('an average stands in a narrow place to the hundredth of a cent, with the whole of it beside', () => {
  const cents = pricesIn('cents')
  assert.equal(shortAverage(cents, micros(718_236n)), '71.82c')
  assert.equal(shortAverage(cents, micros(718_250n)), '71.83c')
  assert.equal(shortAverage(pricesIn('price'), micros(412_000n)), '0.412')
  const position = samplePosition({ average_price: '0.718236', unrealised_pnl: '-0.18236' })
  assert.equal(exactText(position, cents), '71.8236c on average, \u22120.18236 est.')
  assert.equal(exactText({ averagePrice: null, unrealised: null }, cents), 'no known cost, not marked')
})

test('INV-87 what a claim came to: won at 1 only, any other payout with its figure', () => {
  const cents = pricesIn('price')
  const text = (result: 'won' | 'lost' | 'part' | null, mark: string | null): string | null =>
    resultText(samplePosition({ redeemable: true, result, mark_price: mark }), cents)
  assert.deepEqual(
    [text('won', '1'), text('lost', '0'), text('part', '0.58'), text(null, null)],
    ['won', 'lost', 'no winner, paid 0.58 a share', 'resolved, payout not known'],
  )
  assert.equal(resultText(samplePosition({ redeemable: false, result: null }), cents), null)
})
