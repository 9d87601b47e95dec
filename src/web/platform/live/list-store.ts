/** A list topic in the page: items by key, one new array per flush, untouched items keep their identity. */
import type { ListDelta } from '#contract/live.ts'
import { createListeners } from '../state/store.ts'

export type ListView<Item> = {
  readonly items: readonly Item[]
  /** False before the first snapshot and while the link is lost. */
  readonly current: boolean
  readonly loaded: boolean
}

export type ListStore<Item> = ReturnType<typeof createListStore<Item>>

export type ListOptions<Item> = {
  /** Makes an item of the wire's value; unchanged where this is left out. */
  readonly decode?: (wire: never) => Item
  readonly keyOf: (item: Item) => string
  /** All names under which the server may remove the item; its key where this is left out. */
  readonly namesOf?: (item: Item) => readonly (string | null)[]
  /** Newest first, or whatever the list is shown in. */
  readonly order: (a: Item, b: Item) => number
  readonly onChange: () => void
  /** Called for every item of a delta, with the item before it. */
  readonly onItem?: (item: Item, before: Item | null) => void
  /** Called for every item that a snapshot no longer has. */
  readonly onGone?: (item: Item) => void
  /** Takes the error of a row that cannot be read; left out, the browser does, as an error of the page. */
  readonly report?: (error: unknown) => void
}

/** Builds an empty list that is not current. */
export function createListStore<Item>(options: ListOptions<Item>) {
  const { keyOf, namesOf = (item: Item) => [keyOf(item)] } = options
  const items = new Map<string, Item>()
  const listeners = createListeners()
  let isCurrent = false
  let loaded = false
  let changed = false
  let view: ListView<Item> = { items: [], current: false, loaded: false }

  /** A row that cannot be read takes no other with it, and is reported. */
  function read(wire: never): readonly Item[] {
    try {
      return [options.decode === undefined ? wire : options.decode(wire)]
    } catch (error) {
      ;(options.report ?? globalThis.reportError)(error)
      return []
    }
  }

  function put(data: unknown, tell: boolean): readonly Item[] {
    const { upsert, remove } = data as ListDelta<never>
    for (const name of remove) {
      for (const [key, item] of items) if (namesOf(item).includes(name)) items.delete(key)
    }
    return keep(upsert.flatMap(read), tell)
  }

  function keep(rows: readonly Item[], tell: boolean): readonly Item[] {
    for (const item of rows) {
      const key = keyOf(item)
      const before = items.get(key) ?? null
      items.set(key, item)
      if (tell) options.onItem?.(item, before)
    }
    changed = true
    options.onChange()
    return rows
  }

  return {
    get: (): ListView<Item> => view,
    subscribe: listeners.add,
    /** This and a delta answer the items that they took. */
    snapshot: (data: unknown): readonly Item[] => {
      const before = [...items]
      items.clear()
      isCurrent = true
      loaded = true
      const rows = put(data, false)
      for (const [key, item] of before) if (!items.has(key)) options.onGone?.(item)
      return rows
    },
    delta: (data: unknown): readonly Item[] => put(data, true),
    /** Takes an item that an answer brought; the topic brings it again. */
    keep: (item: Item): void => void keep([item], true),
    lost: (): void => {
      isCurrent = false
      changed = true
      options.onChange()
    },
    /** Drops an item that is kept although the server has removed it. */
    forget: (key: string): void => {
      if (!items.delete(key)) return
      changed = true
      options.onChange()
    },
    flush: (): void => {
      if (!changed) return
      changed = false
      view = { items: [...items.values()].sort(options.order), current: isCurrent, loaded }
      listeners.tell()
    },
  }
}
