import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { PAGE_SETTINGS } from '#contract/page-settings.ts'
import type { WatchSort } from '../../data/settings/settings.ts'
import { sortWatched } from './watch-sort.ts'
import type { WatchFacts } from './watch-sort.ts'

const NOW = 1_000_000
const NONE: WatchFacts = { change: null, volume: null, startsAt: null }
const by = (sort: WatchSort, facts: Readonly<Record<string, Partial<WatchFacts>>>) =>
  sortWatched(Object.keys(facts), sort, (id) => ({ ...NONE, ...facts[id] }), NOW).join(' ')

test('the widest change stands first, whichever way it went; what is unknown last', () => {
  assert.equal(by('change', { x: {}, a: { change: 10 }, b: { change: -300 }, c: { change: 0 } }), 'b a c x')
})

test('the largest volume stands first, exactly', () => {
  const large = 9_007_199_254_740_993n
  assert.equal(
    by('volume', { x: {}, a: { volume: micros(large) }, b: { volume: micros(large + 1n) } }),
    'b a x',
  )
})

test('what starts next stands first, then what has started, the latest first, then what has no start', () => {
  const at = (ms: number) => ({ startsAt: NOW + ms })
  assert.equal(
    by('start', { x: {}, old: at(-9_000), live: at(-1), later: at(5_000), soon: at(1), now: at(0) }),
    'soon later now live old x',
  )
})

test('every order keeps every outcome once, and equal ones as the user put them', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string()),
      fc.constantFrom(...(Object.keys(PAGE_SETTINGS.watchSort.options) as WatchSort[])),
      (ids, sort) => {
        assert.deepEqual(
          sortWatched(ids, sort, () => NONE, NOW),
          ids,
        )
        const volumes = new Map(ids.map((id) => [id, micros(BigInt(id.length % 3))]))
        const sorted = sortWatched(ids, sort, (id) => ({ ...NONE, volume: volumes.get(id) ?? null }), NOW)
        assert.deepEqual(sorted.toSorted(), ids.toSorted())
      },
    ),
  )
})
