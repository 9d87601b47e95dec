/** Events of a book in plain numbers: steps of 0.0001, sizes in micros. */
import assert from 'node:assert/strict'
import { copyLevels } from '../book/book-levels.ts'
import type { Level } from '../book/book.ts'
import { createBookSync, stepBook } from '../machines/book-sync.ts'
import type { BookChange, BookSync, BookSyncEvent } from '../machines/book-sync.ts'
import { micros } from '../money.ts'
import { priceFromSteps, type Price } from '../price.ts'

type Plain = readonly (readonly [price: number, size: number])[]

function price(steps: number): Price {
  const value = priceFromSteps(steps)
  assert.ok(value !== null)
  return value
}

function levels(plain: Plain): Level[] {
  return plain.map(([steps, size]) => [price(steps), micros(BigInt(size))])
}

export function snapshot(bids: Plain, asks: Plain, at = 0, tickSize: 100 | 10 | null = null): BookSyncEvent {
  return {
    type: 'snapshot',
    bids: levels(bids),
    asks: levels(asks),
    tickSize,
    lastTradePrice: null,
    hash: 'full',
    venueTime: 1,
    at,
  }
}

export type Best = { readonly bid?: number | null; readonly ask?: number | null }

export function change(side: 'BUY' | 'SELL', steps: number, size: number, best: Best = {}): BookChange {
  const asPrice = (value: number | null | undefined): Price | null | undefined =>
    typeof value === 'number' ? price(value) : value
  return {
    side,
    price: price(steps),
    size: micros(BigInt(size)),
    hash: 'change',
    bestBid: asPrice(best.bid),
    bestAsk: asPrice(best.ask),
  }
}

export function changes(list: readonly BookChange[], at = 0): BookSyncEvent {
  return { type: 'changes', changes: list, venueTime: 2, at }
}

export function plain(book: BookSync): { bids: Plain; asks: Plain } {
  const read = (side: readonly Level[]): Plain => side.map(([steps, size]) => [steps, Number(size)])
  return { bids: read(copyLevels(book.bids)), asks: read(copyLevels(book.asks)) }
}

/** A live book with 40 / 42 and one level behind each. */
export function liveBook(): BookSync {
  const book = createBookSync()
  stepBook(
    book,
    snapshot(
      [
        [3900, 5],
        [4000, 7],
      ],
      [
        [4300, 5],
        [4200, 9],
      ],
    ),
  )
  return book
}
