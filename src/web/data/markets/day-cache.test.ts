import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import type { History } from '../../platform/api/wire.ts'
import { createDayCache, DAY_FIDELITY, sparkPoints } from './day-cache.ts'

const history = (...prices: readonly string[]): History => ({
  interval: '1d',
  fidelity: DAY_FIDELITY,
  points: prices.map((price, at) => ({ at: at * DAY_FIDELITY * 60_000, price })),
})

function build() {
  const reads: { readonly id: string; readonly answer: (prices: readonly string[] | null) => void }[] = []
  const clock = { at: 0 }
  const timers: { readonly ms: number; readonly task: () => void }[] = []
  const cache = createDayCache(
    (id) =>
      new Promise((resolve) => {
        const answer = (prices: readonly string[] | null) =>
          resolve(prices === null ? err({ kind: 'network' as const }) : ok(history(...prices)))
        reads.push({ id, answer })
      }),
    () => clock.at,
    (ms, task) => timers.push({ ms, task }),
  )
  const asked = () => reads.map(({ id }) => id)
  const lapse = () => {
    const timer = timers.shift()
    clock.at += timer?.ms ?? 0
    timer?.task()
  }
  return { cache, reads, asked, lapse }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('two are read at a time, and rows that left the view before their turn are not read at all', async () => {
  const { cache, reads, asked } = build()
  const leave = ['a', 'b', 'c', 'd'].map((id) => cache.show(id))
  assert.deepEqual(asked(), ['a', 'b'])
  leave[2]?.()
  reads[0]?.answer(['0.4', '0.45', '0.5'])
  await settled()
  assert.deepEqual(asked(), ['a', 'b', 'd'])
  const day = cache.day('a').get()
  assert.deepEqual([day?.first, day?.last, day?.points.length], [400_000, 500_000, 3])
})

test('a day is read again after ten minutes, one that failed after one; with a single price there is none', async () => {
  const { cache, reads, asked, lapse } = build()
  cache.show('a')
  reads[0]?.answer(['0.4'])
  await settled()
  assert.equal(cache.day('a').get(), null)
  cache.show('a')
  assert.deepEqual(asked(), ['a'])
  lapse()
  assert.deepEqual(asked(), ['a', 'a'])
  reads[1]?.answer(null)
  await settled()
  lapse()
  assert.deepEqual(asked(), ['a', 'a', 'a'])
})

test('a line fills its box, and a flat one lies in the middle', () => {
  const points = [0, 5, 10].map((at, turn) => ({ at, value: [1, 3, 2][turn] ?? 0 }))
  assert.equal(sparkPoints(points, 40, 10), '0.0,10.0 20.0,0.0 40.0,5.0')
  assert.equal(
    sparkPoints(
      points.map(({ at }) => ({ at, value: 7 })),
      40,
      10,
    ),
    '0.0,5.0 20.0,5.0 40.0,5.0',
  )
})
