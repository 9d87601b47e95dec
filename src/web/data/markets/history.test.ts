import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parsePrice } from '#core/price.ts'
import type { History } from '../../platform/api/client.ts'
import { pricesIn } from '../settings/prices.ts'
import { pointsOf, valueOf } from './history.ts'
import { columnText, extentOf, middleOf, thinned, valueText, withLiveEnd } from './history-line.ts'

const MINUTE = 60_000
const BASE = Date.parse('2026-11-20T20:00:00.000Z')

const history = (points: readonly (readonly [number, string])[], fidelity = 1): History => ({
  points: points.map(([minute, price]) => ({ at: BASE + minute * MINUTE, price })),
  interval: '1h',
  fidelity,
})

const minutes = (points: readonly { readonly at: number; readonly value: number }[]) =>
  points.map(({ at, value }) => [(at - BASE) / MINUTE, value])

test('of a repeated last time the later point counts, and empty steps keep the price before them', () => {
  assert.deepEqual(
    minutes(
      pointsOf(
        history([
          [0, '0.5'],
          [3, '0.6'],
          [3, '0.61'],
        ]),
      ),
    ),
    [
      [0, 500_000],
      [1, 500_000],
      [2, 500_000],
      [3, 610_000],
    ],
  )
})

test('the live end joins at the last time of history and moves with the book', () => {
  const points = pointsOf(
    history([
      [0, '0.5'],
      [1, '0.52'],
    ]),
  )
  assert.deepEqual(minutes(withLiveEnd(points, 530_000, BASE + MINUTE + 20_000, MINUTE)), [
    [0, 500_000],
    [1, 530_000],
  ])
  assert.deepEqual(minutes(withLiveEnd(points, 530_000, BASE + 3 * MINUTE + 1, MINUTE)), [
    [0, 500_000],
    [1, 520_000],
    [2, 520_000],
    [3, 530_000],
  ])
  assert.equal(withLiveEnd(points, null, BASE, MINUTE), points)
  assert.deepEqual(minutes(withLiveEnd([], 530_000, BASE, MINUTE)), [[0, 530_000]])
})

test('for any history and any live end, times rise by whole steps', () => {
  const point = fc.tuple(
    fc.nat(500),
    fc.integer({ min: 0, max: 100 }).map((n) => (n === 100 ? '1' : `0.${n}`)),
  )
  fc.assert(
    fc.property(fc.array(point), fc.nat(2_000), fc.constantFrom(1, 5, 60), (given, later, fidelity) => {
      const sorted = given.toSorted(([a], [b]) => a - b)
      const step = fidelity * MINUTE
      const points = withLiveEnd(pointsOf(history(sorted, fidelity)), 500_000, BASE + later * MINUTE, step)
      for (const [at, { at: time }] of points.entries()) {
        assert.equal(time % step, 0)
        const before = points[at - 1]
        if (before !== undefined) assert.equal(time - before.at, step)
      }
    }),
  )
})

test('the middle of a book is exact to half a step', () => {
  assert.equal(middleOf(parsePrice('0.5'), parsePrice('0.5001')), 500_050)
  assert.equal(middleOf(null, parsePrice('0.5')), null)
})

test('prices of resolved outcomes and long decimals are read, others are not', () => {
  assert.equal(valueOf('1'), 1_000_000)
  assert.equal(valueOf('0'), 0)
  assert.equal(valueOf('0.12345678'), 123_456)
  assert.equal(valueOf('1.5'), null)
  assert.equal(valueOf('x'), null)
})

test('a middle between two ticks is shown with one more decimal', () => {
  assert.deepEqual(
    [280_000, 285_000, 289_999].map((value) => valueText(value, 2, pricesIn('price'))),
    ['0.28', '0.285', '0.289'],
  )
  assert.equal(valueText(1_000_000, 2, pricesIn('price')), '1.00')
  assert.equal(columnText(280_000, 2, pricesIn('price')), '0.280')
  assert.equal(columnText(280_000, 2, pricesIn('cents')), '28.0c')
  assert.equal(valueText(285_000, 2, pricesIn('percent')), '28.5%')
  assert.equal(columnText(280_000, 2, pricesIn('decimal_odds')), '3.571')
  assert.equal(columnText(-10_000, 2, pricesIn('decimal_odds')), '\u2013')
})

test('extent and thinning keep the ends', () => {
  const points = pointsOf(
    history(Array.from({ length: 100 }, (_, at) => [at, `0.${10 + (at % 80)}`] as const)),
  )
  const extent = extentOf(points)
  assert.deepEqual([extent?.low, extent?.high], [100_000, 890_000])
  const few = thinned(points, 30)
  assert.ok(few.length <= 30)
  assert.equal(few.at(-1), points.at(-1))
  assert.equal(extentOf([]), null)
})
