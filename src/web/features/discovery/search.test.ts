import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../../api/client.ts'
import type { Event } from '../../api/wire.ts'
import { ok } from '#lib/result.ts'
import { createSearch, MOST_MARKETS, searchRows } from './search.ts'

const event = (id: string, markets: number): Event =>
  ({
    id: `pm:${id}`,
    slug: id,
    markets: Array.from({ length: markets }, (_, at) => ({ id: `pm:${id}${at}` })),
  }) as Event

function build() {
  const asked: { q: string; signal: AbortSignal; answer: (events: Event[]) => void }[] = []
  const waiting: { task: () => void; cancelled: boolean }[] = []
  const client = {
    setCsrfToken: () => undefined,
    call: (_name: string, input: { query: { q: string } }, options: { signal: AbortSignal }) =>
      new Promise((resolve) => {
        asked.push({
          q: input.query.q,
          signal: options.signal,
          answer: (items) => resolve(ok({ items, next_cursor: null })),
        })
      }),
  } as unknown as Client
  const search = createSearch(client, (_ms, task) => {
    const one = { task, cancelled: false }
    waiting.push(one)
    return () => {
      one.cancelled = true
    }
  })
  const pause = () => {
    for (const one of waiting.splice(0)) if (!one.cancelled) one.task()
  }
  return { search, asked, pause }
}

const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('an event of one market is one row; of several, its best markets follow it', () => {
  const rows = searchRows([event('1', 1), event('2', 9)])
  assert.equal(rows.length, 1 + 1 + MOST_MARKETS)
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
