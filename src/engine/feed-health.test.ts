// The feeds' health on the bus: at every change and no oftener.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedHealth } from '#core/trading-state.ts'
import { createBus } from './bus.ts'
import { createFeedHealth } from './feed-health.ts'
import { createHandClock } from './testing/market-fakes.ts'

test('health is told at start and when it changes, not for the time of the last message alone', async () => {
  const clock = createHandClock()
  const bus = createBus((_, error) => {
    throw error
  })
  let market: FeedHealth = {
    name: 'market',
    state: 'connecting',
    connections: 0,
    subscriptions: 0,
    lastMessageAt: null,
    reconnects: 0,
    detail: null,
  }
  const told: FeedHealth['state'][] = []
  bus.subscribe('feeds', (feeds) => told.push(...feeds.map(({ state }) => state)))
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
  assert.deepEqual(told, ['connecting', 'live'])
  assert.equal(health.read()[0]?.state, 'down')
})
