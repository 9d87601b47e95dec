// Hedging: never more than is held and open, also at the best ask, never more than is offered, and of that the most.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Level } from '../book/book.ts'
import { depthWithin, walkCash } from '../book/book-walk.ts'
import { quoteHedge, type HedgeFacts } from './hedge-quote.ts'
import { micros, ZERO } from '../money.ts'
import { limitAmounts } from './order-amounts.ts'
import { isOnTick, priceFromSteps, TICK_SIZES, type Price, type TickSize } from '../price.ts'
import { isTakenByVenue } from '../testing/taking-amounts.ts'

const shares = (count: number): ReturnType<typeof micros> => micros(BigInt(Math.round(count * 1_000_000)))

function level(steps: number, size: number): Level {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return [price, shares(size)]
}

const facts: HedgeFacts = {
  held: shares(60),
  reserved: ZERO,
  settling: ZERO,
  overdue: ZERO,
  hedged: ZERO,
  book: {
    bids: [],
    asks: [level(4000, 30), level(4200, 20), level(4500, 10), level(4600, 500)],
    tickSize: 100,
    minOrderSize: shares(5),
  },
  reach: { ticks: 5, percent: 100 },
  worst: null,
}

function quote(changes: Partial<HedgeFacts> = {}): unknown {
  const quoted = quoteHedge({ ...facts, ...changes })
  return quoted.ok ? quoted.value : quoted.error.code
}

describe('INV-14 a hedge', () => {
  test('buys what is held at most, should all of it be sold at the best ask', () => {
    // 15.96 pUSD: 30 shares at 0.40 and 9.428571 at 0.42 against the current book, 39.9 were all at 0.40.
    assert.deepEqual(quote({ held: shares(40) }), {
      side: 'BUY',
      price: 4200,
      size: shares(38),
      timeInForce: 'FAK',
      postOnly: false,
    })
  })

  test('buys no more than is offered within reach', () => {
    assert.deepEqual((quote({ held: shares(900) }) as { size: bigint; price: number }).size, shares(60))
    assert.equal((quote({ held: shares(900) }) as { price: number }).price, 4500)
  })

  test('leaves out what is hedged already and what open sells may still take', () => {
    assert.deepEqual(quote({ hedged: shares(20) }), quote({ held: shares(40) }))
    assert.deepEqual(quote({ reserved: shares(20) }), quote({ held: shares(40) }))
  })

  for (const [name, changes, code] of [
    ['nothing is held', { held: ZERO }, 'no_position'],
    ['it is not known what is held', { held: null }, 'venue_unavailable'],
    ['it is not known what is hedged', { hedged: null }, 'venue_unavailable'],
    ['all is hedged', { hedged: shares(60) }, 'hedge_unavailable'],
    ['more than all is hedged', { hedged: shares(61) }, 'hedge_unavailable'],
    ['what is open costs less than 1 pUSD', { hedged: shares(57.6) }, 'below_min_size'],
    ['only dust is held', { held: shares(0.004) }, 'below_min_size'],
    ['nobody offers', { book: { ...facts.book, asks: [] } }, 'no_liquidity'],
    ['too little is offered', { book: { ...facts.book, asks: [level(4000, 2.2)] } }, 'no_liquidity'],
    [
      'no whole cents fit at a fine tick',
      {
        held: shares(40),
        book: { ...facts.book, asks: [level(4001, 500)], tickSize: 1 },
        reach: { ticks: 2, percent: 100 },
      },
      'hedge_unavailable',
    ],
  ] as const satisfies readonly (readonly [string, Partial<HedgeFacts>, string])[]) {
    test(`is not quoted when ${name}: ${code}`, () => {
      assert.equal(quote(changes), code)
    })
  }
})

const anyAmount = fc.bigInt({ min: 0n, max: 100_000_000n }).map((value) => micros(value))

function anyAsks(tick: TickSize): fc.Arbitrary<readonly Level[]> {
  return fc
    .uniqueArray(
      fc.tuple(fc.integer({ min: 1, max: 10_000 / tick - 1 }), fc.bigInt({ min: 1n, max: 60_000_000n })),
      { selector: ([count]) => count, maxLength: 8 },
    )
    .map((levels) =>
      levels.toSorted((a, b) => a[0] - b[0]).map(([count, size]) => level(count * tick, Number(size) / 1e6)),
    )
}

const anyFacts: fc.Arbitrary<HedgeFacts> = fc.constantFrom(...TICK_SIZES).chain((tickSize) =>
  fc.record({
    held: anyAmount,
    reserved: fc.constantFrom(ZERO, shares(3.2)),
    settling: fc.constant(ZERO),
    overdue: fc.constant(ZERO),
    hedged: fc.constantFrom(ZERO, micros(5_051_019n)),
    reach: fc.record({ ticks: fc.nat(20), percent: fc.nat(100) }),
    worst: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      fc.integer({ min: 1, max: 10_000 / tickSize - 1 }).map((count) => priceFromSteps(count * tickSize)),
    ),
    book: fc.record({
      bids: fc.constant([]),
      asks: anyAsks(tickSize),
      tickSize: fc.constant(tickSize),
      minOrderSize: fc.constant(shares(5)),
    }),
  }),
)

/** Tries every price and every size: the most shares that a hedge can buy against the current book. */
function slowest({ book, held, reserved, hedged, reach, worst }: HedgeFacts): bigint {
  const best: number | undefined = book.asks[0]?.[0]
  if (best === undefined || held === null || hedged === null) return 0n
  const free = held - reserved - ((held - reserved) % 10_000n)
  const needed = free - hedged - ((((free - hedged) % 10_000n) + 10_000n) % 10_000n)
  let most = 0n
  for (let steps = best; steps <= best + reach.ticks * book.tickSize; steps += book.tickSize) {
    const price: Price | null = priceFromSteps(steps)
    if (price === null || !isOnTick(price, book.tickSize) || price > (worst ?? price)) continue
    if ((price - best) * 100 > best * reach.percent) continue
    for (let size = needed; size > 0n; size -= 10_000n) {
      if (size > depthWithin('BUY', book.asks, price) || size * BigInt(price) > needed * BigInt(best))
        continue
      const order = limitAmounts('BUY', price, micros(size), book.tickSize)
      const cash = order.makerAmount
      if (cash < 1_000_000n) break
      if (!isTakenByVenue('BUY', order)) continue
      let left = cash * 10_000n
      let bought = 0n
      for (const [at, offered] of book.asks) {
        if (at > price) break
        const part = left / BigInt(at) < offered ? left / BigInt(at) : offered
        bought += part
        left -= part * BigInt(at)
        if (part < offered) break
      }
      if (bought > most) most = bought
      // A smaller size buys no more at this limit.
      break
    }
  }
  return most
}

test('INV-50 INV-14 1,000 hedges of fractional holdings on all ticks: none that the venue refuses, none better', () => {
  let quotes = 0
  let seen = 0
  fc.assert(
    fc.property(anyFacts, (any) => {
      seen += 1
      const quoted = quoteHedge(any)
      const most = slowest(any)
      if (!quoted.ok) {
        assert.equal(most, 0n, quoted.error.message)
        return
      }
      quotes += 1
      const { price, size } = quoted.value
      const { book } = any
      const order = limitAmounts('BUY', price, size, book.tickSize)
      assert.ok(isTakenByVenue('BUY', order))
      assert.equal(order.makerAmount * 10_000n, order.takerAmount * BigInt(price))
      assert.ok(order.makerAmount >= 1_000_000n)
      const best = book.asks[0]?.[0] ?? 0
      assert.ok(price >= best && price - best <= any.reach.ticks * book.tickSize)
      assert.ok((price - best) * 100 <= best * any.reach.percent)
      assert.ok(any.held !== null && any.hedged !== null)
      const open = any.held - any.reserved - any.hedged
      // All of it at the best ask.
      assert.ok(order.makerAmount * 10_000n <= open * BigInt(best))
      assert.equal(walkCash(book.asks, order.makerAmount, price).filled, most)
    }),
    { numRuns: 1_000 },
  )
  assert.equal(seen, 1_000)
  assert.ok(quotes > 300, `${quotes} quotes`)
})
