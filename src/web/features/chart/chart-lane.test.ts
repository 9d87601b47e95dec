import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChartMark } from './chart-line.ts'
import { hasLane, laneItems } from './chart-lane.ts'

const POINTS = [0, 10, 20, 30, 40].map((at) => ({ at, value: 500_000 }))
const mark = (at: number, text: string, kind: ChartMark['kind'] = 'game'): ChartMark => ({
  at,
  kind,
  text,
  count: 0,
})
const lane = (marks: readonly ChartMark[], perStep = 10) =>
  laneItems(marks, POINTS, (at) => at * perStep, 400)

test('what happened in the game stands at its time, my fills do not', () => {
  assert.deepEqual(lane([mark(10, 'start'), mark(20, '100', 'BUY'), mark(35, '1-0')]), [
    { x: 100, text: 'start', isNamed: true },
    { x: 300, text: '1-0', isNamed: true },
  ])
})

test('of words that would lie over each other the newest are said, the others are ticks', () => {
  const named = lane([mark(10, '0-1'), mark(20, '1-1'), mark(30, '2-1')], 1).map(({ isNamed }) => isNamed)
  assert.deepEqual(named, [false, false, true])
})

test('what lies before the first or after the last price drawn is left out', () => {
  assert.deepEqual(lane([mark(-5, 'start'), mark(50, 'end')]), [])
  assert.equal(hasLane({ marks: [mark(-5, 'start'), mark(50, 'end')], points: POINTS }), false)
  assert.equal(hasLane({ marks: [mark(20, '1-0')], points: POINTS }), true)
  assert.deepEqual(
    laneItems([mark(10, 'start')], [], () => 0, 400),
    [],
  )
  assert.deepEqual(
    laneItems([mark(10, 'start')], POINTS, () => null, 400),
    [],
  )
  assert.deepEqual(
    laneItems([mark(40, 'end')], POINTS, () => 500, 400),
    [],
  )
})
