import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createManualClock, settle, silentLog } from '#engine/testing/market-fakes.ts'
import { runUntilSignal } from './shutdown.ts'

type Run = {
  readonly clock: ReturnType<typeof createManualClock>
  readonly signal: () => void
  readonly bug: (error: unknown) => void
  /** A promise that nobody waits for fails. */
  readonly fail: (error: unknown) => void
  readonly failures: () => number
  readonly stops: () => number
  readonly finishStop: (code?: number) => void
  readonly failStop: (error: Error) => void
  /** Codes with which the process was ended at once. */
  readonly ends: readonly number[]
  readonly code: Promise<number>
}

function run(): Run {
  const clock = createManualClock()
  const ends: number[] = []
  const listeners = new Map<string, (error: unknown) => void>()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let signal = (): void => {}
  let stops = 0
  let failures = 0
  const code = runUntilSignal({
    process: {
      on: (event, action) => listeners.set(event, action),
      endNow: (ended) => ends.push(ended),
    },
    onSignal: (action) => (signal = action),
    onFailure: () => void (failures += 1),
    stop: () => {
      stops += 1
      return promise
    },
    clock,
    log: silentLog,
  })
  return {
    clock,
    signal: () => signal(),
    bug: (error) => listeners.get('uncaughtException')?.(error),
    fail: (error) => listeners.get('unhandledRejection')?.(error),
    failures: () => failures,
    stops: () => stops,
    finishStop: (ended = 0) => {
      resolve(ended)
    },
    failStop: reject,
    ends,
    code,
  }
}

describe('INV-48 the end of the program', () => {
  test('a signal stops it gracefully', async () => {
    const subject = run()
    subject.signal()
    subject.finishStop()
    assert.equal(await subject.code, 0)
    await subject.clock.advance(20_000)
    assert.deepEqual([subject.stops(), subject.ends], [1, []])
  })

  test('the stop reports how it ended', async () => {
    const subject = run()
    subject.signal()
    subject.finishStop(4)
    assert.equal(await subject.code, 4)
  })

  test('a second signal ends it at once, unless it is the first one delivered twice; it never stops twice', async () => {
    const subject = run()
    subject.signal()
    subject.signal()
    assert.deepEqual(subject.ends, [])
    await subject.clock.advance(500)
    subject.signal()
    assert.deepEqual([subject.stops(), subject.ends], [1, [1]])
  })

  test('a stop that takes longer than 10 s is cut off', async () => {
    const subject = run()
    subject.signal()
    await subject.clock.advance(9_999)
    assert.deepEqual(subject.ends, [])
    await subject.clock.advance(1)
    assert.deepEqual(subject.ends, [1])
  })

  test('INV-89 a promise that nobody waits for and that fails is told and ends nothing, unless nobody takes it', () => {
    const subject = run()
    subject.fail(new Error('a bug in the background'))
    assert.deepEqual([subject.failures(), subject.ends], [1, []])
  })

  test('a bug ends it with its own exit code, in the middle of a stop too', async () => {
    const subject = run()
    subject.bug(new Error('broken invariant', { cause: 'something' }))
    assert.deepEqual(subject.ends, [70])
    const stopping = run()
    stopping.signal()
    stopping.failStop(new Error('cannot close'))
    await settle()
    assert.deepEqual(stopping.ends, [70])
  })
})
