/** Values kept as JSON in the storage of this tab or of this browser. A storage that refuses only costs the memory. */
import { createStore } from './store.ts'
import type { Store } from './store.ts'

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

/** Fields of a kept record; null for anything else. */
export function fieldsOf(kept: unknown): Readonly<Record<string, unknown>> | null {
  return typeof kept === 'object' && kept !== null ? { ...kept } : null
}

/** Rows of a kept list; none for anything else. */
export function rowsOf(kept: unknown): readonly unknown[] {
  return Array.isArray(kept) ? kept : []
}
