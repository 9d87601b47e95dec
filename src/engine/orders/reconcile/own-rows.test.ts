/** Trades and orders of ours that come without some of their fields, first or for good. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseTradeId, type OrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import type { FillStatus } from '#core/order/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { OrderPart, TradeSide, UnreadSide, VenueTrade } from '#core/order/account-rows.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'
import { armed, placedAfter } from '../../testing/armed-fixture.ts'
import { intent, whole, type TradingFixture } from '../../testing/trading-fixture.ts'

const STRANGER = fakeOrderId(900)
const NOTHING = { outcomeId: null, marketId: null, side: null, price: null, size: null }

/** The own side of a trade, its counterparty and what else they need. */
async function traded(size = 10): Promise<{
  readonly fixture: TradingFixture
  readonly id: OrderId
  readonly own: TradeSide
  readonly publish: (
    change: Partial<VenueTrade>,
    how?: 'frame' | 'list' | 'both',
    status?: FillStatus,
  ) => Promise<void>
  readonly fills: () => readonly (readonly [bigint, string, number])[]
}> {
  const fixture = await armed()
  const id = await placedAfter(fixture, intent(1), { ms: 1_000 })
  const order = fixture.venue.orders.get(id)
  const tradeId = parseTradeId('a-trade')
  assert.ok(order !== undefined && tradeId !== null)
  const { outcomeId, marketId, side, price } = order
  const own = { orderId: id, outcomeId, marketId, side, price, size: whole(size) }
  return {
    fixture,
    id,
    own,
    async publish(change, how = 'frame', status = 'matched') {
      const trade: VenueTrade = {
        tradeId,
        status,
        txHash: null,
        at: fixture.clock.now(),
        taker: { ...own, orderId: STRANGER, side: 'SELL' },
        makers: [],
        notUnderstood: [],
        ...change,
      }
      if (how !== 'list') fixture.venue.publish({ type: 'trade', trade })
      if (how !== 'frame') fixture.venue.trades.set(tradeId, trade)
      await fixture.clock.advance(100)
    },
    fills: () => fixture.module.orders.fills().map((fill) => [fill.size, fill.status, fill.price] as const),
  }
}

function unread(
  own: TradeSide,
  missing: Partial<UnreadSide['part']>,
  role: UnreadSide['role'] = 'maker',
): UnreadSide {
  const { orderId, ...part } = own
  return { orderId, reason: 'a field of it', role, part: { ...part, ...missing } }
}

describe('a trade whose own size is not known', () => {
  for (const how of ['frame', 'list', 'both'] as const) {
    for (const role of ['taker', 'maker'] as const) {
      test(`INV-75 INV-79 is no fill until a later ${how} knows it (${role})`, async () => {
        const { fixture, own, publish, fills } = await traded()
        const other = { ...own, orderId: STRANGER, side: 'SELL' as const }
        const empty = {
          taker: role === 'taker' ? null : other,
          makers: [],
          notUnderstood: [unread(own, { size: null }, role)],
        }
        await publish(empty, 'both')
        await fixture.clock.advance(9_000)
        assert.deepEqual(fills(), [])
        const detail = fixture.module.status.read().feeds.find(({ name }) => name === 'orders')?.detail
        assert.equal(detail, '1 row not understood (trades a-trade: a field of it)')
        const full = role === 'taker' ? { taker: own, makers: [other] } : { taker: other, makers: [own] }
        await publish(full, how, 'confirmed')
        await fixture.clock.advance(6_000)
        assert.deepEqual(fills(), [[whole(10), 'confirmed', 4_000]])
        await publish(empty, 'both')
        await fixture.clock.advance(9_000)
        assert.deepEqual(fills(), [[whole(10), 'confirmed', 4_000]])
      })
    }
  }

  test('INV-79 is asked for again at once, and every 5 s though nothing else is open', async () => {
    const { fixture, own, publish } = await traded()
    fixture.venue.change(own.orderId, 'matched')
    await fixture.clock.advance(120_000)
    const before = fixture.venue.reads.get('trades') ?? 0
    await publish({ taker: null, notUnderstood: [unread(own, { size: null }, 'taker')] }, 'both')
    await fixture.clock.advance(400)
    assert.ok((fixture.venue.reads.get('trades') ?? 0) > before)
    await fixture.clock.advance(60_000)
    assert.ok((fixture.venue.reads.get('trades') ?? 0) >= before + 12)
  })

  test('INV-79 has the price that all its makers give as soon as they are known', async () => {
    const { own, publish, fills } = await traded()
    const better = priceFromSteps(3_900)
    assert.ok(better !== null)
    const maker = { ...own, orderId: STRANGER, side: 'SELL' as const, price: better }
    await publish({ taker: own, notUnderstood: [unread(maker, { size: null })] }, 'both')
    assert.deepEqual(fills(), [[whole(10), 'matched', 4_000]])
    await publish({ taker: own, makers: [maker] }, 'both')
    assert.deepEqual(fills(), [[whole(10), 'matched', 3_900]])
    await publish({ taker: own, notUnderstood: [unread(maker, { size: null })] }, 'both', 'confirmed')
    assert.deepEqual(fills(), [[whole(10), 'confirmed', 3_900]])
  })
})

describe('what an own order knows', () => {
  for (const how of ['frame', 'list'] as const) {
    for (const missing of [
      { outcomeId: null },
      { side: null },
      { outcomeId: null, side: null },
      { price: null },
      { outcomeId: null, marketId: null, side: null, price: null },
    ]) {
      test(`INV-80 completes its side of a trade without ${Object.keys(missing).join(', ')} (${how})`, async () => {
        const { fixture, own, publish, fills } = await traded()
        await publish({ notUnderstood: [unread(own, missing)] }, how)
        await fixture.clock.advance(6_000)
        assert.deepEqual(fills(), [[whole(10), 'matched', 4_000]])
        const [fill] = fixture.module.orders.fills()
        assert.deepEqual(
          [fill?.outcomeId, fill?.side, fill?.marketId],
          [own.outcomeId, own.side, own.marketId],
        )
        assert.equal(fixture.module.orders.order(own.orderId)?.status, 'filled')
      })
    }
  }

  test('INV-75 completes no price at which it took, and nothing of a stranger', async () => {
    const { publish, own, fills } = await traded()
    await publish({ taker: null, notUnderstood: [unread(own, { price: null }, 'taker')] })
    await publish({ taker: null, notUnderstood: [{ ...unread(own, { side: null }), orderId: STRANGER }] })
    await publish({
      taker: null,
      notUnderstood: [{ orderId: null, reason: '', role: 'maker', part: NOTHING }],
    })
    assert.deepEqual(fills(), [])
  })

  for (const missing of ['outcomeId', 'marketId', 'side', 'price', 'originalSize'] as const) {
    test(`INV-80 completes its row without ${missing}, of a frame, the list or a look-up`, async () => {
      for (const how of ['frame', 'list', 'lookup'] as const) {
        const { fixture, id } = await traded()
        const order = fixture.venue.orders.get(id)
        assert.ok(order !== undefined)
        const part: OrderPart = {
          ...order,
          matchedSize: whole(4),
          state: how === 'lookup' ? 'cancelled' : 'live',
          [missing]: null,
        }
        const row = { id, reason: missing, orderIds: [id], at: null, part }
        fixture.venue.orders.delete(id)
        if (how === 'frame') fixture.venue.publish({ type: 'unread_order', row })
        if (how === 'list') fixture.venue.ordersNotUnderstood = [row]
        if (how === 'lookup') {
          const error = { kind: 'incomplete', detail: missing, retryAfterMs: null, row } as const
          fixture.venue.account.order = () => Promise.resolve({ ok: false, error })
        }
        await fixture.clock.advance(7_000)
        const shown = fixture.module.orders.order(id)
        assert.deepEqual(
          [shown?.filledSize, shown?.status],
          [whole(4), how === 'lookup' ? 'cancelled' : 'partially_filled'],
          how,
        )
      }
    })
  }

  test('INV-75 completes how much of a living order has matched by what is known, of an ended one never', async () => {
    const { fixture, id, own, publish } = await traded()
    await publish({ makers: [{ ...own, size: whole(4) }] })
    const order = fixture.venue.orders.get(id)
    assert.ok(order !== undefined)
    const row = (state: OrderPart['state']) => {
      const part: OrderPart = { ...order, state, matchedSize: null }
      return { id, reason: 'size matched', orderIds: [id], at: null, part }
    }
    for (const state of ['live', 'matched', 'cancelled', 'invalid'] as const) {
      fixture.venue.publish({ type: 'unread_order', row: row(state) })
      const shown = fixture.module.orders.order(id)
      assert.deepEqual([shown?.filledSize, shown?.status], [whole(4), 'partially_filled'], state)
    }
  })
})

describe('an own order that stands twice in a trade', () => {
  for (const how of ['frame', 'list', 'both'] as const) {
    test(`INV-10 has the sum of its parts, however often they come (${how})`, async () => {
      const { fixture, id, own, publish, fills } = await traded()
      const parts = [
        { ...own, size: whole(3) },
        { ...own, size: whole(5) },
      ]
      await publish({ makers: [parts[0] ?? own] }, how)
      await fixture.clock.advance(6_000)
      await publish({ makers: parts }, how)
      await fixture.clock.advance(6_000)
      await publish({ makers: [parts[1] ?? own] }, how)
      await publish({ makers: parts }, how, 'confirmed')
      await fixture.clock.advance(6_000)
      assert.deepEqual(fills(), [[whole(8), 'confirmed', 4_000]])
      assert.equal(fixture.module.orders.order(id)?.filledSize, whole(8))
    })
  }

  test('INV-75 is no fill while one of its parts is not known', async () => {
    const { own, publish, fills } = await traded()
    await publish({ makers: [{ ...own, size: whole(3) }], notUnderstood: [unread(own, { size: null })] })
    assert.deepEqual(fills(), [])
    await publish({
      makers: [
        { ...own, size: whole(3) },
        { ...own, size: micros(5_000_000n) },
      ],
    })
    assert.deepEqual(fills(), [[whole(8), 'matched', 4_000]])
  })

  test('INV-10 has it after a restart, too', async () => {
    const { fixture, own, publish, fills } = await traded()
    await publish(
      {
        makers: [
          { ...own, size: whole(3) },
          { ...own, size: whole(5) },
        ],
      },
      'list',
    )
    await fixture.restart()
    await fixture.clock.advance(2_000)
    assert.deepEqual(fills(), [[whole(8), 'matched', 4_000]])
  })
})
