// The geographic check as it runs: at once, on its schedule, out of turn when the venue says 403, and closed when in doubt.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { GeoblockAnswer } from '#ports/venue-geoblock.ts'
import { createGeoblock, type GeoblockActor } from './geoblock.ts'
import { createManualClock, silentLog, type ManualClock } from '../testing/market-fakes.ts'

type Scene = {
  readonly clock: ManualClock
  readonly actor: GeoblockActor
  answer: () => Promise<GeoblockAnswer>
  asked: number[]
  changes: number
}

function scene(): Scene {
  const clock = createManualClock(0)
  const made: Scene = {
    clock,
    asked: [],
    changes: 0,
    answer: async () => ({ kind: 'answered', blocked: false }),
    actor: createGeoblock({
      clock,
      log: silentLog,
      venue: {
        check() {
          made.asked.push(clock.monotonic())
          return made.answer()
        },
      },
      onChange() {
        made.changes += 1
      },
    }),
  }
  return made
}

const failed = async (): Promise<GeoblockAnswer> => ({ kind: 'failed', error: 'no answer' })

describe('geographic check', () => {
  test('is asked at the start, and its answer is kept', async () => {
    const { actor, ...rest } = scene()
    assert.equal(actor.state().blocked, null)
    await actor.start()
    assert.deepEqual(actor.state(), { blocked: false, error: null, checkedAt: 0, nextCheckAt: 600_000 })
    await rest.clock.advance(600_000)
    assert.deepEqual(rest.asked, [0, 600_000])
  })

  test('VEN-12 is retried after 30 s, 1 min, 2 min, then every 10 min, and is closed meanwhile', async () => {
    const made = scene()
    made.answer = failed
    await made.actor.start()
    await made.clock.advance(1_500_000)
    assert.deepEqual(made.asked, [0, 30_000, 90_000, 210_000, 810_000, 1_410_000])
    assert.equal(made.actor.state().blocked, null)
    assert.equal(made.actor.state().error, 'no answer')
  })

  test('an answer that is lost later closes it again', async () => {
    const made = scene()
    await made.actor.start()
    made.answer = async () => {
      throw new Error('bug in the adapter')
    }
    await made.clock.advance(600_000)
    assert.equal(made.actor.state().blocked, null)
    assert.equal(made.actor.state().error, 'Error: bug in the adapter')
  })

  test('a check out of turn shares one that is under way, and puts the schedule off', async () => {
    const made = scene()
    await made.actor.start()
    const { promise, resolve } = Promise.withResolvers<GeoblockAnswer>()
    made.answer = () => promise
    await made.clock.advance(1_000)
    const checks = [made.actor.checkNow(), made.actor.checkNow()]
    resolve({ kind: 'answered', blocked: true })
    await Promise.all(checks)
    assert.equal(made.asked.length, 2)
    assert.equal(made.actor.state().blocked, true)
    await made.clock.advance(599_999)
    assert.equal(made.asked.length, 2)
    await made.clock.advance(1)
    assert.equal(made.asked.length, 3)
  })

  test('reports every ending, and nothing after it was stopped', async () => {
    const made = scene()
    await made.actor.start()
    assert.equal(made.changes, 1)
    const { promise, resolve } = Promise.withResolvers<GeoblockAnswer>()
    made.answer = () => promise
    const check = made.actor.checkNow()
    made.actor.stop()
    resolve({ kind: 'answered', blocked: true })
    await check
    assert.equal(made.changes, 1)
    assert.equal(made.actor.state().blocked, false)
    await made.clock.advance(10_000_000)
    assert.equal(made.asked.length, 2)
  })

  test('after any history, blocked is what the last ending said, and only an answer can say false', async () => {
    const anyAnswer = fc.oneof(
      fc.boolean().map((blocked): GeoblockAnswer => ({ kind: 'answered', blocked })),
      fc.constant<GeoblockAnswer>({ kind: 'failed', error: 'no answer' }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 30 }), async (history) => {
        const made = scene()
        for (const answer of history) {
          made.answer = async () => answer
          await made.actor.checkNow()
        }
        const last = history.at(-1)
        assert.equal(made.actor.state().blocked, last?.kind === 'answered' ? last.blocked : null)
        made.actor.stop()
      }),
    )
  })

  test('the next failure after an answer begins at 30 s again', async () => {
    const made = scene()
    made.answer = failed
    await made.actor.start()
    made.answer = async () => ({ kind: 'answered', blocked: false })
    await made.clock.advance(30_000)
    made.answer = failed
    await made.actor.checkNow()
    assert.equal(made.actor.state().nextCheckAt, 60_000)
  })
})
