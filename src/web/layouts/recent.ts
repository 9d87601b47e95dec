/** The markets that were selected last, newest first, kept in this browser. */
import type { Readable } from '../platform/state/store.ts'
import { createStore } from '../platform/state/store.ts'
import { marketTitle } from '../data/markets/selection.ts'
import type { Selection } from '../data/markets/selection.ts'

export type RecentMarket = {
  readonly slug: string
  readonly outcomeId: string
  readonly title: string
  readonly event: string
}

const NAME = 'sesame.recent'
const MAX_ENTRIES = 8

function readRecent(text: string | null): readonly RecentMarket[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isRecent).slice(0, MAX_ENTRIES) : []
  } catch {
    return []
  }
}

function isRecent(value: unknown): value is RecentMarket {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return ['slug', 'outcomeId', 'title', 'event'].every((name) => typeof fields[name] === 'string')
}

/** Follows the selection. A storage that refuses only costs the memory. */
export function createRecent(
  selection: Readable<Selection | null>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): Readable<readonly RecentMarket[]> {
  let text: string | null = null
  try {
    text = storage.getItem(NAME)
  } catch {
    text = null
  }
  const store = createStore(readRecent(text))
  selection.subscribe(() => {
    const now = selection.get()
    if (now === null) return
    const { event, market, outcome } = now
    const title = `${outcome.name}, ${marketTitle(event, market)}`
    const entry = { slug: event.slug, outcomeId: outcome.id, title, event: event.title }
    const others = store.get().filter((one) => one.outcomeId !== entry.outcomeId)
    store.set([entry, ...others].slice(0, MAX_ENTRIES))
    try {
      storage.setItem(NAME, JSON.stringify(store.get()))
    } catch {
      // Private windows store nothing: the list then lasts as long as the page.
    }
  })
  return store
}
