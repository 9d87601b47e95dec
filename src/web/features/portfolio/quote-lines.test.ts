import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { exitQuote } from '../../actions/exit-quote.ts'
import type { ExitMode } from '../../actions/exit-quote.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import { quoteLines, unhedgedText } from './quote-lines.ts'
import { samplePosition } from './testing/samples.ts'

const lines = (mode: ExitMode, asked: bigint | null = null, position = samplePosition()) => {
  const { terms } = exitQuote(position, mode, asked === null ? null : micros(asked), pricesIn('price'))
  assert.ok(terms !== null)
  return quoteLines(position, terms, pricesIn('price'))
}

test('an exit of all: the backend\u2019s proceeds, the cost it takes along and what that realises', () => {
  assert.deepEqual(lines('walk'), [
    ['You get about', '6.00', '0.60 on average, before fees'],
    ['At least', '5.50', 'at the limit price'],
    ['Cost', '5.00', 'at average cost, est.'],
    ['Realised P&L', '+1.00', 'est., fee at most 0.00'],
  ])
})

test('a part and a resting exit are estimates at the limit price', () => {
  assert.deepEqual(
    lines('walk', 5_000_000n).map(([name, value]) => [name, value]),
    [
      ['You get at least', '2.75'],
      ['Cost', '2.50'],
      ['Realised P&L', '+0.25'],
    ],
  )
  assert.equal(lines('join')[0]?.[0], 'You get if filled')
})

test('what a hedge leaves at risk is said', () => {
  const hedge = {
    outcome_id: 'pm:2',
    outcome_name: 'No',
    size: '9.5',
    limit_price: '0.42',
    cost: '3.99',
    fee: '0',
    locked_pnl: '0.6',
    leaves: '0.5',
    complete: false,
    limited_by: null,
  }
  const covering = (covers: string) => samplePosition({ hedge: { ...hedge, covers } })
  assert.equal(unhedgedText(covering('10')), null)
  assert.match(unhedgedText(covering('9.5')) ?? '', /^0\.5 of the 10 shares/)
  assert.deepEqual(lines('hedge', null, covering('9.5')).at(-1), [
    'Covers',
    '9.5',
    'at the current book; 0.5 of your free shares stay at risk',
  ])
})
