/**
 * Values that can be observed outside React: listeners are called after a change, and only after one. Some are kept as JSON in the
 * storage of this tab or browser, where a storage that refuses only costs the memory.
 */

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

export type Memory = Pick<Storage, 'getItem' | 'setItem'>

/** The kept value; null for none, and for one that is unreadable. */
export function readKept(storage: Pick<Storage, 'getItem'>, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps the value. Private windows store nothing: it then lasts as long as the page. */
export function keep(storage: Pick<Storage, 'setItem'>, name: string, value: unknown): void {
  try {
    storage.setItem(name, JSON.stringify(value))
  } catch {
    return
  }
}

/** A store that begins with the kept value and keeps every change. */
export function createKept<T>(
  storage: Memory,
  name: string,
  read: (kept: unknown) => T,
  write: (value: T) => unknown = (value) => value,
): Store<T> {
  const store = createStore(read(readKept(storage, name)))
  store.subscribe(() => keep(storage, name, write(store.get())))
  return store
}

/** Fields of a kept record; none for anything else. */
export function fieldsOf(kept: unknown): Readonly<Record<string, unknown>> {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : {}
}

/** True if a kept record has each field of the example, with a value of the same type. */
export function isLike<T extends object>(example: T, kept: unknown): kept is T {
  const fields = fieldsOf(kept)
  return Object.entries(example).every(([name, value]) => typeof fields?.[name] === typeof value)
}

/** Rows of a kept list; none for anything else. */
export function rowsOf(kept: unknown): readonly unknown[] {
  return Array.isArray(kept) ? kept : []
}
