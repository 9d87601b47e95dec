/** Which layout a screen has (ui.md section 8): below 640 pixels a phone, below 1100 a tablet, from 2200 on a wide one. */
export type ScreenClass = 'phone' | 'tablet' | 'desktop' | 'wide'

/** Where panels can be docked. */
export const DOCKED = '(min-width: 1100px)'
export const WIDE = '(min-width: 2200px)'
