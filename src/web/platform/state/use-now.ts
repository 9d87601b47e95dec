/** The time for components that show it: one render per period, aligned to it. */
import { clockOf, SECOND_MS } from './clock.ts'
import { useStore } from './use-store.ts'

/** The wall clock, renewed every `periodMs`. */
export function useNow(periodMs: number = SECOND_MS): number {
  return useStore(clockOf(periodMs))
}
