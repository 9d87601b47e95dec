/** A value that can be observed outside React. Listeners are called after a change, and only after a change. */
export type Readable<T> = {
  readonly get: () => T
  /** Answers the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}

export type Store<T> = Readable<T> & {
  readonly set: (next: T) => void
  readonly update: (change: (current: T) => T) => void
}

/** A set of listeners that may change while the listeners are called. */
export function createListeners(): {
  readonly add: (listener: () => void) => () => void
  readonly tell: () => void
  readonly size: () => number
} {
  const listeners = new Set<() => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell() {
      for (const listener of listeners) listener()
    },
    size: () => listeners.size,
  }
}

/** Builds a store that holds `initial`. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = createListeners()
  function set(next: T): void {
    if (Object.is(value, next)) return
    value = next
    listeners.tell()
  }
  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe: listeners.add,
  }
}
