/** Whether a media query holds. */
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

/** A phone, or a screen without a mouse: there what stands on the page names what to tap, elsewhere keys and clicks as well. */
const TOUCH = `${PHONE}, (hover: none) and (pointer: coarse)`

/** Whether fingers are what the page is used with. */
export function useTouch(): boolean {
  return useMedia(TOUCH)
}
