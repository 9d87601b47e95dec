/** React's view of a store. A selector must answer the same reference as long as nothing that it reads has changed. */
import { useSyncExternalStore } from 'react'
import type { Readable } from './store.ts'

/** The store's value; renders again when it changes. */
export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** One part of the store's value; renders again only when that part changes. */
export function useSelected<T, Part>(store: Readable<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
