// Hedging: never more than is held and open, never more than is offered, never dearer than its worst level.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Level } from './book.ts'
import { depthWithin, walkBook } from './book-walk.ts'
import { quoteHedge } from './hedge-quote.ts'
import type { HedgeFacts } from './hedge-quote.ts'
import { micros, ZERO } from './money.ts'
import { priceFromSteps } from './price.ts'

const shares = (count: number): ReturnType<typeof micros> => micros(BigInt(Math.round(count * 1_000_000)))

function level(steps: number, size: number): Level {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return [price, shares(size)]
}

const facts: HedgeFacts = {
  held: shares(60),
  reserved: ZERO,
  hedged: ZERO,
  book: {
    bids: [],
    asks: [level(4000, 30), level(4200, 20), level(4500, 10), level(4600, 500)],
    tickSize: 100,
    minOrderSize: shares(5),
  },
  reachTicks: 5,
}

function quote(changes: Partial<HedgeFacts> = {}): unknown {
  const quoted = quoteHedge({ ...facts, ...changes })
  return quoted.ok ? quoted.value : quoted.error.code
}

describe('[INV-14] a hedge', () => {
  test('buys as many as are held, at the worst level that this takes', () => {
    assert.deepEqual(quote({ held: shares(40) }), {
      side: 'BUY',
      price: 4200,
      size: shares(40),
      timeInForce: 'FAK',
      postOnly: false,
    })
  })

  test('buys no more than is offered within reach', () => {
    assert.deepEqual((quote({ held: shares(900) }) as { size: bigint; price: number }).size, shares(60))
    assert.equal((quote({ held: shares(900) }) as { price: number }).price, 4500)
  })

  test('leaves out what is hedged already and what open sells may still take', () => {
    assert.equal((quote({ hedged: shares(25) }) as { size: bigint }).size, shares(35))
    assert.equal((quote({ reserved: shares(20) }) as { size: bigint }).size, shares(40))
  })

  for (const [name, changes, code] of [
    ['nothing is held', { held: ZERO }, 'no_position'],
    ['it is not known what is held', { held: null }, 'venue_unavailable'],
    ['it is not known what is hedged', { hedged: null }, 'venue_unavailable'],
    ['all is hedged', { hedged: shares(60) }, 'hedge_unavailable'],
    ['more than all is hedged', { hedged: shares(61) }, 'hedge_unavailable'],
    ['less than the minimum is open', { hedged: shares(56) }, 'below_min_size'],
    ['only dust is held', { held: shares(0.004) }, 'below_min_size'],
    ['nobody offers', { book: { ...facts.book, asks: [] } }, 'no_liquidity'],
    ['too little is offered', { book: { ...facts.book, asks: [level(4000, 4.99)] } }, 'no_liquidity'],
  ] as const satisfies readonly (readonly [string, Partial<HedgeFacts>, string])[]) {
    test(`is not quoted when ${name}: ${code}`, () => {
      assert.equal(quote(changes), code)
    })
  }
})

const anyAmount = fc.bigInt({ min: 0n, max: 100_000_000n }).map((value) => micros(value))
const anyAsks = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.bigInt({ min: 1n, max: 60_000_000n })), {
    selector: ([count]) => count,
    maxLength: 8,
  })
  .map((levels) =>
    levels.toSorted((a, b) => a[0] - b[0]).map(([count, size]) => level(count * 100, Number(size) / 1e6)),
  )

test('[INV-14] any hedge is at most what is held and open, and what is quoted at its price', () => {
  let quotes = 0
  fc.assert(
    fc.property(
      anyAmount,
      anyAmount,
      anyAmount,
      anyAsks,
      fc.nat(20),
      (held, reserved, hedged, asks, reachTicks) => {
        const book = { ...facts.book, asks }
        const quoted = quoteHedge({ held, reserved, hedged, book, reachTicks })
        if (!quoted.ok) return
        quotes += 1
        const { price, size } = quoted.value
        assert.ok(size + hedged <= held - reserved)
        assert.ok(size <= depthWithin('BUY', asks, price))
        assert.ok(size >= book.minOrderSize && size % 10_000n === 0n)
        assert.equal(walkBook('BUY', asks, size, null).worstPrice, price)
        assert.ok(price - (asks[0]?.[0] ?? 0) <= reachTicks * book.tickSize)
      },
    ),
    { numRuns: 3_000 },
  )
  assert.ok(quotes > 100)
})
