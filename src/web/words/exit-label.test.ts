import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pricesIn } from '../data/settings/prices.ts'
import { samplePosition } from '../features/portfolio/testing/samples.ts'
import { exitQuote } from '../actions/exit-quote.ts'
import type { Position } from '../platform/api/client.ts'
import { exitLabel } from './position-text.ts'
import type { WirePosition } from '../features/portfolio/testing/samples.ts'

const PLAIN = pricesIn('price')

const labelOf = (held: Position, mode: 'walk' | 'hedge', other: Position | null = null) =>
  exitLabel(held, mode === 'hedge', exitQuote(held, mode, null, PLAIN), other, PLAIN)

const hedge: NonNullable<WirePosition['hedge']> = {
  outcome_id: 'pm:2',
  outcome_name: 'No',
  size: '9.5',
  limit_price: '0.42',
  cost: '3.9',
  fee: '0.1',
  locked_pnl: '0.6',
  covers: '9.8',
  leaves: '0.2',
  complete: false,
  limited_by: null,
}

test('an exit says what it sells, what is expected and what is the least', () => {
  const { verb, first, second, sentence } = labelOf(samplePosition(), 'walk')
  assert.deepEqual([verb, first, second], ['Exit 10', '\u22486.00', '\u22655.50'])
  assert.equal(sentence, 'Sells 10 Yes down to 0.55: about 6.00, at least 5.50 if all fills, before fees.')
})

test('a hedge says the result of both outcomes, with what is held of the other one', () => {
  // 10 Yes that cost 5; 9.8 No are bought for 3.9 and a fee of 0.1, at the least 9.5 for 3.99.
  const held = samplePosition({ hedge, hedge_unavailable: null })
  const alone = labelOf(held, 'hedge')
  assert.deepEqual([alone.first, alone.second], ['+1.00 /', '+0.80'])
  assert.equal(
    alone.sentence,
    'Buys 9.5 No up to 0.42: +1.00 if Yes wins, +0.80 if it loses; at worst +0.91 if Yes wins, +0.41 if it loses.',
  )
  const other = samplePosition({ outcome_id: 'pm:2', size: '2', cost_basis: '1.5' })
  const beside = labelOf(held, 'hedge', other)
  assert.deepEqual([beside.first, beside.second], ['\u22120.50 /', '+1.30'])
})

test('without a quote it says why', () => {
  const { verb, first, sentence } = labelOf(
    samplePosition({ exit: null, exit_unavailable_message: 'There is no bid to sell to.' }),
    'walk',
  )
  assert.deepEqual([verb, first, sentence], ['Exit', '\u2013', 'There is no bid to sell to.'])
})
