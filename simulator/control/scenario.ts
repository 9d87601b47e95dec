/** Scripted scenarios: control calls at given times of the venue's clock, from a JSON file or a body. */
import { z } from 'zod'

import type { SimulatorClock } from '../types.ts'
import type { Answered, Call } from './call.ts'

/** A scenario as it is written. `path` is below `/_sim`, as in the control API. */
export const scenario = z.strictObject({
  name: z.string().default('scenario'),
  seed: z.union([z.string(), z.number()]).optional(),
  steps: z
    .array(
      z.strictObject({
        at_ms: z.number().int().nonnegative(),
        method: z.enum(['POST', 'DELETE']).default('POST'),
        path: z.string().regex(/^\/[a-z_/0-9:-]+$/),
        body: z.unknown().optional(),
      }),
    )
    .max(10_000),
})

export type Scenario = z.infer<typeof scenario>

export type StepResult = { readonly at_ms: number; readonly path: string; readonly outcome: string }

/**
 * Checks every step against the calls and starts the clock on them. Answers the first fault of the script, or null.
 * `noted` receives the result of each step.
 */
export function startScenario(
  { steps }: Scenario,
  calls: readonly Call[],
  clock: SimulatorClock,
  noted: (result: StepResult) => void,
): string | null {
  const planned = steps.map((step) => ({ step, ready: prepare(step, calls) }))
  for (const { step, ready } of planned) if (typeof ready === 'string') return `${step.path}: ${ready}`
  for (const { step, ready } of planned) {
    if (typeof ready === 'string') continue
    clock.after(step.at_ms, () => {
      void Promise.resolve(ready()).then((answered) => {
        const outcome = 'refused' in answered ? answered.text : 'done'
        noted({ at_ms: step.at_ms, path: step.path, outcome })
      })
    })
  }
  return null
}

function prepare(
  step: Scenario['steps'][number],
  calls: readonly Call[],
): (() => Answered | Promise<Answered>) | string {
  for (const call of calls) {
    const parameters = call.method === step.method ? parametersOf(call.path, step.path) : null
    if (parameters === null) continue
    if (call.body === null) return () => call.run(undefined, parameters)
    const body = call.body.safeParse(step.body ?? {})
    if (!body.success) return z.prettifyError(body.error).replaceAll('\n', ' ')
    return () => call.run(body.data, parameters)
  }
  return 'no such call'
}

function parametersOf(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const parameters: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) parameters[part.slice(1)] = value
    else if (part !== value) return null
  }
  return parameters
}
