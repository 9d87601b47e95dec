// A match that comes in several frames, and a tick size that a level contradicts: the book stays live and asks for what is missing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { change, changes, liveBook, snapshot, type Best } from '../testing/book-frames.ts'
import { createBookSync, stepBook, type BookSync, type BookSyncEvent } from './book-sync.ts'

describe('INV-86 a match that comes in several frames', () => {
  type Step = readonly [side: 'BUY' | 'SELL', steps: number, size: number]
  /** Each row: the steps of the match, all with the best prices after it. */
  const MATCHES: readonly (readonly [name: string, best: Best, steps: readonly Step[]])[] = [
    [
      'on the ask',
      { bid: 4200, ask: 4300 },
      [
        ['BUY', 4200, 9],
        ['BUY', 3900, 4],
        ['BUY', 3800, 1],
        ['SELL', 4200, 0],
      ],
    ],
    [
      'on the bid',
      { bid: 3900, ask: 4000 },
      [
        ['SELL', 4000, 7],
        ['SELL', 4300, 4],
        ['BUY', 4000, 0],
      ],
    ],
    [
      'through two asks',
      { bid: 4300, ask: null },
      [
        ['BUY', 4300, 9],
        ['BUY', 3900, 1],
        ['SELL', 4300, 0],
        ['SELL', 4200, 0],
      ],
    ],
    [
      'through two bids',
      { bid: null, ask: 3900 },
      [
        ['SELL', 3900, 9],
        ['SELL', 4300, 1],
        ['BUY', 4000, 0],
        ['BUY', 3900, 0],
      ],
    ],
    [
      'at a tick of 0.001',
      { bid: 4205, ask: 4300 },
      [
        ['BUY', 4205, 9],
        ['BUY', 3901, 1],
        ['SELL', 4200, 0],
      ],
    ],
    [
      'whose deeper levels come first',
      { bid: 4200, ask: 4300 },
      [
        ['BUY', 3900, 4],
        ['BUY', 3800, 1],
        ['BUY', 4200, 9],
        ['SELL', 4200, 0],
      ],
    ],
    [
      'whose removal comes first',
      { bid: 4200, ask: 4300 },
      [
        ['SELL', 4200, 0],
        ['BUY', 4200, 9],
        ['BUY', 3900, 4],
      ],
    ],
  ]
  for (const [name, best, steps] of MATCHES) {
    test(`${name} leaves the book live and asks for nothing`, () => {
      const book = liveBook()
      for (const [at, [side, steps_, size]] of steps.entries()) {
        assert.equal(stepBook(book, changes([change(side, steps_, size, best)], at * 15)), false)
        assert.equal(book.staleReason, null, `after ${at}`)
      }
      assert.equal(stepBook(book, { type: 'clock', at: 5_000 }), false)
      assert.equal(book.staleReason, null)
    })
  }

  test('and never ends is asked for again after two seconds, and not before', () => {
    const best = { bid: 4200, ask: 4300 }
    const book = liveBook()
    stepBook(book, changes([change('BUY', 4200, 9, best)], 100))
    stepBook(book, changes([change('BUY', 3900, 8)], 200))
    assert.equal(stepBook(book, { type: 'clock', at: 2_099 }), false)
    assert.equal(book.staleReason, null)
    assert.equal(stepBook(book, { type: 'clock', at: 2_100 }), true)
    assert.equal(book.staleReason, 'crossed')
    stepBook(book, snapshot([[4200, 1]], [[4200, 1]], 2_200))
    assert.equal(book.staleReason, 'crossed')
  })

  test('of which no frame but the best prices comes is a gap after two seconds', () => {
    const book = liveBook()
    for (const at of [0, 500, 1_000]) {
      assert.equal(
        stepBook(book, changes([change('BUY', 3900, at + 1, { bid: 4200, ask: 4300 })], at)),
        false,
      )
    }
    assert.equal(stepBook(book, { type: 'clock', at: 1_999 }), false)
    assert.equal(stepBook(book, { type: 'clock', at: 2_000 }), true)
    assert.equal(book.staleReason, 'gap')
  })

  test('INV-22 and whose best prices are crossed themselves, or do not fit, is not believed', () => {
    for (const best of [
      { bid: 4300, ask: 4200 },
      { bid: 4300, ask: 4400 },
      { bid: 4300, ask: 4350 },
    ]) {
      const book = liveBook()
      stepBook(book, changes([change('BUY', 4300, 9, best)], 0))
      assert.equal(book.staleReason, 'crossed')
    }
  })

  test('whose best prices merely meet is believed', () => {
    const book = liveBook()
    stepBook(book, changes([change('BUY', 4200, 9, { bid: 4200, ask: 4200 })], 0))
    assert.equal(book.staleReason, null)
  })
})

describe('INV-79 a tick size that a level contradicts', () => {
  const book = (): BookSync => {
    const made = createBookSync()
    stepBook(made, snapshot([[9500, 7]], [[9700, 9]], 0, 100))
    return made
  }
  const between = (at: number, size = 40): BookSyncEvent =>
    changes([change('BUY', 9640, size, { bid: 9640, ask: 9700 })], at)

  test('asks for a full book at once, which brings it in an epoch of its own; the book stays live until then', () => {
    const made = book()
    const { epoch } = made
    assert.equal(stepBook(made, between(5)), true)
    assert.equal(made.staleReason, null)
    assert.equal(stepBook(made, changes([change('SELL', 9660, 25, { bid: 9640, ask: 9660 })], 6)), false)
    stepBook(made, snapshot([[9640, 40]], [[9660, 25]], 100, 10))
    assert.deepEqual([made.tickSize, made.epoch, made.staleReason], [10, epoch + 1, null])
    assert.equal(stepBook(made, changes([change('BUY', 9645, 1, { bid: 9645, ask: 9660 })], 200)), true)
  })

  test('in a full book without a tick size does so too, in one that says it does not', () => {
    const made = book()
    assert.equal(stepBook(made, snapshot([[9641, 1]], [], 10)), true)
    const said = createBookSync()
    assert.equal(stepBook(said, snapshot([[9641, 1]], [], 10, 100)), false)
  })

  test('again and again is asked for once a minute', () => {
    const made = book()
    assert.equal(stepBook(made, between(0)), true)
    stepBook(made, snapshot([[9640, 40]], [[9700, 9]], 10, 100))
    assert.equal(stepBook(made, between(59_999)), false)
    assert.equal(stepBook(made, between(60_000)), true)
  })

  test('by going is no sign', () => {
    assert.equal(stepBook(book(), between(0, 0)), false)
  })

  test('elsewhere asks where the book follows the feed', () => {
    assert.equal(stepBook(book(), { type: 'tick_doubt', at: 3 }), true)
    assert.equal(stepBook(createBookSync(), { type: 'tick_doubt', at: 3 }), false)
  })
})
