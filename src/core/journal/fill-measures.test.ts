import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '../money.ts'
import { priceFromSteps, type Price } from '../price.ts'
import { notional } from '../order/order-amounts.ts'
import type { Side } from '../order/order.ts'
import {
  markout,
  markoutAtEnd,
  slippageToBest,
  slippageToMid,
  spreadSide,
  twiceMid,
} from './fill-measures.ts'

function price(steps: number): Price {
  const value = priceFromSteps(steps)
  assert.ok(value !== null)
  return value
}

const PRESS = { bid: price(4_500), ask: price(4_700) }
const TEN = micros(10_000_000n)
const at = (side: Side, steps: number, size = TEN) => ({ side, size, cash: notional(price(steps), size) })
const bought = at('BUY', 4_750)
const sold = at('SELL', 4_480)

test('a worse price than the best of the press costs, a better one is negative', () => {
  assert.equal(slippageToBest(bought, PRESS), 50_000n)
  assert.equal(slippageToBest(sold, PRESS), 20_000n)
  assert.equal(slippageToMid(bought, PRESS), 150_000n)
  assert.equal(slippageToMid(at('BUY', 4_500), PRESS), -100_000n)
  assert.equal(slippageToBest(bought, { bid: price(4_500), ask: null }), null)
  assert.equal(slippageToMid(sold, { bid: price(4_500), ask: null }), null)
  assert.equal(slippageToBest(sold, { bid: price(4_500), ask: null }), 20_000n)
  assert.equal(slippageToBest(bought, null), null)
})

test('a markout is positive where the price went the way of the fill; the end is the payout', () => {
  assert.equal(markout(bought, 9_600), 50_000n)
  assert.equal(markout(sold, 9_600), -320_000n)
  assert.equal(markout(bought, undefined), null)
  assert.equal(markoutAtEnd(bought, micros(1_000_000n)), 5_250_000n)
  assert.equal(markoutAtEnd(sold, micros(0n)), 4_480_000n)
  assert.equal(markoutAtEnd(sold, null), null)
  // Half a millionth is rounded down.
  assert.equal(markout(at('BUY', 4_750, micros(10_000n)), 9_501), 0n)
  assert.equal(markout(at('BUY', 4_750, micros(10_000n)), 9_499), -1n)
})

test('the side of the spread is by the press for a taker, by the prices at the fill for a maker', () => {
  const later = { bid: price(4_750), ask: price(4_800) }
  const seen = { press: PRESS, atFill: later }
  assert.equal(spreadSide({ price: price(4_700), role: 'taker' }, seen), 'ask')
  assert.equal(spreadSide({ price: price(4_600), role: 'taker' }, seen), 'inside')
  assert.equal(spreadSide({ price: price(4_700), role: 'maker' }, seen), 'bid')
  assert.equal(spreadSide({ price: price(4_700), role: 'maker' }, { ...seen, atFill: null }), null)
  assert.deepEqual(
    [twiceMid(PRESS), twiceMid(null), twiceMid({ bid: null, ask: price(1) })],
    [9_200, null, null],
  )
})
