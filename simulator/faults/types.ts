// The words of fault injection: rules that the control API adds and that services, channels and the exchange consult.
// A rule acts only where its name is asked for; the control API refuses a name that is not in the table.
import { z } from 'zod'

import { SERVICES, type ServiceName } from '../types.ts'

/** Conditions of a rule on a request or frame; everything given must hold. [reliability 5] */
export const faultMatch = z.strictObject({
  service: z.enum(SERVICES).optional(),
  method: z.string().optional(),
  /** The whole path without its query; a trailing `*` matches anything. */
  path: z.string().optional(),
  asset: z.string().optional(),
  body_contains: z.string().optional(),
  /** By headers of a key's creation (`l1`), of a key (`l2`), or of either. */
  signed: z.enum(['l1', 'l2', 'any']).optional(),
})
export type FaultMatch = z.infer<typeof faultMatch>

const count = z.number().int().nonnegative()

/** A rule as it is posted. It fires when `when` says; times are venue milliseconds since the rule was added. */
export const faultInput = z.strictObject({
  /** Family and name, for instance `http.delay`. */
  name: z.string().regex(/^[a-z_]+\.[a-z0-9_]+$/i),
  match: faultMatch.optional(),
  when: z
    .strictObject({
      /** At most so many firings. */
      times: count.optional(),
      /** Seeded. */
      probability: z.number().min(0).max(1).optional(),
      after_ms: count.optional(),
      for_ms: count.optional(),
    })
    .optional(),
  args: z.record(z.string(), z.unknown()).optional(),
})
export type FaultInput = z.infer<typeof faultInput>

export type FaultArguments = Readonly<Record<string, unknown>>

export type FaultRule = {
  readonly id: string
  readonly name: string
  readonly match: FaultMatch
  readonly when: NonNullable<FaultInput['when']>
  readonly args: FaultArguments
  /** How often something matched, and how often the rule fired. */
  readonly seen: number
  readonly fired: number
}

/** The request or frame, for rules to match. Fields that do not apply are omitted. */
export type FaultSubject = {
  readonly service: ServiceName
  readonly method?: string | undefined
  readonly path?: string | undefined
  /** Several when one frame is about several. */
  readonly asset?: string | readonly string[] | undefined
  readonly body?: string | undefined
  readonly signed?: 'l1' | 'l2' | undefined
}

/** A rule that fired, with readers of its arguments that never throw. */
export type FiredFault = {
  readonly name: string
  /** The name in its rule, which may be another one for the same. */
  readonly called: string
  readonly args: FaultArguments
  number(key: string, otherwise: number): number
  text(key: string, otherwise: string): string
  flag(key: string, otherwise: boolean): boolean
}
