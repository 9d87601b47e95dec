import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, Event, Market } from '../../platform/api/client.ts'
import { micros } from '#core/money.ts'
import { err, ok } from '#lib/result.ts'
import { createStore } from '../../platform/state/store.ts'
import { NO_FILTERS } from './filters.ts'
import type { SearchFilters } from './filters.ts'
import { createSearch, MAX_MARKETS, pricedName, pricedRest, searchRows } from './search.ts'

const event = (id: string, markets: number): Event =>
  ({
    id: `pm:${id}`,
    slug: id,
    markets: Array.from({ length: markets }, (_, at) => ({
      id: `pm:${id}${at}`,
      question: `Does ${id} win?`,
    })),
  }) as unknown as Event

function build() {
  const asked: {
    q: string
    limit: number
    signal: AbortSignal
    answer: (events: Event[], cursor?: string) => void
  }[] = []
  const written: SearchFilters[] = []
  const mine = createStore<ReadonlySet<string>>(new Set())
  const waiting: { task: () => void; cancelled: boolean }[] = []
  const client = {
    setCsrfToken: () => undefined,
    call: (
      name: string,
      input: { query: { q: string; limit: number }; params?: { eventId: string } },
      options: { signal: AbortSignal },
    ) =>
      new Promise((resolve) => {
        if (name === 'readEvent') {
          const id = input.params?.eventId ?? ''
          resolve(
            id === 'gone'
              ? err({ kind: 'network' })
              : ok({ ...event(id, 1), title: `The ${id}`, live: false }),
          )
          return
        }
        asked.push({
          q: input.query.q,
          limit: input.query.limit,
          signal: options.signal,
          answer: (items, cursor) => resolve(ok({ items, nextCursor: cursor ?? null, note: null })),
        })
      }),
  } as unknown as Client
  const search = createSearch(
    client,
    (_ms, task) => {
      const one = { task, cancelled: false }
      waiting.push(one)
      return () => {
        one.cancelled = true
      }
    },
    mine,
    { read: () => NO_FILTERS, write: (filters) => written.push(filters) },
  )
  const pause = () => {
    for (const one of waiting.splice(0)) if (!one.cancelled) one.task()
  }
  return { search, asked, pause, mine, written }
}

const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('an event of one market is one row; of several, its best markets follow it', () => {
  const rows = searchRows([event('1', 1), event('2', 9)])
  assert.equal(rows.length, 1 + 1 + MAX_MARKETS)
  assert.equal(rows[0]?.market, null)
  assert.equal(rows[2]?.event.slug, '2')
})

test('typing asks once after the pause, and the last question wins', async () => {
  const { search, asked, pause } = build()
  const query = search.state.get().query
  search.setQuery({ ...query, text: 'a' })
  search.setQuery({ ...query, text: 'ab' })
  pause()
  assert.deepEqual(
    asked.map((one) => one.q),
    ['ab'],
  )
  search.setQuery({ ...query, text: 'abc' })
  pause()
  assert.equal(asked[0]?.signal.aborted, true)
  asked[1]?.answer([event('2', 1)])
  asked[0]?.answer([event('1', 1)])
  await settled()
  assert.deepEqual(
    search.state.get().events.map((one) => one.slug),
    ['2'],
  )
})

test('what is opened before its answer is the first of the answer, not of the list that still stands', async () => {
  const { search, asked, pause } = build()
  const query = search.state.get().query
  const opened: (string | undefined)[] = []
  const open = (): void => search.onceAnswered(() => opened.push(search.state.get().events[0]?.slug))
  search.refresh()
  asked[0]?.answer([event('old', 1)])
  await settled()
  open()
  assert.deepEqual(opened, ['old'])

  search.setQuery({ ...query, text: 'new' })
  open()
  assert.deepEqual([opened, search.state.get().isBehind], [['old'], true])
  pause()
  asked[1]?.answer([event('new', 1)])
  await settled()
  assert.deepEqual([opened, search.state.get().isBehind], [['old', 'new'], false])

  // Typed on: only what is asked for last counts.
  search.setQuery({ ...query, text: 'ne' })
  open()
  search.setQuery({ ...query, text: 'nex' })
  pause()
  asked[2]?.answer([event('next', 1)])
  await settled()
  assert.deepEqual(opened, ['old', 'new'])
})

test('the answer to what was typed before keeps nothing waiting, and the marked row stays marked', async () => {
  const { search, asked, pause } = build()
  const query = search.state.get().query
  search.refresh()
  search.setQuery({ ...query, text: 'late' })
  let opened = 0
  search.onceAnswered(() => (opened += 1))
  asked[0]?.answer([event('1', 1), event('2', 1)])
  await settled()
  assert.deepEqual([opened, search.state.get().isBehind], [0, true])
  pause()
  asked[1]?.answer([event('1', 1), event('2', 1), event('3', 1)])
  await settled()
  assert.equal(opened, 1)

  search.move(1)
  search.move(1)
  search.refresh()
  asked[2]?.answer([event('2', 1), event('1', 1)])
  await settled()
  const { events, active } = search.state.get()
  assert.equal(events[active]?.slug, '2')
  search.refresh()
  asked[3]?.answer([event('1', 1)])
  await settled()
  assert.equal(search.state.get().active, -1)
})

test('moving stays within the rows and starts at either end', async () => {
  const { search, asked } = build()
  search.refresh()
  asked[0]?.answer([event('1', 1), event('2', 2)])
  await settled()
  search.move(-1)
  assert.equal(search.state.get().active, 3)
  search.move(1)
  assert.equal(search.state.get().active, 3)
  search.move(-99)
  assert.equal(search.state.get().active, 0)
})

test('mine are read one by one and narrowed by what is typed; they follow what becomes mine', async () => {
  const { search, asked, pause, mine } = build()
  const query = search.state.get().query
  const slugs = () => search.state.get().events.map((one) => one.slug)
  mine.set(new Set(['red', 'gone', 'blue']))
  search.setQuery({ ...query, mine: true })
  pause()
  await settled()
  assert.deepEqual([slugs(), asked.length], [['red', 'blue'], 0])
  search.setQuery({ ...query, mine: true, text: 'BLUE win' })
  pause()
  await settled()
  assert.deepEqual(slugs(), ['blue'])
  mine.set(new Set(['red']))
  await settled()
  assert.deepEqual(slugs(), [])
  search.setQuery({ ...query, text: 'red' })
  pause()
  assert.equal(asked.length, 1)
})

test('the list grows when its end is reached, stays so long for as long as the question stands, and has an end', async () => {
  const { search, asked, pause } = build()
  const limits = () => asked.map((one) => one.limit)
  search.readMore()
  assert.deepEqual(limits(), [])
  search.refresh()
  search.readMore()
  assert.deepEqual(limits(), [20], 'not while an answer is awaited')
  asked[0]?.answer([event('1', 1)], 'next')
  await settled()
  search.readMore()
  asked[1]?.answer([event('1', 1)], 'next')
  await settled()
  search.refresh()
  asked[2]?.answer([event('1', 1)], 'next')
  await settled()
  assert.deepEqual(limits(), [20, 40, 40])
  for (let turn = 3; turn < 11; turn += 1) {
    search.readMore()
    asked[turn]?.answer([event('1', 1)], 'next')
    await settled()
  }
  assert.deepEqual(limits(), [20, 40, 40, 60, 80, 100, 120, 140, 160])
  search.setQuery({ ...search.state.get().query, live: true })
  pause()
  assert.equal(limits().at(-1), 20)
})

test('filters are kept, what was typed is not', () => {
  const { search, written } = build()
  search.setQuery({ ...search.state.get().query, text: 'x', combo: true })
  assert.deepEqual(written, [{ ...NO_FILTERS, combo: true }])
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
