// Price and fee of a fill: shown when known, and left open when not.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FeeCurve, Market } from '#core/market/market.ts'
import { parseTradeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import { createTradingFixture, intent, NO, price, whole, YES } from '../../testing/trading-fixture.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

const CURVE: FeeCurve = { rate: 50_000n, exponent: 1 }

/** A fixture whose buy of ten at 0.40 took what rested at these prices, ten or this size each: of the same outcome, or of the other one. */
async function taken(
  fee: Market['fee'],
  makers: readonly (readonly ['same' | 'other', number, number?])[],
): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  await fixture.open()
  fixture.market = { ...fixture.market, fee }
  const placed = await fixture.module.orders.place(intent(1))
  assert.ok(placed.ok && placed.value.order?.id)
  const tradeId = parseTradeId('t1')
  assert.ok(tradeId !== null)
  const side = { marketId: fixture.market.id, side: 'SELL', size: whole(10) } as const
  fixture.venue.publish({
    type: 'trade',
    trade: {
      tradeId,
      status: 'matched',
      txHash: null,
      at: fixture.clock.now(),
      taker: { ...side, side: 'BUY', orderId: placed.value.order.id, outcomeId: YES, price: price(4_000) },
      makers: makers.map(([which, steps, size = 10], index) => ({
        ...side,
        size: whole(size),
        side: which === 'same' ? 'SELL' : 'BUY',
        orderId: fakeOrderId(900 + index),
        outcomeId: which === 'same' ? YES : NO,
        price: price(steps),
      })),
      notUnderstood: [],
    },
  })
  return fixture
}

const fee = (fixture: TradingFixture): Micros | null | undefined => fixture.module.orders.fills()[0]?.fee

test('a taker’s fee is the curve’s at the one price of the trade, whichever outcome its makers held', async () => {
  const fixture = await taken(CURVE, [
    ['same', 4_000],
    ['other', 6_000],
  ])
  assert.equal(fee(fixture), 120_000n)
  assert.equal(fixture.published.fill?.at(-1)?.fee, 120_000n)
})

const paid = (fixture: TradingFixture): unknown => {
  const [fill] = fixture.module.orders.fills()
  return [fill?.price, fixture.module.risk.usage().maxPositionNotional]
}

test('a taker has paid what rested, not his limit, and the fee goes by that', async () => {
  for (const maker of [
    ['same', 3_900],
    ['other', 6_100],
  ] as const) {
    const fixture = await taken(CURVE, [maker])
    assert.deepEqual(paid(fixture), [3_900, 3_900_000n])
    assert.equal(fee(fixture), 118_950n)
  }
})

test('at several prices he has paid their average', async () => {
  const fixture = await taken(CURVE, [
    ['same', 3_900, 4],
    ['other', 6_200, 6],
  ])
  assert.deepEqual(paid(fixture), [3_840, 3_840_000n])
})

test('makers that tell of a part only, of none or of a worse price than his say nothing', async () => {
  const several = [
    ['same', 3_900, 4],
    ['same', 3_800, 5],
  ] as const
  for (const makers of [several, [['same', 3_900, 9]] as const, [], [['same', 4_100]] as const]) {
    const fixture = await taken(CURVE, makers)
    assert.deepEqual(paid(fixture), [4_000, whole(4)])
    assert.equal(fee(fixture), null)
  }
})

test('a market that charges nothing charged nothing', async () => {
  assert.equal(fee(await taken(null, [['same', 3_900]])), 0n)
})

test('a fee is left open when the trade was at several prices, or names no maker', async () => {
  assert.equal(
    fee(
      await taken(CURVE, [
        ['same', 4_000],
        ['same', 3_900],
      ]),
    ),
    null,
  )
  assert.equal(fee(await taken(CURVE, [])), null)
})

test('a fee is reported as soon as the catalog knows what the market charges', async () => {
  const fixture = await taken('unknown', [['same', 4_000]])
  assert.equal(fee(fixture), null)
  fixture.market = { ...fixture.market, fee: CURVE }
  assert.equal(fee(fixture), 120_000n)
})

test('a maker pays nothing', async () => {
  const fixture = createTradingFixture()
  await fixture.open()
  fixture.market = { ...fixture.market, fee: CURVE }
  const placed = await fixture.module.orders.place(intent(1))
  assert.ok(placed.ok && placed.value.order?.id)
  fixture.venue.fill(placed.value.order.id, whole(4))
  assert.equal(fee(fixture), 0n)
})

describe('INV-82 the cash of a fill', () => {
  const cash = (fixture: TradingFixture): unknown => {
    const [fill] = fixture.module.orders.fills()
    return [fill?.price, fill?.cash]
  }

  test('is what its makers say, to the micro, where the average is no price', async () => {
    const fixture = await taken(null, [
      ['same', 3_901, 3],
      ['other', 6_101, 7],
    ])
    assert.deepEqual(cash(fixture), [3_900, 3_899_600n])
  })

  test('INV-79 is read from a price first and from the makers once a row tells them, and never back', async () => {
    const fixture = await taken(CURVE, [])
    assert.deepEqual(cash(fixture), [4_000, whole(4)])
    const [fill] = fixture.module.orders.fills()
    assert.ok(fill !== undefined)
    const { orderId, outcomeId, marketId, side: bought, size } = fill
    const side = { orderId, outcomeId, marketId, side: bought, size, price: price(4_000) }
    const trade = { ...fill, taker: side, makers: [], notUnderstood: [] }
    const makers = [{ ...side, orderId: fakeOrderId(901), side: 'SELL' as const, price: price(3_900) }]
    fixture.venue.publish({ type: 'trade', trade: { ...trade, makers } })
    assert.deepEqual([...(cash(fixture) as unknown[]), fee(fixture)], [3_900, 3_900_000n, 118_950n])
    assert.equal(fixture.published.fill?.at(-1)?.cash, 3_900_000n)
    fixture.venue.publish({ type: 'trade', trade: { ...trade, status: 'confirmed' } })
    assert.deepEqual(cash(fixture), [3_900, 3_900_000n])
  })
})
