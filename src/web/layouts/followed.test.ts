import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err } from '#lib/result.ts'
import { createEventCache } from '../platform/api/event-cache.ts'
import type { Event } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import { findSelection } from '../data/markets/selection.ts'
import type { Selection } from '../data/markets/selection.ts'
import { createFollowed } from './followed.ts'

const event = (n: number) =>
  ({
    id: `e${n}`,
    slug: `s${n}`,
    markets: [{ id: `m${n}`, acceptingOrders: true, status: 'open', outcomes: [{ id: `pm:${n}` }] }],
  }) as unknown as Event

test('a choice in a pinned panel changes no other, and the next one in a panel that follows goes on from the market before', () => {
  const selection = createStore<Selection | null>(null)
  const kept: string[] = []
  const followed = createFollowed({
    selection,
    router: { get: () => ({ page: 'games' }), go: () => undefined },
    events: createEventCache(() => Promise.resolve(err({ kind: 'network' }))),
    storage: { getItem: () => kept.at(-1) ?? null, setItem: (_, text) => void kept.push(text) },
  })
  const choose = (n: number) => selection.set(findSelection(event(n), `pm:${n}`))
  const slugs = () => [selection.get(), followed.get()].map((one) => one?.event.slug)
  choose(1)
  followed.use(true)
  choose(2)
  assert.deepEqual(slugs(), ['s2', 's1'])
  followed.use(false)
  assert.deepEqual(slugs(), ['s1', 's1'])
  choose(3)
  assert.deepEqual(slugs(), ['s3', 's3'])
  assert.equal(kept.at(-1), '{"eventId":"e3","outcomeId":"pm:3"}')
})
