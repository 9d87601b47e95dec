/** The outcomes chosen for ladders side by side: kept by the tab over a reload, and by the browser for the next tab. */
import { createStore } from '../platform/state/store.ts'
import type { Store } from '../platform/state/store.ts'

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const NAME = 'sesame.ladders'
/** Those of several events; of one event no more than twelve can be chosen. */
const MAX_KEPT = 60

/** Builds the store; the first memory that has a list gives it, and all of them take what changes. Unreadable ones count as empty. */
export function createKeptLadders(memories: readonly Memory[]): Store<readonly string[]> {
  const store = createStore<readonly string[]>(memories.map(read).find((ids) => ids !== null) ?? [])
  store.subscribe(() => {
    const text = JSON.stringify(store.get().slice(-MAX_KEPT))
    for (const memory of memories) {
      try {
        memory.setItem(NAME, text)
      } catch {
        // Private windows store nothing: the ladders then last as long as the page.
      }
    }
  })
  return store
}

function read(memory: Memory): readonly string[] | null {
  try {
    const kept: unknown = JSON.parse(memory.getItem(NAME) ?? 'null')
    if (!Array.isArray(kept)) return null
    return kept
      .filter((id): id is string => typeof id === 'string' && /^pm:\d{1,78}$/.test(id))
      .slice(-MAX_KEPT)
  } catch {
    return null
  }
}
