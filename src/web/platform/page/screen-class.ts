/** Layouts of screens (PAGE-9): below 640 pixels a phone, below 1100 a tablet, from 2200 on a wide one. Media queries as hooks. */
import { useSyncExternalStore } from 'react'

export const SCREEN_CLASSES = ['phone', 'tablet', 'desktop', 'wide'] as const
export type ScreenClass = (typeof SCREEN_CLASSES)[number]

/** Where panels can be docked. */
export const DOCKED = '(min-width: 640px)'
/** Where another view lies over them and not in their place. */
export const ROOMY = '(min-width: 1100px)'
const WIDE = '(min-width: 2200px)'

/** Which of the layouts of docked panels is shown on the screen. */
export function dockedClass(view: Pick<Window, 'matchMedia'>): Exclude<ScreenClass, 'phone'> {
  if (view.matchMedia(WIDE).matches) return 'wide'
  return view.matchMedia(ROOMY).matches ? 'desktop' : 'tablet'
}

/** Follows the class. */
export function useDockedClass(): ReturnType<typeof dockedClass> {
  useMedia(WIDE)
  useMedia(ROOMY)
  return dockedClass(window)
}

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
