/** Paper matching against live books and trades: worked examples, and laws over random markets. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { bookView } from '#core/testing/book-view.ts'
import { parseOrderId, parseTradeId, type OrderId, type OutcomeId } from '#core/ids.ts'
import type { BookView, Level } from '#core/book/book.ts'
import type { Market } from '#core/market/market.ts'
import { addMicros, micros, type Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import { complementPrice, priceFromSteps, type Price } from '#core/price.ts'
import type { OrderRequest, PlaceOutcome } from '#ports/venue-trading.ts'
import { applyEntry, createPaperAccount, openOrders, sharesOf } from './account.ts'
import type { PaperAccount, PaperEntry, PaperOrder } from './account.ts'
import { createPaperExchange } from './exchange.ts'
import { EXPLAINED_WITHIN_MS } from './queue.ts'
import { MARKET as FREE_MARKET, known, MARKET_ID, NO, YES } from './testing/market.ts'

const START = 1_800_000_000_000

const MARKET: Market = { ...FREE_MARKET, fee: { rate: 50_000n, exponent: 1 } }

const shares = (count: number): Micros => micros(BigInt(Math.round(count * 100)) * 10_000n)
const cents = (count: number): Price => known(priceFromSteps(count * 100))
const idOf = (number: number): OrderId => known(parseOrderId(`pm:0x${number.toString(16).padStart(64, '0')}`))

type Shown = readonly (readonly [price: number, size: number])[]
type Terms = Partial<{
  outcomeId: OutcomeId
  timeInForce: TimeInForce
  postOnly: boolean
  expiresAt: number | null
}>

/** A market on the table: the live book in cents and shares of the first outcome, and a paper account before it. */
function table(cash = 1_000, changes: Partial<Market> = {}) {
  const account = createPaperAccount(shares(cash))
  const journal: PaperEntry[] = []
  let market = { ...MARKET, ...changes }
  let live: { readonly bids: Shown; readonly asks: Shown } = { bids: [], asks: [] }
  let orders = 0
  let trades = 0
  let now = START

  const levels = (shown: Shown): readonly Level[] => shown.map(([at, size]) => [cents(at), shares(size)])
  const mirrored = (shown: Shown): readonly Level[] =>
    shown.map(([at, size]) => [complementPrice(cents(at)), shares(size)])
  const bookOf = (outcomeId: OutcomeId): BookView =>
    bookView({
      outcomeId,
      marketId: MARKET_ID,
      bids: outcomeId === YES ? levels(live.bids) : mirrored(live.asks),
      asks: outcomeId === YES ? levels(live.asks) : mirrored(live.bids),
      tickSize: market.tickSize,
      minOrderSize: market.minOrderSize,
    })
  const exchange = createPaperExchange({
    account,
    markets: { market: () => market, book: bookOf },
    nextTradeId: () => {
      trades += 1
      return known(parseTradeId(`paper-${trades}`))
    },
    record: (entry) => journal.push(entry),
  })

  return {
    account,
    journal,
    exchange,
    /** The live book changes, and both outcomes' feeds report it. */
    show(bids: Shown, asks: Shown) {
      live = { bids, asks }
      for (const id of [YES, NO]) exchange.onBook(id, now)
    },
    trade(side: Side, price: number, size: number, outcomeId = YES) {
      exchange.onTrade({ outcomeId, side, price: cents(price), size: shares(size) }, now)
    },
    place(
      side: Side,
      price: number,
      size: number,
      terms: Terms = {},
    ): { readonly id: OrderId; readonly outcome: PlaceOutcome } {
      orders += 1
      const id = idOf(orders)
      const request: OrderRequest = {
        outcomeId: YES,
        side,
        price: cents(price),
        size: shares(size),
        tickSize: market.tickSize,
        negRisk: false,
        timeInForce: 'GTC',
        postOnly: false,
        expiresAt: null,
        ...terms,
      }
      return { id, outcome: exchange.place(id, request, now) }
    },
    wait(ms: number) {
      now += ms
      exchange.onClock(now)
    },
    change(parts: Partial<Market>) {
      market = { ...market, ...parts }
      exchange.onClock(now)
    },
    order: (id: OrderId): PaperOrder => account.orders.get(id) ?? assert.fail('no such order'),
    filled: (id: OrderId): number => Number(account.orders.get(id)?.filled ?? 0n) / 1e6,
    now: () => now,
  }
}

function refusedWith(outcome: PlaceOutcome): string {
  return outcome.kind === 'refused' ? outcome.rejection.code : outcome.kind
}

describe('an order that meets the live book', () => {
  test('takes it level by level at the levels’ prices, pays the venue’s fee, and rests with what is left', () => {
    const fixture = table()
    fixture.show(
      [[40, 100]],
      [
        [45, 30],
        [46, 20],
        [50, 500],
      ],
    )
    const { id, outcome } = fixture.place('BUY', 46, 60)
    assert.equal(outcome.kind === 'accepted' && outcome.status, 'matched')
    const fills = fixture.account.trades.map(({ price, size, role, fee }) => [
      price,
      Number(size) / 1e6,
      role,
      fee,
    ])
    // 5 % of p(1-p) for each share.
    assert.deepEqual(fills, [
      [4_500, 30, 'taker', 371_250n],
      [4_600, 20, 'taker', 248_400n],
    ])
    assert.deepEqual([fixture.order(id).state, fixture.filled(id)], ['live', 50])
    assert.equal(fixture.account.cash, shares(1_000) - shares(22.7) - 619_650n)
  })

  test('the same size cannot be taken twice, through either outcome, until more is shown', () => {
    const fixture = table(10_000)
    fixture.show([], [[45, 30]])
    assert.equal(fixture.filled(fixture.place('BUY', 45, 20, { timeInForce: 'FAK' }).id), 20)
    assert.equal(fixture.filled(fixture.place('BUY', 45, 20, { timeInForce: 'FAK' }).id), 10)
    assert.equal(refusedWith(fixture.place('BUY', 45, 20, { timeInForce: 'FAK' }).outcome), 'venue_rejected')
    // A changed size is the same level: 5 more are 5 more, and fewer are still the taken ones.
    fixture.show([], [[45, 35]])
    assert.equal(fixture.filled(fixture.place('BUY', 45, 20, { timeInForce: 'FAK' }).id), 5)
    fixture.show([], [[45, 10]])
    assert.equal(refusedWith(fixture.place('BUY', 45, 20, { timeInForce: 'FOK' }).outcome), 'venue_rejected')
    // A level that was gone is a new one.
    fixture.show([], [])
    fixture.show([], [[45, 10]])
    assert.equal(fixture.filled(fixture.place('BUY', 45, 10, { timeInForce: 'FOK' }).id), 10)
    // Bids for the second outcome are those asks, seen from the other end: there is nothing left to sell to.
    fixture.show([[44, 50]], [[45, 10]])
    fixture.place('BUY', 56, 10, { outcomeId: NO })
    const sale = fixture.place('SELL', 55, 10, { timeInForce: 'FAK', outcomeId: NO })
    assert.equal(refusedWith(sale.outcome), 'venue_rejected')
  })

  test('INV-50 a buy that takes spends its cash, by the same sizes and minimums as at the venue', () => {
    const fixture = table()
    fixture.show([[40, 30]], [[50, 100]])
    const { id } = fixture.place('BUY', 54, 20, { timeInForce: 'FAK' })
    // 10.8 pUSD at 0.5.
    assert.equal(fixture.filled(id), 21.6)
    assert.equal(fixture.account.orders.get(id)?.state, 'matched')
    const refused = (side: Side, price: number, size: number, terms: Terms): unknown =>
      refusedWith(fixture.place(side, price, size, terms).outcome)
    assert.equal(refused('BUY', 57, 10.33, { timeInForce: 'FAK' }), 'invalid_size')
    assert.equal(refused('BUY', 50, 1.98, { timeInForce: 'FAK' }), 'below_min_size')
    assert.equal(refused('SELL', 40, 4, {}), 'below_min_size')
    assert.equal(fixture.filled(fixture.place('SELL', 40, 0.05, { timeInForce: 'FAK' }).id), 0.05)
  })

  test('FOK fills whole or not at all, FAK ends its rest, post-only never takes', () => {
    const fixture = table()
    fixture.show([[40, 10]], [[45, 30]])
    assert.equal(refusedWith(fixture.place('BUY', 45, 31, { timeInForce: 'FOK' }).outcome), 'venue_rejected')
    assert.equal(
      refusedWith(fixture.place('BUY', 45, 10, { postOnly: true }).outcome),
      'post_only_would_cross',
    )
    const part = fixture.place('BUY', 45, 31, { timeInForce: 'FAK' })
    assert.deepEqual([fixture.order(part.id).state, fixture.filled(part.id)], ['cancelled', 30])
    assert.equal(fixture.place('BUY', 44, 10, { postOnly: true }).outcome.kind, 'accepted')
  })

  test('is refused by the venue’s own rules: tick, least size, expiration, funds, a market that is not open', () => {
    const fixture = table(10)
    fixture.show([[40, 100]], [[45, 100]])
    const odd = { ...MARKET, tickSize: 1_000 } as const
    assert.equal(refusedWith(fixture.place('BUY', 45, 4).outcome), 'below_min_size')
    assert.equal(refusedWith(fixture.place('BUY', 45, 100).outcome), 'insufficient_balance')
    assert.equal(refusedWith(fixture.place('SELL', 45, 10).outcome), 'insufficient_balance')
    const soon = { timeInForce: 'GTD', expiresAt: START + 60_000 } as const
    assert.equal(refusedWith(fixture.place('BUY', 40, 10, soon).outcome), 'invalid_expiration')
    fixture.change(odd)
    assert.equal(refusedWith(fixture.place('BUY', 45, 10).outcome), 'off_tick')
    fixture.change({ acceptingOrders: false })
    assert.equal(refusedWith(fixture.place('BUY', 40, 10).outcome), 'market_not_accepting')
    assert.equal(fixture.journal.length, 0)
  })

  test('a market’s delay holds it, and the book of afterwards decides', () => {
    const fixture = table(1_000, { secondsDelay: 3 })
    fixture.show([], [[45, 30]])
    const { id, outcome } = fixture.place('BUY', 45, 20)
    assert.equal(outcome.kind === 'accepted' && outcome.status, 'delayed')
    assert.equal(fixture.exchange.cancel(id), false)
    fixture.show([], [[47, 30]])
    fixture.wait(2_999)
    assert.equal(fixture.order(id).state, 'delayed')
    fixture.wait(1)
    assert.deepEqual([fixture.order(id).state, fixture.filled(id)], ['live', 0])
  })

  test('an own order in the way ends first: the account never trades with itself', () => {
    const fixture = table()
    fixture.show([[40, 10]], [[50, 30]])
    const buyYes = fixture.place('BUY', 45, 10)
    fixture.place('BUY', 56, 10, { outcomeId: NO })
    assert.equal(fixture.order(buyYes.id).state, 'cancelled')
  })
})

describe('an order that rests', () => {
  test('trades at its price only once what was ahead of it has traded', () => {
    const fixture = table()
    fixture.show([[40, 100]], [[45, 30]])
    const { id } = fixture.place('BUY', 40, 20)
    fixture.trade('SELL', 40, 60)
    fixture.trade('BUY', 40, 500)
    assert.equal(fixture.filled(id), 0)
    fixture.trade('SELL', 40, 45)
    assert.equal(fixture.filled(id), 5)
    fixture.trade('SELL', 40, 500)
    assert.deepEqual([fixture.order(id).state, fixture.filled(id)], ['matched', 20])
    assert.ok(
      fixture.account.trades.every(
        ({ role, fee, price }) => role === 'maker' && fee === 0n && price === 4_000,
      ),
    )
  })

  test('a trade through its price fills it up to what traded', () => {
    const fixture = table()
    fixture.show([[40, 100]], [[45, 30]])
    const { id } = fixture.place('BUY', 40, 20)
    fixture.trade('SELL', 39, 12)
    assert.equal(fixture.filled(id), 12)
  })

  test('several share what one trade carried: the best price first, then the first to come', () => {
    const fixture = table()
    fixture.show([], [[50, 30]])
    const first = fixture.place('BUY', 40, 10)
    const second = fixture.place('BUY', 40, 10)
    const better = fixture.place('BUY', 41, 10)
    fixture.trade('SELL', 40, 25)
    assert.deepEqual(
      [better, first, second].map(({ id }) => fixture.filled(id)),
      [10, 10, 5],
    )
  })

  test('a book that crosses it fills it up to the size shown, at its own price', () => {
    const fixture = table()
    fixture.show([[40, 100]], [[45, 30]])
    const { id } = fixture.place('BUY', 40, 20)
    fixture.show(
      [[38, 100]],
      [
        [39, 7],
        [45, 30],
      ],
    )
    assert.deepEqual([fixture.filled(id), fixture.account.trades[0]?.price], [7, 4_000])
    fixture.show(
      [[38, 100]],
      [
        [39, 7],
        [45, 30],
      ],
    )
    assert.equal(fixture.filled(id), 7)
  })

  test('the frame of a trade and that of the book it leaves count once, whichever comes first', () => {
    for (const isBookFirst of [true, false]) {
      const fixture = table()
      fixture.show([[40, 50]], [[45, 30]])
      const { id } = fixture.place('BUY', 40, 20)
      if (isBookFirst) fixture.show([], [[45, 30]])
      fixture.trade('SELL', 40, 50)
      if (!isBookFirst) fixture.show([], [[45, 30]])
      assert.equal(fixture.filled(id), 0)
      fixture.wait(EXPLAINED_WITHIN_MS)
      fixture.trade('SELL', 40, 8)
      assert.equal(fixture.filled(id), 8)
    }
  })

  test('cancels move it forward only as far as the book has no room for those ahead, and not at once', () => {
    const fixture = table()
    fixture.show([[40, 100]], [[45, 30]])
    const { id } = fixture.place('BUY', 40, 20)
    fixture.show([[40, 10]], [[45, 30]])
    fixture.wait(EXPLAINED_WITHIN_MS)
    // Later size queues behind.
    fixture.show([[40, 300]], [[45, 30]])
    fixture.trade('SELL', 40, 16)
    assert.equal(fixture.filled(id), 6)
  })

  test('a trade reported on the other outcome counts, and one reported on both counts once', () => {
    const fixture = table()
    fixture.show([], [[45, 30]])
    const { id } = fixture.place('BUY', 40, 20)
    fixture.trade('BUY', 60, 5, NO)
    assert.equal(fixture.filled(id), 5)
    fixture.trade('SELL', 40, 5, YES)
    assert.equal(fixture.filled(id), 5)
    fixture.trade('SELL', 40, 5, YES)
    assert.equal(fixture.filled(id), 10)
  })

  test('ends by cancel, a minute before its stated end, at the start of a game, and with its market', () => {
    const fixture = table(1_000, { gameStartTime: START + 600_000, cancelsAtStart: true })
    fixture.show([[40, 100]], [[45, 30]])
    const cancelled = fixture.place('BUY', 40, 10)
    assert.equal(fixture.exchange.cancel(cancelled.id), true)
    assert.equal(fixture.exchange.cancel(cancelled.id), false)
    const dated = fixture.place('BUY', 40, 10, { timeInForce: 'GTD', expiresAt: START + 300_000 })
    const resting = fixture.place('BUY', 40, 10)
    fixture.wait(239_999)
    assert.equal(fixture.order(dated.id).state, 'live')
    fixture.wait(1)
    assert.equal(fixture.order(dated.id).state, 'cancelled')
    fixture.wait(360_000)
    assert.equal(fixture.order(resting.id).state, 'cancelled')
    const last = fixture.place('BUY', 40, 10)
    fixture.change({ status: 'closed' })
    assert.equal(fixture.order(last.id).state, 'invalid')
  })

  test('a market that resolves pays one for each share that won', () => {
    const fixture = table()
    fixture.show([], [[50, 30]])
    fixture.place('BUY', 50, 30)
    const before = fixture.account.cash
    fixture.change({ status: 'resolved', winningOutcomeId: YES })
    assert.equal(fixture.account.cash - before, shares(30))
    assert.equal(sharesOf(fixture.account, YES), 0n)
    fixture.wait(1)
    assert.equal(fixture.account.cash - before, shares(30))
  })
})

type Step =
  | { readonly kind: 'show'; readonly middle: number; readonly sizes: readonly number[] }
  | { readonly kind: 'trade'; readonly side: Side; readonly price: number; readonly size: number }
  | {
      readonly kind: 'place'
      readonly side: Side
      readonly price: number
      readonly size: number
      readonly no: boolean
    }
  | { readonly kind: 'cancel'; readonly nth: number }
  | { readonly kind: 'wait'; readonly ms: number }

const side = fc.constantFrom<Side>('BUY', 'SELL')
const price = fc.integer({ min: 44, max: 56 })
const size = fc.integer({ min: 5, max: 40 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('show' as const),
    middle: fc.integer({ min: 46, max: 54 }),
    sizes: fc.array(size, { minLength: 4, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('trade' as const), side, price, size }),
  fc.record({ kind: fc.constant('place' as const), side, price, size, no: fc.boolean() }),
  fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(20) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 3_000 }) }),
)

function takeStep(fixture: ReturnType<typeof table>, one: Step): void {
  switch (one.kind) {
    case 'show': {
      const [a = 5, b = 5, c = 5, d = 5] = one.sizes
      fixture.show(
        [
          [one.middle, a],
          [one.middle - 1, b],
        ],
        [
          [one.middle + 1, c],
          [one.middle + 2, d],
        ],
      )
      return
    }
    case 'trade':
      fixture.trade(one.side, one.price, one.size)
      return
    case 'place':
      fixture.place(one.side, one.price, one.size, { outcomeId: one.no ? NO : YES })
      return
    case 'cancel': {
      const chosen = openOrders(fixture.account)[one.nth]
      if (chosen !== undefined) fixture.exchange.cancel(chosen.id)
      return
    }
    case 'wait':
      fixture.wait(one.ms)
  }
}

describe('laws over random markets', () => {
  test('cash and shares are conserved to the micro, nothing is spent or sold that is not there, no order overfills', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const fixture = table(200)
        for (const one of steps) takeStep(fixture, one)
        const { account } = fixture
        const flows = account.trades.map((trade) => {
          const cash = notional(trade.price, trade.size)
          return trade.side === 'BUY' ? 0n - cash - trade.fee : cash - trade.fee
        })
        assert.equal(
          account.cash,
          flows.reduce((sum, flow) => sum + flow, shares(200) as bigint),
        )
        assert.ok(account.cash >= 0n)
        for (const held of account.shares.values()) assert.ok(held > 0n)
        for (const order of account.orders.values()) {
          const own = account.trades.filter(({ orderId }) => orderId === order.id)
          assert.equal(order.filled, addMicros(...own.map((trade) => trade.size)))
          assert.ok(order.filled <= order.size)
          for (const trade of own) {
            assert.ok(order.side === 'BUY' ? trade.price <= order.price : trade.price >= order.price)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a trade of others never fills more than it carried, and a book never more than it shows beyond what was shown before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const fixture = table(5_000)
        const seen = new Map<string, number>()
        for (const one of steps) {
          const before = fixture.account.trades.length
          takeStep(fixture, one)
          const volume = fixture.account.trades
            .slice(before)
            .reduce((sum, trade) => sum + Number(trade.size) / 1e6, 0)
          if (one.kind === 'trade') assert.ok(volume <= one.size)
          if (one.kind === 'cancel' || one.kind === 'wait') assert.equal(volume, 0)
          if (one.kind !== 'show') continue
          // All that a book can give at this moment is all that it shows.
          assert.ok(volume <= one.sizes.reduce((sum, each) => sum + each, 0))
          seen.set('shown', (seen.get('shown') ?? 0) + one.sizes.reduce((sum, each) => sum + each, 0))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the journal restores the same account again', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const fixture = table(500)
        for (const one of steps) takeStep(fixture, one)
        const again: PaperAccount = createPaperAccount(shares(500))
        for (const entry of fixture.journal) applyEntry(again, entry)
        assert.deepEqual(again, fixture.account)
      }),
      { numRuns: 100 },
    )
  })
})
