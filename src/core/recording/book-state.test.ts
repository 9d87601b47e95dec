import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseOutcomeId } from '#core/ids.ts'
import { createBookSync, stepBook, type BookSyncEvent } from '#core/machines/book-sync.ts'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import { recordBook, restoreBook } from './book-state.ts'

const outcomeId = parseOutcomeId('pm:7')
const price = fc.integer({ min: 1, max: 12 }).map((at) => {
  const steps = priceFromSteps(at * 800)
  if (steps === null) throw new Error('no price')
  return steps
})
const size = fc.bigInt({ min: 0n, max: 3n }).map(micros)
const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const best = fc.option(price)
const change = fc.record({ side, price, size, hash: fc.constant('h'), bestBid: best, bestAsk: best })
const levels = fc.uniqueArray(
  fc.tuple(
    price,
    size.map((of) => micros(of + 1n)),
  ),
  { selector: ([at]) => at, maxLength: 5 },
)
const event: fc.Arbitrary<BookSyncEvent> = fc.oneof(
  fc.record({
    type: fc.constant('snapshot' as const),
    bids: levels,
    asks: levels,
    tickSize: fc.constantFrom(10 as const, 100 as const, null),
    lastTradePrice: best,
    hash: fc.constant('b'),
    venueTime: fc.nat(),
    at: fc.constant(0),
  }),
  fc.record({
    type: fc.constant('changes' as const),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    venueTime: fc.nat(),
    at: fc.constant(0),
  }),
  fc.record({ type: fc.constant('trade' as const), price, side }),
  fc.record({
    type: fc.constant('tick_size' as const),
    tickSize: fc.constantFrom(10 as const, 100 as const),
  }),
  fc.record({ type: fc.constant('lost' as const), reason: fc.constant('gap' as const) }),
  fc.record({ type: fc.constant('distrusted' as const), reason: fc.constant('frozen' as const) }),
  fc.constant({ type: 'resolved' as const }),
)

describe('the recorded state of a book', () => {
  it('goes on as the book itself does, from any state', () => {
    fc.assert(
      fc.property(fc.array(event), fc.array(event), (before, behind) => {
        if (outcomeId === null) throw new Error('no outcome id')
        const rest = {
          outcomeId,
          marketId: null,
          changedAt: null,
          verifiedAt: null,
          tradesSoFar: 0,
          trades: null,
        }
        const live = createBookSync()
        for (const one of before) stepBook(live, one)
        const restored = restoreBook(recordBook(live, rest))
        for (const one of behind) assert.equal(stepBook(restored, one), stepBook(live, one))
        assert.deepEqual(recordBook(restored, rest), recordBook(live, rest))
      }),
    )
  })
})
