import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createHandClock } from '#engine/testing/market-fakes.ts'
import type { HandClock } from '#engine/testing/market-fakes.ts'
import { createMemoryLoginFailures } from '../testing/stores.ts'
import { createLoginLimit } from './login-limit.ts'
import type { LoginLimit } from './login-limit.ts'

function attempt(limit: LoginLimit, address: string, verdict: 'right' | 'wrong' | 'busy'): number {
  const begun = limit.begin(address)
  if (!begun.allowed) return begun.retryAfterMs
  begun.settle(verdict)
  return 0
}

function start(): { clock: HandClock; limit: LoginLimit } {
  const clock = createHandClock()
  return { clock, limit: createLoginLimit(createMemoryLoginFailures(), clock) }
}

describe('[INV-41] the login limit', () => {
  test('lets an address fail 5 times a minute', async () => {
    const { clock, limit } = start()
    for (let count = 0; count < 5; count += 1) {
      assert.equal(attempt(limit, 'a', 'wrong'), 0)
      await clock.advance(1000)
    }
    assert.equal(attempt(limit, 'a', 'right'), 55_000)
    assert.equal(attempt(limit, 'b', 'right'), 0)
    await clock.advance(55_000)
    assert.equal(attempt(limit, 'a', 'right'), 0)
  })

  test('lets all addresses together fail 20 times an hour', async () => {
    const { clock, limit } = start()
    for (let count = 0; count < 20; count += 1) assert.equal(attempt(limit, `a${count}`, 'wrong'), 0)
    assert.equal(attempt(limit, 'fresh', 'right'), 3_600_000)
    await clock.advance(3_600_000)
    assert.equal(attempt(limit, 'fresh', 'right'), 0)
  })

  test('counts attempts under way, so that a burst does not pass together', () => {
    const { limit } = start()
    const burst = Array.from({ length: 8 }, () => limit.begin('a'))
    assert.equal(burst.filter(({ allowed }) => allowed).length, 5)
    for (const begun of burst) if (begun.allowed) begun.settle('busy')
    assert.equal(attempt(limit, 'a', 'right'), 0)
  })

  test('counts neither successes nor attempts that were not looked at', () => {
    const { limit } = start()
    for (let count = 0; count < 30; count += 1) {
      assert.equal(attempt(limit, 'a', count % 2 === 0 ? 'right' : 'busy'), 0)
    }
  })
})
