import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Price } from '#core/price.ts'
import type { Event, Fill, Market } from '../../platform/api/client.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import type { GameView } from '../../platform/live/game-cache.ts'
import {
  alertLevelsOf,
  entryOf,
  exitLevelsOf,
  firstLines,
  gameMarks,
  gripNear,
  levelsOf,
  lineChoices,
  marksOf,
  summaryOf,
} from './chart-lines.ts'
import type { WireOrder, WireFill } from '../portfolio/testing/samples.ts'
import { sampleFill, sampleOrder, sampleExit } from '../portfolio/testing/samples.ts'
import { ZERO, micros } from '#core/money.ts'

const market = (id: string): Market =>
  ({
    id,
    groupTitle: `Title ${id}`,
    gameStartTime: null,
    outcomes: [
      { id: `${id}yes`, name: 'Yes' },
      { id: `${id}no`, name: 'No' },
    ],
  }) as unknown as Market

const event = (negRisk: boolean, ...ids: string[]): Event =>
  ({ title: 'Event', negRisk: negRisk, markets: ids.map(market) }) as unknown as Event

test('exits are lines at their prices, a target that rests among the orders; one that is paused is silent', () => {
  const paused = {
    state: 'paused' as const,
    pause: 'safe' as const,
    covered: '12',
    trailing_price: '0.45',
    order_ids: ['o'],
  }
  const exit = sampleExit({ ...paused, outcome_id: 'ayes' })
  // 24 for 12.00, of which each sells 12: bought at 0.50.
  const HOLDING = { size: micros(24_000_000n), cost: micros(12_000_000n) }
  const lines = exitLevelsOf('ayes', [exit, sampleExit({ ...paused, id: 'f', outcome_id: 'ano' })], HOLDING)
  assert.deepEqual(
    lines.map(({ value, side, text }) => [value, side, text]),
    [
      [400_000, 'EXIT', 'S\u200912 \u22121.20'],
      [450_000, 'EXIT', 'TS\u200912 \u22120.60'],
    ],
  )
  assert.deepEqual(exitLevelsOf('ayes', [{ ...exit, end: 'removed' }], null), [])
})

test('in an event of exclusive outcomes the first ones are drawn beside the selected one, never its opposite', () => {
  assert.deepEqual(firstLines(event(true, 'a', 'b', 'c', 'd', 'e'), 'bno'), ['bno', 'ayes', 'cyes', 'dyes'])
  assert.deepEqual(firstLines(event(false, 'a', 'b', 'c'), 'byes'), ['byes'])
  assert.deepEqual(firstLines(event(true, 'a'), 'ayes'), ['ayes'])
})

test('every outcome has a name of its own', () => {
  const names = lineChoices(event(true, 'a', 'b')).map((choice) => choice.name)
  assert.deepEqual(names, ['Title a', 'No \u2013 Title a', 'Title b', 'No \u2013 Title b'])
})

test('fills stand on the steps of the chart, those of one side and step as one; failed ones and those of others do not', () => {
  const fill = (part: Partial<WireFill>): Fill =>
    sampleFill({ outcome_id: 'ayes', size: '5', at: '2026-11-20T20:03:00.000Z', ...part })
  const marks = marksOf(
    'ayes',
    [
      fill({}),
      fill({ size: '2.5', at: '2026-11-20T20:04:00.000Z' }),
      fill({ side: 'SELL', at: '2026-11-20T20:01:00.000Z' }),
      fill({ status: 'failed' }),
      fill({ outcome_id: 'ano' }),
    ],
    5 * 60_000,
  )
  assert.deepEqual(
    marks.map(({ kind, text, count }) => [kind, text, count]),
    [
      ['BUY', '7.5', 2],
      ['SELL', '5', 1],
    ],
  )
  assert.ok(marks.every(({ at }) => at === Date.parse('2026-11-20T20:00:00.000Z')))
})

test('start and end are marks of the game', () => {
  const view = {
    game: {
      startedAt: Date.parse('2026-11-20T20:00:30.000Z'),
      endedAt: Date.parse('2026-11-20T20:12:00.000Z'),
    },
    current: true,
  } as unknown as GameView
  const before = { game: null, current: false }
  const scheduled = { ...market('a'), gameStartTime: Date.parse('2026-11-20T20:00:00.000Z') }
  const texts = (shown: GameView) => gameMarks(scheduled, shown, 5 * 60_000).map(({ text }) => text)
  assert.deepEqual(texts(view), ['start', 'end'])
  assert.deepEqual(texts(before), ['start'])
})

test('open orders are levels with their remaining size', () => {
  const order: Partial<WireOrder> = {
    id: 'pm:1',
    client_order_id: null,
    outcome_id: 'ayes',
    side: 'SELL',
    price: '0.6',
    remaining_size: '7',
    status: 'live',
    cancelling: false,
    cancel_queued: false,
    cancel_too_late: false,
  }
  assert.deepEqual(levelsOf('ayes', [sampleOrder(order)]), [
    {
      id: 'pm:1',
      value: 600_000,
      side: 'SELL',
      text: 'SELL 7',
      grip: { outcomeId: 'ayes', side: 'SELL', leg: null, from: 6_000, hasOthers: false },
      count: 1,
    },
  ])
  const delayed = sampleOrder({ ...order, status: 'delayed' })
  assert.equal(levelsOf('ayes', [delayed])[0]?.grip, null, 'what cannot be moved cannot be dragged')
  const others = [
    sampleOrder({ ...order, id: 'pm:2', remaining_size: '2.5' }),
    sampleOrder({ ...order, id: 'pm:3', price: '0.61' }),
    sampleOrder({ ...order, id: 'pm:4', side: 'BUY' }),
    sampleOrder({ ...order, id: 'pm:5', outcome_id: 'ano' }),
  ]
  assert.deepEqual(
    levelsOf('ayes', [delayed, ...others]).map(({ text, grip, count }) => [text, grip?.from, count]),
    [
      ['SELL 9.5 in 2', 6_000, 2],
      ['SELL 7', 6_100, 1],
      ['BUY 7', 6_000, 1],
    ],
    'those of one side and price are one line, and a drag moves those of them that can be moved',
  )
})

test('the average entry is a level while something is held', () => {
  assert.deepEqual(entryOf(micros(40_000_000n), micros(693_039n)), [
    {
      id: 'entry',
      value: 693_039,
      side: 'ENTRY',
      text: 'entry 40',
    },
  ])
  assert.deepEqual([entryOf(ZERO, micros(500_000n)), entryOf(micros(40_000_000n), null)], [[], []])
})

test('the sentence says where the price is, where it was, and what is mine', () => {
  const points = [
    { at: 0, value: 500_000 },
    { at: 60_000, value: 480_000 },
    { at: 120_000, value: 535_000 },
  ]
  const game = (at: number) => ({ at, kind: 'game' as const, text: '', count: 0 })
  const marks = [
    { at: 0, kind: 'BUY' as const, text: '7', count: 2 },
    game(0),
    game(60_000),
    game(120_000),
    game(180_000),
  ]
  const levels = levelsOf('ayes', [sampleOrder({ outcome_id: 'ayes' })])
  assert.equal(
    summaryOf({ name: 'Yes', points, marks, levels }, '1 day', 10, pricesIn('price')),
    'Yes 0.535, up 0.035 over 1 day; low 0.480, high 0.535; 2 of my fills, 1 open order, 3 marks of the game.',
  )
  assert.equal(
    summaryOf({ name: 'Yes', points: [], marks, levels }, '1 hour', 10, pricesIn('price')),
    'Yes: no prices over 1 hour.',
  )
})

test('an alert is a line with the way that it looks, silent while it would not fire', () => {
  const level = { id: 'a', price: 5_700 as Price, direction: 'above', isWatching: true, text: '' } as const
  const shown = alertLevelsOf([level, { ...level, id: 'b', direction: 'below', isWatching: false }])
  assert.deepEqual(
    shown.map(({ value, side, text }) => [value, side, text]),
    [
      [570_000, 'ALERT', 'alert \u2191'],
      [570_000, 'ALERT', 'alert \u2193 silent'],
    ],
  )
})

test('a press takes the nearest line within reach, and none beyond it', () => {
  const lines = [
    { grip: 'a', y: 100 },
    { grip: 'b', y: 107 },
  ]
  assert.equal(gripNear(lines, 103)?.grip, 'a')
  assert.equal(gripNear(lines, 104)?.grip, 'b')
  assert.equal(gripNear(lines, 112)?.grip, 'b')
  assert.equal(gripNear(lines, 113), null)
  assert.equal(gripNear(lines, 94), null)
  assert.equal(gripNear([], 100), null)
  assert.equal(gripNear(lines, 94, 'touch')?.grip, 'a')
})
