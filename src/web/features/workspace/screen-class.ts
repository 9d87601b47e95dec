/** Which layout a screen has (ui.md section 8). */
export type ScreenClass = 'phone' | 'tablet' | 'desktop' | 'wide'

/** Where panels can be docked. */
export const DOCKED = '(min-width: 1100px)'
export const WIDE = '(min-width: 2200px)'

/** The class of a viewport, by its width in CSS pixels. */
export function screenClassOf(width: number): ScreenClass {
  if (width < 640) return 'phone'
  if (width < 1_100) return 'tablet'
  return width < 2_200 ? 'desktop' : 'wide'
}
