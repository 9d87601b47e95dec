import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeRequest } from '#contract/codec/requests.ts'
import { searchQuery } from '#contract/markets.ts'
import { countFilters, NO_FILTERS, readFilters, searchParameters, SORTS } from './search.ts'
import type { SearchFilters } from './search.ts'

const oneOf = <T>(choices: readonly (readonly [T, string])[]) =>
  fc.constantFrom(...choices.map(([value]) => value))

const anyFilters: fc.Arbitrary<SearchFilters> = fc.record({
  live: fc.boolean(),
  sort: oneOf(SORTS),
  tag: fc.option(fc.constant({ slug: 'crypto', label: 'Crypto' })),
  league: fc.option(fc.constant('nba')),
  combo: fc.boolean(),
  closed: fc.boolean(),
})

test('whatever is chosen is a question that the contract takes, and is read back as it was kept', () => {
  fc.assert(
    fc.property(anyFilters, fc.string({ maxLength: 50 }), (filters, text) => {
      const asked = searchQuery.safeParse(encodeRequest(searchParameters(filters, text)))
      assert.ok(asked.success, JSON.stringify(asked.error))
      assert.equal(asked.data.league ?? null, filters.league)
      assert.equal(asked.data.combo ?? false, filters.combo)
      assert.equal(asked.data.status, filters.closed ? 'closed' : 'open')
      assert.deepEqual(readFilters(filters), { ...filters })
    }),
  )
})

test('the filters behind the button are counted, those beside it and the order are not', () => {
  assert.equal(countFilters({ ...NO_FILTERS, league: 'nba', closed: true }), 2)
  fc.assert(
    fc.property(anyFilters, (filters) => {
      const { live, sort } = filters
      assert.equal(countFilters({ ...NO_FILTERS, live, sort }), 0)
    }),
  )
})

test('stored filters of another version do no harm: unknown choices count as none', () => {
  const hostile = '{"sort":"x","tag":{"slug":3},"league":"<b>","live":"true"}'
  for (const kept of [null, '', [], 3, JSON.parse(hostile)]) {
    assert.deepEqual(readFilters(kept), NO_FILTERS, String(kept))
  }
})
