/** The outcomes chosen for ladders side by side: kept by the tab over a reload, and by the browser for the next tab. */
import { createStore, keep, readKept } from '../platform/state/store.ts'
import type { Memory, Store } from '../platform/state/store.ts'

const NAME = 'sesame.ladders'
/** Those of several events; of one event no more than twelve can be chosen. */
const MAX_KEPT = 60

/** Builds the store; the first memory that has a list gives it, and all of them take what changes. Unreadable ones count as empty. */
export function createKeptLadders(memories: readonly Memory[]): Store<readonly string[]> {
  const store = createStore<readonly string[]>(memories.map(read).find((ids) => ids !== null) ?? [])
  store.subscribe(() => {
    for (const memory of memories) keep(memory, NAME, store.get().slice(-MAX_KEPT))
  })
  return store
}

function read(memory: Memory): readonly string[] | null {
  const kept = readKept(memory, NAME)
  if (!Array.isArray(kept)) return null
  return kept
    .filter((id): id is string => typeof id === 'string' && /^pm:\d{1,78}$/.test(id))
    .slice(-MAX_KEPT)
}
