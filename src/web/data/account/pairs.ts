/** Which two outcomes are each other's complement, as far as ladders have shown their markets. */
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'

export type Pairs = Readable<ReadonlyMap<string, string>> & {
  /** The two outcomes of a market. */
  readonly tell: (one: string, other: string) => void
}

/** Builds an empty store. A learnt pair never changes. */
export function createPairs(): Pairs {
  const store = createStore<ReadonlyMap<string, string>>(new Map())
  return {
    get: store.get,
    subscribe: store.subscribe,
    tell(one, other) {
      if (store.get().get(one) === other) return
      store.update((known) => new Map([...known, [one, other], [other, one]]))
    },
  }
}
