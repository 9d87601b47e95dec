// INV-40 for combos: whatever a foreign byte says, decoders neither throw nor invent, and only a whole echo is a quote.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import type { Reply } from '../http.ts'
import { bentValues } from '../testing/mutations.ts'
import { acceptOutcome, statusOutcome } from './accept.ts'
import { comboIds } from './ids.ts'
import { comboEventFromWire, comboFromWire, comboTradeFromWire } from './positions.ts'
import { quoteOutcome } from './quote.ts'

const NOW = 1_795_207_000_000
const WALLET = `0x${'ab'.repeat(20)}`
const LEGS = ['11', '12']
const REQUEST = { positionIds: LEGS, side: 'BUY', size: micros(1_000_000n) } as const
const ids = comboIds(LEGS)
const QUOTE = {
  rfq_id: 'rfq-1',
  status: 'AWAITING_REQUESTER_ACCEPTANCE',
  expires_at: NOW + 5_000,
  request: {
    maker_address: WALLET,
    leg_position_ids: LEGS,
    condition_id: ids.conditionId,
    yes_position_id: ids.yes,
    no_position_id: ids.no,
    direction: 'BUY',
    side: 'YES',
    requested_size: { unit: 'notional', value_e6: '1000000' },
  },
  quote: {
    quote_id: 'quote-1',
    maker_amount_e6: '966191',
    taker_amount_e6: '1932381',
    total_required_e6: '1000000',
    net_receive_e6: '1932381',
  },
}
const STATUS = { rfq_id: 'rfq-1', status: 'FAILED', tx_hash: '0xaa', error: { code: 'X', message: 'm' } }
const POSITION = {
  combo_condition_id: ids.conditionId,
  combo_position_id: ids.yes,
  current_size: 1.9,
  entry_cost_usdc: '0.96',
  status: 'OPEN',
  redeemable: false,
  legs: [{ leg_position_id: '11', leg_status: 'OPEN', market: { question: 'q', event: { event_id: '1' } } }],
  first_entry_at: '2026-09-20T12:31:40Z',
}
const EVENT = {
  id: 'a',
  type: 'REDEEM',
  combo_condition_id: ids.conditionId,
  amount_usdc: 1,
  timestamp: 1_795_207_000,
}
const TRADE = {
  type: 'TRADE',
  is_combo: true,
  condition_id: ids.conditionId,
  token_id: ids.yes,
  side: 'BUY',
  size: 1,
  usdc_size: 1,
  timestamp: 1_795_207_000,
}

const replies = fc.tuple(
  fc.constantFrom(200, 201, 302, 400, 401, 403, 404, 409, 429, 500, 503),
  bentValues([QUOTE, STATUS]),
)

test('INV-40 answers of the requester', () => {
  let quotes = 0
  fc.assert(
    fc.property(replies, ([status, json]) => {
      const reply: Reply = { kind: 'answered', status, json, retryAfterMs: null, text: '', source: 'venue' }
      const outcome = quoteOutcome(reply, { request: REQUEST, wallet: WALLET, ids }, { now: () => NOW })
      if (outcome.kind === 'quoted') {
        quotes += 1
        const { quote } = outcome
        assert.equal(status, 200)
        assert.ok(quote.makerAmount > 0n && quote.makerAmount <= quote.totalRequired)
        assert.ok(quote.totalRequired <= REQUEST.size && quote.makerAmount < quote.takerAmount)
        assert.match(quote.rfqId, /^[\w.:-]{1,100}$/)
      }
      const accepted = acceptOutcome(reply)
      if (accepted.kind === 'filled' || accepted.kind === 'executing') assert.equal(status, 200)
      const read = statusOutcome(reply)
      if (read.kind === 'filled' || read.kind === 'failed') assert.equal(status, 200)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(quotes > 0)
})

test('INV-40 rows of combos', () => {
  let read = 0
  fc.assert(
    fc.property(bentValues([POSITION, EVENT, TRADE]), (row) => {
      const position = comboFromWire(row, () => undefined)
      if (position !== null) {
        read += 1
        assert.ok(position.size >= 0n && (position.costBasis ?? 0n) >= 0n && (position.payout ?? 0n) >= 0n)
        assert.match(position.id, /^pmc:\d+$/)
      }
      for (const activity of [comboEventFromWire(row), comboTradeFromWire(row)]) {
        if (activity === null) continue
        read += 1
        assert.ok(new Date(activity.at).toISOString().length >= 24)
        assert.ok((activity.size ?? 0n) >= 0n && (activity.amount ?? 0n) >= 0n)
      }
    }),
    { numRuns: 2_000 },
  )
  assert.ok(read > 0)
})
