/** Eight strokes that differ without colour: the same in the chart and in its legend. */
export const STROKES = [
  { style: 'solid', width: 2, dash: '' },
  { style: 'dashed', width: 2, dash: '4 4' },
  { style: 'dotted', width: 2, dash: '2 2' },
  { style: 'long', width: 2, dash: '12 4' },
  { style: 'sparse', width: 2, dash: '2 7' },
  { style: 'solid', width: 1, dash: '' },
  { style: 'dashed', width: 1, dash: '3 3' },
  { style: 'long', width: 1, dash: '9 3' },
] as const

/** Outcomes drawn over each other at most. */
export const MAX_LINES = STROKES.length
