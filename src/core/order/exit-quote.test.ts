// Leaving a position: never more than is held and free, never more than the bids offer, never below the reach, and of
// what the venue takes the most.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Level } from '../book/book.ts'
import { depthWithin } from '../book/book-walk.ts'
import { quoteExit, strictLimit, type ExitFacts } from './exit-quote.ts'
import { micros, ZERO } from '../money.ts'
import { limitAmounts } from './order-amounts.ts'
import { isOnTick, priceFromSteps, TICK_SIZES, type Price, type TickSize } from '../price.ts'
import { isTakenByVenue } from '../testing/taking-amounts.ts'

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
  settling: ZERO,
  overdue: ZERO,
  book: {
    bids: [level(5000, 30), level(4800, 40), level(4500, 10), level(4400, 500)],
    asks: [level(5200, 5)],
    tickSize: 100,
    minOrderSize: shares(5),
  },
  reach: { ticks: 5, percent: 100 },
  worst: null,
}

function quote(changes: Partial<ExitFacts> = {}): unknown {
  const quoted = quoteExit({ ...facts, ...changes })
  return quoted.ok ? quoted.value : quoted.error.code
}

const thin = { ...facts.book, bids: [level(5100, 0.5), level(4400, 500)] }

describe('INV-14 a walk', () => {
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
    assert.equal(sizeOf({ mode: 'join', held: shares(50.129999) }), shares(50.12))
  })

  test('INV-50 sells the most that costs whole cents, at whichever price within reach leaves least', () => {
    // 0.45 takes multiples of 0.2, 0.46 of 0.5, 0.47 of 1, 0.48 of 0.25; 0.5 would take hundredths in pairs, but only 30.
    assert.deepEqual(quote({ held: shares(60.87) }), {
      side: 'SELL',
      price: 4500,
      size: shares(60.8),
      timeInForce: 'FAK',
      postOnly: false,
    })
    assert.deepEqual(quote({ held: shares(12.37) }), {
      side: 'SELL',
      price: 5000,
      size: shares(12.36),
      timeInForce: 'FAK',
      postOnly: false,
    })
  })

  test('INV-50 leaves a position below the minimum of what rests', () => {
    assert.equal((quote({ held: shares(4.99) }) as { size: bigint }).size, shares(4.98))
    assert.equal((quote({ held: shares(0.1) }) as { size: bigint }).size, shares(0.1))
  })

  test('keeps to percent of the best bid where ticks reach further, and says which limit it was', () => {
    const priceOf = (changes: Partial<ExitFacts>): unknown => (quote(changes) as { price: number }).price
    const book = { ...facts.book, bids: [level(60, 20), level(10, 500)], tickSize: 10 } as const
    const reach = { ticks: 5, percent: 20 }
    assert.deepEqual(
      [priceOf({ book, reach }), priceOf({ book, reach: { ticks: 5, percent: 100 } })],
      [50, 10],
    )
    assert.equal(priceOf({ book, reach: { ticks: 5, percent: 0 } }), 60, 'the best bid is always within')
    const dear = { ...facts.book, bids: [level(5731, 60)], tickSize: 1 } as const
    const stopped = quoteExit({ ...facts, book: dear, held: shares(3), reach: { ticks: 50, percent: 0 } })
    assert.match(stopped.ok ? '' : stopped.error.message, /or raise exit slippage in percent/)
    assert.equal(strictLimit(level(60, 1)[0], reach, 10), 'exit_slippage_percent')
    assert.equal(strictLimit(level(5000, 1)[0], reach, 100), 'exit_slippage_ticks')
  })

  test('stays on the tick at the edge of prices', () => {
    const book = { ...facts.book, bids: [level(200, 50)] }
    assert.equal((quote({ book }) as { price: number }).price, 100)
    assert.equal((quote({ reach: { ticks: 0, percent: 100 } }) as { price: number }).price, 5000)
  })
})

describe('INV-14 a join', () => {
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
    ['what was just bought and no balance shows', { held: ZERO, settling: shares(5) }, 'shares_not_settled'],
    ['everything offered already', { held: shares(50), reserved: shares(50) }, 'no_position'],
    ['dust under a hundredth of a share', { held: shares(0.009) }, 'below_min_size'],
    ['less than the minimum to rest', { mode: 'join', held: shares(4.99) }, 'below_min_size'],
    [
      'less than the minimum free to rest',
      { mode: 'join', held: shares(50), reserved: shares(46) },
      'below_min_size',
    ],
    ['less than the minimum asked to rest', { mode: 'join', asked: shares(4) }, 'below_min_size'],
    [
      'less than whole cents asked for',
      { asked: shares(0.01), reach: { ticks: 0, percent: 100 } },
      'invalid_size',
    ],
    ['nothing asked for', { asked: ZERO }, 'invalid_size'],
    ['next to nothing asked for', { asked: shares(0.001) }, 'invalid_size'],
    ['not known what is held', { held: null }, 'venue_unavailable'],
    ['no bid', { book: { ...facts.book, bids: [] } }, 'no_liquidity'],
    ['too little bid within reach', { book: thin, reach: { ticks: 0, percent: 100 } }, 'no_liquidity'],
    ['no ask to join', { mode: 'join', book: { ...facts.book, asks: [] } }, 'no_liquidity'],
  ] as const satisfies readonly (readonly [string, Partial<ExitFacts>, string])[]) {
    test(`${name}: ${code}`, () => {
      assert.equal(quote(changes), code)
    })
  }

  test('what is less than a hundredth says so, with its size', () => {
    const quoted = quoteExit({ ...facts, held: shares(0.004) })
    assert.equal(
      quoted.ok ? '' : quoted.error.message,
      "The free size (0.004) is below 0.01 shares, the venue's smallest trade: it stays until the market resolves.",
    )
  })

  test('where no size fits it says what would', () => {
    const book = {
      ...facts.book,
      bids: [level(9731, 500), level(9720, 500)],
      asks: [level(9740, 5)],
      tickSize: 1,
    } as const
    const said = (changes: Partial<ExitFacts>): unknown => {
      const quoted = quoteExit({ ...facts, book, reach: { ticks: 2, percent: 100 }, ...changes })
      return quoted.ok ? quoted.value : quoted.error
    }
    const why = 'At these prices a sale needs at least 10 shares to be whole cents; 7.25 is less. '
    assert.deepEqual(said({ held: shares(7.25) }), {
      code: 'invalid_size',
      message: `${why}Rest it at the best ask, or sell 6.25 with FAK at 0.9728, or raise exit slippage in ticks.`,
      prices: [{ at: 131, text: '0.9728', tickSize: 1, kind: 'price' }],
      limit: '10',
      value: '7.25',
      retryAfterMs: null,
    })
    assert.match(
      (said({ held: shares(4.2) }) as { message: string }).message,
      /Wait for better bids, or sell 4 with FAK at 0\.9725/,
    )
    assert.equal(
      (said({ held: shares(7.25), reach: { ticks: 31, percent: 100 } }) as { size: bigint }).size,
      shares(7),
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
    settling: fc.constant(ZERO),
    overdue: fc.constant(ZERO),
    reach: fc.record({ ticks: fc.nat(20), percent: fc.nat(100) }),
    worst: fc.oneof(
      { weight: 7, arbitrary: fc.constant(null) },
      fc.integer({ min: 1, max: 10_000 / tickSize - 1 }).map((count) => priceFromSteps(count * tickSize)),
    ),
    book: fc.record({
      bids: anySide(tickSize, false),
      asks: anySide(tickSize, true),
      tickSize: fc.constant(tickSize),
      minOrderSize: fc.constantFrom(micros(0n), shares(1), shares(5)),
    }),
  }),
)

test('INV-14 any exit is at most what is held, free, asked for and offered within reach, at no worse a price than was shown, and can be placed', () => {
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
      assert.ok(size > 0n && size % 10_000n === 0n)
      assert.ok(isOnTick(price, book.tickSize))
      assert.ok(any.worst === null || price >= any.worst)
      if (any.mode === 'walk') {
        const best = book.bids[0]?.[0] ?? 0
        assert.ok(price <= best && best - price <= any.reach.ticks * book.tickSize)
        assert.ok((best - price) * 100 <= best * any.reach.percent)
        assert.ok(size <= depthWithin('SELL', book.bids, price))
        assert.deepEqual([timeInForce, postOnly], ['FAK', false])
      } else {
        assert.ok(size >= book.minOrderSize)
        assert.equal(price, book.asks[0]?.[0])
        assert.deepEqual([timeInForce, postOnly], ['GTC', true])
      }
    }),
    { numRuns: 3_000 },
  )
  assert.ok(quotes > 300)
})

/** Tries every price and every size: the most that a walk can sell against the current book. */
function slowest({ book, held, reach, worst }: ExitFacts): bigint {
  const best: number | undefined = book.bids[0]?.[0]
  if (best === undefined || held === null) return 0n
  let most = 0n
  for (let steps = best; steps >= best - reach.ticks * book.tickSize; steps -= book.tickSize) {
    const price: Price | null = priceFromSteps(steps)
    if (price === null || !isOnTick(price, book.tickSize) || price < (worst ?? price)) continue
    if ((best - price) * 100 > best * reach.percent) continue
    const offered = depthWithin('SELL', book.bids, price)
    const end = offered < held ? offered : held
    for (let size = end - (end % 10_000n); size > most; size -= 10_000n) {
      const order = limitAmounts('SELL', price, micros(size), book.tickSize)
      if (isTakenByVenue('SELL', order)) most = size
    }
  }
  return most
}

test('INV-50 1,200 exits of fractional holdings on all ticks: none that the venue refuses, least remainder', () => {
  let quotes = 0
  let seen = 0
  fc.assert(
    fc.property(anyFacts, (any) => {
      const walked: ExitFacts = { ...any, mode: 'walk', asked: null, reserved: ZERO }
      seen += 1
      const quoted = quoteExit(walked)
      const most = slowest(walked)
      if (!quoted.ok) {
        assert.equal(most, 0n, quoted.error.message)
        return
      }
      quotes += 1
      const { price, size } = quoted.value
      assert.equal(size, most)
      const order = limitAmounts('SELL', price, size, any.book.tickSize)
      assert.ok(isTakenByVenue('SELL', order))
      assert.equal(order.takerAmount * 10_000n, order.makerAmount * BigInt(price))
    }),
    { numRuns: 1_200 },
  )
  assert.equal(seen, 1_200)
  assert.ok(quotes > 500, `${quotes} quotes`)
})
