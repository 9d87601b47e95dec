// How long something lasts that shows that venue or network cannot be relied on.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SafeAfter, Unreliable } from '#core/trading-state.ts'
import { createManualClock, type ManualClock } from '../testing/market-fakes.ts'
import { createReliability, type Reliability } from './reliability.ts'

type Scene = {
  readonly clock: ManualClock
  readonly reliability: Reliability
  readonly now: Record<Unreliable, readonly string[]>
  /** Lets so many seconds pass, with a look at each, and answers what is overdue then. */
  readonly pass: (seconds: number) => Promise<readonly Unreliable[]>
}

function scene(changes: Partial<SafeAfter> = {}): Scene {
  const clock = createManualClock()
  const now: Scene['now'] = { orders_unread: [], market_feed_down: [], order_unknown: [] }
  const reliability = createReliability({
    clock,
    safeAfter: { orders_unread: 60_000, market_feed_down: 30_000, order_unknown: 150_000, ...changes },
    faults: {
      orders_unread: () => now.orders_unread,
      market_feed_down: () => now.market_feed_down,
      order_unknown: () => now.order_unknown,
    },
  })
  clock.every(1_000, reliability.look)
  reliability.look()
  return {
    clock,
    reliability,
    now,
    async pass(seconds) {
      await clock.advance(seconds * 1_000)
      return reliability.overdue()
    },
  }
}

const LIMITS = [
  ['orders_unread', 60],
  ['market_feed_down', 30],
  ['order_unknown', 150],
] as const

for (const [cause, seconds] of LIMITS) {
  describe(`INV-83 ${cause}`, () => {
    test('counts from the moment it was seen, not a second early, and no longer than it lasts', async () => {
      const { now, pass } = scene()
      assert.deepEqual(await pass(100), [])
      now[cause] = ['one']
      assert.deepEqual(await pass(seconds), [])
      assert.deepEqual(await pass(1), [cause])
      assert.deepEqual(await pass(500), [cause])
      now[cause] = []
      assert.deepEqual(await pass(1), [])
    })

    test('switched off it never counts', async () => {
      const { now, pass } = scene({ [cause]: null })
      now[cause] = ['one']
      assert.deepEqual(await pass(5_000), [])
    })

    test('a wall clock that is set makes it neither longer nor shorter', async () => {
      const { clock, now, pass } = scene()
      now[cause] = ['one']
      await pass(seconds / 2)
      clock.jump(3_600_000)
      assert.deepEqual(await pass(seconds / 2), [])
      clock.jump(-7_200_000)
      assert.deepEqual(await pass(1), [cause])
    })

    test('what is in order for a moment only goes on counting; for longer it begins from the start', async () => {
      const { now, pass } = scene()
      for (let flap = 0; flap < seconds / 5; flap += 1) {
        now[cause] = ['one']
        await pass(4)
        now[cause] = []
        assert.deepEqual(await pass(1), [])
      }
      now[cause] = ['one']
      assert.deepEqual(await pass(1), [cause])
      now[cause] = []
      await pass(10)
      now[cause] = ['one']
      assert.deepEqual(await pass(seconds), [])
    })
  })
}

test('INV-83 several at once are all named, and orders that follow each other are measured one by one', async () => {
  const { now, pass } = scene({ order_unknown: 60_000 })
  for (const name of ['a', 'b', 'c', 'd']) {
    now.order_unknown = [name]
    assert.deepEqual(await pass(50), [])
  }
  now.order_unknown = ['d', 'e']
  now.market_feed_down = ['market']
  now.orders_unread = ['orders']
  assert.deepEqual(await pass(61), ['orders_unread', 'market_feed_down', 'order_unknown'])
})
