/** Which layout a screen has (PAGE-9): below 640 pixels a phone, below 1100 a tablet, from 2200 on a wide one. */
export const SCREEN_CLASSES = ['phone', 'tablet', 'desktop', 'wide'] as const
export type ScreenClass = (typeof SCREEN_CLASSES)[number]

/** Where panels can be docked. */
export const DOCKED = '(min-width: 1100px)'
export const WIDE = '(min-width: 2200px)'

/** Which of the two layouts of docked panels is shown on the screen. */
export function dockedClass(isWide: boolean): Extract<ScreenClass, 'desktop' | 'wide'> {
  return isWide ? 'wide' : 'desktop'
}
