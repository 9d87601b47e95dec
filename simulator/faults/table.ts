/** Every fault there is: name, arguments with their types, where it acts, and its text in the documents. */
import FAMILIES from './table.json' with { type: 'json' }
import type { FaultArguments, FaultMatch } from './types.ts'

export type Fault = {
  readonly name: string
  readonly acts: string
  readonly args?: Readonly<Record<string, 'number' | 'text' | 'flag' | 'list' | 'any'>>
  readonly text: string
  /** The fault that it is, on some requests and with some arguments; default: one of its own. */
  readonly is?: string
  readonly on?: FaultMatch
  readonly with?: FaultArguments
}

export const FAULT_FAMILIES = FAMILIES as unknown as readonly {
  readonly title: string
  readonly intro: string
  readonly faults: readonly Fault[]
}[]

const FAULTS = new Map(FAULT_FAMILIES.flatMap(({ faults }) => faults).map((fault) => [fault.name, fault]))

/** True if there is a fault of this name: a test that asks for none would show nothing. */
export function isFault(name: string): boolean {
  return FAULTS.has(name)
}

/** The meaning of a name. */
export function meaningOf(name: string): Required<Pick<Fault, 'name' | 'on' | 'with'>> {
  const { is = name, on = {}, with: args = {} } = FAULTS.get(name) ?? {}
  return { name: is, on, with: args }
}

/** Names of one service's faults (`http`, `ws`) that act at one place. */
export function actingAt(service: string, place: string): readonly string[] {
  return [...FAULTS.values()]
    .filter(({ name, acts }) => name.startsWith(`${service}.`) && acts === place)
    .map(({ name }) => name)
}
