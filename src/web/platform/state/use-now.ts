/** The time for components that show it: one render per period, aligned to it. */
import { createContext, useContext } from 'react'
import { clockOf, SECOND_MS } from './clock.ts'
import type { Readable } from './store.ts'
import { useSelected, useStore } from './use-store.ts'

/** Replay time, when set. */
export const TimeContext = createContext<Readable<number> | null>(null)

/** The wall clock, renewed every `periodMs`. */
export function useNow(periodMs: number = SECOND_MS): number {
  return useStore(useContext(TimeContext) ?? clockOf(periodMs))
}

/** The start of the step of so many milliseconds, whole seconds, that is running. */
export function useStep(stepMs: number): number {
  const clock = useContext(TimeContext) ?? clockOf(SECOND_MS)
  return useSelected(clock, (now) => Math.floor(now / stepMs) * stepMs)
}
