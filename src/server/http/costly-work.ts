/**
 * Work for one caller that others would wait for: files are made one at a time for a person and one for a program, in turns of the
 * loop, and whoever uses more than a fifth of the time waits (INV-88).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Problem, Reply } from './replies.ts'

/** Milliseconds of work in so many of time, all at once too. */
const WORK_MS = 5_000
const WITHIN_MS = 25_000

type Caller = { readonly id: string; readonly isProgram: boolean }

type CostlyWork = {
  /** Runs what ends in no file; its time counts. */
  run<Value>(caller: Caller, work: () => Promise<Value>): Promise<Result<Value, Problem>>
  /**
   * Runs what ends in a reply that is a file. The file counts as being made until `released` of the reply is called, which is to be
   * done once its connection needs it no more.
   */
  file(caller: Caller, work: () => Promise<Result<Reply, Problem>>): Promise<Result<Reply, Problem>>
}

/** Nothing is being made. */
export function createCostlyWork(clock: Clock): CostlyWork {
  const spent = createRateLimit(WORK_MS, WITHIN_MS, clock)
  /** Files being made, for a person and for a program. */
  const isBusy = new Map<boolean, boolean>()

  function spend(id: string, since: number): void {
    spent.charge(id, clock.monotonic() - since)
  }

  function overspent(id: string): Problem | null {
    const wait = spent.wait(id)
    return wait === 0 ? null : { code: 'rate_limited', detail: OVERSPENT, retryAfterMs: wait }
  }

  async function timed<Value>(id: string, work: () => Promise<Value>): Promise<Value> {
    const since = clock.monotonic()
    try {
      return await work()
    } finally {
      spend(id, since)
    }
  }

  /** Piece by piece, each in a turn of its own. */
  async function* inTurns(
    id: string,
    pieces: Iterable<string> | AsyncIterable<string | Uint8Array>,
  ): AsyncGenerator<string | Uint8Array> {
    let since = clock.monotonic()
    for await (const piece of pieces) {
      spend(id, since)
      yield piece
      await nextTurn()
      since = clock.monotonic()
    }
  }

  return {
    async run({ id }, work) {
      const refused = overspent(id)
      return refused === null ? ok(await timed(id, work)) : err(refused)
    },
    async file({ id, isProgram }, work) {
      const refused = isBusy.get(isProgram) === true ? BUSY : overspent(id)
      if (refused !== null) return err(refused)
      isBusy.set(isProgram, true)
      const released = (): void => void isBusy.set(isProgram, false)
      try {
        const made = await timed(id, work)
        if (!made.ok) {
          released()
          return made
        }
        const { body } = made.value
        const isWhole = body === null || typeof body === 'string' || body instanceof Uint8Array
        return ok({ ...made.value, body: isWhole ? body : inTurns(id, body), released })
      } catch (error) {
        released()
        throw error
      }
    },
  }
}

const BUSY: Problem = {
  code: 'rate_limited',
  detail: 'One file at a time: wait until the current one is downloaded.',
  retryAfterMs: 1_000,
}
const OVERSPENT = 'Exports and other costly reads have used up their share of time. Wait a moment.'
