/** The time for components that show it: one render per period, aligned to it. */
import { createContext, useContext } from 'react'
import { clockOf, SECOND_MS } from './clock.ts'
import type { Readable } from './store.ts'
import { useStore } from './use-store.ts'

/** Another time than now, where what is shown is of then. */
export const TimeContext = createContext<Readable<number> | null>(null)

/** The wall clock, renewed every `periodMs`. */
export function useNow(periodMs: number = SECOND_MS): number {
  return useStore(useContext(TimeContext) ?? clockOf(periodMs))
}
