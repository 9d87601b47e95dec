/**
 * Last view of each ladder, kept in this browser: the width of rows by panel and outcome, and which outcomes are
 * flipped. A flip is of the outcome, wherever its ladder is.
 */
import { createKept, rowsOf } from '../../platform/state/store.ts'
import type { Memory, Readable } from '../../platform/state/store.ts'
import { GROUPS } from './ladder-grid.ts'
import type { Group } from './ladder-grid.ts'

/** The oldest are forgotten. */
const MAX_OUTCOMES = 100

/** Builds the memory; what cannot be read counts as never looked at. */
export function createLadderViews(storage: Memory) {
  const groups = createKept(storage, 'sesame.ladder_views', readGroups, (kept) => [...kept])
  const flipped = createKept<ReadonlySet<string>>(storage, 'sesame.flipped', readIds, (kept) => [...kept])

  return {
    groupAt: (place: string): Group => groups.get().get(place) ?? 1,
    keepGroup: (place: string, group: Group): void =>
      groups.update((old) => {
        const others = [...old].filter(([one]) => one !== place)
        return new Map(group === 1 ? others : [...others, [place, group] as const].slice(-MAX_OUTCOMES))
      }),
    /** Ids of the outcomes whose ladder is that of their complement. */
    flipped: flipped as Readable<ReadonlySet<string>>,
    flip: (outcomeId: string, isFlipped: boolean): void => {
      if (flipped.get().has(outcomeId) === isFlipped) return
      const others = [...flipped.get()].filter((one) => one !== outcomeId)
      flipped.set(new Set(isFlipped ? [...others, outcomeId].slice(-MAX_OUTCOMES) : others))
    },
  }
}

function readIds(kept: unknown): ReadonlySet<string> {
  return new Set(rowsOf(kept).filter((id) => typeof id === 'string'))
}

function readGroups(kept: unknown): ReadonlyMap<string, Group> {
  return new Map(
    rowsOf(kept).flatMap((row) => {
      const [place, group] = rowsOf(row)
      const known = GROUPS.find((one) => one === group)
      return typeof place === 'string' && known !== undefined ? [[place, known] as const] : []
    }),
  )
}
