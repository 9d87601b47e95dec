/** Host of the adapter, real but small: a clock that may run fast, seeded randomness, a log to read. */
import type { Clock } from '#ports/clock.ts'
import type { Log, LogFields } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'

/** Real time, `speed` times as fast for everything that waits. */
export function createTestClock(speed = 1): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now() * speed,
    after(delayMs, action) {
      const timer = setTimeout(action, delayMs / speed)
      return () => {
        clearTimeout(timer)
      }
    },
    every(intervalMs, action) {
      const timer = setInterval(action, intervalMs / speed)
      return () => {
        clearInterval(timer)
      }
    },
  }
}

/** Bytes that count up, so that every order of a test has a salt of its own. */
export function createTestRandom(): Random {
  let calls = 0
  return {
    bytes(length) {
      calls += 1
      return Uint8Array.from({ length }, (_, index) => (calls * 31 + index * 7) % 256)
    },
    uuidV7: () => '01900000-0000-7000-8000-000000000000',
  }
}

export type LogLine = { readonly level: string; readonly event: string; readonly fields: LogFields }

/** Keeps what was logged. */
export function createTestLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = []
  const write =
    (level: string) =>
    (event: string, fields: LogFields = {}): void => {
      lines.push({ level, event, fields })
    }
  return { lines, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Resolves once `condition` holds; fails after five seconds. */
export async function until(condition: () => boolean, what = 'the condition'): Promise<void> {
  const deadline = performance.now() + 5_000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`${what} did not come about`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
