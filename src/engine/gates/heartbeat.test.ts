// The loop on a clock: its gaps, its health, its silence when switched off.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { err, ok, type Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { HeartbeatAnswer, VenueHeartbeat } from '#ports/venue-heartbeat.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'
import { createManualClock, DOWN, silentLog, type ManualClock } from '../testing/market-fakes.ts'

type Answer = Result<HeartbeatAnswer, ReadFault>
type Script = (beat: number, id: string) => { readonly afterMs: number; readonly answer: Answer }

type Stage = {
  readonly clock: ManualClock
  readonly heartbeat: Heartbeat
  /** When each beat left, and what it carried. */
  readonly beats: { readonly at: number; readonly id: string }[]
  readonly lapses: number[]
  readonly changes: boolean[]
}

const taken = (nextId: string): Answer => ok({ kind: 'taken', nextId })
const answerSoon: Script = (beat) => ({ afterMs: 20, answer: taken(`id-${beat}`) })

function stage(script: Script, isOn = true): Stage {
  const clock = createManualClock()
  const beats: Stage['beats'] = []
  const lapses: number[] = []
  const changes: boolean[] = []
  const venue: VenueHeartbeat = {
    beat(id) {
      beats.push({ at: clock.monotonic(), id })
      const { afterMs, answer } = script(beats.length, id)
      return new Promise((resolve) => {
        clock.after(afterMs, () => resolve(answer))
      })
    },
  }
  const heartbeat = createHeartbeat({
    clock,
    log: silentLog,
    venue: isOn ? venue : null,
    read: (call) => call(),
    onLapsed: () => void lapses.push(clock.monotonic()),
    onChange: () => void changes.push(heartbeat.status().healthy),
    point() {},
  })
  return { clock, heartbeat, beats, lapses, changes }
}

describe('INV-44 the heartbeat loop', () => {
  test('sends every five seconds along one chain', async () => {
    const { clock, heartbeat, beats } = stage(answerSoon)
    heartbeat.start()
    await clock.advance(20_000)
    assert.deepEqual(beats, [
      { at: 0, id: '' },
      { at: 5_000, id: 'id-1' },
      { at: 10_000, id: 'id-2' },
      { at: 15_000, id: 'id-3' },
      { at: 20_000, id: 'id-4' },
    ])
    assert.deepEqual(heartbeat.status(), { enabled: true, healthy: true, lastOkAt: clock.now() - 4_980 })
  })

  test('reports every beat that was taken, so that its age can be shown', async () => {
    const { clock, heartbeat, changes } = stage(answerSoon)
    heartbeat.start()
    await clock.advance(20_100)
    assert.deepEqual(changes, [true, true, true, true, true])
  })

  test('switched off sends none and says so', async () => {
    const { clock, heartbeat, beats } = stage(answerSoon, false)
    heartbeat.start()
    await clock.advance(60_000)
    assert.deepEqual(beats, [])
    assert.deepEqual(heartbeat.status(), { enabled: false, healthy: false, lastOkAt: null })
    assert.equal(clock.timers(), 0)
  })

  test('warns with the first bad answer and is healthy again with the next good one', async () => {
    const { clock, heartbeat, beats, changes } = stage((beat) =>
      beat === 2 ? { afterMs: 30, answer: DOWN } : { afterMs: 20, answer: taken(`id-${beat}`) },
    )
    heartbeat.start()
    await clock.advance(5_031)
    assert.equal(heartbeat.status().healthy, false)
    await clock.advance(1_100)
    assert.equal(heartbeat.status().healthy, true)
    assert.deepEqual(changes, [true, false, true])
    assert.deepEqual(
      beats.map(({ id }) => id),
      ['', 'id-1', 'id-1'],
    )
  })

  test('reports a lapse once and begins a new chain', async () => {
    const { clock, heartbeat, beats, lapses } = stage((beat) =>
      beat > 1 && beat < 6 ? { afterMs: 1_500, answer: DOWN } : { afterMs: 20, answer: taken(`id-${beat}`) },
    )
    heartbeat.start()
    await clock.advance(40_000)
    assert.equal(lapses.length, 1)
    assert.deepEqual(beats.map(({ id }) => id).slice(0, 7), ['', 'id-1', 'id-1', 'id-1', '', '', 'id-6'])
    assert.equal(heartbeat.status().healthy, true)
  })

  test('notices that the host slept, although its timers did not move', async () => {
    const { clock, heartbeat, lapses, beats, changes } = stage(answerSoon)
    heartbeat.start()
    await clock.advance(4_000)
    clock.jump(60_000)
    assert.equal(heartbeat.status().healthy, false)
    await clock.advance(2_000)
    assert.equal(lapses.length, 1)
    assert.equal(beats.at(-1)?.id, '')
    assert.deepEqual(changes, [true, false, true], 'unhealthy is published before the next beat is taken')
    assert.equal(heartbeat.status().healthy, true)
  })

  test('ends with its stop, an answer on its way included', async () => {
    const { clock, heartbeat, beats } = stage(answerSoon)
    heartbeat.start()
    await clock.advance(5_001)
    heartbeat.stop()
    await clock.advance(30_000)
    assert.equal(beats.length, 2)
    assert.equal(clock.timers(), 0)
  })

  test('leaves no gap over six seconds, whatever the answers and however late', async () => {
    const anyAnswer = fc.record({
      afterMs: fc.integer({ min: 0, max: 4_000 }),
      answer: fc.constantFrom<Answer>(
        taken('next'),
        ok({ kind: 'expected', id: 'other' }),
        DOWN,
        err({ kind: 'rate_limited', detail: '', retryAfterMs: 3_000 }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 12 }), async (answers) => {
        const { clock, heartbeat, beats } = stage((beat) => {
          const chosen = answers[(beat - 1) % answers.length]
          assert.ok(chosen !== undefined)
          return chosen
        })
        heartbeat.start()
        await clock.advance(60_000)
        const times = [...beats.map(({ at }) => at), clock.monotonic()]
        for (const [index, at] of times.slice(1).entries()) assert.ok(at - (times[index] ?? 0) <= 6_000)
        assert.ok(beats.length <= 121 * 2, 'at most four a second')
      }),
      { numRuns: 100 },
    )
  })
})
