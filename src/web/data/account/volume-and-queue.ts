/**
 * An outcome since it was opened: traded volume by price, and the queue position of own orders. One object per outcome,
 * outside React; published once a frame.
 */
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { WireOf } from '#contract/codec/codec.ts'
import { trade } from '#contract/records/books.ts'
import type { ListDelta } from '#contract/live.ts'
import { isOpen } from '#core/order/order.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import type { Order, Trade } from '../../platform/api/client.ts'
import { nextScale } from '../../platform/live/bar-scale.ts'
import type { BookStore } from '../../platform/live/book-store.ts'
import { createListeners } from '../../platform/state/store.ts'
import type { Intent } from './intent.ts'
import { aheadOf, placeInQueue, seeLevel, seeOwnFill, seeTrade } from '../markets/queue.ts'
import type { QueuePlace } from '../markets/queue.ts'
import { createHolders } from '#lib/holders.ts'
import type { Readable } from '../../platform/state/store.ts'
import type { BookCache } from '../../platform/live/book-cache.ts'
import type { ListView } from '../../platform/live/list-store.ts'
import type { Live } from '../../platform/live/socket.ts'
import type { Frame } from '../../platform/page/frame.ts'
import { mirroredOrders } from './own-levels.ts'

export type VolumeAndQueue = ReturnType<typeof createVolumeAndQueue>
/** Its part for those who show it. */
export type VolumeAndQueueReader = Pick<
  VolumeAndQueue,
  'since' | 'volumeScale' | 'subscribe' | 'volumeIn' | 'queueIn'
>

type Queued = {
  readonly side: Side
  readonly price: Price
  /** Open size of the order. */
  readonly left: Micros
  readonly place: QueuePlace
  /** The list of orders has shown it; until then its intent alone vouches for it. */
  readonly isListed: boolean
}

/** Builds volume and queue of one outcome, counted from `since` on, in milliseconds; `onChange` asks for a flush. */
export function createVolumeAndQueue(
  outcomeId: string,
  book: Pick<BookStore, 'row' | 'staleNow'>,
  since: number,
  onChange: () => void,
) {
  const volume = new Map<Price, Micros>()
  const queue = new Map<string, Queued>()
  const listeners = createListeners()
  let newestTrade: number | null = null
  let scale = FIRST_SCALE

  const levelOf = (side: Side, price: Price): Micros => {
    const row = book.row(price)
    return (side === 'BUY' ? row.bid : row.ask) ?? ZERO
  }

  function change(key: string, next: QueuePlace): void {
    const old = queue.get(key)
    if (old === undefined || old.place === next) return
    queue.set(key, { ...old, place: next })
    onChange()
  }

  function count({ price, size, side }: Trade): void {
    if (size <= ZERO) return
    volume.set(price, addMicros(volume.get(price) ?? ZERO, size))
    for (const [key, queued] of queue) {
      if (queued.price === price && queued.side !== side) change(key, seeTrade(queued.place, size))
    }
    onChange()
  }

  /** The terminal numbers trades in order of receipt; a lower number than the last one means that it restarted. */
  function take(data: unknown, isSnapshot: boolean): void {
    const { upsert } = data as ListDelta<WireOf<typeof trade>>
    const numbered = upsert.map(trade.decode).toSorted((a, b) => a.number - b.number)
    const last = numbered.at(-1)?.number
    const isRestart = isSnapshot && (newestTrade === null || (last ?? 0) < newestTrade)
    for (const one of numbered) {
      if (!isRestart && (newestTrade === null || one.number > newestTrade)) count(one)
    }
    if (isRestart) newestTrade = last ?? 0
    else if (last !== undefined && (newestTrade === null || last > newestTrade)) newestTrade = last
  }

  function seen(key: string, side: Side, price: Price, left: Micros, isListed: boolean): void {
    const known = queue.get(key)
    if (known === undefined || known.price !== price) {
      const level = levelOf(side, price)
      const others = level > left ? subtractMicros(level, left) : ZERO
      const place = placeInQueue(isListed ? others : level, level, isListed)
      queue.set(key, { side, price, left, place, isListed })
      onChange()
      return
    }
    const place = left < known.left ? seeOwnFill(known.place) : known.place
    queue.set(key, { ...known, left, place, isListed: known.isListed || isListed })
    if (place !== known.place) onChange()
  }

  return {
    trades: {
      snapshot: (data: unknown) => take(data, true),
      delta: (data: unknown) => take(data, false),
      lost: () => undefined,
    },
    ordersSeen(orders: readonly Order[], intents: readonly Intent[]): void {
      const open = new Set<string>()
      for (const intent of intents) {
        if (intent.outcomeId !== outcomeId) continue
        const key = intent.clientOrderId
        const known = queue.get(key)
        if (intent.state === 'sending') seen(key, intent.side, intent.price, intent.size, false)
        if (intent.state === 'sending' || (known !== undefined && mayCome(intent, known))) open.add(key)
      }
      for (const order of orders) {
        const key = order.clientOrderId ?? order.id
        if (order.outcomeId !== outcomeId || !isOpen(order.status) || key === null) continue
        open.add(key)
        // Before the book is there nothing can be said about what is ahead.
        if (queue.has(key) || book.staleNow() === null)
          seen(key, order.side, order.price, order.remainingSize, true)
      }
      for (const key of queue.keys()) {
        if (open.has(key)) continue
        queue.delete(key)
        onChange()
      }
    },
    bookSeen(): void {
      if (book.staleNow() !== null) return
      for (const [key, { side, price, place }] of queue) change(key, seeLevel(place, levelOf(side, price)))
    },
    flush: (): void => {
      scale = scaleOf(volume, scale)
      listeners.tell()
    },
    /** Since when volume is counted, milliseconds of the wall clock. */
    since,
    /** Whole shares that fill a bar of the volume. */
    volumeScale: () => scale,
    subscribe: listeners.add,
    /** Traded at these prices, both included. */
    volumeIn: (low: Price, high: Price) => sumIn(volume, low, high),
    /** The foremost own order at these prices; `isBound` when what is ahead was there before it was first seen. */
    queueIn(low: Price, high: Price) {
      let foremost: { readonly ahead: Micros; readonly isBound: boolean } | null = null
      for (const { price, place, left } of queue.values()) {
        const ahead = aheadOf(place, left)
        if (price < low || price > high || (foremost !== null && ahead >= foremost.ahead)) continue
        foremost = { ahead, isBound: place.isBound && ahead > ZERO }
      }
      return foremost
    },
  }
}

function sumIn(volume: ReadonlyMap<Price, Micros>, low: Price, high: Price): Micros {
  if (low === high) return volume.get(low) ?? ZERO
  let sum = ZERO
  for (const [price, size] of volume) if (price >= low && price <= high) sum = addMicros(sum, size)
  return sum
}

const FIRST_SCALE = 10n

function scaleOf(volume: ReadonlyMap<Price, Micros>, before: bigint): bigint {
  let largest = ZERO
  for (const size of volume.values()) if (size > largest) largest = size
  return nextScale(before, largest / 1_000_000n)
}

/** Between the answer and the list of orders nothing but the intent tells of an order. */
function mayCome(intent: Intent, queued: Queued): boolean {
  if (queued.isListed || intent.state === 'rejected') return false
  return intent.state === 'unknown' || (intent.order !== null && isOpen(intent.order.status))
}

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
