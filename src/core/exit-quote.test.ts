// Leaving a position: never more than is held and free, never more than the bids offer, never below the reach.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Level } from './book.ts'
import { depthWithin } from './book-walk.ts'
import { quoteExit } from './exit-quote.ts'
import type { ExitFacts } from './exit-quote.ts'
import { micros, ZERO } from './money.ts'
import { isOnTick, priceFromSteps, TICK_SIZES } from './price.ts'
import type { Price, TickSize } from './price.ts'

const shares = (text: number): ReturnType<typeof micros> => micros(BigInt(Math.round(text * 1_000_000)))

function level(steps: number, size: number): Level {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return [price, shares(size)]
}

const facts: ExitFacts = {
  mode: 'walk',
  asked: null,
  held: shares(100),
  reserved: ZERO,
  book: {
    bids: [level(5000, 30), level(4800, 40), level(4500, 10), level(4400, 500)],
    asks: [level(5200, 5)],
    tickSize: 100,
    minOrderSize: shares(5),
  },
  reachTicks: 5,
}

function quote(changes: Partial<ExitFacts> = {}): unknown {
  const quoted = quoteExit({ ...facts, ...changes })
  return quoted.ok ? quoted.value : quoted.error.code
}

const thin = { ...facts.book, bids: [level(5000, 3), level(4400, 500)] }

describe('[INV-14] a walk', () => {
  test('sells what the bids take down to the reach, as FAK at the worst price allowed', () => {
    assert.deepEqual(quote(), {
      side: 'SELL',
      price: 4500,
      size: shares(80),
      timeInForce: 'FAK',
      postOnly: false,
    })
  })

  test('sells what is asked for, what is free, and not a share more', () => {
    const sizeOf = (changes: Partial<ExitFacts>): unknown =>
      (quote(changes) as { readonly size?: bigint }).size ?? quote(changes)
    assert.equal(sizeOf({ asked: shares(20) }), shares(20))
    assert.equal(sizeOf({ asked: shares(60), held: shares(50) }), shares(50))
    assert.equal(sizeOf({ held: shares(50), reserved: shares(12.5) }), shares(37.5))
    assert.equal(sizeOf({ held: shares(50.129999) }), shares(50.12))
  })

  test('stays on the tick at the edge of prices', () => {
    const book = { ...facts.book, bids: [level(200, 50)] }
    assert.equal((quote({ book }) as { price: number }).price, 100)
    assert.equal((quote({ reachTicks: 0 }) as { price: number }).price, 5000)
  })
})

describe('[INV-14] a join', () => {
  test('rests at the best ask, post-only, for all that is free', () => {
    assert.deepEqual(quote({ mode: 'join' }), {
      side: 'SELL',
      price: 5200,
      size: shares(100),
      timeInForce: 'GTC',
      postOnly: true,
    })
  })
})

describe('no quote', () => {
  for (const [name, changes, code] of [
    ['nothing held', { held: ZERO }, 'no_position'],
    ['everything offered already', { held: shares(50), reserved: shares(50) }, 'no_position'],
    ['dust under a hundredth of a share', { held: shares(0.009) }, 'below_min_size'],
    ['less than the minimum held', { held: shares(4.99) }, 'below_min_size'],
    ['less than the minimum free', { held: shares(50), reserved: shares(46) }, 'below_min_size'],
    ['less than the minimum asked for', { asked: shares(4) }, 'below_min_size'],
    ['nothing asked for', { asked: ZERO }, 'invalid_size'],
    ['next to nothing asked for', { asked: shares(0.001) }, 'invalid_size'],
    ['not known what is held', { held: null }, 'venue_unavailable'],
    ['no bid', { book: { ...facts.book, bids: [] } }, 'no_liquidity'],
    ['less than the minimum bid within reach', { book: thin }, 'no_liquidity'],
    ['no ask to join', { mode: 'join', book: { ...facts.book, asks: [] } }, 'no_liquidity'],
  ] as const satisfies readonly (readonly [string, Partial<ExitFacts>, string])[]) {
    test(`${name}: ${code}`, () => {
      assert.equal(quote(changes), code)
    })
  }

  test('dust is said with its size and the minimum', () => {
    const quoted = quoteExit({ ...facts, held: shares(0.004) })
    assert.equal(
      quoted.ok ? '' : quoted.error.message,
      "What is held and free (0.004) is below the market's minimum of 5.",
    )
  })
})

const anyAmount = fc.bigInt({ min: 0n, max: 200_000_000n }).map((value) => micros(value))

function anySide(tick: TickSize, ascending: boolean): fc.Arbitrary<readonly Level[]> {
  const ticks = Math.min(10_000 / tick - 1, 40)
  return fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: ticks }), fc.bigInt({ min: 1n, max: 100_000_000n })), {
      selector: ([count]) => count,
      maxLength: 8,
    })
    .map((levels) =>
      levels
        .toSorted((a, b) => (ascending ? a[0] - b[0] : b[0] - a[0]))
        .map(([count, size]): Level => [priceFromSteps(count * tick) as Price, micros(size)]),
    )
}

const anyFacts: fc.Arbitrary<ExitFacts> = fc.constantFrom(...TICK_SIZES).chain((tickSize) =>
  fc.record({
    mode: fc.constantFrom('walk' as const, 'join' as const),
    asked: fc.option(anyAmount),
    held: fc.option(anyAmount),
    reserved: anyAmount,
    reachTicks: fc.nat(20),
    book: fc.record({
      bids: anySide(tickSize, false),
      asks: anySide(tickSize, true),
      tickSize: fc.constant(tickSize),
      minOrderSize: fc.constantFrom(micros(0n), shares(1), shares(5)),
    }),
  }),
)

test('[INV-14] any exit is at most what is held, free, asked for and offered within reach, and can be placed', () => {
  let quotes = 0
  fc.assert(
    fc.property(anyFacts, (any) => {
      const quoted = quoteExit(any)
      if (!quoted.ok) return
      quotes += 1
      const { side, price, size, timeInForce, postOnly } = quoted.value
      const { book } = any
      assert.equal(side, 'SELL')
      assert.ok(any.held !== null && size <= any.held - any.reserved)
      assert.ok(any.asked === null || size <= any.asked)
      assert.ok(size > 0n && size % 10_000n === 0n && size >= book.minOrderSize)
      assert.ok(isOnTick(price, book.tickSize))
      if (any.mode === 'walk') {
        const best = book.bids[0]?.[0] ?? 0
        assert.ok(price <= best && best - price <= any.reachTicks * book.tickSize)
        assert.ok(size <= depthWithin('SELL', book.bids, price))
        assert.deepEqual([timeInForce, postOnly], ['FAK', false])
      } else {
        assert.equal(price, book.asks[0]?.[0])
        assert.deepEqual([timeInForce, postOnly], ['GTC', true])
      }
    }),
    { numRuns: 3_000 },
  )
  assert.ok(quotes > 300)
})
