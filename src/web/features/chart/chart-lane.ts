/** Incidents of the game, on a lane under the time axis: a tick each, and its words where there is room for them. */
import type { ChartLine, ChartMark } from './chart-line.ts'
import type { Point } from '../../data/markets/history.ts'

export type LaneItem = {
  /** CSS pixels from the left end of the chart. */
  readonly x: number
  readonly text: string
  /** True if there is room for the words; a tick without them has them in its tooltip. */
  readonly isNamed: boolean
}

/** Widest letter of the lane, and the gap between two of its words. */
const LETTER = 7
const GAP = 6

/**
 * The items within the width, in order of time. Where words would lie over each other the newest have them.
 *
 * @param xOf  where a time of `points` is drawn; null where it is not
 */
export function laneItems(
  marks: readonly ChartMark[],
  points: readonly Point[],
  xOf: (at: number) => number | null,
  width: number,
): readonly LaneItem[] {
  const items: LaneItem[] = []
  let free = width
  for (const mark of marks.toReversed()) {
    const at = mark.kind === 'game' ? drawnAt(points, mark.at) : null
    const x = at === null ? null : xOf(at)
    if (x === null || x < 0 || x > width) continue
    const half = (mark.text.length * LETTER) / 2
    const isNamed = x + half <= free && x - half >= 0
    if (isNamed) free = x - half - GAP
    items.unshift({ x, text: mark.text, isNamed })
  }
  return items
}

/** The last drawn time that is not after it; null outside of what is drawn. */
function drawnAt(points: readonly Point[], at: number): number | null {
  const last = points.at(-1)
  if (last === undefined || at > last.at) return null
  return points.findLast((point) => point.at <= at)?.at ?? null
}

/** True if anything happened in the game within the time that the line spans. */
export function hasLane({ marks, points }: Pick<ChartLine, 'marks' | 'points'>): boolean {
  return marks.some(({ kind, at }) => kind === 'game' && drawnAt(points, at) !== null)
}

/** Writes the items into the lane, past React: it follows every move of the chart. */
export function writeLane(lane: HTMLElement, items: readonly LaneItem[]): void {
  const key = JSON.stringify(items)
  if (lane.dataset['items'] === key) return
  lane.dataset['items'] = key
  lane.replaceChildren(
    ...items.map(({ x, text, isNamed }) => {
      const item = document.createElement('span')
      item.style.left = `${Math.round(x)}px`
      item.dataset['tip'] = text
      if (isNamed) item.textContent = text
      return item
    }),
  )
}
