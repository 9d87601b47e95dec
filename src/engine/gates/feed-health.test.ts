// The feeds' health on the bus: at every change and no oftener.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedHealth } from '#core/trading-state.ts'
import { createBus } from '../bus.ts'
import { createFeedHealth } from './feed-health.ts'
import { createManualClock } from '../testing/market-fakes.ts'

const feed = (name: FeedHealth['name'], state: FeedHealth['state']): FeedHealth => ({
  name,
  state,
  connections: 0,
  subscriptions: 0,
  lastMessageAt: null,
  reconnects: 0,
  detail: null,
})

test('a feed is missed when it is stale or down, before it was ever live, or after connecting again for 15 s; never when it is off', async () => {
  const clock = createManualClock()
  const bus = createBus((_, error) => {
    throw error
  })
  let user = feed('user', 'connecting')
  const sources = [() => feed('market', 'live'), () => feed('sports', 'off'), () => user]
  const health = createFeedHealth({ sources, clock, bus })
  assert.equal(health.isWanting(), true)
  health.start()
  user = feed('user', 'live')
  assert.equal(health.isWanting(), false)
  user = feed('user', 'connecting')
  await clock.advance(1_000)
  assert.equal(health.isWanting(), false)
  await clock.advance(15_000)
  assert.equal(health.isWanting(), true)
  for (const [state, isWanting] of [
    ['live', false],
    ['connecting', false],
    ['stale', true],
    ['down', true],
    ['off', false],
  ] as const) {
    user = feed('user', state)
    assert.equal(health.isWanting(), isWanting, state)
  }
  health.stop()
})

test('health is reported at start and when it changes, not for the time of the last message alone', async () => {
  const clock = createManualClock()
  const bus = createBus((_, error) => {
    throw error
  })
  let market = feed('market', 'connecting')
  const published: FeedHealth['state'][] = []
  bus.subscribe('feeds', (feeds) => published.push(...feeds.map(({ state }) => state)))
  const health = createFeedHealth({ sources: [() => market], clock, bus })
  health.start()
  await clock.advance(3_000)
  market = { ...market, state: 'live' }
  await clock.advance(3_000)
  market = { ...market, lastMessageAt: clock.now() }
  await clock.advance(3_000)
  market = { ...market, state: 'down' }
  health.stop()
  await clock.advance(3_000)
  assert.deepEqual(published, ['connecting', 'live'])
  assert.equal(health.read()[0]?.state, 'down')
})
