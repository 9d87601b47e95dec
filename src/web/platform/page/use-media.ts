/** State of a media query. */
import { useSyncExternalStore } from 'react'

/** Follows a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}

export const PHONE = '(max-width: 639px)'
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** A phone, or a screen without a mouse: there texts name taps, elsewhere keys and clicks as well. */
const TOUCH = `${PHONE}, (hover: none) and (pointer: coarse)`

/** True if the page is used with fingers. */
export function useTouch(): boolean {
  return useMedia(TOUCH)
}
