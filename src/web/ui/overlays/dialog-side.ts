/** Place of a dialog about something on the page: beside it as far as there is room. Pure; in CSS pixels. */
export type Span = { readonly left: number; readonly right: number }
export type DialogSide = 'left' | 'middle' | 'right'

/** Between the dialog and the edge of the window (dialog.css). */
const EDGE = 12

/** The side on which the dialog covers least of what it is about; the middle where that is as good. */
export function dialogSide(about: Span, view: number, width: number): DialogSide {
  const starts = { middle: (view - width) / 2, left: EDGE, right: view - EDGE - width }
  const covered = (side: DialogSide): number =>
    Math.max(0, Math.min(about.right, starts[side] + width) - Math.max(about.left, starts[side]))
  const sides = ['middle', 'left', 'right'] as const
  return sides.reduce<DialogSide>((best, side) => (covered(side) < covered(best) ? side : best), 'middle')
}
