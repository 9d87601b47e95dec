// Limits as orders meet them: whatever is open, in flight, unknown or held counts, a failed trade does not, and a way out stays open.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '#core/money.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { RejectCode } from '#core/reject-codes.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { PlaceResult } from './contract.ts'
import type { ListedRow } from './book-of-orders/outside-holdings.ts'
import { clientId, createTradingFixture, intent, NO, price, whole, YES } from '../testing/trading-fixture.ts'
import type { TradingFixture } from '../testing/trading-fixture.ts'
import { NAMELESS, type ScriptedOutcome } from '../testing/fake-orders.ts'

async function armed(limits: Partial<RiskLimits> = {}): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  await fixture.open()
  assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), ...limits }).ok)
  return fixture
}

async function placed(
  fixture: TradingFixture,
  order: OrderIntent,
  scripted: ScriptedOutcome = 'live',
): Promise<PlaceResult> {
  fixture.venue.scriptedOutcomes.push(scripted)
  const answer = fixture.module.orders.place(order)
  await fixture.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok)
  fixture.venue.scriptedOutcomes.length = 0
  return result.value
}

async function code(
  fixture: TradingFixture,
  order: OrderIntent,
  scripted: ScriptedOutcome = 'live',
): Promise<RejectCode | null> {
  return (await placed(fixture, order, scripted)).reject?.code ?? null
}

/** 10 shares at 0.40: 4 pUSD. */
const buy = (number: number, changes: Partial<OrderIntent> = {}): OrderIntent => intent(number, changes)
const sell = (number: number, changes: Partial<OrderIntent> = {}): OrderIntent =>
  intent(number, { side: 'SELL', price: price(4_900), ...changes })

describe('max_position_notional', () => {
  test('INV-15 counts both outcomes of the market, held and open', async () => {
    const fixture = await armed({ maxPositionNotional: whole(12) })
    assert.equal(await code(fixture, buy(1), 'matched'), null)
    assert.equal(await code(fixture, buy(2)), null)
    assert.equal(await code(fixture, buy(3, { outcomeId: NO, size: whole(21) })), 'max_position_notional')
    assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(8))
    assert.equal(await code(fixture, buy(4, { outcomeId: NO, price: price(3_000), size: whole(13) })), null)
    assert.equal(fixture.module.risk.usage().maxPositionNotional, 11_900_000n)
    assert.equal(await code(fixture, buy(5)), 'max_position_notional')
  })

  for (const scripted of ['live', 'delayed', 'partly', 'lost_nothing', 'lost_booked'] as const) {
    test(`INV-06 an order that ended ${scripted} counts in full`, async () => {
      const fixture = await armed({ maxPositionNotional: whole(7) })
      await placed(fixture, buy(1), scripted)
      assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(4))
      assert.equal(await code(fixture, buy(2)), 'max_position_notional')
    })
  }

  test('a refused order and a cancelled rest do not count', async () => {
    const fixture = await armed({ maxPositionNotional: whole(7) })
    await placed(fixture, buy(1), 'refused')
    const rest = (await placed(fixture, buy(2), 'partly')).order?.id
    assert.ok(rest)
    assert.equal(await code(fixture, buy(3)), 'max_position_notional')
    const answer = fixture.module.orders.cancel([rest])
    await fixture.clock.advance(1_000)
    assert.deepEqual((await answer).cancelled, [rest])
    assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(2))
    assert.equal(await code(fixture, buy(4)), null)
  })

  test('INV-10 a trade that failed gives its room back', async () => {
    const fixture = await armed({ maxPositionNotional: whole(7) })
    await placed(fixture, buy(1), 'matched')
    assert.equal(await code(fixture, buy(2)), 'max_position_notional')
    const [trade] = fixture.venue.trades.values()
    assert.ok(trade !== undefined)
    fixture.venue.settle(trade, 'failed')
    assert.equal(fixture.module.risk.usage().maxPositionNotional, 0n)
    assert.equal(await code(fixture, buy(3)), null)
  })

  test('it traps nobody: at the limit, even under a lowered one, a position can be sold or hedged', async () => {
    const fixture = await armed()
    await placed(fixture, buy(1), 'matched')
    assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), maxPositionNotional: whole(1) }).ok)
    assert.equal(await code(fixture, buy(2, { size: whole(5) })), 'max_position_notional')
    assert.equal(await code(fixture, sell(3)), null)
    const other = await armed()
    await placed(other, buy(1), 'matched')
    assert.ok(other.module.risk.set({ ...other.module.risk.limits(), maxPositionNotional: whole(1) }).ok)
    assert.equal(await code(other, buy(2, { outcomeId: NO, size: whole(10) }), 'matched'), null)
    assert.equal(await code(other, buy(3, { outcomeId: NO, size: whole(10) })), 'max_position_notional')
    assert.equal(await code(other, buy(4, { size: whole(10) })), 'max_position_notional')
  })

  test('INV-15 a hedge is let through once: two at the same time cannot both pair the same shares', async () => {
    const fixture = await armed()
    await placed(fixture, buy(1), 'matched')
    assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), maxPositionNotional: whole(1) }).ok)
    const hedges = [2, 3].map((number) => fixture.module.orders.place(buy(number, { outcomeId: NO })))
    await fixture.clock.advance(100)
    const results = await Promise.all(hedges)
    assert.deepEqual(
      results.map((result) => result.ok && (result.value.reject?.code ?? 'accepted')),
      ['accepted', 'max_position_notional'],
    )
  })

  test('INV-14 a hedge that rests can be replaced at the limit: the old one frees what it was to pair', async () => {
    const fixture = await armed()
    await placed(fixture, buy(1), 'matched')
    assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), maxPositionNotional: whole(1) }).ok)
    const hedge = (await placed(fixture, buy(2, { outcomeId: NO }))).order?.id
    assert.ok(hedge)
    const replace = async (number: number, size: number): Promise<RejectCode | null> => {
      const answer = fixture.module.orders.replace({
        clientOrderId: clientId(number),
        orderId: hedge,
        price: price(4_200),
        size: whole(size),
        postOnly: false,
      })
      await fixture.clock.advance(16_000)
      const result = await answer
      assert.ok(result.ok)
      return result.value.reject?.code ?? null
    }
    assert.equal(await replace(3, 13), 'max_position_notional')
    assert.equal(fixture.venue.orders.get(hedge)?.state, 'live')
    assert.equal(await replace(4, 10), null)
    assert.equal(fixture.venue.orders.get(hedge)?.state, 'cancelled')
  })

  test('INV-15 shares that an open sale may take pair nothing', async () => {
    const fixture = await armed()
    await placed(fixture, buy(1), 'matched')
    await placed(fixture, sell(2, { size: whole(5) }))
    assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), maxPositionNotional: whole(1) }).ok)
    assert.equal(await code(fixture, buy(3, { outcomeId: NO, size: whole(10) })), 'max_position_notional')
    assert.equal(await code(fixture, buy(4, { outcomeId: NO, size: whole(5), price: price(2_000) })), null)
  })

  for (const what of ['hedge', 'sale'] as const) {
    test(`INV-15 shares pair nothing after a ${what} of them of which only the frame has come, not the trades`, async () => {
      const fixture = await armed()
      await placed(fixture, buy(1), 'matched')
      assert.ok(
        fixture.module.risk.set({ ...fixture.module.risk.limits(), maxPositionNotional: whole(1) }).ok,
      )
      const first = what === 'hedge' ? buy(2, { outcomeId: NO }) : sell(2)
      const id = (await placed(fixture, first)).order?.id
      const row = id ? fixture.venue.orders.get(id) : undefined
      assert.ok(id && row !== undefined)
      const order = { ...row, state: 'matched', matchedSize: row.originalSize } as const
      fixture.venue.orders.set(id, order)
      fixture.venue.publish({ type: 'order', change: 'update', order })
      assert.equal(await code(fixture, buy(3, { outcomeId: NO, size: whole(10) })), 'max_position_notional')
    })
  }
})

describe('max_position_notional and what the wallet holds from outside', () => {
  let round = 0

  /** The venue's list shows a number of shares of YES at 0.50. */
  function list(fixture: TradingFixture, shares: number, changes: Partial<ListedRow> = {}): void {
    const size = whole(shares)
    const cost = micros(size / 2n)
    const lastAt = fixture.clock.now()
    const row = { outcomeId: YES, marketId: fixture.market.id, size, cost, lastAt, agreed: size, ...changes }
    fixture.own.takeListed(shares === 0 ? [] : [row], (round += 1))
  }

  test('INV-53 shares from outside count, are said apart, and leave a way out', async () => {
    const fixture = await armed({ maxPositionNotional: whole(10) })
    list(fixture, 16)
    const usage = fixture.module.risk.usage()
    assert.deepEqual([usage.maxPositionNotional, usage.positionFromOutside], [whole(8), whole(8)])
    const { reject } = await placed(fixture, buy(1))
    assert.deepEqual([reject?.code, reject?.limit, reject?.value], ['max_position_notional', '10', '12'])
    assert.match(reject?.message ?? '', /; 8 of it was bought elsewhere\.$/)
    const after = (await fixture.module.preview(buy(2))).after
    assert.deepEqual([after?.exposure, after?.exposureOutside], [whole(12), whole(8)])
    assert.equal(await code(fixture, sell(3)), null)
    assert.equal(await code(fixture, buy(4, { outcomeId: NO, size: whole(6) }), 'matched'), null)
    assert.equal(await code(fixture, buy(5, { outcomeId: NO, size: whole(6) })), 'max_position_notional')
  })

  test('INV-53 the larger of own fills and the list counts, and a buy counts at once next to shares from outside', async () => {
    const fixture = await armed()
    await placed(fixture, buy(1), 'matched')
    list(fixture, 10, { cost: whole(4) })
    assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(4))
    list(fixture, 30, { cost: whole(24) })
    assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(24))
    const before = fixture.clock.now()
    await fixture.clock.advance(5_000)
    await placed(fixture, buy(2), 'matched')
    assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(28))
    list(fixture, 30, { cost: whole(24), lastAt: before })
    const usage = fixture.module.risk.usage()
    assert.deepEqual([usage.maxPositionNotional, usage.positionFromOutside], [whole(28), whole(20)])
  })

  test('INV-53 what was just sold does not stay counted because the list is late', async () => {
    const fixture = await armed({ maxPositionNotional: whole(5) })
    await placed(fixture, buy(1), 'matched')
    const before = fixture.clock.now()
    list(fixture, 10, { cost: whole(4) })
    await fixture.clock.advance(5_000)
    await placed(fixture, sell(2), 'matched')
    assert.equal(fixture.module.risk.usage().maxPositionNotional, 0n)
    list(fixture, 10, { cost: whole(4), lastAt: before })
    assert.equal(fixture.module.risk.usage().maxPositionNotional, 0n)
    assert.equal(await code(fixture, buy(3)), null)
  })

  test('INV-53 one empty list takes nothing away, the second does', async () => {
    const fixture = await armed()
    list(fixture, 16)
    list(fixture, 0)
    assert.equal(fixture.module.risk.usage().positionFromOutside, whole(8))
    list(fixture, 0)
    assert.equal(fixture.module.risk.usage().positionFromOutside, 0n)
  })

  test('shares that went without a trade stop counting once list and balance agree on it, and not before', async () => {
    const fixture = await armed()
    await placed(fixture, buy(1), 'matched')
    list(fixture, 4, { cost: micros(1_600_000n), agreed: whole(10) })
    assert.equal(fixture.module.risk.usage().maxPositionNotional, whole(4))
    await fixture.clock.advance(5_000)
    list(fixture, 4, { cost: micros(1_600_000n), agreed: whole(4) })
    assert.equal(fixture.module.risk.usage().maxPositionNotional, 1_600_000n)
    await placed(fixture, buy(2), 'matched')
    assert.equal(fixture.module.risk.usage().maxPositionNotional, 5_600_000n)
  })

  test('INV-53 shares that the list shows and the balance does not pair nothing', async () => {
    const fixture = await armed()
    list(fixture, 16)
    fixture.venue.shares = whole(2)
    assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), maxPositionNotional: whole(1) }).ok)
    await placed(fixture, sell(1, { size: whole(5) }))
    assert.equal(await code(fixture, buy(2, { outcomeId: NO, size: whole(6) })), 'max_position_notional')
  })
})

test('INV-15 a move that the disk refused takes no room of the orders after it', async () => {
  const fixture = await armed({ maxOpenOrders: 1 })
  const { order } = await placed(fixture, buy(1))
  assert.ok(order?.id)
  fixture.audit.isBroken = true
  const terms = { orderId: order.id, price: price(4_100), size: whole(10), postOnly: false }
  const move = await fixture.module.orders.replace({ clientOrderId: clientId(2), ...terms })
  assert.equal(move.ok && move.value.reject?.code, 'audit_unavailable')
  fixture.audit.isBroken = false
  const cancel = fixture.module.orders.cancel([order.id])
  await fixture.clock.advance(2_000)
  assert.deepEqual((await cancel).cancelled, [order.id])
  assert.ok(fixture.module.trading.arm().ok)
  assert.equal(await code(fixture, buy(3)), null)
})

describe('max_daily_notional', () => {
  async function cancelled(fixture: TradingFixture, result: PlaceResult): Promise<void> {
    const id = result.order?.id
    assert.ok(id)
    const answer = fixture.module.orders.cancel([id])
    await fixture.clock.advance(2_000)
    assert.deepEqual((await answer).cancelled, [id])
  }

  async function moved(
    fixture: TradingFixture,
    number: number,
    old: PlaceResult,
    size: number,
  ): Promise<PlaceResult> {
    assert.ok(old.order?.id)
    const answer = fixture.module.orders.replace({
      clientOrderId: clientId(number),
      orderId: old.order.id,
      price: price(4_200),
      size: whole(size),
      postOnly: false,
    })
    await fixture.clock.advance(16_000)
    const result = await answer
    assert.ok(result.ok)
    return result.value
  }

  test('INV-15 an order that is moved counts once, and can be moved with the whole day used', async () => {
    const fixture = await armed({ maxDailyNotional: micros(4_300_000n) })
    const first = await placed(fixture, buy(1))
    const second = await moved(fixture, 2, first, 10)
    assert.equal(second.reject, null)
    assert.equal(fixture.module.risk.usage().maxDailyNotional, 4_200_000n)
    assert.equal(await code(fixture, buy(3, { size: whole(5) })), 'max_daily_notional')
    assert.equal((await moved(fixture, 4, second, 20)).reject?.code, 'max_daily_notional')
  })

  test('INV-15 what an order filled before its end counts, also after a restart', async () => {
    const fixture = await armed({ maxDailyNotional: whole(6) })
    await cancelled(fixture, await placed(fixture, buy(1), 'partly'))
    await cancelled(fixture, await placed(fixture, buy(2)))
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(2))
    await fixture.restart()
    fixture.module.trading.arm()
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(2))
    assert.equal(await code(fixture, buy(3)), null)
    assert.equal(await code(fixture, buy(4)), 'max_daily_notional')
  })

  test('INV-15 an end counts once a whole read after it has shown what it filled', async () => {
    const fixture = await armed({ maxDailyNotional: whole(6) })
    const first = await placed(fixture, buy(1))
    fixture.venue.isBlind = true
    await cancelled(fixture, first)
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(4))
    assert.equal(await code(fixture, buy(2)), 'max_daily_notional')
  })

  test('INV-15 after a restart an order counts in full while a trade that is not understood may be of it', async () => {
    const fixture = await armed({ maxDailyNotional: whole(6) })
    await cancelled(fixture, await placed(fixture, buy(1)))
    fixture.venue.tradesNotUnderstood = [NAMELESS]
    await fixture.restart()
    assert.equal(fixture.module.risk.usage().maxDailyNotional, whole(4))
  })
})

describe('counts and funds', () => {
  test('INV-06 unknown orders count as open, and the venue is not asked twice', async () => {
    const fixture = await armed({ maxOpenOrders: 2 })
    await placed(fixture, buy(1), 'lost_nothing')
    await placed(fixture, buy(2), 'lost_nothing')
    assert.equal(await code(fixture, buy(3)), 'max_open_orders')
    assert.equal(fixture.venue.requests.length, 2)
  })

  test('refused orders count in the minute, refusals of our own do not', async () => {
    const fixture = await armed({ maxOrdersPerMinute: 2 })
    assert.equal(await code(fixture, buy(1, { price: price(9_900) })), 'price_band')
    fixture.venue.scriptedOutcomes.push('refused', 'live')
    const answers = [2, 3, 4].map((number) => fixture.module.orders.place(buy(number)))
    await fixture.clock.advance(100)
    const codes = (await Promise.all(answers)).map((result) => result.ok && result.value.reject?.code)
    assert.deepEqual(codes, ['venue_rejected', undefined, 'max_orders_per_minute'])
    await fixture.clock.advance(60_000)
    assert.equal(await code(fixture, buy(5)), null)
  })

  test('INV-15 cash under open and unknown buys is not spent twice', async () => {
    const fixture = createTradingFixture()
    fixture.venue.balance = whole(10)
    await fixture.open()
    await placed(fixture, buy(1))
    await placed(fixture, buy(2), 'lost_nothing')
    const refused = await placed(fixture, buy(3))
    assert.deepEqual(
      [refused.reject?.code, refused.reject?.limit, refused.reject?.value],
      ['insufficient_balance', '2', '4'],
    )
  })

  test('INV-15 shares under an unknown sale are not sold again', async () => {
    const fixture = await armed()
    fixture.venue.shares = whole(15)
    await placed(fixture, sell(1), 'lost_nothing')
    assert.equal(await code(fixture, sell(2)), 'insufficient_balance')
    assert.equal(await code(fixture, sell(3, { outcomeId: NO })), null)
    assert.equal(await code(fixture, sell(4, { size: whole(5) })), null)
    assert.equal(fixture.module.orders.open().filter(({ outcomeId }) => outcomeId === YES).length, 2)
  })

  test('sales count neither in the position nor in the day', async () => {
    const fixture = await armed({ maxDailyNotional: whole(4) })
    assert.equal(await code(fixture, sell(1)), null)
    assert.deepEqual(
      [fixture.module.risk.usage().maxDailyNotional, fixture.module.risk.usage().maxPositionNotional],
      [0n, 0n],
    )
    assert.equal(await code(fixture, buy(2), 'matched'), null)
    assert.equal(await code(fixture, buy(3)), 'max_daily_notional')
    assert.equal(await code(fixture, sell(4)), null)
  })
})

test('INV-76 an order that the venue must refuse for cash of unsettled purchases does not leave, however often it is read', async () => {
  const fixture = createTradingFixture()
  // The balance stays as it was before the trade, as at a venue that moves it when a trade is mined.
  Object.assign(fixture.venue, { balance: whole(20), shares: whole(0) })
  await fixture.open()
  const bought = buy(1, { price: price(5_000), size: whole(20), timeInForce: 'FAK' })
  assert.equal(await code(fixture, bought, 'matched'), null)
  const next = (number: number): OrderIntent => buy(number, { size: whole(26) })
  for (const wait of [300, 3_000, 120_000, 700_000]) {
    await fixture.clock.advance(wait)
    assert.equal(await code(fixture, next(wait)), 'insufficient_balance', `after ${wait}`)
    const { reject } = await fixture.module.preview(next(1))
    assert.equal(reject?.code, 'insufficient_balance')
  }
  const { cash, cashComing } = fixture.own.facts()
  assert.deepEqual([cash, cashComing], [whole(10), 0n])
  assert.equal(fixture.venue.requests.length, 1)
  for (const trade of fixture.venue.trades.values()) fixture.venue.settle(trade, 'failed')
  await fixture.clock.advance(10_000)
  assert.equal(fixture.own.facts().cash, whole(20))
  assert.equal(await code(fixture, next(2)), null)
})
