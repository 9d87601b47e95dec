import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import { orderEffect } from './order-effect.ts'

const price = parsePrice('0.57')
assert.ok(price !== null)
const shares = (count: number) => micros(BigInt(count) * 1_000_000n)
const buy = { side: 'BUY', price, size: shares(100), tick: 100, timeInForce: 'GTC' } as const

test('a buy that takes 60 and rests 40 costs 57 and wins 43 or loses 57', () => {
  const effect = orderEffect(buy, { size: shares(60), value: 60_000_000n * 5_600n })
  assert.equal(effect.cash, shares(57))
  assert.equal(effect.takes, shares(60))
  assert.equal(effect.rests, shares(40))
  assert.equal(effect.ifPays, shares(43))
  assert.equal(effect.ifNot, micros(-57_000_000n))
  assert.equal(effect.averageSteps, micros(560_000n))
})

test('a sale is the mirror image', () => {
  const effect = orderEffect({ ...buy, side: 'SELL' }, { size: shares(0), value: 0n })
  assert.equal(effect.cash, shares(57))
  assert.equal(effect.ifPays, micros(-43_000_000n))
  assert.equal(effect.ifNot, shares(57))
  assert.equal(effect.averageSteps, null)
})

test('fill or kill takes all or nothing, fill and kill drops the rest', () => {
  const taken = { size: shares(60), value: 60_000_000n * 5_700n }
  assert.equal(orderEffect({ ...buy, timeInForce: 'FOK' }, taken).takes, 0n)
  const partly = orderEffect({ ...buy, timeInForce: 'FAK' }, taken)
  assert.equal(partly.takes, shares(60))
  assert.equal(partly.rests, 0n)
})

test('sizes are cut to two decimals and the rest is named', () => {
  const effect = orderEffect({ ...buy, size: micros(12_349_000n) }, { size: shares(0), value: 0n })
  assert.equal(effect.size, micros(12_340_000n))
  assert.equal(effect.roundedAway, micros(9_000n))
})
