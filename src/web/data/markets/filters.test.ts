import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeRequest } from '#contract/codec/requests.ts'
import { searchQuery } from '#contract/markets.ts'
import {
  CLOSES_WITHIN,
  countFilters,
  createKeptFilters,
  isEndingSoon,
  KINDS,
  LIQUIDITIES,
  NO_FILTERS,
  readFilters,
  searchParameters,
  SORTS,
  toggleEndingSoon,
} from './filters.ts'
import type { SearchFilters } from './filters.ts'

const oneOf = <T>(choices: readonly (readonly [T, string])[]) =>
  fc.constantFrom(...choices.map(([value]) => value))

const anyFilters: fc.Arbitrary<SearchFilters> = fc.record({
  live: fc.boolean(),
  mine: fc.boolean(),
  sort: oneOf(SORTS),
  tag: fc.option(fc.constant({ slug: 'crypto', label: 'Crypto' })),
  league: fc.option(fc.constant('nba')),
  kind: fc.option(oneOf(KINDS)),
  closesWithin: fc.option(oneOf(CLOSES_WITHIN)),
  minLiquidity: fc.option(oneOf(LIQUIDITIES)),
  combo: fc.boolean(),
  closed: fc.boolean(),
})

test('whatever is chosen is a question that the contract takes, and is read back as it was kept', () => {
  fc.assert(
    fc.property(anyFilters, fc.string({ maxLength: 50 }), (filters, text) => {
      const asked = searchQuery.safeParse(encodeRequest(searchParameters(filters, text)))
      assert.ok(asked.success, JSON.stringify(asked.error))
      assert.equal(asked.data.closes_within ?? null, filters.closesWithin)
      assert.equal(asked.data.combo ?? false, filters.combo)
      assert.equal(asked.data.status, filters.closed ? 'closed' : 'open')
      assert.deepEqual(readFilters(filters), { ...filters })
    }),
  )
})

test('the filters that are on are counted, presets and the order are not', () => {
  assert.equal(countFilters({ ...toggleEndingSoon(NO_FILTERS), live: true, mine: true }), 0)
  assert.equal(countFilters({ ...NO_FILTERS, league: 'nba', closesWithin: 60, closed: true }), 3)
  fc.assert(
    fc.property(anyFilters, (filters) => {
      const { live, mine, sort } = filters
      assert.equal(countFilters({ ...NO_FILTERS, live, mine, sort }), 0)
    }),
  )
})

test('ending soon is one press on and one press off', () => {
  const on = toggleEndingSoon({ ...NO_FILTERS, combo: true })
  assert.ok(isEndingSoon(on))
  assert.deepEqual(toggleEndingSoon(on), { ...NO_FILTERS, combo: true })
})

test('a kind narrows only what was typed', () => {
  assert.equal('kind' in searchParameters({ ...NO_FILTERS, kind: 'team' }, ' '), false)
  assert.equal(searchParameters({ ...NO_FILTERS, kind: 'team' }, 'lak').kind, 'team')
})

test('stored filters of another version do no harm: unknown choices count as none', () => {
  const hostile = '{"sort":"x","tag":{"slug":3},"league":"<b>","kind":[],"closesWithin":7,"live":"true"}'
  for (const kept of [null, '', [], 3, JSON.parse(hostile)]) {
    assert.deepEqual(readFilters(kept), NO_FILTERS, String(kept))
  }
  const refusing = createKeptFilters({
    getItem: () => {
      throw new Error('refused')
    },
    setItem: () => {
      throw new Error('refused')
    },
  })
  refusing.write(NO_FILTERS)
  assert.deepEqual(refusing.read(), NO_FILTERS)
})
