// When the local position learns from the venue's list and the token's balance, and when it stays as it is.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros, ZERO, type Micros } from '../money.ts'
import { differenceCause, comparePosition } from './position-comparison.ts'
import type { ComparisonFacts, DifferenceFacts } from './position-comparison.ts'

const shares = (n: number): Micros => micros(BigInt(Math.round(n * 1_000_000)))
const row = (n: number): Exclude<ComparisonFacts['row'], 'absent' | null> => ({
  size: shares(n),
  cost: shares(4),
  fees: ZERO,
  paidFees: ZERO,
  realised: shares(1),
  firstAt: null,
  lastAt: null,
})

const FACTS: ComparisonFacts = {
  own: { size: shares(10) },
  calm: true,
  row: row(10),
  balance: null,
  listOnly: false,
  repeats: 1,
  resolved: false,
}

const verdict = (change: Partial<ComparisonFacts>): string => comparePosition({ ...FACTS, ...change }).type

describe('the own size', () => {
  test('agrees when the list says the same, and when the balance does whatever the list says', () => {
    assert.equal(verdict({}), 'agrees')
    assert.equal(verdict({ row: row(7), balance: shares(10) }), 'agrees')
  })

  test('is never moved by one source alone while there can be two', () => {
    assert.equal(verdict({ row: row(7) }), 'unsure')
    assert.equal(verdict({ row: row(7), balance: shares(8) }), 'unsure')
    assert.equal(verdict({ row: null, balance: shares(7) }), 'unsure')
    assert.equal(verdict({ row: null }), 'unsure')
  })

  test('is moved by list and balance together, to the row', () => {
    const said = comparePosition({ ...FACTS, row: row(7), balance: shares(7) })
    assert.deepEqual(said, { type: 'adopt', row: row(7) })
    assert.deepEqual(comparePosition({ ...FACTS, row: 'absent', balance: ZERO }), {
      type: 'adopt',
      row: 'absent',
    })
  })

  test('is never moved while trades are under way', () => {
    assert.equal(verdict({ calm: false, row: row(7), balance: shares(7) }), 'unsure')
  })

  test('is moved by the list alone, said twice, where no balance can be read', () => {
    assert.equal(verdict({ listOnly: true, row: row(7) }), 'unsure')
    assert.equal(verdict({ listOnly: true, row: row(7), repeats: 2 }), 'adopt')
    assert.equal(verdict({ listOnly: true, row: 'absent', repeats: 2 }), 'adopt')
    assert.equal(verdict({ listOnly: true, row: null, repeats: 9 }), 'unsure')
  })

  test('was paid for when the market is resolved and shares are gone', () => {
    assert.deepEqual(comparePosition({ ...FACTS, resolved: true, balance: ZERO }), {
      type: 'paid',
      size: shares(10),
    })
    assert.equal(verdict({ resolved: true, balance: shares(10) }), 'agrees')
  })
})

const NONE: DifferenceFacts = {
  size: ZERO,
  cost: ZERO,
  pnl: ZERO,
  isNameOther: false,
  fees: ZERO,
  settling: false,
  recent: false,
  foreign: false,
  resolved: false,
  basis: 'fills',
}

describe('the likely cause of a difference', () => {
  const cases: readonly (readonly [string, Partial<DifferenceFacts>, string | null])[] = [
    ['nothing', {}, null],
    ['another name, before all else', { isNameOther: true, size: shares(5), settling: true }, 'outcome_name'],
    ['less than a cent', { pnl: micros(9_999n), cost: micros(-9_999n) }, null],
    ['trades that are not final', { size: shares(5), settling: true, recent: true }, 'settling'],
    ['a trade of a moment ago', { size: shares(5), recent: true }, 'indexer_behind'],
    ['orders from outside', { size: shares(5), foreign: true }, 'foreign_activity'],
    ['shares without a trade', { size: shares(5) }, 'not_a_trade'],
    ['more at the venue than we know of', { size: shares(-5) }, 'history_incomplete'],
    ['fees that the venue keeps apart', { cost: shares(0.25), fees: shares(0.25) }, 'fees_in_basis'],
    [
      'fees that the row cannot tell apart',
      { cost: shares(0.2), pnl: shares(0.2), fees: shares(0.3) },
      'fees_in_basis',
    ],
    ['numbers that were cut', { cost: shares(0.02) }, 'rounding'],
    ['a basis that the venue gave', { cost: shares(3), basis: 'venue' }, 'history_incomplete'],
    ['nothing known', { pnl: shares(3) }, 'unknown'],
  ]
  for (const [name, change, cause] of cases) {
    test(name, () => {
      assert.equal(differenceCause({ ...NONE, ...change }), cause)
    })
  }
})
