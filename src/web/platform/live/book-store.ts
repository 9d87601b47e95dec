/**
 * One outcome's book in the page: mutable levels by price, published row by row. Rows and the top are published in the
 * frame flush; staleness is known at once, so that no click is accepted between two frames.
 */
import type { CoreOf } from '#contract/codec/codec.ts'
import type { BookDelta, BookSnapshot } from '#contract/live.ts'
import { bookSnapshot } from '#contract/records/books.ts'
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { walkOrder } from '#core/book/book-walk.ts'
import type { OrderTerms, Side } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'
import { createListeners } from '../state/store.ts'
import { createBookRows } from './book-rows.ts'
import type { BookRows, RowSource } from './book-rows.ts'

type Whole = CoreOf<typeof bookSnapshot>
type Change = Partial<Whole> & Pick<Whole, 'version'>
export type StaleCause = NonNullable<Whole['staleReason']> | 'unknown' | 'link' | 'resync'

/** Figures of the book for the rest of the page: the state of the last flush. */
export type BookTop = {
  readonly ready: boolean
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  readonly bestBidSize: Micros | null
  readonly bestAskSize: Micros | null
  readonly last: Price | null
  readonly lastSide: Side | null
  readonly tick: TickSize | null
  readonly minOrderSize: Micros | null
  readonly epoch: number
  readonly sequence: number
  /** Milliseconds of the wall clock; null when the server does not know. */
  readonly changedAt: number | null
  readonly verifiedAt: number | null
  readonly stale: StaleCause | null
  readonly staleSince: number | null
}

export type Level = readonly [price: Price, size: Micros]

export type BookStore = ReturnType<typeof createBookStore>

const EMPTY_TOP: BookTop = {
  ready: false,
  bestBid: null,
  bestAsk: null,
  bestBidSize: null,
  bestAskSize: null,
  last: null,
  lastSide: null,
  tick: null,
  minOrderSize: null,
  epoch: 0,
  sequence: 0,
  changedAt: null,
  verifiedAt: null,
  stale: 'no_snapshot',
  staleSince: null,
}

type Levels = Map<Price, Micros>

/** Builds an empty, stale book. `onChange` is called after every change: the moment to mark the flush. */
export function createBookStore(now: () => number, onChange: () => void) {
  const bids: Levels = new Map()
  const asks: Levels = new Map()
  const topListeners = createListeners()
  /** A lost feed leaves its last levels to be looked at, stale, until the full book comes. */
  let isKept = false
  let live: BookTop = EMPTY_TOP
  let shown: BookTop = EMPTY_TOP
  const prices = createBookRows(1, false, bids, asks, () => shown)
  /** By width; those of single ticks by its negative. */
  const views = new Map<number, BookRows>([[-1, prices]])
  const eachView = (task: (view: BookRows) => void) => {
    for (const view of views.values()) task(view)
  }

  function markStale(stale: StaleCause | null): void {
    if (live.stale === stale) return
    live = { ...live, stale, staleSince: stale === null ? null : (live.staleSince ?? now()) }
  }

  function write(levels: Levels, changes: readonly Level[] = []): void {
    for (const [price, size] of changes) {
      if (size === ZERO) levels.delete(price)
      else levels.set(price, size)
      eachView((view) => view.mark(price))
    }
  }

  function readFields(data: Change): void {
    const stale = staleOf(data, live.stale)
    const { lastTradePrice: last = live.last, lastTradeSide: lastSide = live.lastSide } = data
    const { changedAt = live.changedAt, verifiedAt = live.verifiedAt } = data
    live = {
      ...live,
      ready: true,
      sequence: data.version,
      epoch: data.epoch ?? live.epoch,
      tick: data.tickSize ?? live.tick,
      minOrderSize: data.minOrderSize ?? live.minOrderSize,
      last,
      lastSide,
      changedAt,
      verifiedAt,
      ...bestOf(bids, asks),
    }
    markStale(stale)
    onChange()
  }

  function clear(): void {
    bids.clear()
    asks.clear()
    isKept = false
    eachView((view) => view.markAll())
  }

  function writeBoth(data: Change): void {
    write(bids, data.bids)
    write(asks, data.asks)
  }

  function snapshot(wire: BookSnapshot): void {
    const data = bookSnapshot.decode(wire)
    isKept = isOutOfSight(data) && data.bids.length + data.asks.length === 0
    if (!isKept) clear()
    writeBoth(data)
    readFields(data)
  }

  function delta(wire: BookDelta): void {
    const data: Change = bookSnapshot.decode(wire as BookSnapshot)
    if (isOutOfSight(data) && takesAll(data.bids, bids) && takesAll(data.asks, asks)) isKept = true
    else if (isKept && isNewBook(data)) clear()
    if (data.epoch !== undefined && data.epoch !== live.epoch) eachView((view) => view.markAll())
    if (!isKept) writeBoth(data)
    readFields(data)
  }

  function flush(): void {
    const before = shown
    shown = live
    const hasTraded = before.last !== shown.last || before.lastSide !== shown.lastSide
    eachView((view) => {
      view.markBetween(before.bestBid, shown.bestBid)
      view.markBetween(before.bestAsk, shown.bestAsk)
      if (hasTraded && before.last !== null) view.mark(before.last)
      if (hasTraded && shown.last !== null) view.mark(shown.last)
    })
    eachView((view) => view.tell())
    if (before !== shown) topListeners.tell()
  }

  /** The levels of the bids (BUY) or the asks (SELL), best first. A new list every time. */
  function levels(side: Side): readonly Level[] {
    return side === 'BUY' ? [...bids].sort(([a], [b]) => b - a) : [...asks].sort(([a], [b]) => a - b)
  }

  return {
    snapshot,
    delta,
    lost: (reason: 'link' | 'resync'): void => {
      markStale(reason)
      onChange()
    },
    flush,
    row: prices.row,
    subscribeRow: prices.subscribeRow,
    /** The book by rows of `group` ticks, or of single ticks; the same source for every caller. */
    rowsOf: (tick: TickSize, group: number): RowSource => {
      const isGrouped = group > 1
      const key = isGrouped ? tick * group : -tick
      const view = views.get(key) ?? createBookRows(tick * group, isGrouped, bids, asks, () => shown)
      views.set(key, view)
      return view
    },
    top: (): BookTop => shown,
    subscribeTop: topListeners.add,
    /** Why the book may not be traded on this very moment; null when it may. */
    staleNow: (): StaleCause | null => live.stale,
    /** The top this very moment, which may not be drawn yet. */
    now: (): BookTop => live,
    levels,
    /** How much an order would take at once at `price` or better, at most `size`. */
    takeable: (order: Pick<OrderTerms, 'side' | 'price' | 'size' | 'timeInForce'>): Micros =>
      walkOrder(order, levels(order.side === 'BUY' ? 'SELL' : 'BUY')).filled,
  }
}

/** A delta carries what changed: a stale book that is stale for another reason tells the reason alone. */
function staleOf(data: Change, before: StaleCause | null): StaleCause | null {
  const { stale, staleReason: reason } = data
  if (stale === undefined && reason === undefined) return before
  return (stale ?? reason !== null) ? (reason ?? 'unknown') : null
}

/** True if the server has no book to show, and will have one. */
function isOutOfSight({ stale, staleReason: reason }: Change): boolean {
  return stale !== false && reason !== undefined && reason !== null && reason !== 'resolved'
}

function takesAll(changes: readonly Level[] = [], levels: Levels): boolean {
  return changes.length === levels.size && changes.every(([, size]) => size === ZERO)
}

function isNewBook({ bids, asks, staleReason: reason }: Change): boolean {
  return bids !== undefined || asks !== undefined || reason === null || reason === 'resolved'
}

function bestOf(
  bids: Levels,
  asks: Levels,
): Pick<BookTop, 'bestBid' | 'bestAsk' | 'bestBidSize' | 'bestAskSize'> {
  let bestBid: Price | null = null
  let bestAsk: Price | null = null
  for (const price of bids.keys()) if (bestBid === null || price > bestBid) bestBid = price
  for (const price of asks.keys()) if (bestAsk === null || price < bestAsk) bestAsk = price
  return {
    bestBid,
    bestAsk,
    bestBidSize: bestBid === null ? null : (bids.get(bestBid) ?? null),
    bestAskSize: bestAsk === null ? null : (asks.get(bestAsk) ?? null),
  }
}
