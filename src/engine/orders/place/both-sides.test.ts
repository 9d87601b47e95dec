// A sale beyond what is held: two orders of one command, of which the second leaves only once the first is accepted.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import { fittingSize } from '#core/order/order-amounts.ts'
import { splitSale } from '#core/order/sale-split.ts'
import { complementPrice } from '#core/price.ts'
import { armed } from '../../testing/armed-fixture.ts'
import { clientId, createTradingFixture, intent, NO, price, whole } from '../../testing/trading-fixture.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'
import type { BothSidesResult } from '../contract.ts'

type Pair = { readonly sale: OrderIntent; readonly purchase: OrderIntent }

/** A sale of 30 at 0.49, above the best bid, and the purchase of 70 of the other outcome. */
function pair(number = 1, changes: Partial<OrderIntent> = {}): Pair {
  const sale = intent(number, { side: 'SELL', price: price(4_900), size: whole(30), ...changes })
  const at = complementPrice(sale.price)
  return {
    sale,
    purchase: {
      ...sale,
      clientOrderId: clientId(number + 1),
      outcomeId: NO,
      side: 'BUY',
      price: at,
      size: whole(70),
    },
  }
}

async function place(fixture: TradingFixture, { sale, purchase }: Pair): Promise<BothSidesResult> {
  const answer = fixture.module.orders.placeBothSides(sale, purchase)
  await fixture.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok)
  return result.value
}

const WIDE = { bids: [[price(4_500), whole(1_000)]], asks: [[price(5_500), whole(1_000)]] } as const

/** A book whose two sides are wide enough for either part to rest. */
async function fixtureOf(): Promise<TradingFixture> {
  const fixture = await armed()
  fixture.book = { ...fixture.book, ...WIDE }
  return fixture
}

function rows(fixture: TradingFixture, number: number): readonly string[] {
  return fixture.audit.orderHistory(clientId(number)).map(({ kind }) => kind)
}

describe('INV-62 a sale beyond what is held', () => {
  test('sends the sale first, the purchase once it is accepted, each with its own rows', async () => {
    const fixture = await fixtureOf()
    const beforeSale: (readonly string[])[] = []
    fixture.venue.onSubmit = async () => {
      beforeSale.push(rows(fixture, 1), rows(fixture, 2))
    }
    const { sale, purchase } = await place(fixture, pair())
    assert.deepEqual([sale.result, purchase.result], ['accepted', 'accepted'])
    assert.deepEqual([sale.order?.side, purchase.order?.side, purchase.order?.outcomeId], ['SELL', 'BUY', NO])
    assert.deepEqual(beforeSale[0], ['intent', 'decision', 'signed'])
    assert.deepEqual(beforeSale[1], ['intent'], 'whoever asks for the second meanwhile finds it')
    assert.deepEqual(rows(fixture, 2), ['intent', 'decision', 'signed', 'response'])
    assert.equal(fixture.audit.orderHistory(clientId(2))[0]?.details['after'], clientId(1))
    assert.deepEqual(fixture.venue.requests, [sale.order?.id, purchase.order?.id])
  })

  for (const scripted of ['refused', 'lost_nothing', 'lost_booked'] as const) {
    test(`buys nothing when the sale ends ${scripted}, and says so in its rows`, async () => {
      const fixture = await fixtureOf()
      fixture.venue.scriptedOutcomes.push(scripted)
      const { sale, purchase } = await place(fixture, pair())
      assert.notEqual(sale.result, 'accepted')
      assert.deepEqual([purchase.result, purchase.reject?.code], ['rejected', 'sale_not_accepted'])
      assert.deepEqual(rows(fixture, 2), ['intent', 'decision'])
      assert.equal(fixture.venue.requests.length, 1)
      const again = await place(fixture, pair())
      assert.deepEqual([again.purchase.reject?.code, again.purchase.replayed], ['sale_not_accepted', true])
      assert.equal(fixture.venue.requests.length, 1, 'also once it is known that the sale was booked')
    })
  }

  test('reports a purchase that is refused after its sale', async () => {
    const fixture = await fixtureOf()
    fixture.venue.scriptedOutcomes.push('live', 'refused')
    const { sale, purchase } = await place(fixture, pair())
    assert.deepEqual([sale.result, purchase.result], ['accepted', 'rejected'])
    assert.deepEqual(rows(fixture, 2), ['intent', 'decision', 'signed', 'response'])
  })

  const certain: readonly (readonly [string, Partial<RiskLimits>, Partial<OrderIntent>])[] = [
    ['max_order_notional', { maxOrderNotional: whole(20) }, {}],
    ['below_min_size', {}, { size: whole(4) }],
    ['off_tick', {}, { price: price(5_105) }],
    ['max_open_orders', { maxOpenOrders: 1 }, {}],
  ]
  for (const [code, limits, changes] of certain) {
    test(`sends neither where the purchase is known to be refused for ${code}, and says so again`, async () => {
      const fixture = await fixtureOf()
      assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), ...limits }).ok)
      const asked = pair()
      const command = { ...asked, purchase: { ...asked.purchase, ...changes } }
      for (const replayed of [false, true]) {
        const { sale, purchase } = await place(fixture, command)
        assert.deepEqual([sale.reject?.code, purchase.reject?.code], ['purchase_not_possible', code])
        assert.deepEqual([sale.replayed, purchase.replayed], [replayed, replayed])
      }
      assert.deepEqual(
        [rows(fixture, 1), rows(fixture, 2)],
        [
          ['intent', 'decision'],
          ['intent', 'decision'],
        ],
      )
      assert.deepEqual(fixture.venue.requests, [])
    })
  }

  test('again with the same ids sends nothing, in this run and the next', async () => {
    const fixture = await fixtureOf()
    const [first, second] = [place(fixture, pair()), fixture.module.orders.placeBothSides(...both(pair()))]
    await first
    assert.ok((await second).ok)
    await place(fixture, pair())
    await fixture.open()
    const { sale, purchase } = await place(fixture, pair())
    assert.deepEqual([sale.replayed, purchase.replayed], [true, true])
    assert.equal(fixture.venue.requests.length, 2)
  })

  test('an id that another command has used sends neither', async () => {
    const fixture = await fixtureOf()
    await place(fixture, pair(1))
    const other = pair(5)
    for (const taken of [
      { ...other, purchase: { ...other.purchase, clientOrderId: clientId(2) } },
      { ...other, sale: { ...other.sale, clientOrderId: clientId(1), size: whole(31) } },
    ]) {
      const answer = await fixture.module.orders.placeBothSides(...both(taken))
      assert.deepEqual(answer, { ok: false, error: 'idempotency_conflict' })
    }
    assert.equal(fixture.venue.requests.length, 2)
  })

  for (const how of ['cancel', 'SAFE'] as const) {
    test(`${how} between the two stops the second`, async () => {
      const fixture = await fixtureOf()
      fixture.bus.subscribe('order', (order) => {
        if (order.status !== 'live') return
        if (how === 'cancel') void fixture.module.orders.cancelMarket({ outcomeId: NO })
        else fixture.module.trading.disarm('user')
      })
      const { purchase } = await place(fixture, pair())
      assert.equal(purchase.result, 'rejected')
      assert.equal(fixture.venue.requests.length, 1)
    })
  }

  test('a stop between the two never sends the second', async () => {
    const fixture = await fixtureOf()
    fixture.killAt = 'place.response.pre'
    void fixture.module.orders.placeBothSides(...both(pair()))
    await fixture.clock.advance(5_000)
    assert.ok(fixture.isDead())
    await fixture.open()
    const { purchase } = await place(fixture, pair())
    assert.deepEqual([purchase.result, purchase.replayed], ['rejected', true])
    assert.equal(fixture.venue.requests.length, 1)
  })
})

for (const killAt of ['place.received', 'place.intent.pre'] as const) {
  test(`INV-62 a repeat after a stop at ${killAt}, before the sale was written, sends neither`, async () => {
    const fixture = await fixtureOf()
    fixture.killAt = killAt
    void fixture.module.orders.placeBothSides(...both(pair()))
    await fixture.clock.advance(5_000)
    assert.ok(fixture.isDead())
    await fixture.open()
    for (const _ of [1, 2]) {
      const { sale, purchase } = await place(fixture, pair())
      assert.deepEqual([sale.result, purchase.result], ['rejected', 'rejected'])
      assert.equal(sale.reject?.message, 'The terminal stopped before anything was sent.')
    }
    assert.equal(fixture.venue.requests.length, 0)
  })
}

type AnySale = Pick<OrderIntent, 'size' | 'timeInForce' | 'postOnly'> & {
  readonly price: number
  readonly held: Micros
  readonly cash: Micros
  readonly limits: Partial<RiskLimits>
}

test('INV-62 what is promised of both orders is what placing them answers', async () => {
  const anySale: fc.Arbitrary<AnySale> = fc.record({
    price: fc.oneof(
      fc.integer({ min: 40, max: 60 }).map((cents) => cents * 100),
      fc.integer({ min: 1, max: 9_999 }),
    ),
    size: fc.integer({ min: 1, max: 20_000 }).map((hundredths) => micros(BigInt(hundredths) * 10_000n)),
    held: fc.integer({ min: 0, max: 200 }).map(whole),
    timeInForce: fc.constantFrom('GTC' as const, 'FAK' as const, 'FOK' as const),
    postOnly: fc.boolean(),
    cash: fc.constantFrom(whole(5), whole(1_000)),
    limits: fc.constantFrom(
      {},
      { maxOpenOrders: 1 },
      { maxOrdersPerMinute: 1 },
      { maxPositionNotional: whole(20) },
      { maxOrderNotional: whole(25) },
      { maxDailyNotional: whole(15) },
      { priceBandTicks: 2 },
    ),
  })
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anySale, async (any) => {
      const fixture = createTradingFixture()
      fixture.book = { ...fixture.book, ...WIDE }
      fixture.venue.shares = any.held
      fixture.venue.balance = any.cash
      await fixture.open()
      const meets = any.timeInForce !== 'GTC' || any.price <= 4_500
      fixture.venue.scriptedOutcomes.push(
        ...(meets ? (['matched', 'matched'] as const) : (['live', 'live'] as const)),
      )
      assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), ...any.limits }).ok)
      const asked = { ...intent(1, { side: 'SELL', price: price(any.price), size: any.size }), ...terms(any) }
      const size = fittingSize(asked, asked.size)
      const { minOrderSize, bids } = fixture.book
      const split = splitSale({ ...asked, size, free: any.held, minOrderSize, bestBid: bids[0]?.[0] ?? null })
      if (split.sold === ZERO || split.bought === ZERO) return
      const sale = { ...asked, size: split.sold }
      const purchase = { ...pair(1, sale).purchase, size: split.bought, price: split.otherPrice }
      const promise = fixture.module.previewBothSides(sale, purchase)
      await fixture.clock.advance(50)
      const promised = await promise
      const placing = fixture.module.orders.placeBothSides(sale, purchase)
      await fixture.clock.advance(50)
      const placed = await placing
      assert.ok(placed.ok)
      assert.deepEqual(placed.value.sale.reject, promised.sale.reject)
      assert.deepEqual(placed.value.purchase.reject, promised.purchase.reject)
      for (const [part, asFar] of [
        [placed.value.sale, promised.sale],
        [placed.value.purchase, promised.purchase],
      ] as const) {
        seen.add(part.reject?.code ?? 'accepted')
        if (part.order !== null) assert.equal(asFar.roundedAway, ZERO)
      }
      const sent = placed.value.purchase.order?.size
      if (sent !== undefined) {
        assert.equal(sent, subtractMicros(size, placed.value.sale.order?.size ?? ZERO))
      }
    }),
    { numRuns: 250, endOnFailure: true, examples: SALES_OF_EACH_ANSWER },
  )
  for (const code of ['accepted', 'insufficient_balance', 'max_open_orders', 'max_orders_per_minute']) {
    assert.ok(seen.has(code), `the sample meets ${code}`)
  }
})

/** Sold and bought 30 and 70, whatever the random ones meet. */
const SALES_OF_EACH_ANSWER = [
  {},
  { cash: whole(5) },
  { limits: { maxOpenOrders: 1 } },
  { limits: { maxOrdersPerMinute: 1 } },
].map((changes): [AnySale] => [
  {
    price: 4_900,
    size: whole(100),
    held: whole(30),
    timeInForce: 'GTC',
    postOnly: false,
    cash: whole(1_000),
    limits: {},
    ...changes,
  },
])

function both({ sale, purchase }: Pair): [OrderIntent, OrderIntent] {
  return [sale, purchase]
}

function terms({ timeInForce, postOnly }: Pick<OrderIntent, 'timeInForce' | 'postOnly'>) {
  return { timeInForce, postOnly: postOnly && timeInForce === 'GTC' }
}
