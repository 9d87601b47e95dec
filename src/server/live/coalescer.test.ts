import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createManualClock, type ManualClock } from '#engine/testing/market-fakes.ts'
import { createCoalescer, type Coalescer } from './coalescer.ts'

type Round = { readonly at: number; readonly topics: readonly string[] }

function start(): { clock: ManualClock; rounds: Round[]; coalescer: Coalescer } {
  const clock = createManualClock()
  const rounds: Round[] = []
  const coalescer = createCoalescer(clock, (topics) => rounds.push({ at: clock.monotonic(), topics }))
  return { clock, rounds, coalescer }
}

describe('a topic', () => {
  test('sends its first change at once and the next ones once every 100 ms', async () => {
    const { clock, rounds, coalescer } = start()
    for (let at = 0; at < 400; at += 10) {
      coalescer.mark('a')
      await clock.advance(10)
    }
    await clock.advance(1000)
    assert.deepEqual(
      rounds.map(({ at }) => at),
      [0, 100, 200, 300, 400],
    )
  })

  test('that was quiet for 100 ms sends at once again', async () => {
    const { clock, rounds, coalescer } = start()
    coalescer.mark('a')
    await clock.advance(107)
    coalescer.mark('a')
    await clock.advance(0)
    assert.deepEqual(
      rounds.map(({ at }) => at),
      [0, 107],
    )
  })

  test('without changes sends nothing and sets no timer', async () => {
    const { clock, rounds, coalescer } = start()
    coalescer.mark('a')
    await clock.advance(10_000)
    assert.equal(rounds.length, 1)
    assert.equal(clock.timers(), 0)
  })

  test('that is dropped sends nothing more', async () => {
    const { clock, rounds, coalescer } = start()
    coalescer.mark('a')
    coalescer.drop('a')
    await clock.advance(0)
    coalescer.mark('b')
    await clock.advance(10)
    coalescer.mark('b')
    coalescer.drop('b')
    await clock.advance(1000)
    assert.deepEqual(
      rounds.map(({ topics }) => topics),
      [['b']],
    )
  })
})

test('topics changed by one event leave together, and so do those whose slots are near', async () => {
  const { clock, rounds, coalescer } = start()
  coalescer.mark('a')
  coalescer.mark('b')
  await clock.advance(7)
  coalescer.mark('c')
  await clock.advance(3)
  for (const topic of ['a', 'b', 'c']) coalescer.mark(topic)
  await clock.advance(200)
  assert.deepEqual(
    rounds.map(({ topics }) => topics),
    [['a', 'b'], ['c'], ['a', 'b'], ['c']],
  )
})

test('over any history each change gets out within 120 ms, and no topic sends more often than every 80 ms', async () => {
  const change = fc.record({ wait: fc.nat(150), topic: fc.constantFrom('a', 'b', 'c') })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 60 }), async (history) => {
      const { clock, rounds, coalescer } = start()
      const marked: { topic: string; at: number }[] = []
      for (const { wait, topic } of history) {
        await clock.advance(wait)
        marked.push({ topic, at: clock.monotonic() })
        coalescer.mark(topic)
      }
      await clock.advance(1000)
      for (const { topic, at } of marked) {
        assert.ok(
          rounds.some((round) => round.topics.includes(topic) && round.at >= at && round.at <= at + 120),
        )
      }
      for (const topic of ['a', 'b', 'c']) {
        const times = rounds.filter((round) => round.topics.includes(topic)).map(({ at }) => at)
        for (const [index, at] of times.entries()) {
          assert.ok(index === 0 || at - (times[index - 1] ?? 0) >= 80)
        }
      }
    }),
    { numRuns: 60 },
  )
})
