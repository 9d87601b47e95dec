import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event, Market } from '../../platform/api/client.ts'
import { micros } from '#core/money.ts'
import { NO_FILTERS, createSearch, MAX_MARKETS, pricedName, pricedRest, searchRows } from './search.ts'

const event = (id: string, markets: number): Event =>
  ({
    id: `pm:${id}`,
    slug: id,
    markets: Array.from({ length: markets }, (_, at) => ({
      id: `pm:${id}${at}`,
      question: `Does ${id} win?`,
    })),
  }) as unknown as Event

test('an event of one market is one row; of several, its best markets follow it', () => {
  const rows = searchRows([event('1', 1), event('2', 9)])
  assert.equal(rows.length, 1 + 1 + MAX_MARKETS)
  assert.equal(rows[0]?.market, null)
  assert.equal(rows[2]?.event.slug, '2')
})

test('filters are kept, what was typed is not', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  }
  createSearch(storage).query.set({ ...NO_FILTERS, text: 'x', combo: true })
  assert.deepEqual(createSearch(storage).query.get(), { ...NO_FILTERS, text: '', combo: true })
})

test('prices of a team or a side are named, those of a plain Yes speak for the market', () => {
  const market = (...names: string[]) => ({ outcomes: names.map((name) => ({ name })) }) as unknown as Market
  assert.equal(pricedName(market('Lakers', 'Celtics')), 'Lakers')
  assert.equal(pricedName(market('Over', 'Under')), 'Over')
  assert.equal(pricedName(market('Yes', 'No')), null)
  assert.equal(pricedName(null), null)
})

test('beside the name stands the line of a spread or total, else the title where it is not the game itself', () => {
  const game = { ...event('g', 2), title: 'Lakers vs. Celtics' }
  const market = (first: string, part: Partial<Market>) =>
    ({
      line: null,
      groupTitle: null,
      question: 'Lakers vs. Celtics',
      outcomes: [{ name: first }],
      ...part,
    }) as Market
  const rest = (first: string, part: Partial<Market>) => pricedRest(game, market(first, part))
  assert.equal(rest('Lakers', { sportsMarketType: 'moneyline' }), '')
  assert.equal(rest('Lakers', { sportsMarketType: 'spreads', line: micros(-4_500_000n) }), '\u22124.5')
  assert.equal(rest('Lakers', { sportsMarketType: 'spreads', line: micros(2_500_000n) }), '+2.5')
  assert.equal(rest('Over', { sportsMarketType: 'totals', line: micros(219_500_000n) }), '219.5')
  assert.equal(rest('Lakers', { groupTitle: 'First Quarter Winner' }), 'First Quarter Winner')
  assert.equal(rest('Yes', { groupTitle: 'Draw' }), 'Draw')
})
