// Price and fee of a fill, from the trade's row to the limits: how they are read is shown in trade-fills.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('a fee is reported as soon as the catalog knows what the market charges', async () => {
  const fixture = await taken('unknown', [['same', 4_000]])
  assert.equal(fee(fixture), null)
  fixture.market = { ...fixture.market, fee: CURVE }
  assert.equal(fee(fixture), 120_000n)
})
