// The words of fault injection: rules that the control API adds and that services, channels and the exchange consult.
// A rule acts only where its name is asked for, so an unknown name does nothing.
import type { ServiceName } from '../types.ts'

/** Conditions of a rule on a request or frame; everything given must hold. [reliability 5] */
export type FaultMatch = {
  readonly service?: ServiceName | undefined
  readonly method?: string | undefined
  /** The whole path without its query; a trailing `*` matches anything. */
  readonly path?: string | undefined
  readonly asset?: string | undefined
  readonly order_side?: string | undefined
  readonly body_contains?: string | undefined
}

/** When a matching rule fires. Times are venue milliseconds since the rule was added. */
type FaultWhen = {
  /** At most so many firings. */
  readonly times?: number | undefined
  /** Only each so-manyth of the matching ones. */
  readonly every?: number | undefined
  /** Seeded, 0 to 1. */
  readonly probability?: number | undefined
  readonly after_ms?: number | undefined
  readonly for_ms?: number | undefined
  /** Lets so many matching ones pass first. */
  readonly after_hits?: number | undefined
}

export type FaultArguments = Readonly<Record<string, unknown>>

export type FaultInput = {
  /** Family and name, for instance `http.delay`. */
  readonly name: string
  readonly match?: FaultMatch | undefined
  readonly when?: FaultWhen | undefined
  readonly args?: FaultArguments | undefined
}

export type FaultRule = {
  readonly id: string
  readonly name: string
  readonly match: FaultMatch
  readonly when: FaultWhen
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
  readonly orderSide?: string | undefined
  readonly body?: string | undefined
}

/** A rule that fired, with readers of its arguments that never throw. */
export type FiredFault = {
  readonly id: string
  readonly name: string
  readonly args: FaultArguments
  number(key: string, otherwise: number): number
  text(key: string, otherwise: string): string
  flag(key: string, otherwise: boolean): boolean
}

export type Faults = {
  add(input: FaultInput): FaultRule
  list(): readonly FaultRule[]
  /** Removes one rule, or all of them. Returns whether there was any. */
  remove(id?: string): boolean
  /** The first rule, by creation, among `names` that matches and fires. A name ending in `.` matches its family. */
  first(subject: FaultSubject, ...names: readonly string[]): FiredFault | null
  /** Every rule among `names` that matches and fires, by creation. */
  all(subject: FaultSubject, ...names: readonly string[]): readonly FiredFault[]
  /** True if any rule of these names is there at all: lets hot paths skip the rest. */
  any(...names: readonly string[]): boolean
  /** Runs `action` whenever rules were taken out; the answer ends that. */
  onRemoved(action: () => void): () => void
}
