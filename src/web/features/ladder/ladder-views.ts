/** How ladders were last looked at: width of rows, and which were flipped. By panel and outcome, kept in this browser. */
import { GROUPS } from '../trading/ladder-grid.ts'
import type { Group } from '../trading/ladder-grid.ts'

const NAME = 'sesame.ladder_views'
/** The oldest are forgotten. */
const MOST = 100
const LONGEST_PLACE = 160

export type LadderView = { readonly group: Group; readonly isFlipped: boolean }

export type LadderViews = {
  readonly at: (place: string) => LadderView
  readonly keep: (place: string, part: Partial<LadderView>) => void
}

const FIRST: LadderView = { group: 1, isFlipped: false }

/** Builds the memory; what cannot be read counts as never looked at. */
export function createLadderViews(storage: Pick<Storage, 'getItem' | 'setItem'>): LadderViews {
  const views = new Map(read(storage))
  const at = (place: string): LadderView => views.get(place) ?? FIRST
  return {
    at,
    keep(place, part) {
      const next = { ...at(place), ...part }
      views.delete(place)
      if (next.group !== FIRST.group || next.isFlipped) views.set(place, next)
      for (const oldest of [...views.keys()].slice(0, Math.max(0, views.size - MOST))) views.delete(oldest)
      try {
        storage.setItem(NAME, JSON.stringify([...views]))
      } catch {
        // Private windows refuse to store: the views then last as long as the page.
      }
    },
  }
}

function read(storage: Pick<Storage, 'getItem'>): readonly (readonly [string, LadderView])[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(NAME) ?? '[]')
    return Array.isArray(kept) ? (kept as readonly unknown[]).slice(-MOST).flatMap(readOne) : []
  } catch {
    return []
  }
}

function readOne(entry: unknown): readonly (readonly [string, LadderView])[] {
  if (!Array.isArray(entry)) return []
  const [place, view] = entry as readonly unknown[]
  if (typeof place !== 'string' || place.length > LONGEST_PLACE) return []
  if (typeof view !== 'object' || view === null) return []
  const { group, isFlipped } = view as Readonly<Record<string, unknown>>
  const known = GROUPS.find((one) => one === group)
  return known === undefined ? [] : [[place, { group: known, isFlipped: isFlipped === true }]]
}
