/** Volume and queue of outcomes: one object each, updated while a ladder shows it. */
import { createHolders } from '#lib/holders.ts'
import { keep, readKept, rowsOf } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import type { Fill, Order } from '../../platform/api/client.ts'
import type { BookCache } from '../../platform/live/book-cache.ts'
import type { ListView } from '../../platform/live/list-store.ts'
import type { Live } from '../../platform/live/socket.ts'
import type { Frame } from '../../platform/page/frame.ts'
import type { Intent } from './intent.ts'
import { mirroredOrders } from './own-levels.ts'
import { createVolumeAndQueue } from './volume-and-queue.ts'
import type { KeptVolume, VolumeAndQueue, VolumeAndQueueReader } from './volume-and-queue.ts'

export type VolumeAndQueueCache = ReturnType<typeof createVolumeAndQueueCache>

export type VolumeAndQueueCacheOptions = {
  readonly live: Live
  readonly books: BookCache
  readonly orders: Readable<ListView<Order>>
  readonly fills: Readable<ListView<Fill>>
  readonly intents: { readonly list: Readable<readonly Intent[]> }
  readonly pairs: Readable<ReadonlyMap<string, string>>
  readonly frame: Frame
  readonly now: () => number
}

/** Builds the cache; `view` keeps what was counted when its page goes. */
export function createVolumeAndQueueCache(
  options: VolumeAndQueueCacheOptions,
  view: { readonly sessionStorage: Storage; readonly addEventListener: Window['addEventListener'] },
) {
  const { live, books, orders, fills, intents, pairs } = options
  const kept = new Map<string, VolumeAndQueue>()
  const before = countedBefore(view.sessionStorage)
  view.addEventListener('pagehide', () => keepAll(view.sessionStorage, before, kept))

  function statsOf(outcomeId: string): VolumeAndQueue {
    const known = kept.get(outcomeId)
    if (known !== undefined) return known
    const book = books.book(outcomeId)
    const start = before.get(outcomeId) ?? { since: options.now(), newest: null, volume: [] }
    const made: VolumeAndQueue = createVolumeAndQueue(outcomeId, book, start, () =>
      options.frame.mark(made.flush),
    )
    kept.set(outcomeId, made)
    return made
  }

  function feed(outcomeId: string): () => void {
    const stats = statsOf(outcomeId)
    // Orders that came before the book did: nothing could be said about what is ahead of them.
    let isOwed = false
    // An order of the other outcome waits in the same queue, seen from the other side.
    const seeOrders = () => {
      isOwed = books.book(outcomeId).staleNow() !== null
      const other = pairs.get().get(outcomeId)
      const seen = orders.get().items
      stats.ordersSeen(
        other === undefined ? seen : [...seen, ...mirroredOrders(seen, other, outcomeId)],
        intents.list.get(),
      )
    }
    const seeFills = () => stats.fillsSeen(fills.get().items)
    const seeBook = () => {
      stats.bookSeen()
      if (isOwed) seeOrders()
    }
    seeOrders()
    seeFills()
    const stops = [
      books.book(outcomeId).subscribeTop(seeBook),
      orders.subscribe(seeOrders),
      intents.list.subscribe(seeOrders),
      pairs.subscribe(seeOrders),
      fills.subscribe(seeFills),
      live.watch(`trades:${outcomeId}`, stats.trades),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  return {
    /** The volume and queue of an outcome; the same object for every caller. */
    of: statsOf as (outcomeId: string) => VolumeAndQueueReader,
    /** Feeds it until the returned function is called. What it has counted is kept, by the tab over a reload too. */
    follow: createHolders(feed).hold,
  }
}

const NAME = 'sesame.traded'
/** Outcomes; those that were opened last. */
const MAX_KEPT = 60

/** Volume that this tab had counted before its reload. Anything unreadable counts as none. */
function countedBefore(storage: Pick<Storage, 'getItem'>): ReadonlyMap<string, KeptVolume> {
  return new Map(rowsOf(readKept(storage, NAME)).filter(isKept))
}

function isKept(entry: unknown): entry is [string, KeptVolume] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const { since, newest, volume } = Object(entry[1]) as Record<keyof KeptVolume, unknown>
  return (
    typeof since === 'number' &&
    (newest === null || (typeof newest === 'string' && /^\d{1,30}$/.test(newest))) &&
    Array.isArray(volume) &&
    volume.every(
      (row: unknown) => Array.isArray(row) && typeof row[0] === 'number' && typeof row[1] === 'string',
    )
  )
}

function keepAll(
  storage: Pick<Storage, 'setItem'>,
  before: ReadonlyMap<string, KeptVolume>,
  now: ReadonlyMap<string, VolumeAndQueue>,
): void {
  const all = new Map([...before, ...[...now].map(([id, stats]) => [id, stats.kept()] as const)])
  keep(storage, NAME, [...all].slice(-MAX_KEPT))
}
