/**
 * Seeded fault schedules (ORD-7), in parts that run as files of their own, one process each.
 * SESAME_RELIABILITY=full runs 300 of them, SESAME_SCHEDULES=n so many; SESAME_SEED=x replays one.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { environment } from './environment.ts'
import { runSchedule } from './schedule.ts'

const PARTS = 3
const COUNT = environment('SESAME_RELIABILITY') === 'full' ? '300' : '45'
const AT_ONCE = 4

/** Declares the schedules of one part, counted from 1. */
export function testSchedules(part: number): void {
  const count = Number(environment('SESAME_SCHEDULES') ?? COUNT)
  const one = environment('SESAME_SEED')
  const all = Array.from({ length: count }, (_, index) => index + 1)
  const seeds = one === null ? all.filter((seed) => (seed % PARTS) + 1 === part).map(String) : [one]

  // When the loop is empty Node waits for requests of killed runs; once in a hundred runs, without end.
  process.once('exit', () => process.exit())

  describe(
    'INV-01 INV-02 INV-03 INV-04 INV-05 INV-06 INV-07 INV-08 INV-09 INV-10 INV-11 INV-14 INV-15 INV-18 INV-20 INV-91 INV-93 INV-94 under faults, kills and restarts',
    { concurrency: AT_ONCE },
    () => {
      for (const seed of seeds) {
        test(`seed ${seed}`, { timeout: 300_000 }, async (context) => {
          const { broken, history } = await runSchedule(context, seed)
          if (broken.length > 0) {
            for (const line of history) context.diagnostic(line)
            context.diagnostic(`repeat: SESAME_SEED=${seed} node --test test/reliability/schedules-1.test.ts`)
          }
          assert.deepEqual(broken, [])
        })
      }
    },
  )
}
