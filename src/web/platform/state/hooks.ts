/** React's view of stores, of the time and of contexts. */
import { useContext, useSyncExternalStore, createContext, useState, useEffect } from 'react'
import type { FocusEvent, PointerEvent } from 'react'
import type { Readable } from './store.ts'
import { clockOf, SECOND_MS } from './clock.ts'

/** A context and the hook that reads it, which throws outside of its provider: without it nothing of the page works. */
export function contextOf<Value>() {
  const context = createContext<Value | null>(null)
  function useValue(): Value {
    const value = useContext(context)
    if (value === null) throw new Error('no provider of this context')
    return value
  }
  return [context, useValue] as const
}

/** The store's value; renders again when it changes. */
export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** One part of the store's value; renders again only when that part changes. */
export function useSelected<T, Part>(store: Readable<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

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

/** @param key  what the order is of: another key releases it */
export function useHeld(key = '') {
  const [holding, setHolding] = useState<{ readonly key: string; readonly ids: readonly string[] } | null>(
    null,
  )
  return {
    /** The ids as they stood when the pointer or the focus came; null while neither is inside. */
    held: holding?.key === key ? holding.ids : null,
    /** The handlers of the element around the list, given the ids that it shows. */
    around: (ids: readonly string[]) => {
      const hold = () => setHolding((old) => (old?.key === key ? old : { key, ids }))
      return {
        onPointerEnter: hold,
        onPointerLeave(event: PointerEvent<HTMLElement>) {
          if (!event.currentTarget.contains(document.activeElement)) setHolding(null)
        },
        onFocus: hold,
        onBlur(event: FocusEvent<HTMLElement>) {
          if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover'))
            setHolding(null)
        },
      }
    },
  }
}

/** The value as it was when it last stood still for `ms`. */
export function useLater<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(value), ms)
    return () => window.clearTimeout(timer)
  }, [value, ms])
  return later
}
