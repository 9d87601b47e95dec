/** The markets that were selected last, newest first, kept in this browser. */
import { createKept, fieldsOf, rowsOf } from '../platform/state/store.ts'
import type { Memory, Readable } from '../platform/state/store.ts'
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

function isRecent(value: unknown): value is RecentMarket {
  const fields = fieldsOf(value)
  return ['slug', 'outcomeId', 'title', 'event'].every((name) => typeof fields[name] === 'string')
}

/** Follows the selection. */
export function createRecent(
  selection: Readable<Selection | null>,
  storage: Memory,
): Readable<readonly RecentMarket[]> {
  const store = createKept<readonly RecentMarket[]>(storage, NAME, (kept) =>
    rowsOf(kept).filter(isRecent).slice(0, MAX_ENTRIES),
  )
  selection.subscribe(() => {
    const now = selection.get()
    if (now === null) return
    const { event, market, outcome } = now
    const title = `${outcome.name}, ${marketTitle(event, market)}`
    const entry = { slug: event.slug, outcomeId: outcome.id, title, event: event.title }
    const others = store.get().filter((one) => one.outcomeId !== entry.outcomeId)
    store.set([entry, ...others].slice(0, MAX_ENTRIES))
  })
  return store
}
