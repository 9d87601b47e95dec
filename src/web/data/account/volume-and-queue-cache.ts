/** Volume and queue of outcomes: one object each, updated while a ladder shows it. */
import { createHolders } from '#lib/holders.ts'
import type { Readable } from '../../platform/state/store.ts'
import type { Order } from '../../platform/api/client.ts'
import type { BookCache } from '../../platform/live/book-cache.ts'
import type { ListView } from '../../platform/live/list-store.ts'
import type { Live } from '../../platform/live/socket.ts'
import type { Frame } from '../../platform/page/frame.ts'
import type { Intent } from './intent.ts'
import { mirroredOrders } from './own-levels.ts'
import { createVolumeAndQueue } from './volume-and-queue.ts'
import type { VolumeAndQueue, VolumeAndQueueReader } from './volume-and-queue.ts'

export type VolumeAndQueueCache = ReturnType<typeof createVolumeAndQueueCache>

/** Builds the cache. */
export function createVolumeAndQueueCache(options: {
  readonly live: Live
  readonly books: BookCache
  readonly orders: Readable<ListView<Order>>
  readonly intents: { readonly list: Readable<readonly Intent[]> }
  readonly own: { readonly pairs: Readable<ReadonlyMap<string, string>> }
  readonly frame: Frame
  readonly now: () => number
}) {
  const { live, books, orders, intents } = options
  const { pairs } = options.own
  const kept = new Map<string, VolumeAndQueue>()

  function statsOf(outcomeId: string): VolumeAndQueue {
    const known = kept.get(outcomeId)
    if (known !== undefined) return known
    const book = books.book(outcomeId)
    const made: VolumeAndQueue = createVolumeAndQueue(outcomeId, book, options.now(), () =>
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
    const seeBook = () => {
      stats.bookSeen()
      if (isOwed) seeOrders()
    }
    seeOrders()
    const stops = [
      books.book(outcomeId).subscribeTop(seeBook),
      orders.subscribe(seeOrders),
      intents.list.subscribe(seeOrders),
      pairs.subscribe(seeOrders),
      live.watch(`trades:${outcomeId}`, stats.trades),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  return {
    /** The volume and queue of an outcome; the same object for every caller. */
    of: statsOf as (outcomeId: string) => VolumeAndQueueReader,
    /** Feeds it until the returned function is called. What it has counted is kept. */
    follow: createHolders(feed).hold,
  }
}
