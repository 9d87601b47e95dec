/** The calls that run by themselves once started: random fault schedules and scripted scenarios. */
import { z } from 'zod'

import type { FaultInput } from '../faults/types.ts'
import { changing, reading, type Call } from './call.ts'
import type { ControlSubject } from './subject.ts'
import { scenario, startScenario, type Scenario, type StepResult } from './scenario.ts'
import { PROFILES, scheduledFaults } from './schedule.ts'

const scheduleBody = z.strictObject({
  seed: z.union([z.string(), z.number()]),
  profile: z.enum(PROFILES),
  duration_ms: z.number().int().positive().max(86_400_000),
  heal_after_ms: z.number().int().positive().optional(),
})

export type ScriptCalls = {
  readonly calls: readonly Call[]
  /** Starts a scenario on the simulation of now; answers what is wrong with it, or null. */
  play(script: Scenario): string | null
}

/** Calls for schedules and scenarios; `others` are the calls that a scenario may make. */
export function scriptCalls(subject: ControlSubject, others: readonly Call[]): ScriptCalls {
  let scheduled: readonly FaultInput[] = []
  let playing = { name: '', results: [] as StepResult[] }

  function play(script: Scenario): string | null {
    const results: StepResult[] = []
    const fault = startScenario(script, others, subject.simulation().clock, (result) => results.push(result))
    if (fault === null) playing = { name: script.name, results }
    return fault
  }

  const calls = [
    changing('/schedule', scheduleBody, (body) => {
      const { faults, clock } = subject.simulation()
      scheduled = scheduledFaults(String(body.seed), body.profile, body.duration_ms)
      const ids = scheduled.map((rule) => faults.add(rule).id)
      clock.after(body.heal_after_ms ?? body.duration_ms, () => {
        for (const id of ids) faults.remove(id)
      })
      return { json: scheduled }
    }),
    reading('GET', '/schedule', () => ({ json: scheduled })),
    changing('/scenario', scenario, async (script) => {
      if (script.seed !== undefined) await subject.reset(String(script.seed))
      const fault = play(script)
      return fault === null
        ? { json: { name: script.name, steps: script.steps.length } }
        : { refused: 400, text: fault }
    }),
    reading('GET', '/scenario', () => ({ json: playing })),
  ]
  return { calls, play }
}
