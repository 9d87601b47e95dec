/** Kept over a reload: the markets that were selected last, newest first, and the ladders side by side. */
import { createKept, isLike, rowsOf } from '../platform/state/store.ts'
import type { Memory, Readable, Store } from '../platform/state/store.ts'
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
const NO_MARKET: RecentMarket = { slug: '', outcomeId: '', title: '', event: '' }

/** Follows the selection. */
export function createRecent(
  selection: Readable<Selection | null>,
  storage: Memory,
): Readable<readonly RecentMarket[]> {
  const store = createKept<readonly RecentMarket[]>(storage, NAME, (kept) =>
    rowsOf(kept)
      .filter((one) => isLike(NO_MARKET, one))
      .slice(0, MAX_ENTRIES),
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

/** Those of several events; of one event no more than twelve can be chosen. */
const MAX_LADDERS = 60

/** The outcomes chosen for ladders side by side; unreadable ones count as none. */
export function createKeptLadders(memory: Memory): Store<readonly string[]> {
  return createKept<readonly string[]>(
    memory,
    'sesame.ladders',
    (kept) =>
      rowsOf(kept).filter((id) => typeof id === 'string' && /^pm:\d{1,78}$/.test(id)) as readonly string[],
    (ids) => ids.slice(-MAX_LADDERS),
  )
}
