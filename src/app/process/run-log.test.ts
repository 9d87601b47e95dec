import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedHealth } from '#core/trading-state.ts'
import { createManualClock } from '#engine/testing/market-fakes.ts'
import type { LogFields } from '#ports/log.ts'
import { logRun } from './run-log.ts'

function scene() {
  const clock = createManualClock()
  const lines: [string, LogFields | undefined][] = []
  const write = (event: string, fields?: LogFields): void => void lines.push([event, fields])
  let feed = { name: 'market', state: 'live', reconnects: 0 } as FeedHealth
  let lostMs = 0
  const stop = logRun({
    // A machine at a standstill calls no timer; its steady clock goes on.
    clock: { ...clock, monotonic: () => clock.monotonic() + lostMs },
    log: { debug: write, info: write, warn: write, error: write },
    feeds: () => [feed],
  })
  return {
    clock,
    lines,
    stop,
    becomes: (change: Partial<FeedHealth>) => (feed = { ...feed, ...change }),
    standsStill: (ms: number) => (lostMs += ms),
  }
}

test('a feed that changes or reconnects is one line each, and a quiet one none', async () => {
  const { clock, lines, becomes, stop } = scene()
  await clock.advance(5_000)
  assert.deepEqual(lines, [])
  becomes({ state: 'stale' })
  await clock.advance(3_000)
  becomes({ state: 'live', reconnects: 1 })
  await clock.advance(3_000)
  assert.deepEqual(lines, [
    ['feed.changed', { feed: 'market', state: 'stale', was: 'live', reconnects: 0 }],
    ['feed.changed', { feed: 'market', state: 'live', was: 'stale', reconnects: 1 }],
  ])
  stop()
  becomes({ state: 'stale' })
  await clock.advance(3_000)
  assert.equal(lines.length, 2)
})

test('a minute in which nothing ran is logged once, a short delay is not', async () => {
  const { clock, lines, standsStill } = scene()
  standsStill(2_000)
  await clock.advance(2_000)
  assert.deepEqual(lines, [])
  standsStill(60_000)
  await clock.advance(5_000)
  assert.deepEqual(lines, [['program.stood_still', { for_ms: 60_000 }]])
})
