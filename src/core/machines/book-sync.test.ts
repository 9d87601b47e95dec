// Rules shown here: FEED-1.
// The book of one outcome: equal to a slow model after any frames, believed only when it may be.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { StaleReason } from '../book/book.ts'
import type { Price } from '../price.ts'
import { change, changes, liveBook, plain, snapshot } from '../testing/book-frames.ts'
import { createBookSync, stepBook, type BookChange, type BookSyncEvent } from './book-sync.ts'

describe('a full book', () => {
  test('makes the book live, best first, whatever its order', () => {
    const book = liveBook()
    assert.equal(book.staleReason, null)
    assert.deepEqual(plain(book), {
      bids: [
        [4000, 7],
        [3900, 5],
      ],
      asks: [
        [4200, 9],
        [4300, 5],
      ],
    })
  })

  test('replaces every level', () => {
    const book = liveBook()
    stepBook(book, snapshot([[100, 1]], []))
    assert.deepEqual(plain(book), { bids: [[100, 1]], asks: [] })
  })

  test('with a repeated price keeps the later level, and none of size zero', () => {
    const book = createBookSync()
    stepBook(
      book,
      snapshot(
        [
          [4000, 1],
          [3000, 0],
          [4000, 2],
        ],
        [],
      ),
    )
    assert.deepEqual(plain(book).bids, [[4000, 2]])
  })
})

describe('changes', () => {
  test('set the new total, remove at zero, add what is new', () => {
    const book = liveBook()
    stepBook(book, changes([change('BUY', 4000, 0), change('SELL', 4200, 1), change('BUY', 3950, 3)]))
    assert.deepEqual(plain(book), {
      bids: [
        [3950, 3],
        [3900, 5],
      ],
      asks: [
        [4200, 1],
        [4300, 5],
      ],
    })
  })

  test('INV-23 before a full book are dropped, and one is asked for once', () => {
    const book = createBookSync()
    assert.equal(stepBook(book, changes([change('BUY', 4000, 1)])), true)
    assert.equal(stepBook(book, changes([change('BUY', 4000, 1)])), false)
    assert.deepEqual(plain(book).bids, [])
    assert.equal(book.staleReason, 'no_snapshot')
  })

  test('INV-23 of the next epoch do not touch the levels of the last, nor the other way round', () => {
    const book = liveBook()
    const { epoch } = book
    stepBook(book, { type: 'lost', reason: 'feed_down' })
    assert.equal(book.epoch, epoch + 1)
    assert.deepEqual(plain(book), { bids: [], asks: [] })
    stepBook(book, changes([change('BUY', 4100, 1)]))
    assert.deepEqual(plain(book), { bids: [], asks: [] })
    assert.equal(book.staleReason, 'feed_down')
    stepBook(book, snapshot([[1000, 1]], []))
    assert.deepEqual(plain(book).bids, [[1000, 1]])
    assert.equal(book.staleReason, null)
  })

  test('each event that changes something raises the version by one, others do not', () => {
    const book = liveBook()
    const before = book.version
    stepBook(book, changes([change('BUY', 4000, 8), change('SELL', 4200, 1)]))
    assert.equal(book.version, before + 1)
    stepBook(book, changes([change('BUY', 4000, 8)]))
    stepBook(book, { type: 'clock', at: 1_000 })
    assert.equal(book.version, before + 1)
  })
})

describe('the frame’s own best prices', () => {
  test('that differ twice in a row end trust: gap, and a full book is asked for', () => {
    const book = liveBook()
    assert.equal(stepBook(book, changes([change('BUY', 3900, 1, { bid: 4100, ask: 4200 })])), false)
    assert.equal(book.staleReason, null)
    assert.equal(stepBook(book, changes([change('BUY', 3900, 2, { bid: 4100, ask: 4200 })])), true)
    assert.equal(book.staleReason, 'gap')
    stepBook(book, snapshot([[4100, 1]], [[4200, 1]]))
    assert.equal(book.staleReason, null)
  })

  test('that differ, agree and differ again do not', () => {
    const book = liveBook()
    for (const bid of [4100, 4000, 4100, 4000]) {
      assert.equal(stepBook(book, changes([change('BUY', 3900, bid, { bid, ask: 4200 })])), false)
    }
    assert.equal(book.staleReason, null)
  })

  test('are compared after the whole frame, and not where the frame carries none', () => {
    const book = liveBook()
    for (let turn = 0; turn < 5; turn += 1) {
      stepBook(
        book,
        changes([change('BUY', 4000, 0, { bid: 4050 }), change('BUY', 4050, turn + 1, { bid: 4050 })]),
      )
      stepBook(book, changes([change('BUY', 4000, turn + 1)]))
    }
    assert.equal(book.staleReason, null)
  })

  test('know an empty side', () => {
    const book = createBookSync()
    stepBook(book, snapshot([], [[5000, 1]]))
    for (const size of [1, 2, 3])
      stepBook(book, changes([change('SELL', 5000, size, { bid: null, ask: 5000 })]))
    assert.equal(book.staleReason, null)
  })
})

describe('a crossed book', () => {
  test('INV-22 is stale at once, and requested again after two seconds', () => {
    const book = liveBook()
    assert.equal(stepBook(book, changes([change('BUY', 4200, 1)], 100)), false)
    assert.equal(book.staleReason, 'crossed')
    assert.equal(stepBook(book, { type: 'clock', at: 2_099 }), false)
    assert.equal(stepBook(book, { type: 'clock', at: 2_100 }), true)
    assert.equal(book.staleReason, 'crossed')
    stepBook(book, changes([change('BUY', 4200, 0)], 2_200))
    assert.equal(book.staleReason, 'crossed')
    stepBook(book, snapshot([[4000, 1]], [[4200, 1]], 2_300))
    assert.equal(book.staleReason, null)
  })

  test('that uncrosses automatically is live again', () => {
    const book = liveBook()
    stepBook(book, changes([change('BUY', 4250, 1)]))
    stepBook(book, changes([change('SELL', 4200, 0)]))
    assert.equal(book.staleReason, null)
  })

  test('that comes as a full book, again and again, is requested again all the same', () => {
    const book = createBookSync()
    stepBook(book, snapshot([[4300, 1]], [[4200, 1]], 0))
    assert.equal(book.staleReason, 'crossed')
    stepBook(book, snapshot([[4300, 2]], [[4200, 1]], 1_500))
    assert.equal(stepBook(book, { type: 'clock', at: 2_000 }), true)
  })
})

describe('a tick size', () => {
  test('that changes starts an epoch without levels; changes wait for the full book', () => {
    const book = createBookSync()
    stepBook(book, snapshot([[4000, 7]], [], 0, 100))
    const { epoch } = book
    assert.equal(stepBook(book, { type: 'tick_size', tickSize: 10 }), true)
    assert.equal(book.epoch, epoch + 1)
    assert.equal(book.staleReason, 'tick_change')
    stepBook(book, changes([change('BUY', 4000, 7)]))
    assert.deepEqual(plain(book).bids, [])
    stepBook(book, snapshot([[4001, 7]], []))
    assert.equal(book.tickSize, 10)
    assert.equal(book.staleReason, null)
  })

  test('a change sent twice counts once', () => {
    const book = liveBook()
    stepBook(book, { type: 'tick_size', tickSize: 10 })
    const { epoch } = book
    assert.equal(stepBook(book, { type: 'tick_size', tickSize: 10 }), false)
    assert.equal(book.epoch, epoch)
  })
})

describe('doubt from outside', () => {
  test('INV-22 makes a live book stale until a full book comes', () => {
    const book = liveBook()
    assert.equal(stepBook(book, { type: 'distrusted', reason: 'frozen' }), true)
    assert.equal(book.staleReason, 'frozen')
    stepBook(book, changes([change('BUY', 4000, 1)]))
    assert.equal(book.staleReason, 'frozen')
    stepBook(book, snapshot([[1000, 1]], []))
    assert.equal(book.staleReason, null)
  })

  test('adds nothing to a book that is not believed anyway', () => {
    const book = createBookSync()
    assert.equal(stepBook(book, { type: 'distrusted', reason: 'gap' }), false)
    assert.equal(book.staleReason, 'no_snapshot')
  })
})

test('INV-22 a resolved book has no levels and never comes back', () => {
  const book = liveBook()
  stepBook(book, { type: 'resolved' })
  for (const event of [snapshot([[1, 1]], []), { type: 'lost', reason: 'gap' } as const]) {
    assert.equal(stepBook(book, event), false)
  }
  assert.equal(book.staleReason, 'resolved')
  assert.deepEqual(plain(book), { bids: [], asks: [] })
})

/** The rules again, slowly: a plain map of levels, and a count of what may be believed. */
function createModel() {
  const sides = { BUY: new Map<number, number>(), SELL: new Map<number, number>() }
  let state: 'waiting' | 'following' | 'over' = 'waiting'
  let reason: StaleReason | null = 'no_snapshot'
  let tick: number | null = null
  let mismatches = 0
  let crossedAt: number | null = null
  let aheadAt: number | null = null

  const sorted = (side: 'BUY' | 'SELL'): [number, number][] =>
    [...sides[side]].toSorted((a, b) => (side === 'BUY' ? b[0] - a[0] : a[0] - b[0]))
  const best = (side: 'BUY' | 'SELL'): number | null => sorted(side)[0]?.[0] ?? null
  const drop = (): void => {
    sides.BUY.clear()
    sides.SELL.clear()
    mismatches = 0
    crossedAt = null
    aheadAt = null
  }
  const distrust = (why: StaleReason): void => {
    state = 'waiting'
    reason = why
    crossedAt = null
    aheadAt = null
  }
  const judge = (at: number, isSound: boolean): void => {
    const [bid, ask] = [best('BUY'), best('SELL')]
    const isCrossed = bid !== null && ask !== null && bid >= ask
    crossedAt = isCrossed ? (crossedAt ?? at) : null
    reason = isCrossed && !isSound ? 'crossed' : null
  }

  /** The best prices that a frame may carry while a match goes on: of this book, of one without what has matched. */
  const settled = (): readonly (readonly [number | null, number | null])[] => {
    const [bid, ask] = [best('BUY'), best('SELL')]
    if (bid === null || ask === null || bid < ask) return [[bid, ask]]
    const asksLeft = [...sides.SELL.keys()].filter((at) => at > bid)
    const bidsLeft = [...sides.BUY.keys()].filter((at) => at < ask)
    return [
      [bid, ask],
      [bid, asksLeft.length === 0 ? null : Math.min(...asksLeft)],
      [bidsLeft.length === 0 ? null : Math.max(...bidsLeft), ask],
    ]
  }

  /** True if the frame has matched levels of this book that no frame has changed yet. */
  const isAhead = ({ bestBid, bestAsk }: BookChange): boolean => {
    const [bid, ask] = [best('BUY'), best('SELL')]
    if (bid === null || ask === null || bid >= ask) return false
    const asksLeft = [...sides.SELL.keys()].filter((at) => at > (bestBid ?? 0))
    const bidsLeft = [...sides.BUY.keys()].filter((at) => at < (bestAsk ?? 0))
    const nextAsk = asksLeft.length === 0 ? null : Math.min(...asksLeft)
    const nextBid = bidsLeft.length === 0 ? null : Math.max(...bidsLeft)
    return (
      (typeof bestBid === 'number' && bestBid >= ask && bestAsk === nextAsk) ||
      (typeof bestAsk === 'number' && bestAsk <= bid && bestBid === nextBid)
    )
  }

  return {
    read: () => ({ bids: sorted('BUY'), asks: sorted('SELL'), reason }),
    step(event: BookSyncEvent): void {
      if (state === 'over') return
      if (event.type === 'snapshot') {
        const since = crossedAt
        drop()
        crossedAt = since
        for (const [steps, size] of event.bids) sides.BUY.set(steps, Number(size))
        for (const [steps, size] of event.asks) sides.SELL.set(steps, Number(size))
        tick = event.tickSize ?? tick
        state = 'following'
        aheadAt = null
        judge(event.at, false)
      } else if (event.type === 'changes' && state === 'following') {
        for (const one of event.changes) {
          if (one.size === 0n) sides[one.side].delete(one.price)
          else sides[one.side].set(one.price, Number(one.size))
        }
        const last = event.changes.at(-1) ?? assert.fail()
        const { bestBid, bestAsk } = last
        const fits = settled().some(([bid, ask]) => fitsOne(bestBid, bid) && fitsOne(bestAsk, ask))
        const ahead = !fits && isAhead(last)
        const isSaid = bestBid !== undefined && bestAsk !== undefined
        const isSound = isSaid
          ? bestBid === null || bestAsk === null || bestBid <= bestAsk
          : reason === null && crossedAt !== null
        judge(event.at, fits && isSound)
        aheadAt = ahead ? (aheadAt ?? event.at) : null
        if (!ahead) mismatches = fits ? 0 : mismatches + 1
        if (mismatches === 2) {
          mismatches = 0
          distrust('gap')
        }
      } else if (event.type === 'tick_size' && event.tickSize !== tick) {
        tick = event.tickSize
        drop()
        distrust('tick_change')
      } else if (event.type === 'lost') {
        drop()
        distrust(event.reason)
      } else if (event.type === 'distrusted' && state === 'following') {
        distrust(event.reason)
      } else if (event.type === 'resolved') {
        drop()
        state = 'over'
        reason = 'resolved'
      } else if (event.type === 'clock' && crossedAt !== null && event.at - crossedAt >= 2_000) {
        distrust('crossed')
      } else if (event.type === 'clock' && aheadAt !== null && event.at - aheadAt >= 2_000) {
        distrust('gap')
      }
    },
  }
}

function fitsOne(carried: Price | null | undefined, own: number | null): boolean {
  return carried === undefined || carried === own
}

/** Frames of a small, often crossing market. */
const steps = fc.integer({ min: 1, max: 9 }).map((n) => n * 1_000)
const best = fc.option(fc.option(steps, { nil: null }), { nil: undefined })
const anyChange = fc
  .tuple(fc.constantFrom('BUY' as const, 'SELL' as const), steps, fc.integer({ min: 0, max: 4 }), best, best)
  .map(([side, at, size, bid, ask]) => {
    const known: { bid?: number | null; ask?: number | null } = {}
    if (bid !== undefined) known.bid = bid
    if (ask !== undefined) known.ask = ask
    return change(side, at, size, known)
  })
const side = fc.uniqueArray(fc.tuple(steps, fc.integer({ min: 1, max: 9 })), {
  selector: ([at]) => at,
  maxLength: 6,
})
const anyEvent: fc.Arbitrary<BookSyncEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(side, side, fc.constantFrom(100 as const, 10 as const, null))
      .map(([bids, asks, tick]) => snapshot(bids, asks, 0, tick)),
  },
  { weight: 12, arbitrary: fc.array(anyChange, { minLength: 1, maxLength: 4 }).map((list) => changes(list)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<BookSyncEvent>(
      { type: 'tick_size', tickSize: 10 },
      { type: 'tick_size', tickSize: 100 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<BookSyncEvent>(
      { type: 'lost', reason: 'no_pong' },
      { type: 'distrusted', reason: 'frozen' },
    ),
  },
  { weight: 3, arbitrary: fc.constant<BookSyncEvent>({ type: 'clock', at: 0 }) },
)
/** A feed that loses, repeats and swaps frames. */
const anyFeed = fc
  .array(
    fc.tuple(
      anyEvent,
      fc.constantFrom('as it is', 'as it is', 'lost', 'twice', 'swapped'),
      fc.integer({ max: 1_500, min: 0 }),
    ),
    { maxLength: 60 },
  )
  .map((frames) => {
    const received: BookSyncEvent[] = []
    let at = 0
    for (const [event, delivery, later] of frames) {
      at += later
      const stamped = 'at' in event ? { ...event, at } : event
      if (delivery === 'lost') continue
      if (delivery === 'swapped' && received.length > 0) received.splice(-1, 0, stamped)
      else received.push(stamped)
      if (delivery === 'twice') received.push(stamped)
    }
    return received
  })

test('INV-25 INV-22 INV-23 after any frames, lost, repeated and swapped, the book is that of a slow model', () => {
  fc.assert(
    fc.property(anyFeed, (feed) => {
      const book = createBookSync()
      const model = createModel()
      for (const event of feed) {
        const { version } = book
        const before = { ...model.read(), tick: book.tickSize }
        stepBook(book, event)
        model.step(event)
        const expected = model.read()
        assert.deepEqual({ ...plain(book), reason: book.staleReason }, expected)
        assert.equal(book.phase === 'live', book.staleReason === null)
        const isSame = isDeepStrictEqual({ ...expected, tick: book.tickSize }, before)
        assert.ok(book.version === version + 1 || (isSame && book.version === version))
      }
    }),
    { numRuns: 2_000 },
  )
})
