import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { comboPosition } from '#contract/records/combos.ts'
import { addMicros, formatMicros, micros } from '#core/money.ts'
import type { ComboPosition } from '../../platform/api/client.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import { breakdown, FIGURES } from './breakdown.ts'
import { sampleOrder, samplePosition, sampleSummary, type WireSummary } from './testing/samples.ts'

const PLAIN = pricesIn('price')

const won = samplePosition({
  outcome_id: 'pm:3',
  status: 'redeemable',
  size: '4',
  value: '4',
  cost_basis: '2',
  unrealised_pnl: null,
  realised_pnl: '2',
  realised_pnl_today: '2',
  exit_value: null,
})
const combo = (id: string, status: ComboPosition['status'], cost: string): ComboPosition =>
  comboPosition.decode({
    id,
    market_id: 'pmc:9',
    outcome_name: 'Yes',
    size: '10',
    average_price: '0.075',
    cost_basis: cost,
    payout: '0',
    status,
    redeemable: status === 'won',
    ended: status === 'won',
    legs: [],
    opened_at: null,
    updated_at: null,
  })
const SUMMARY: Partial<WireSummary> = {
  cash: '100',
  reserved: '8.05',
  available: '91.95',
  positions_value: '10',
  liquidation_value: '10',
  redeemable_value: '4',
  equity: '110',
  exposure: '14.05',
  open_orders_cost: '8.05',
  combo_cost_basis: '1',
  realised_pnl: '2.5',
  realised_pnl_today: '2',
}
const facts = {
  summary: sampleSummary(SUMMARY),
  positions: [samplePosition(), won],
  orders: [sampleOrder(), sampleOrder({ id: 'pm:0xc', side: 'SELL' })],
  combos: [
    combo('pmc:1', 'open', '0.75'),
    combo('pmc:2', 'won', '9'),
    { ...combo('pmc:3', 'partial', '9'), ended: true },
  ],
}

test('every figure is the sum of its groups, and every group of its lines and a rest that is named', () => {
  for (const name of FIGURES) {
    const taken = breakdown(name, facts, PLAIN)
    assert.equal(taken.rest, 0n, name)
    assert.equal(addMicros(...taken.groups.map(({ amount }) => amount)), taken.total, name)
    for (const { amount, parts, rest, restLabel } of taken.groups) {
      if (parts.length === 0) continue
      assert.equal(addMicros(rest, ...parts.map((part) => part.amount)), amount, name)
      assert.ok(rest === 0n || restLabel !== '')
    }
  }
})

test('cash: what open buys may take beyond their notional is shown as fees, sales take none', () => {
  const [free, reserved] = breakdown('cash', facts, PLAIN).groups
  assert.equal(free?.amount, 91_950_000n)
  assert.deepEqual(
    reserved?.parts.map(({ detail, amount }) => [detail, amount]),
    [['buy 20 at 0.40', 8_000_000n]],
  )
  assert.equal(reserved?.rest, 50_000n)
})

test('combos that are being accepted are no open buys, and have their own lines in cash and exposure', () => {
  const summary = sampleSummary({
    ...SUMMARY,
    reserved: '10.05',
    available: '89.95',
    exposure: '17.05',
  })
  const lines = (name: 'cash' | 'exposure'): readonly (readonly [string, bigint])[] =>
    breakdown(name, { ...facts, summary }, PLAIN).groups.map(({ label, amount }) => [label, amount])
  assert.deepEqual(lines('cash').slice(1), [
    ['Reserved by open buys', 8_050_000n],
    ['Combos that are being accepted', 2_000_000n],
  ])
  assert.deepEqual(lines('exposure').at(-1), ['Combos accepted, not in the list yet', 3_000_000n])
  assert.equal(breakdown('exposure', { ...facts, summary }, PLAIN).rest, 0n)
})

test('liquidation: positions at what the bids give, redeemable ones at the payout', () => {
  const [open, redeemable] = breakdown('liquidation', facts, PLAIN).groups
  assert.deepEqual([open?.amount, open?.rest], [6_000_000n, 0n])
  assert.deepEqual([redeemable?.amount, redeemable?.rest], [4_000_000n, 0n])
})

test('exposure: open combos at cost, those that have ended are no part of it', () => {
  const combos = breakdown('exposure', facts, PLAIN).groups[2]
  assert.deepEqual(
    [combos?.parts.map(({ id }) => id), combos?.amount, combos?.rest],
    [['pmc:1'], 1_000_000n, 250_000n],
  )
})

test('exposure: the No of a combo is not named like its Yes', () => {
  const leg = {
    outcomeId: null,
    eventId: null,
    eventTitle: 'An event',
    marketTitle: 'A market',
    outcomeName: 'Rain',
    status: 'open',
  } as const
  const combos = ['Yes', 'No'].map((side) => ({
    ...combo(`pmc:${side}`, 'open', '1'),
    outcomeName: side,
    legs: [leg, leg],
  }))
  assert.deepEqual(
    breakdown('exposure', { ...facts, combos }, PLAIN).groups[2]?.parts.map(({ label }) => label),
    ['Rain + Rain', 'No of Rain + Rain'],
  )
})

test('a position that is not listed is not made up: it stays as the rest', () => {
  const taken = breakdown('realised', facts, PLAIN)
  assert.equal(taken.groups[0]?.rest, 500_000n)
  assert.equal(taken.groups[0]?.restLabel, 'Positions not listed, or moved meanwhile')
})

test('with every position listed what is left has moved between the total and the rows', () => {
  const labelOf = (count: number) => {
    const summary = sampleSummary({ ...SUMMARY, positions_value: '10.5', open_positions: count })
    const [open] = breakdown('positions', { ...facts, summary }, PLAIN).groups
    return open?.restLabel
  }
  const listed = facts.positions.filter(({ status }) => status === 'open').length
  assert.equal(labelOf(listed), 'Moved between the total and the rows')
  assert.equal(labelOf(listed + 1), 'Positions that are not listed')
})

test('a figure that is not known has no total and claims no sum', () => {
  const taken = breakdown(
    'cash',
    {
      ...facts,
      summary: sampleSummary({ cash: null, available: null }),
    },
    PLAIN,
  )
  assert.deepEqual([taken.total, taken.rest], [null, 0n])
})

test('sums come out to the micro whatever the amounts are', () => {
  const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((value) => micros(value))
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 20 }), (amounts) => {
      const positions = amounts.map((value, at) =>
        samplePosition({ outcome_id: `pm:${at}`, realised_pnl: formatMicros(value) }),
      )
      const summary = sampleSummary({ realised_pnl: formatMicros(addMicros(...amounts)) })
      assert.equal(
        breakdown('realised', { summary, positions, orders: [], combos: [] }, PLAIN).groups[0]?.rest,
        0n,
      )
    }),
  )
})
