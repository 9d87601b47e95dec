/** Which two outcomes are each other's complement, as far as ladders have shown their markets. */
import { createStore } from '../../platform/state/store.ts'

export type Pairs = ReturnType<typeof createPairs>

/** Builds an empty store. A learnt pair never changes. */
export function createPairs() {
  const store = createStore<ReadonlyMap<string, string>>(new Map())
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** The two outcomes of a market. */
    tell(one: string, other: string): void {
      if (store.get().get(one) === other) return
      store.update((known) => new Map([...known, [one, other], [other, one]]))
    },
  }
}
