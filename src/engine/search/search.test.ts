// Typed queries, and the result that must come first.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { League, MarketEvent, Team } from '#core/market/market.ts'
import { ZERO } from '#core/money.ts'
import type { SearchQuery } from './query.ts'
import { createSearch } from './search.ts'
import { createTypoMeter } from './search-typos.ts'
import { wordsOf } from './search-text.ts'
import { createVocabulary } from './search-vocabulary.ts'
import { eventId, outcomeId, sampleEvent, sampleMarket, whole } from '../testing/market-fakes.ts'

const NOW = 1_790_000_000_000
const NBA: League = { code: 'nba', name: 'National Basketball Association', ordering: 'away' }

const ALL: SearchQuery = {
  text: '',
  tag: null,
  league: null,
  kind: null,
  status: 'all',
  sort: 'relevance',
  live: null,
  closesWithin: null,
  combo: null,
  limit: 20,
  offset: 0,
}

function team(name: string, alias: string, abbreviation: string): Team {
  return { id: name, name, league: 'nba', abbreviation, alias, record: null, color: null, ordering: null }
}

function search(events: readonly (readonly [MarketEvent, League | null])[]) {
  const built = createSearch(() => NOW)
  for (const [event, league] of events) built.put(event, league)
  return built
}

function named(n: number, title: string, changes: Partial<MarketEvent> = {}): [MarketEvent, null] {
  return [sampleEvent(n, { title, ...changes }), null]
}

const game = sampleEvent(1, {
  title: 'Los Angeles Lakers vs. Boston Celtics',
  tags: [{ id: '745', label: 'Basketball', slug: 'basketball' }],
  teams: [team('Los Angeles Lakers', 'Lakers', 'lal'), team('Boston Celtics', 'Celtics', 'bos')],
  live: true,
  markets: [
    sampleMarket(1, { question: 'Lakers vs. Celtics', groupTitle: 'Moneyline' }),
    sampleMarket(11, { question: 'Lakers vs. Celtics: O/U 219.5', groupTitle: 'Total 219.5' }),
    sampleMarket(12, { question: 'Spread: Lakers (-4.5)', groupTitle: 'Spread -4.5' }),
  ],
})

const world = search([
  [game, NBA],
  named(2, 'Will Bitcoin reach $200,000 this year?', {
    tags: [{ id: '21', label: 'Crypto', slug: 'crypto' }],
  }),
  named(3, 'Presidential election winner', {
    markets: [sampleMarket(3, { question: 'Will Łukasz Żółć win?', groupTitle: 'Łukasz Żółć' })],
    status: 'closed',
  }),
  named(4, 'São Paulo vs. Grêmio'),
  named(5, "Shaquille O'Neal in the Hall of Fame"),
])

function ids(text: string, changes: Partial<SearchQuery> = {}, built = world): number[] {
  return built.find({ ...ALL, text, ...changes }).hits.map(({ event }) => Number(event.id.slice(3)))
}

describe('finding', () => {
  const cases: readonly (readonly [what: string, typed: string, expected: readonly number[]])[] = [
    ['a whole word', 'bitcoin', [2]],
    ['three letters', 'lak', [1]],
    ['prefixes of two words', 'bos lak', [1]],
    ['a team abbreviation', 'lal', [1]],
    ['a league code', 'nba', [1]],
    ['a league name', 'national basketball', [1]],
    ['a tag', 'crypto', [2]],
    ['a group title', 'total 219.5', [1]],
    ['text without its diacritics', 'sao paulo gremio', [4]],
    ['diacritics that the text lacks', 'bóstön', [1]],
    ['letters that have no decomposition', 'lukasz zolc', [3]],
    ['a name with an apostrophe', 'oneal', [5]],
    ['one wrong letter', 'bitcoim', [2]],
    ['one missing letter', 'celtcs', [1]],
    ['one letter too many', 'crypyto', [2]],
    ['two letters swapped', 'lakres', [1]],
    ['two typos in a long word', 'presidntail', [3]],
    ['a typo in a word not typed to its end', 'presidnt', [3]],
    ['typos beside right words', 'lakers celtisc', [1]],
    ['one word too many', 'lakers celtics tonight', [1]],
    ['two typos in a short word: nothing', 'bxtcxin', []],
    ['a typo in three letters: nothing', 'lxl', []],
    ['a word that is nowhere', 'zebra', []],
    ['signs only', '!!! ---', []],
  ]
  for (const [what, typed, expected] of cases) {
    test(what, () => {
      assert.deepEqual(ids(typed), expected)
    })
  }

  test('an outcome name', () => {
    const market = sampleMarket(6)
    const built = search([
      named(6, 'Next coach', {
        markets: [
          { ...market, outcomes: [{ ...market.outcomes[0], name: 'Ancelotti' }, market.outcomes[1]] },
        ],
      }),
    ])
    assert.deepEqual(ids('ancelotti', {}, built), [6])
  })
})

describe('ranking', () => {
  test('a title before a market, a whole word before a prefix, then volume, liquidity and what ends first', () => {
    const built = search([
      named(1, 'Other', { markets: [sampleMarket(1, { question: 'Will Ross win?' })], volume: whole(900) }),
      named(2, 'Rossini opera', { volume: whole(800) }),
      named(3, 'Ross speech', { volume: whole(10) }),
      named(4, 'Ross debate', { volume: whole(20), liquidity: whole(1) }),
      named(5, 'Ross indeed', { volume: whole(20), liquidity: whole(2), endTime: NOW + 9_000 }),
      named(6, 'Ross matter', { volume: whole(20), liquidity: whole(2), endTime: NOW + 5_000 }),
    ])
    assert.deepEqual(ids('ross', {}, built), [6, 5, 4, 3, 2, 1])
  })

  test('the best-matching markets come first, at most five, else the largest', () => {
    const [hit] = world.find({ ...ALL, text: 'lakers spread' }).hits
    assert.equal(hit?.markets[0]?.groupTitle, 'Spread -4.5')
    const [whole_] = world.find({ ...ALL, text: 'boston' }).hits
    assert.deepEqual(
      whole_?.markets.map(({ volume }) => volume),
      [whole(12), whole(11), whole(1)],
    )
  })

  test('who wins comes before spreads and totals of a larger volume, but for those that were asked for', () => {
    const [, total, spread] = game.markets
    assert.ok(total !== undefined && spread !== undefined)
    const winner = sampleMarket(9, {
      question: 'Lakers vs. Celtics',
      sportsMarketType: 'moneyline',
      volume: whole(1),
    })
    const markets = [
      { ...total, sportsMarketType: 'totals', volume: whole(900) },
      { ...spread, sportsMarketType: 'spreads', volume: whole(800) },
      winner,
    ]
    const built = search([[{ ...game, markets }, NBA]])
    const types = (text: string) =>
      built.find({ ...ALL, text }).hits[0]?.markets.map(({ sportsMarketType }) => sportsMarketType)
    for (const text of ['', 'lakers', 'boston celtics']) {
      assert.deepEqual(types(text)?.[0], 'moneyline', text)
    }
    assert.equal(types('lakers spread')?.[0], 'spreads')
    assert.equal(types('lakers 219')?.[0], 'totals')
  })

  test('sorts', () => {
    const built = search([
      named(1, 'A', { volume: whole(3), liquidity: whole(1), createdAt: 1, endTime: NOW - 5 }),
      named(2, 'B', { volume: whole(2), liquidity: whole(3), createdAt: 3, endTime: NOW + 5 }),
      named(3, 'C', { volume: whole(1), liquidity: whole(2), createdAt: 2, endTime: null }),
    ])
    assert.deepEqual(ids('', { sort: 'relevance' }, built), [1, 2, 3])
    assert.deepEqual(ids('', { sort: 'volume' }, built), [1, 2, 3])
    assert.deepEqual(ids('', { sort: 'liquidity' }, built), [2, 3, 1])
    assert.deepEqual(ids('', { sort: 'newest' }, built), [2, 3, 1])
    assert.deepEqual(ids('', { sort: 'ending' }, built), [2, 1, 3])
  })
})

test('INV-75 what is not known comes last', () => {
  const built = search([
    named(1, 'A', { volume: null, liquidity: null }),
    named(2, 'B', { volume: ZERO, liquidity: ZERO }),
    named(3, 'C', { volume: whole(1), liquidity: whole(1) }),
  ])
  for (const sort of ['volume', 'liquidity', 'relevance'] as const) {
    assert.deepEqual(ids('', { sort }, built), [3, 2, 1])
  }
})

describe('filters', () => {
  test('status, live, tag and league', () => {
    assert.deepEqual(ids('', { status: 'open' }), [5, 4, 2, 1])
    assert.deepEqual(ids('', { status: 'closed' }), [3])
    assert.deepEqual(ids('', { live: true }), [1])
    assert.deepEqual(ids('', { live: false, status: 'open' }), [5, 4, 2])
    assert.deepEqual(ids('', { tag: 'crypto' }), [2])
    assert.deepEqual(ids('', { tag: '745' }), [1])
    assert.deepEqual(ids('', { league: 'nba' }), [1])
    assert.deepEqual(ids('lakers', { tag: 'crypto' }), [])
  })

  test('what ends soon, or can be a leg of a combo', () => {
    const leg = sampleMarket(1, { comboStatus: 'enabled' })
    const outcomes: typeof leg.outcomes = [
      { ...leg.outcomes[0], positionId: '1' },
      { ...leg.outcomes[1], positionId: '2' },
    ]
    const built = search([
      named(1, 'A', {
        liquidity: whole(10),
        endTime: NOW + 3_600_000,
        markets: [{ ...leg, outcomes }, sampleMarket(11)],
      }),
      named(2, 'B', { liquidity: whole(20), endTime: NOW - 1 }),
      named(3, 'C', { liquidity: whole(30), markets: [{ ...leg, outcomes, status: 'closed' }] }),
    ])
    assert.deepEqual(ids('', { closesWithin: 3_600_000 }, built), [1])
    assert.deepEqual(ids('', { closesWithin: 3_599_999 }, built), [])
    assert.deepEqual(ids('', { combo: true }, built), [1])
    assert.deepEqual(new Set(ids('', { combo: false }, built)), new Set([2, 3]))
    const [hit] = built.find({ ...ALL, combo: true }).hits
    assert.equal(hit?.markets.length, 1, 'a market that cannot be a leg is not listed')
  })

  test('kind says which text must match', () => {
    assert.deepEqual(ids('lakers', { kind: 'team' }), [1])
    assert.deepEqual(ids('spread', { kind: 'market' }), [1])
    assert.deepEqual(ids('spread', { kind: 'event' }), [])
    assert.deepEqual(ids('bitcoin', { kind: 'team' }), [])
    assert.deepEqual(ids('nba lakers', { kind: 'team' }), [1])
    assert.deepEqual(ids('basketball', { kind: 'team' }), [])
  })

  test('pages', () => {
    const first = world.find({ ...ALL, limit: 2 })
    assert.equal(first.more, true)
    const last = world.find({ ...ALL, limit: 3, offset: 2 })
    assert.equal(last.more, false)
    assert.equal(last.hits.length, 3)
    assert.equal(new Set([...first.hits, ...last.hits].map(({ event }) => event.id)).size, 5)
  })
})

describe('changes', () => {
  test('a renamed event is found by its new words only, a removed one not at all', () => {
    const built = search([named(1, 'Old name'), named(2, 'Old friend')])
    built.put(sampleEvent(1, { title: 'Fresh title' }), null)
    assert.deepEqual(ids('fresh', {}, built), [1])
    assert.deepEqual(ids('old', {}, built), [2])
    built.remove(eventId(2))
    assert.deepEqual(ids('old', {}, built), [])
    built.put(sampleEvent(3, { title: 'Old wine' }), null)
    assert.deepEqual(ids('old', {}, built), [3])
    assert.equal(built.size(), 2)
  })

  test('a new volume counts at once and hits carry the newest event', () => {
    const built = search([named(1, 'Race one'), named(2, 'Race two')])
    assert.deepEqual(ids('race', {}, built), [2, 1])
    built.put(sampleEvent(1, { title: 'Race one', volume: whole(50) }), null)
    assert.deepEqual(ids('race', {}, built), [1, 2])
    assert.equal(built.find({ ...ALL, text: 'race' }).hits[0]?.event.volume, whole(50))
  })

  test('after any history an index answers like one built from scratch', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'alpine', 'gamut', 'bet')
    const step = fc.record({
      n: fc.integer({ min: 1, max: 6 }),
      title: fc.option(fc.array(word, { minLength: 1, maxLength: 3 }), { nil: null }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), word, fc.boolean(), (steps, typed, isSearched) => {
        const changed = createSearch(() => NOW)
        const now = new Map<number, MarketEvent>()
        for (const { n, title } of steps) {
          if (title === null) {
            changed.remove(eventId(n))
            now.delete(n)
          } else {
            const event = sampleEvent(n, { title: title.join(' ') })
            changed.put(event, null)
            now.set(n, event)
          }
          if (isSearched) changed.find({ ...ALL, text: typed })
        }
        const fresh = search([...now.values()].map((event) => [event, null] as const))
        for (const text of ['', typed, typed.slice(0, 3)]) {
          assert.deepEqual(new Set(ids(text, {}, changed)), new Set(ids(text, {}, fresh)))
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the vocabulary', () => {
  test('INV-52 forgets words that occur nowhere any more, and is no larger after any number of others', () => {
    const vocabulary = createVocabulary()
    const kept = vocabulary.add('kept')
    for (let round = 0; round < 50; round += 1) {
      const numbers = Array.from({ length: 100 }, (_, n) => vocabulary.add(`word${round}x${n}`))
      assert.equal(vocabulary.meanings(`word${round}x7`, false)[0]?.quality, 100)
      for (const number of numbers) vocabulary.forget(number)
      assert.deepEqual(vocabulary.meanings('word', true), [])
      assert.ok(Math.max(...numbers) <= 100, String(Math.max(...numbers)))
    }
    assert.equal(vocabulary.size(), 1)
    assert.deepEqual(vocabulary.meanings('kept', false), [{ word: kept, quality: 100 }])
  })
})

test('INV-52 a search that is full finds no further words, and takes them again when there is room', () => {
  const built = createSearch(() => NOW, 6)
  built.put(...named(1, 'one two three'))
  built.put(...named(2, 'four five six seven eight'))
  assert.deepEqual([ids('one', {}, built), ids('eight', {}, built), ids('', {}, built).length], [[1], [], 2])
  built.remove(eventId(1))
  built.put(...named(2, 'four five eight'))
  assert.deepEqual(ids('eight', {}, built), [2])
})

describe('foreign text', () => {
  test('any text is searched for without a fault, and any title is found by its own words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const built = search([named(1, text), named(2, 'something else')])
        const found = built.find({ ...ALL, text })
        const words = wordsOf(text)
        if (words.length > 0) assert.ok(found.hits.some(({ event }) => event.id === eventId(1)))
      }),
      { numRuns: 300 },
    )
  })

  test('__proto__ and constructor are words like others', () => {
    const built = search([named(1, '__proto__ constructor')])
    assert.deepEqual(ids('proto constructor', {}, built), [1])
    assert.equal(outcomeId(2), built.find(ALL).hits[0]?.markets[0]?.outcomes[0].id)
  })
})

describe('slips', () => {
  test('agree with the plain definition of the distance', () => {
    const meter = createTypoMeter(7)
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (from, to, limit) => {
        assert.equal(meter.between(from, to, limit), Math.min(plainDistance(from, to), limit + 1))
        const beginnings = Array.from({ length: to.length + 1 }, (_, end) => to.slice(0, end))
        const nearest = Math.min(...beginnings.map((beginning) => plainDistance(from, beginning)))
        assert.equal(meter.toBeginning(from, to, limit), Math.min(nearest, limit + 1))
      }),
      { numRuns: 1_000 },
    )
  })
})

/** Optimal string alignment, straight from its definition. */
function plainDistance(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length
  const same = from.at(-1) === to.at(-1)
  const [shorter, target] = [from.slice(0, -1), to.slice(0, -1)]
  const choices = [
    plainDistance(shorter, to) + 1,
    plainDistance(from, target) + 1,
    plainDistance(shorter, target) + (same ? 0 : 1),
  ]
  if (from.length > 1 && to.length > 1 && from.at(-1) === to.at(-2) && from.at(-2) === to.at(-1)) {
    choices.push(plainDistance(from.slice(0, -2), to.slice(0, -2)) + 1)
  }
  return Math.min(...choices)
}
