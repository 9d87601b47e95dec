/**
 * Last view of each ladder, kept in this browser: the width of rows by panel and outcome, and which outcomes are
 * flipped. A flip is of the outcome, as the page's address says it (web-architecture.md), wherever its ladder is.
 */
import { createStore, keep, readKept, rowsOf } from '../../platform/state/store.ts'
import type { Memory, Readable } from '../../platform/state/store.ts'
import { GROUPS } from './ladder-grid.ts'
import type { Group } from './ladder-grid.ts'

const GROUPS_NAME = 'sesame.ladder_views'
const FLIPPED_NAME = 'sesame.flipped'
/** The oldest are forgotten. */
const MAX_OUTCOMES = 100
const MAX_PLACE_LENGTH = 160

export type LadderViews = ReturnType<typeof createLadderViews>

/** Builds the memory; what cannot be read counts as never looked at. */
export function createLadderViews(storage: Memory) {
  const groups = new Map(read(storage, GROUPS_NAME).flatMap(readGroup))
  const flipped = createStore<ReadonlySet<string>>(new Set(read(storage, FLIPPED_NAME).filter(isOutcomeId)))

  return {
    groupAt: (place: string): Group => groups.get(place) ?? 1,
    keepGroup: (place: string, group: Group): void => {
      groups.delete(place)
      if (group !== 1) groups.set(place, group)
      for (const oldest of [...groups.keys()].slice(0, Math.max(0, groups.size - MAX_OUTCOMES)))
        groups.delete(oldest)
      keep(storage, GROUPS_NAME, [...groups])
    },
    /** Ids of the outcomes whose ladder is that of their complement. */
    flipped: flipped as Readable<ReadonlySet<string>>,
    flip: (outcomeId: string, isFlipped: boolean): void => {
      if (flipped.get().has(outcomeId) === isFlipped) return
      const others = [...flipped.get()].filter((one) => one !== outcomeId)
      flipped.set(new Set(isFlipped ? [...others, outcomeId].slice(-MAX_OUTCOMES) : others))
      keep(storage, FLIPPED_NAME, [...flipped.get()])
    },
  }
}

function read(storage: Memory, name: string): readonly unknown[] {
  return rowsOf(readKept(storage, name)).slice(-MAX_OUTCOMES)
}

function isOutcomeId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_PLACE_LENGTH
}

function readGroup(entry: unknown): readonly (readonly [string, Group])[] {
  if (!Array.isArray(entry)) return []
  const [place, group] = entry as readonly unknown[]
  if (typeof place !== 'string' || place.length > MAX_PLACE_LENGTH) return []
  const known = GROUPS.find((one) => one === group)
  return known === undefined ? [] : [[place, known]]
}
