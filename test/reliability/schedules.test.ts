/**
 * Seeded fault schedules (reliability.md 7). SESAME_SCHEDULES=n runs n of them instead of 300; SESAME_SEED=x replays one.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { environment } from './environment.ts'
import { runSchedule } from './schedule.ts'

const COUNT = Number(environment('SESAME_SCHEDULES') ?? '300')
const AT_ONCE = 4
const one = environment('SESAME_SEED')
const seeds = one === null ? Array.from({ length: COUNT }, (_, index) => `${index + 1}`) : [one]

describe(
  'INV-01 to INV-11, 14, 15, 18, 20 under faults, kills and restarts',
  { concurrency: AT_ONCE },
  () => {
    for (const seed of seeds) {
      test(`seed ${seed}`, { timeout: 300_000 }, async (context) => {
        const { broken, story } = await runSchedule(context, seed)
        if (broken.length > 0) {
          for (const line of story) context.diagnostic(line)
          context.diagnostic(`repeat: SESAME_SEED=${seed} node --test test/reliability/schedules.test.ts`)
        }
        assert.deepEqual(broken, [])
      })
    }
  },
)
