// The one judgement on an order: each reason at its edge, and no sequence of orders that gets past a limit.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseOutcomeId } from './ids.ts'
import { micros, ZERO, type Micros } from './money.ts'
import { notional } from './order/order-amounts.ts'
import type { OrderTerms } from './order/order.ts'
import { priceFromSteps, TICK_SIZES, type Price } from './price.ts'
import { rejection, type RejectCode } from './reject-codes.ts'
import { DEFAULT_LIMITS, type RiskLimits } from './risk-limits.ts'
import { cashNeeded, checkListing, checkOrder, type Listing, type RiskSnapshot } from './risk.ts'

const NOW = 1_790_000_000_000

function price(steps: number): Price {
  const value = priceFromSteps(steps)
  assert.ok(value !== null, `no price: ${steps}`)
  return value
}

function shares(hundredths: number): Micros {
  return micros(BigInt(hundredths) * 10_000n)
}

function terms(changes: Partial<OrderTerms> = {}): OrderTerms {
  const outcomeId = parseOutcomeId('pm:1')
  assert.ok(outcomeId !== null)
  return {
    outcomeId,
    side: 'BUY',
    price: price(5_000),
    size: shares(10_000),
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    ...changes,
  }
}

const listing: Listing = {
  status: 'open',
  acceptingOrders: true,
  tickSize: 100,
  minOrderSize: shares(500),
  fee: null,
  bestBid: price(4_800),
  bestAsk: price(5_200),
  lastBid: null,
  lastAsk: null,
  stale: false,
}

function snapshot(changes: Partial<RiskSnapshot> = {}, book: Partial<Listing> = {}): RiskSnapshot {
  return {
    now: NOW,
    gate: null,
    venue: null,
    listing: { ...listing, ...book },
    limits: DEFAULT_LIMITS,
    loss: null,
    dailyNotional: ZERO,
    marketOutside: ZERO,
    marketNotional: ZERO,
    unpairedShares: ZERO,
    openOrders: 0,
    sentInLastMinute: [],
    freeCash: null,
    allowance: null,
    freeShares: null,
    settlingShares: ZERO,
    overdueShares: ZERO,
    ...changes,
  }
}

const limits = (changes: Partial<RiskLimits>): Partial<RiskSnapshot> => ({
  limits: { ...DEFAULT_LIMITS, ...changes },
})
const gtd = (aheadMs: number): OrderTerms => terms({ timeInForce: 'GTD', expiresAt: NOW + aheadMs })
const sell = (changes: Partial<OrderTerms> = {}): OrderTerms => terms({ side: 'SELL', ...changes })
const takes = (changes: Partial<OrderTerms>): OrderTerms => terms({ timeInForce: 'FAK', ...changes })
const recent = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => NOW - 1_000 + index)

/** 100 shares at 0.5: exactly 50 pUSD. */
const FIFTY = micros(50_000_000n)
const MICRO = micros(1n)
const less = (value: Micros): Micros => micros(value - 1n)

type Row = readonly [
  title: string,
  order: OrderTerms,
  state: Partial<RiskSnapshot>,
  book: Partial<Listing>,
  expected: RejectCode | null,
]

const ROWS: readonly Row[] = [
  ['a plain order', terms(), {}, {}, null],
  [
    'a closed gate, before all else',
    terms(),
    { gate: rejection('safe_mode'), listing: null },
    {},
    'safe_mode',
  ],
  ['a venue that does not take it', terms(), { venue: rejection('venue_post_only') }, {}, 'venue_post_only'],
  ['an outcome that nobody knows', terms(), { listing: null }, {}, 'unknown_outcome'],
  ['a closed market', terms(), {}, { status: 'closed' }, 'market_closed'],
  ['a resolved market', terms(), {}, { status: 'resolved' }, 'market_closed'],
  ['a market that takes no orders', terms(), {}, { acceptingOrders: false }, 'market_not_accepting'],
  ['INV-22 a book that is not believed', terms(), {}, { stale: true }, 'book_stale'],
  ['a price off the tick', terms({ price: price(5_050) }), {}, {}, 'off_tick'],
  ['the same price on a finer tick', terms({ price: price(5_050) }), {}, { tickSize: 50 }, null],
  ['a price beyond the last tick', terms({ price: price(9_950) }), {}, { bestAsk: price(9_900) }, 'off_tick'],
  ['exactly the minimum size', terms({ size: shares(500) }), {}, {}, null],
  ['a hundredth below the minimum size', terms({ size: shares(499) }), {}, {}, 'below_min_size'],
  ['a FAK sale below the minimum size of what rests', takes({ side: 'SELL', size: shares(2) }), {}, {}, null],
  ['a FAK buy below the minimum size of what rests', takes({ size: shares(200) }), {}, {}, null],
  ['a FAK buy for a cent less than 1 pUSD', takes({ size: shares(198) }), {}, {}, 'below_min_size'],
  [
    'a buy that may rest, crosses and costs less than 1 pUSD',
    terms({ price: price(1_500), size: shares(600) }),
    {},
    { bestAsk: price(1_500) },
    'below_min_size',
  ],
  [
    'the same one tick below the best ask',
    terms({ price: price(1_500), size: shares(600) }),
    {},
    { bestAsk: price(1_600) },
    null,
  ],
  [
    'INV-85 a FAK whose cash is no whole cents: that is for the venue to judge',
    takes({ price: price(5_700), size: shares(1_050) }),
    {},
    {},
    null,
  ],
  ['no size', terms({ size: ZERO }), {}, {}, 'invalid_size'],
  ['a negative size', terms({ size: shares(-600) }), {}, {}, 'invalid_size'],
  ['a size with three decimals', terms({ size: micros(10_001_000n) }), {}, {}, 'invalid_size'],
  ['an order that ends in exactly 180 s', gtd(180_000), {}, {}, null],
  ['an order that ends a millisecond earlier', gtd(179_999), {}, {}, 'invalid_expiration'],
  [
    'an end whose whole second lies too near',
    terms({ timeInForce: 'GTD', expiresAt: NOW + 180_999 }),
    { now: NOW + 1 },
    {},
    'invalid_expiration',
  ],
  ['GTD without an end', terms({ timeInForce: 'GTD' }), {}, {}, 'invalid_expiration'],
  ['an end without GTD', terms({ expiresAt: NOW + 900_000 }), {}, {}, 'invalid_expiration'],
  ['post-only FOK', terms({ postOnly: true, timeInForce: 'FOK' }), {}, {}, 'post_only_needs_resting_order'],
  ['post-only FAK', terms({ postOnly: true, timeInForce: 'FAK' }), {}, {}, 'post_only_needs_resting_order'],
  [
    'a post-only buy at the best ask',
    terms({ postOnly: true, price: price(5_200) }),
    {},
    {},
    'post_only_would_cross',
  ],
  ['a post-only buy a tick below it', terms({ postOnly: true, price: price(5_100) }), {}, {}, null],
  [
    'a post-only sale at the best bid',
    sell({ postOnly: true, price: price(4_800) }),
    {},
    {},
    'post_only_would_cross',
  ],
  ['a post-only sale a tick above it', sell({ postOnly: true, price: price(4_900) }), {}, {}, null],
  ['an order of exactly max_order_notional', terms(), limits({ maxOrderNotional: FIFTY }), {}, null],
  ['an order a micro over it', terms(), limits({ maxOrderNotional: less(FIFTY) }), {}, 'max_order_notional'],
  ['a sale over it', sell(), limits({ maxOrderNotional: less(FIFTY) }), {}, 'max_order_notional'],
  [
    'a market at exactly max_position_notional',
    terms(),
    { ...limits({ maxPositionNotional: micros(60_000_000n) }), marketNotional: micros(10_000_000n) },
    {},
    null,
  ],
  [
    'a market a micro over it',
    terms(),
    { ...limits({ maxPositionNotional: micros(60_000_000n) }), marketNotional: micros(10_000_001n) },
    {},
    'max_position_notional',
  ],
  ['a sale in a market over it', sell(), { marketNotional: micros(10n ** 12n) }, {}, null],
  [
    'a hedge in a market over it',
    terms(),
    { marketNotional: micros(10n ** 12n), unpairedShares: shares(10_000) },
    {},
    null,
  ],
  [
    'a hundredth more than a hedge in a market over it',
    terms(),
    { marketNotional: micros(10n ** 12n), unpairedShares: shares(9_999) },
    {},
    'max_position_notional',
  ],
  [
    'more than a hedge, where the rest fits exactly',
    terms(),
    {
      ...limits({ maxPositionNotional: FIFTY }),
      marketNotional: micros(25_000_000n),
      unpairedShares: shares(5_000),
    },
    {},
    null,
  ],
  [
    'more than a hedge, where the rest is a micro too much',
    terms(),
    {
      ...limits({ maxPositionNotional: FIFTY }),
      marketNotional: micros(25_000_001n),
      unpairedShares: shares(5_000),
    },
    {},
    'max_position_notional',
  ],
  [
    'a day at exactly max_daily_notional',
    terms(),
    { ...limits({ maxDailyNotional: micros(60_000_000n) }), dailyNotional: micros(10_000_000n) },
    {},
    null,
  ],
  [
    'a day a micro over it',
    terms(),
    { ...limits({ maxDailyNotional: micros(60_000_000n) }), dailyNotional: micros(10_000_001n) },
    {},
    'max_daily_notional',
  ],
  [
    'a hedge on a day over it',
    terms(),
    { dailyNotional: micros(10n ** 12n), unpairedShares: shares(10_000) },
    {},
    'max_daily_notional',
  ],
  ['a sale on a day over it', sell(), { dailyNotional: micros(10n ** 12n) }, {}, null],
  ['the last open order', terms(), { ...limits({ maxOpenOrders: 3 }), openOrders: 2 }, {}, null],
  [
    'one open order too many',
    terms(),
    { ...limits({ maxOpenOrders: 3 }), openOrders: 3 },
    {},
    'max_open_orders',
  ],
  [
    'the last order of a minute',
    terms(),
    { ...limits({ maxOrdersPerMinute: 3 }), sentInLastMinute: recent(2) },
    {},
    null,
  ],
  [
    'one order too many in a minute',
    terms(),
    { ...limits({ maxOrdersPerMinute: 3 }), sentInLastMinute: recent(3) },
    {},
    'max_orders_per_minute',
  ],
  ['cash for exactly the order', terms(), { freeCash: FIFTY }, {}, null],
  ['a micro too little cash', terms(), { freeCash: less(FIFTY) }, {}, 'insufficient_balance'],
  ['cash that could not be read is left to the venue', terms(), { freeCash: null }, {}, null],
  ['an allowance for exactly the order', terms(), { allowance: FIFTY }, {}, null],
  ['a micro too little allowance', terms(), { allowance: less(FIFTY) }, {}, 'insufficient_allowance'],
  ['cash does not matter to a sale', sell(), { freeCash: ZERO, allowance: ZERO }, {}, null],
  ['exactly the shares held', sell(), { freeShares: shares(10_000) }, {}, null],
  ['a micro too few shares', sell(), { freeShares: micros(99_999_999n) }, {}, 'insufficient_balance'],
  ['no shares at all', sell(), { freeShares: ZERO }, {}, 'no_position'],
  [
    'shares just bought alone',
    sell(),
    { freeShares: ZERO, settlingShares: shares(1) },
    {},
    'shares_not_settled',
  ],
  ['shares that are all offered elsewhere', sell(), { freeShares: micros(-1n) }, {}, 'no_position'],
]

describe('risk check', () => {
  for (const [title, order, state, book, expected] of ROWS) {
    test(`${title}: ${expected ?? 'allowed'}`, () => {
      const base = snapshot(state, book)
      assert.equal(
        checkOrder(order, 'listing' in state ? { ...base, listing: null } : base)?.code ?? null,
        expected,
      )
    })
  }

  test('the refusal names limit and value', () => {
    const refused = checkOrder(
      terms(),
      snapshot({ ...limits({ maxDailyNotional: FIFTY }), dailyNotional: MICRO }),
    )
    assert.deepEqual([refused?.limit, refused?.value], ['50', '50.000001'])
  })

  test('too many orders in a minute: it says when the next one fits', () => {
    const state = {
      ...limits({ maxOrdersPerMinute: 2 }),
      sentInLastMinute: [NOW - 60_000, NOW - 50_000, NOW - 100],
    }
    assert.equal(checkOrder(terms(), snapshot(state))?.retryAfterMs, 10_000)
    assert.equal(checkOrder(terms(), snapshot({ ...state, now: NOW + 10_000 })), null)
  })

  for (const tick of TICK_SIZES) {
    test(`the price band holds on the aggressive side at tick ${tick}`, () => {
      const middle = 5_000
      const book = { tickSize: tick, bestBid: price(middle), bestAsk: price(middle) }
      const state = limits({ priceBandTicks: 3, maxOrderNotional: micros(10n ** 12n) })
      const code = (order: OrderTerms): RejectCode | null =>
        checkOrder(order, snapshot(state, book))?.code ?? null
      const edge = 3 * tick
      assert.equal(code(terms({ price: price(middle + edge) })), null)
      assert.equal(code(sell({ price: price(middle - edge) })), null)
      if (middle + edge + tick < 10_000) {
        assert.equal(code(terms({ price: price(middle + edge + tick) })), 'price_band')
        assert.equal(code(sell({ price: price(middle - edge - tick) })), 'price_band')
      }
      // Far away on the passive side nothing is overpaid.
      assert.equal(code(terms({ price: price(tick) })), null)
      assert.equal(code(sell({ price: price(10_000 - tick) })), null)
    })
  }

  test('INV-75 without anybody on the other side the band is measured from its last price, and there is none without one', () => {
    const buy = (steps: number, changes: Partial<OrderTerms> = {}): OrderTerms =>
      terms({ price: price(steps), size: shares(10_000), ...changes })
    const judge = (order: OrderTerms, book: Partial<Listing>): RejectCode | null =>
      checkOrder(order, snapshot({}, { bestBid: null, bestAsk: null, ...book }))?.code ?? null
    assert.equal(judge(buy(9_900), { lastAsk: price(5_200) }), 'price_band')
    assert.equal(judge(buy(6_200), { lastAsk: price(5_200) }), null)
    assert.equal(judge(sell({ price: price(3_700) }), { lastBid: price(4_800) }), 'price_band')
    assert.equal(judge(sell({ price: price(3_800) }), { lastBid: price(4_800) }), null)
    // The ask that is there counts before one that was.
    assert.equal(judge(buy(6_200), { bestAsk: price(5_200), lastAsk: price(1_000) }), null)
    for (const timeInForce of ['GTC', 'FAK', 'FOK'] as const) {
      assert.equal(judge(buy(5_000, { timeInForce }), {}), 'price_band')
    }
    assert.equal(judge(buy(5_000, { postOnly: true }), {}), null)
    assert.match(checkOrder(buy(5_000), snapshot({}, { bestAsk: null }))?.message ?? '', /no price is known/)
  })

  test('INV-86 a post-only order at the price where the sides meet during a match is not refused, one beyond it is', () => {
    const met = { bestBid: price(5_000), bestAsk: price(5_000) }
    const judge = (order: OrderTerms): RejectCode | null => checkOrder(order, snapshot({}, met))?.code ?? null
    assert.equal(judge(terms({ price: price(5_000), postOnly: true })), null)
    assert.equal(judge(sell({ price: price(5_000), postOnly: true })), null)
    assert.equal(judge(terms({ price: price(5_100), postOnly: true })), 'post_only_would_cross')
    assert.equal(judge(sell({ price: price(4_900), postOnly: true })), 'post_only_would_cross')
  })

  test('a refusal over a price says the price and what would do, and their positions', () => {
    const far = checkOrder(terms({ price: price(9_900) }), snapshot())
    assert.equal(far?.message, '0.99 is more than 10 ticks through the market; highest price allowed 0.62.')
    assert.deepEqual(
      far.prices.map(({ at, text, tickSize, kind }) => [far.message.slice(at, at + 4), text, tickSize, kind]),
      [
        ['0.99', '0.99', 100, 'price'],
        ['0.62', '0.62', 100, 'price'],
      ],
    )
    assert.match(
      checkOrder(sell({ price: price(100) }), snapshot())?.message ?? '',
      /; lowest price allowed 0\.\d+\.$/,
    )
    const off = checkOrder(terms({ price: price(5_050) }), snapshot())
    assert.equal(off?.message, 'The price 0.505 is not a whole number of ticks of 0.01.')
    assert.deepEqual(
      off.prices.map(({ text, kind }) => [text, kind]),
      [
        ['0.505', 'price'],
        ['0.01', 'spread'],
      ],
    )
  })

  test('a taker needs its fee in cash, a maker does not', () => {
    const fee = { rate: 40_000n, exponent: 1 }
    const taking = terms({ price: price(5_200) })
    assert.equal(cashNeeded(taking, { ...listing, fee }), 52_000_000n + 998_400n)
    assert.equal(cashNeeded(terms({ price: price(5_100) }), { ...listing, fee }), 51_000_000n)
    assert.equal(cashNeeded(sell(), { ...listing, fee }), 0n)
    assert.equal(cashNeeded(taking, { ...listing, fee: 'unknown' }), 52_000_000n)
  })

  test('INV-03 what may change between signature and first byte is judged alone', () => {
    assert.equal(checkListing(terms(), listing), null)
    assert.equal(checkListing(terms(), null)?.code, 'unknown_outcome')
    assert.equal(checkListing(terms(), { ...listing, stale: true })?.code, 'book_stale')
    assert.equal(
      checkListing(terms({ price: price(5_100) }), { ...listing, tickSize: 1_000 })?.code,
      'off_tick',
    )
    assert.equal(checkListing(terms(), { ...listing, minOrderSize: shares(10_001) })?.code, 'below_min_size')
  })

  test('INV-15 no order of checks and reservations, fills and cancels takes a limit past its value', () => {
    const tight: RiskLimits = {
      ...DEFAULT_LIMITS,
      maxOrderNotional: micros(60_000_000n),
      maxPositionNotional: micros(150_000_000n),
      maxDailyNotional: micros(260_000_000n),
      maxOpenOrders: 4,
      maxOrdersPerMinute: 6,
    }
    const command = fc.oneof(
      fc.record({
        kind: fc.constant('place' as const),
        steps: fc.integer({ min: 10, max: 52 }),
        size: fc.integer({ min: 500, max: 20_000 }),
      }),
      fc.record({
        kind: fc.constant('fill' as const),
        index: fc.nat(9),
        share: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ kind: fc.constant('cancel' as const), index: fc.nat(9) }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 30_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const open: { steps: number; left: bigint }[] = []
        const sent: number[] = []
        let held = 0n
        let day = 0n
        let now = NOW
        const atRisk = (): bigint =>
          open.reduce((sum, { steps, left }) => sum + notional(price(steps), micros(left)), held)
        for (const next of commands) {
          const target = 'index' in next ? open[next.index % Math.max(1, open.length)] : undefined
          if (next.kind === 'wait') now += next.ms
          if (next.kind === 'cancel' && target !== undefined) open.splice(open.indexOf(target), 1)
          if (next.kind === 'fill' && target !== undefined) {
            const filled = target.left / BigInt(next.share)
            target.left -= filled
            held += notional(price(target.steps), micros(filled))
            if (target.left === 0n) open.splice(open.indexOf(target), 1)
          }
          if (next.kind !== 'place') continue
          const order = terms({ price: price(next.steps * 100), size: shares(next.size) })
          const refused = checkOrder(
            order,
            snapshot({
              now,
              limits: tight,
              marketNotional: micros(atRisk()),
              dailyNotional: micros(day),
              openOrders: open.length,
              sentInLastMinute: sent.filter((at) => at > now - 60_000),
            }),
          )
          if (refused !== null) continue
          open.push({ steps: order.price, left: order.size })
          sent.push(now)
          day += notional(order.price, order.size)
          assert.ok(notional(order.price, order.size) <= tight.maxOrderNotional)
          // Rounding down each fill can only lower the count.
          assert.ok(atRisk() <= tight.maxPositionNotional)
          assert.ok(day <= tight.maxDailyNotional)
          assert.ok(open.length <= tight.maxOpenOrders)
          assert.ok(sent.filter((at) => at > now - 60_000).length <= tight.maxOrdersPerMinute)
        }
      }),
    )
  })
})
