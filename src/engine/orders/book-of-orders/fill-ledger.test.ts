// More fills than are kept, and what the limits and the orders count then.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { holdingFromFills, type Holding } from '#core/position/holdings.ts'
import { parseMarketId, parseTradeId, type OutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import type { Fill, FillStatus, Side } from '#core/order/order.ts'
import type { TradeSide, VenueTrade } from '#core/order/account-rows.ts'
import { createFillLedger, type FillLedger } from './fill-ledger.ts'
import { NO, price, whole, YES } from '../../testing/trading-fixture.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

type Published = {
  readonly n: number
  readonly at: number
  readonly outcomeId: OutcomeId
  readonly side: Side
  readonly size: number
  readonly status: FillStatus
  readonly order: number
}

function held(ledger: FillLedger, outcomeId: OutcomeId): Holding {
  const { changes, opening } = ledger.changes(outcomeId)
  return holdingFromFills(changes, opening)
}

function record(ledger: FillLedger, published: Published): Fill | null {
  const [tradeId, marketId] = [parseTradeId(`trade-${published.n}`), parseMarketId(`pm:0x${'ab'.repeat(32)}`)]
  assert.ok(tradeId !== null && marketId !== null)
  const id = fakeOrderId(published.order)
  const own: TradeSide = {
    orderId: id,
    outcomeId: published.outcomeId,
    marketId,
    side: published.side,
    price: price(5_000),
    size: whole(published.size),
  }
  const trade: VenueTrade = {
    tradeId,
    status: published.status,
    txHash: null,
    at: published.at,
    taker: own,
    makers: [{ ...own, orderId: fakeOrderId(999) }],
    notUnderstood: [],
  }
  return ledger.add(trade, { orderId: id, role: 'taker', side: own }, id)
}

const MAX_FILLS = 20
const one = (n: number, change: Partial<Published> = {}): Published => ({
  n,
  at: n,
  outcomeId: YES,
  side: 'BUY',
  size: 10,
  status: 'confirmed',
  order: n,
  ...change,
})

describe('more fills than are kept', () => {
  test('INV-10 INV-15 a position of old fills stays in the limit, and a trade reported again counts once', () => {
    const ledger = createFillLedger(() => null, MAX_FILLS)
    record(ledger, one(1))
    for (let n = 2; n <= 5 * MAX_FILLS; n += 1) {
      record(ledger, one(n, { outcomeId: NO, side: n % 2 === 0 ? 'BUY' : 'SELL' }))
    }
    assert.ok(ledger.all().length <= MAX_FILLS)
    assert.ok(ledger.all().every(({ outcomeId }) => outcomeId === NO))
    assert.deepEqual(held(ledger, YES), { size: whole(10), cost: whole(5) })
    assert.ok(ledger.outcomes().includes(YES))
    assert.notEqual(ledger.marketOf(YES), null)
    assert.equal(record(ledger, one(1)), null)
    assert.deepEqual(held(ledger, YES), { size: whole(10), cost: whole(5) })
  })

  test('a cut inside a second leaves nothing of what was bought and sold in it', () => {
    const ledger = createFillLedger(() => null, MAX_FILLS)
    // 21 fills: the oldest three are folded.
    for (const n of [1, 2]) record(ledger, one(n, { outcomeId: NO }))
    record(ledger, one(3, { side: 'SELL' }))
    record(ledger, one(4, { at: 3 }))
    for (let n = 5; n <= MAX_FILLS + 1; n += 1) record(ledger, one(n, { outcomeId: NO }))
    assert.equal(ledger.all().length, MAX_FILLS - 2)
    assert.equal(held(ledger, YES).size, 0n)
  })

  test('an order that is open long keeps what it filled', () => {
    const ledger = createFillLedger(() => null, MAX_FILLS)
    for (let n = 1; n <= 3 * MAX_FILLS; n += 1) record(ledger, one(n, { order: 7, size: 1 }))
    assert.deepEqual(ledger.totals(fakeOrderId(7)), { filled: whole(3 * MAX_FILLS), failed: 0n })
  })

  test('what is not final stays, and is final later', () => {
    const ledger = createFillLedger(() => null, MAX_FILLS)
    record(ledger, one(1, { status: 'matched' }))
    for (let n = 2; n <= 3 * MAX_FILLS; n += 1) record(ledger, one(n, { outcomeId: NO }))
    assert.equal(record(ledger, one(1, { status: 'failed' }))?.status, 'failed')
    assert.equal(held(ledger, YES).size, 0n)
  })

  test('hold and cost the same as if all were kept, reported in order of time', () => {
    const published = fc.record({
      outcomeId: fc.constantFrom(YES, NO),
      side: fc.constantFrom<Side>('BUY', 'BUY', 'SELL'),
      size: fc.integer({ min: 1, max: 30 }),
      status: fc.constantFrom<FillStatus>('confirmed', 'confirmed', 'confirmed', 'failed', 'matched'),
      order: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(fc.array(published, { maxLength: 120 }), (list) => {
        const [few, all] = [createFillLedger(() => null, MAX_FILLS), createFillLedger(() => null)]
        for (const [n, each] of list.entries())
          for (const ledger of [few, all]) record(ledger, { ...each, n, at: n })
        for (const outcomeId of [YES, NO]) {
          const fills = all.all().filter((fill) => fill.outcomeId === outcomeId)
          assert.deepEqual(held(few, outcomeId), holdingFromFills(fills))
        }
        for (const order of [1, 2, 3, 4].map(fakeOrderId)) {
          assert.deepEqual(few.totals(order), all.totals(order))
        }
      }),
    )
  })
})

test('fees that are learnt after their fills are counted, each once', () => {
  let curve: Market['fee'] = 'unknown'
  const ledger = createFillLedger(() => curve)
  record(ledger, one(1))
  assert.equal(ledger.feesLearnt(), 0)
  curve = null
  assert.deepEqual([ledger.feesLearnt(), ledger.feesLearnt()], [1, 1])
})

test('INV-10 what is read again is the same until a fill of the outcome changes, and then what the fills say', () => {
  const ledger = createFillLedger(() => null, MAX_FILLS)
  record(ledger, one(1))
  const before = ledger.changes(YES)
  record(ledger, one(2, { outcomeId: NO }))
  assert.equal(ledger.changes(YES), before)
  record(ledger, one(3, { status: 'matched' }))
  assert.deepEqual(held(ledger, YES).size, whole(20))
  record(ledger, one(3, { status: 'failed' }))
  assert.deepEqual(held(ledger, YES).size, whole(10))
  for (let n = 4; n <= 3 * MAX_FILLS; n += 1) {
    record(ledger, one(n))
    assert.deepEqual(held(ledger, YES).size, whole(10 * (n - 2)), `after ${n} fills, some of them folded`)
  }
})
