/**
 * A book by the rows of a ladder: what each row shows, published row by row. Rows of one tick are single prices, into
 * which a level off the tick is summed, left when the tick became coarser; wider rows sum the levels of their range.
 */
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { createListeners } from '../state/store.ts'

/** Figures of one ladder row from the book. */
export type BookRow = {
  readonly bid: Micros | null
  readonly ask: Micros | null
  /** On which sides some of the size is at prices off the tick. */
  readonly off: 'bid' | 'ask' | 'both' | null
  readonly place: 'bid' | 'ask' | 'best_bid' | 'best_ask' | 'best_both' | 'inside' | null
  readonly last: Side | 'none' | null
}

/** Rows are named by any price in them. */
export type RowSource = {
  readonly row: (price: number) => BookRow
  readonly subscribeRow: (price: number, listener: () => void) => () => void
}

export type Levels = ReadonlyMap<Price, Micros>

type Shown = {
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  readonly last: Price | null
  readonly lastSide: Side | null
}

/** Rows of a book: marks changed ones, then notifies. */
export type BookRows = RowSource & {
  readonly mark: (price: Price) => void
  readonly markAll: () => void
  /** Marks the rows whose look depends on a best price that has moved. */
  readonly markBetween: (before: Price | null, after: Price | null) => void
  readonly tell: () => void
}

const EMPTY_ROW: BookRow = { bid: null, ask: null, off: null, place: null, last: null }

const ONE = 10_000

/**
 * Builds rows over the levels of a book.
 *
 * @param width  steps of 0.0001 that a row covers
 * @param isGrouped  rows are ranges that begin at a multiple of the width; else single prices, and what lies off them
 * goes to the next one above, as own orders do
 * @param shown  the book's top as of the last flush
 */
export function createBookRows(
  width: number,
  isGrouped: boolean,
  bids: Levels,
  asks: Levels,
  shown: () => Shown,
): BookRows {
  const rows = new Map<number, BookRow>()
  const listeners = new Map<number, ReturnType<typeof createListeners>>()
  const dirty = new Set<number>()
  // Made between a change and its flush, it has missed what was marked.
  let isAllDirty = true
  let sums: { readonly bids: Map<number, Micros>; readonly asks: Map<number, Micros> } | null = null

  /** True if any level lies off single prices; null when that must be looked up. */
  let isOff: boolean | null = null

  const nameOf = (price: number) =>
    isGrouped ? Math.floor(price / width) * width : Math.min(ONE - width, Math.ceil(price / width) * width)

  function hasOff(): boolean {
    isOff ??= [...bids.keys(), ...asks.keys()].some((price) => price % width !== 0)
    return isOff
  }

  function summed(levels: Levels): Map<number, Micros> {
    const sum = new Map<number, Micros>()
    for (const [price, size] of levels) {
      const name = nameOf(price)
      sum.set(name, addMicros(sum.get(name) ?? ZERO, size))
    }
    return sum
  }

  function sizesAt(name: number): Pick<BookRow, 'bid' | 'ask' | 'off'> {
    const own = { bid: bids.get(name as Price) ?? null, ask: asks.get(name as Price) ?? null, off: null }
    if (!isGrouped && !hasOff()) return own
    sums ??= { bids: summed(bids), asks: summed(asks) }
    const [bid, ask] = [sums.bids.get(name) ?? null, sums.asks.get(name) ?? null]
    return { bid, ask, off: isGrouped ? null : differing(bid !== own.bid, ask !== own.ask) }
  }

  function placeOf(name: number): BookRow['place'] {
    const { bestBid, bestAsk } = shown()
    const bid = bestBid === null ? null : nameOf(bestBid)
    const ask = bestAsk === null ? null : nameOf(bestAsk)
    if (name === bid) return name === ask ? 'best_both' : 'best_bid'
    if (name === ask) return 'best_ask'
    if (bid !== null && name < bid) return 'bid'
    if (ask !== null && name > ask) return 'ask'
    return bid !== null && ask !== null ? 'inside' : null
  }

  function makeRow(name: number): BookRow {
    const { bid, ask, off } = sizesAt(name)
    const { last, lastSide } = shown()
    const place = placeOf(name)
    const mark = last !== null && nameOf(last) === name ? (lastSide ?? 'none') : null
    if (bid === null && ask === null && place === null && mark === null) return EMPTY_ROW
    return { bid, ask, off, place, last: mark }
  }

  return {
    row(price) {
      const name = nameOf(price)
      const known = rows.get(name)
      if (known !== undefined) return known
      const made = makeRow(name)
      rows.set(name, made)
      return made
    },
    subscribeRow(price, listener) {
      const name = nameOf(price)
      const rowListeners = listeners.get(name) ?? createListeners()
      listeners.set(name, rowListeners)
      const remove = rowListeners.add(listener)
      return () => {
        remove()
        if (rowListeners.size() === 0) listeners.delete(name)
      }
    },
    mark(price) {
      dirty.add(nameOf(price))
      if (price % width !== 0) isOff = true
    },
    markAll() {
      isAllDirty = true
    },
    markBetween(before, after) {
      if (before === after) return
      if (before === null || after === null) {
        isAllDirty = true
        return
      }
      const [low, high] = [nameOf(Math.min(before, after)), nameOf(Math.max(before, after))]
      for (const name of listeners.keys()) if (name >= low && name <= high) dirty.add(name)
    },
    tell() {
      const names = isAllDirty ? [...listeners.keys()] : [...dirty]
      if (isAllDirty) rows.clear()
      else for (const name of dirty) rows.delete(name)
      if (isAllDirty || dirty.size > 0) sums = null
      if (isAllDirty || isOff === true) isOff = null
      isAllDirty = false
      dirty.clear()
      for (const name of names) listeners.get(name)?.tell()
    },
  }
}

function differing(bid: boolean, ask: boolean): BookRow['off'] {
  if (bid) return ask ? 'both' : 'bid'
  return ask ? 'ask' : null
}
