import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createManualClock, type ManualClock } from '#engine/testing/market-fakes.ts'
import { createMemoryLoginFailures } from '../testing/stores.ts'
import { createLoginLimit, type Caller, type LoginLimit } from './login-limit.ts'

const unknown = (name: string): Caller => ({ name, isKnown: false })
const OWNER: Caller = { name: 'device of the owner', isKnown: true }

function attempt(limit: LoginLimit, caller: Caller, verdict: 'right' | 'wrong' | 'busy'): number {
  const begun = limit.begin(caller)
  if (!begun.allowed) return begun.retryAfterMs
  begun.settle(verdict)
  return 0
}

function start(failures = createMemoryLoginFailures()): { clock: ManualClock; limit: LoginLimit } {
  const clock = createManualClock()
  return { clock, limit: createLoginLimit(failures, clock) }
}

describe('INV-41 the login limit', () => {
  for (const caller of [unknown('a'), OWNER]) {
    test(`lets ${caller.isKnown ? 'a known device' : 'an address'} fail 5 times a minute and 10 times an hour`, async () => {
      const { clock, limit } = start()
      for (let count = 0; count < 5; count += 1) {
        assert.equal(attempt(limit, caller, 'wrong'), 0)
        await clock.advance(1000)
      }
      assert.equal(attempt(limit, caller, 'right'), 55_000)
      assert.equal(attempt(limit, unknown('b'), 'right'), 0)
      await clock.advance(60_000)
      for (let count = 0; count < 5; count += 1) assert.equal(attempt(limit, caller, 'wrong'), 0)
      await clock.advance(60_000)
      assert.equal(attempt(limit, caller, 'right'), 3_600_000 - 125_000)
    })
  }

  test('lets addresses that have failed fail 20 times an hour together, and 60 with those that had not', async () => {
    const { clock, limit } = start()
    for (let count = 0; count < 20; count += 1) assert.equal(attempt(limit, unknown(`a${count}`), 'wrong'), 0)
    assert.equal(attempt(limit, unknown('a1'), 'right'), 3_600_000)
    for (let count = 20; count < 60; count += 1)
      assert.equal(attempt(limit, unknown(`a${count}`), 'wrong'), 0)
    assert.equal(attempt(limit, unknown('fresh'), 'right'), 3_600_000)
    assert.equal(attempt(limit, OWNER, 'right'), 0)
    await clock.advance(3_600_000)
    assert.equal(attempt(limit, unknown('fresh'), 'right'), 0)
  })

  test('counts attempts under way, so that a burst does not pass together', () => {
    const { limit } = start()
    const burst = Array.from({ length: 8 }, () => limit.begin(unknown('a')))
    assert.equal(burst.filter(({ allowed }) => allowed).length, 5)
    for (const begun of burst) if (begun.allowed) begun.settle('busy')
    assert.equal(attempt(limit, unknown('a'), 'right'), 0)
  })

  test('counts neither successes nor attempts that were not looked at', () => {
    const { limit } = start()
    for (let count = 0; count < 30; count += 1) {
      assert.equal(attempt(limit, unknown('a'), count % 2 === 0 ? 'right' : 'busy'), 0)
    }
  })

  test('forgets failures of a clock that was wrong', () => {
    const failures = createMemoryLoginFailures()
    const { clock, limit } = start(failures)
    for (let count = 0; count < 5; count += 1) failures.record('a', clock.now() + 365 * 24 * 3_600_000)
    assert.equal(attempt(limit, unknown('a'), 'right'), 0)
  })
})

describe('INV-56 8 hours of guessing, the owner tries every 30 s:', () => {
  for (const [guesser, everyMs] of [
    ['one guess a second', 1_000],
    ['one in ten seconds', 10_000],
    ['one a minute', 60_000],
  ] as const) {
    test(`${guesser} from one address keeps out neither his device nor one that is new`, async () => {
      const { clock, limit } = start()
      let guesses = 0
      const step = Math.min(everyMs, 30_000)
      for (let at = 0; at < 8 * 3_600_000; at += step) {
        if (at % everyMs === 0) guesses += attempt(limit, unknown('guesser'), 'wrong') === 0 ? 1 : 0
        if (at % 30_000 === 0) {
          assert.equal(attempt(limit, OWNER, 'right'), 0)
          assert.equal(attempt(limit, unknown('his new phone'), 'right'), 0)
        }
        await clock.advance(step)
      }
      assert.ok(guesses <= 8 * 10, `${guesses} guesses`)
    })
  }

  test('guesses from ever new addresses keep his device in, and a new one out for an hour at most once they end', async () => {
    const { clock, limit } = start()
    let guesses = 0
    for (let at = 0; at < 8 * 3_600_000; at += 5_000) {
      guesses += attempt(limit, unknown(`guesser ${at}`), 'wrong') === 0 ? 1 : 0
      if (at % 30_000 === 0) assert.equal(attempt(limit, OWNER, 'right'), 0)
      await clock.advance(5_000)
    }
    assert.ok(guesses <= 8 * 60, `${guesses} guesses`)
    assert.ok(attempt(limit, unknown('his new phone'), 'right') <= 3_600_000)
  })
})
