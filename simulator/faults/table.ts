/** Every fault there is: name, arguments with their types, where it acts, and its text in the documents. */
import FAMILIES from './table.json' with { type: 'json' }

export type Fault = {
  readonly name: string
  readonly acts: string
  readonly args?: Readonly<Record<string, 'number' | 'text' | 'flag' | 'list' | 'any'>>
  readonly text: string
}

export const FAULT_FAMILIES = FAMILIES as readonly {
  readonly title: string
  readonly intro: string
  readonly faults: readonly Fault[]
}[]

/** True if there is a fault of this name: a test that asks for none would show nothing. */
export function isFault(name: string): boolean {
  return FAULT_FAMILIES.some(({ faults }) => faults.some((fault) => fault.name === name))
}

/** Names of one service's faults (`http`, `ws`) that act at one place. */
export function actingAt(service: string, place: string): readonly string[] {
  return FAULT_FAMILIES.flatMap(({ faults }) => faults)
    .filter(({ name, acts }) => name.startsWith(`${service}.`) && acts === place)
    .map(({ name }) => name)
}
