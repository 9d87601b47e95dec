import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { profitHistory } from '#contract/records/profit.ts'
import { valueAt } from '../../../widgets/pnl/pnl-scale.ts'
import { profitLines, profitRows, profitSummary } from './profit-lines.ts'

const at = (minute: number): number => Date.UTC(2026, 10, 20, 12, minute)
const time = (minute: number): string => new Date(at(minute)).toISOString()
const point = (minute: number, value: number) => ({
  at: at(minute),
  value: micros(BigInt(value) * 1_000_000n),
})

const OWN = profitHistory.decode({
  points: [
    { t: time(10), settled: '5', total: '5' },
    { t: time(20), settled: '5', total: '3' },
  ],
  undated_pnl: '7',
  drawdown: { amount: '2', from: time(10), to: time(20) },
  below_peak: '2',
  unrealised_pnl: '-1.5',
  from: time(0),
  interval: 'today',
  as_of: time(30),
})

test('the own line goes in steps from the beginning to now; what is settled is a line where it differs', () => {
  const [own, settled, venue] = profitLines(OWN, [point(5, 4)])
  assert.deepEqual(own?.points, [
    point(0, 0),
    point(10, 0),
    point(10, 5),
    point(20, 5),
    point(20, 3),
    point(30, 3),
  ])
  assert.deepEqual(settled?.points.at(-1), point(30, 5))
  assert.deepEqual([venue?.name, venue?.points.length], ['Venue', 1])
  const final = { ...OWN, points: OWN.points.slice(0, 1) }
  assert.deepEqual(
    profitLines(final, []).map(({ name }) => name),
    ['Own, realised'],
  )
})

test('the line of all time begins at what was realised before, and without a trade is level', () => {
  const all = { ...OWN, interval: 'all' as const, from: null }
  assert.deepEqual(profitLines(all, [])[0]?.points[0], point(10, 7))
  assert.deepEqual(profitLines({ ...all, points: [] }, [])[0]?.points, [point(30, 7)])
})

test('a line has its last value between its points, and none before its begin', () => {
  assert.equal(valueAt([point(5, 4), point(9, 6)], at(7)), micros(4_000_000n))
  assert.equal(valueAt([point(5, 4)], at(4)), null)
})

test('the table has a row for each moment, newest first', () => {
  const rows = profitRows(profitLines(OWN, [point(5, 4)]), 100)
  assert.deepEqual(
    rows.map((row) => [(row.at - at(0)) / 60_000, row.total, row.settled, row.venue]),
    [
      [30, 3_000_000n, 5_000_000n, 4_000_000n],
      [20, 3_000_000n, 5_000_000n, 4_000_000n],
      [10, 5_000_000n, 5_000_000n, 4_000_000n],
      [5, 0n, 0n, 4_000_000n],
      [0, 0n, 0n, null],
    ],
  )
})

test('the sentences say what settles, how far it fell, what is not in the line, and the venue', () => {
  const text = profitSummary(OWN, [point(5, 4)], 'today (UTC)')
  assert.match(
    text,
    /^Own realised profit and loss over today \(UTC\): \+3\.00, \u22122\.00 of it settling\. Max drawdown 2\.00, from /,
  )
  assert.match(text, /now \u22122\.00 from high\. Excludes unrealised \u22121\.50\. Venue \+4\.00,/)
  const none = { ...OWN, points: [], drawdown: null, interval: 'all' as const }
  assert.equal(
    profitSummary(none, [], 'all time'),
    "Own realised profit and loss over all time: +7.00, all settled. No drawdown. Excludes unrealised \u22121.50. +7.00 is from before the first known trade. The venue's line is unavailable.",
  )
})
