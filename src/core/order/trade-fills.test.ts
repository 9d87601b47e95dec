// Price, cash and fee of a fill by the rows of its trade: shown when known, and left open when not.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseMarketId, parseOrderId, parseOutcomeId, parseTradeId, type OrderId } from '../ids.ts'
import type { FeeCurve, Market } from '../market/market.ts'
import { micros, type Micros } from '../money.ts'
import { priceFromSteps, type Price } from '../price.ts'
import type { TradeSide, VenueTrade } from './account-rows.ts'
import { ownSides, stepFill, type KnownFill } from './trade-fills.ts'

function known<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

const YES = known(parseOutcomeId('pm:1'))
const NO = known(parseOutcomeId('pm:2'))
const marketId = known(parseMarketId(`pm:0x${'ab'.repeat(32)}`))
const CURVE: FeeCurve = { rate: 50_000n, exponent: 1 }
const whole = (count: number): Micros => micros(BigInt(count) * 1_000_000n)
const price = (steps: number): Price => known(priceFromSteps(steps))
const orderId = (n: number): OrderId => known(parseOrderId(`pm:0x${n.toString(16).padStart(64, '0')}`))

type Maker = readonly ['same' | 'other', steps: number, size?: number]

/** A trade in which order 1 buys ten at 0.40 of makers at these prices, of the same outcome or of the other one. */
function trade(makers: readonly Maker[], change: Partial<VenueTrade> = {}): VenueTrade {
  const side = { orderId: orderId(1), outcomeId: YES, marketId, side: 'BUY', size: whole(10) } as const
  return {
    tradeId: known(parseTradeId('t1')),
    status: 'matched',
    txHash: null,
    at: 5,
    taker: { ...side, price: price(4_000) },
    makers: makers.map(([which, steps, size = 10], index) => ({
      ...side,
      orderId: orderId(900 + index),
      outcomeId: which === 'same' ? YES : NO,
      side: which === 'same' ? 'SELL' : 'BUY',
      price: price(steps),
      size: whole(size),
    })),
    notUnderstood: [],
    ...change,
  }
}

/** The fill of one of its orders. */
function fillOf(
  row: VenueTrade,
  fee: Market['fee'],
  before: KnownFill | null = null,
  order = orderId(1),
): KnownFill {
  const [part] = ownSides(row, (id) => id === order)
  return known(stepFill(before, row, known(part ?? null), () => fee))
}

function paid(row: VenueTrade, fee: Market['fee'] = CURVE): readonly unknown[] {
  const { fill } = fillOf(row, fee)
  return [fill.price, fill.cash, fill.fee]
}

test('a taker’s fee is the curve’s at the one price of the trade, whichever outcome its makers held', () => {
  const makers: Maker[] = [
    ['same', 4_000, 5],
    ['other', 6_000, 5],
  ]
  assert.deepEqual(paid(trade(makers)), [4_000, whole(4), 120_000n])
})

test('a taker has paid what rested, not his limit, and the fee goes by that', () => {
  for (const maker of [['same', 3_900] as const, ['other', 6_100] as const])
    assert.deepEqual(paid(trade([maker])), [3_900, 3_900_000n, 118_950n])
})

test('INV-82 at several prices he has paid their average, the cash to the micro, and no fee is known', () => {
  const makers: Maker[] = [
    ['same', 3_901, 3],
    ['other', 6_101, 7],
  ]
  assert.deepEqual(paid(trade(makers)), [3_900, 3_899_600n, null])
})

test('makers that tell of a part only, of none or of a worse price than his say nothing', () => {
  const part: Maker[] = [
    ['same', 3_900, 4],
    ['same', 3_800, 5],
  ]
  for (const makers of [part, [['same', 3_900, 9] as const], [], [['same', 4_100] as const]])
    assert.deepEqual(paid(trade(makers)), [4_000, whole(4), null])
})

test('a maker, and a market without a fee, pay nothing; of an unknown market that is left open', () => {
  assert.equal(fillOf(trade([['same', 4_000]]), CURVE, null, orderId(900)).fill.fee, 0n)
  assert.deepEqual(paid(trade([['same', 3_900]]), null), [3_900, 3_900_000n, 0n])
  assert.deepEqual(paid(trade([['same', 3_900]]), 'unknown'), [3_900, 3_900_000n, null])
})

test('INV-79 the makers complete what was read from a price first, and never the other way round', () => {
  const first = fillOf(trade([]), CURVE)
  const better = fillOf(trade([['same', 3_900]]), CURVE, first)
  assert.deepEqual([first.fill.price, first.isProved], [4_000, false])
  assert.deepEqual([better.fill.price, better.fill.fee, better.isProved], [3_900, 118_950n, true])
  assert.equal(fillOf(trade([]), CURVE, better), better)
})

describe('INV-10 an own order’s part in a trade', () => {
  test('is the sum where it appears more than once', () => {
    const twice = trade([
      ['same', 3_900, 4],
      ['same', 4_100, 6],
    ])
    const makers = twice.makers.map((side): TradeSide => ({ ...side, orderId: orderId(7) }))
    const { fill } = fillOf({ ...twice, makers }, null, null, orderId(7))
    assert.deepEqual([fill.size, fill.price, fill.cash], [whole(10), 4_020, 4_020_000n])
  })

  test('is not taken while some of it is not understood, but the state of its trade is', () => {
    const row = trade([['same', 4_000]])
    const before = fillOf(row, null)
    const part = { outcomeId: YES, marketId, side: 'BUY', price: null, size: null } as const
    const unread = { orderId: orderId(1), reason: 'no price', role: 'taker', part } as const
    const later = { ...row, status: 'confirmed', notUnderstood: [unread] } as const
    const [own] = ownSides(later, (id) => id === orderId(1))
    assert.equal(own?.side, null)
    const after = stepFill(before, later, known(own ?? null), () => null)
    assert.deepEqual(after?.fill, { ...before.fill, status: 'confirmed' })
    assert.equal(
      stepFill(null, later, known(own ?? null), () => null),
      null,
    )
  })

  test('of more shares than before takes its place, and keeps its time', () => {
    const before = fillOf(trade([], { at: 3 }), null)
    const row = trade([])
    const more = { ...row, taker: { ...known(row.taker), size: whole(12) } }
    const { fill } = fillOf(more, null, before)
    assert.deepEqual([fill.size, fill.at], [whole(12), 3])
  })
})
