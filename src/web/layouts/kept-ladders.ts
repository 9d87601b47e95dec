/** The outcomes chosen for ladders side by side, kept by the tab over a reload. */
import { createKept, rowsOf } from '../platform/state/store.ts'
import type { Memory, Store } from '../platform/state/store.ts'

/** Those of several events; of one event no more than twelve can be chosen. */
const MAX_KEPT = 60

/** Unreadable ones count as none. */
export function createKeptLadders(memory: Memory): Store<readonly string[]> {
  return createKept<readonly string[]>(
    memory,
    'sesame.ladders',
    (kept) =>
      rowsOf(kept).filter((id) => typeof id === 'string' && /^pm:\d{1,78}$/.test(id)) as readonly string[],
    (ids) => ids.slice(-MAX_KEPT),
  )
}
