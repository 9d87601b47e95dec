// A book that nobody followed is waited for a moment, not longer.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bookView } from '#core/testing/book-view.ts'
import type { BookView } from '#core/book/book.ts'
import { createBus } from '../bus.ts'
import { createQuoteBooks, type QuoteBooks } from './quote-books.ts'
import { createManualClock, outcomeId, price, sampleEvent, whole } from '../testing/market-fakes.ts'
import type { ManualClock } from '../testing/market-fakes.ts'

const ID = outcomeId(2)
const event = sampleEvent(1)
const [market] = event.markets
assert.ok(market !== undefined)

type Stage = {
  readonly clock: ManualClock
  readonly quoteBooks: QuoteBooks
  readonly set: (changes: Partial<BookView>) => void
}

function stage(): Stage {
  const clock = createManualClock()
  const bus = createBus((_, error) => {
    throw error
  })
  let book: BookView = bookView({
    outcomeId: ID,
    marketId: market?.id ?? assert.fail(),
    bids: [[price(4_500), whole(10)]],
    asks: [],
    minOrderSize: whole(5),
    changedAt: clock.now(),
    staleReason: 'no_snapshot',
  })
  const quoteBooks = createQuoteBooks({
    clock,
    bus,
    catalog: {
      outcome: (id) =>
        id === ID && market !== undefined ? { outcome: market.outcomes[0], market, event } : null,
      complete: () => Promise.resolve(),
    },
    books: { view: (id) => (id === ID ? book : null) },
  })
  return {
    clock,
    quoteBooks,
    set(changes) {
      book = { ...book, version: book.version + 1, ...changes }
      bus.publish('book', { outcomeId: ID, version: book.version })
    },
  }
}

function codeOf({ quoteBooks }: Stage, id = ID): string | null {
  const source = quoteBooks.source(id)
  return source.ok ? null : source.error.code
}

describe('INV-22 a book to quote from', () => {
  test('is waited for until its snapshot comes', async () => {
    const { clock, quoteBooks, set } = stage()
    let isDone = false
    const waiting = quoteBooks.awaitCurrent(ID).then(() => {
      isDone = true
    })
    await clock.advance(500)
    set({ staleReason: 'gap' })
    await clock.advance(500)
    assert.equal(isDone, false)
    set({ staleReason: null })
    await waiting
    assert.equal(clock.timers(), 0)
  })

  test('that does not come is refused after two seconds', async () => {
    const all = stage()
    const waiting = all.quoteBooks.awaitCurrent(ID)
    await all.clock.advance(2_000)
    await waiting
    assert.equal(codeOf(all), 'book_stale')
  })

  test('is not waited for when it will never come or is there', async () => {
    const all = stage()
    all.set({ staleReason: 'resolved' })
    await all.quoteBooks.awaitCurrent(ID)
    assert.equal(codeOf(all), 'market_closed')
    await all.quoteBooks.awaitCurrent(outcomeId(99))
    assert.equal(codeOf(all, outcomeId(99)), 'unknown_outcome')
    all.set({ staleReason: null })
    await all.quoteBooks.awaitCurrent(ID)
    assert.equal(codeOf(all), null)
    assert.equal(all.clock.timers(), 0)
  })

  test('is kept as evidence with its age', async () => {
    const { clock, quoteBooks } = stage()
    await clock.advance(250)
    const source = quoteBooks.source(ID)
    assert.equal(source.ok, false)
    const all = stage()
    all.set({ staleReason: null })
    await all.clock.advance(250)
    const current = all.quoteBooks.source(ID)
    assert.ok(current.ok)
    assert.deepEqual(all.quoteBooks.evidence(current.value.book), {
      bestBid: 4_500,
      bestAsk: null,
      bookSequence: 2,
      bookAgeMs: 250,
    })
  })
})
