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
  const effect = orderEffect(buy, shares(60))
  assert.equal(effect.cash, shares(57))
  assert.equal(effect.takes, shares(60))
  assert.equal(effect.rests, shares(40))
  assert.equal(effect.ifPays, shares(43))
  assert.equal(effect.ifNot, micros(-57_000_000n))
})

test('a sale is the mirror image', () => {
  const effect = orderEffect({ ...buy, side: 'SELL' }, shares(0))
  assert.equal(effect.cash, shares(57))
  assert.equal(effect.ifPays, micros(-43_000_000n))
  assert.equal(effect.ifNot, shares(57))
})

test('fill or kill takes all or nothing, fill and kill drops the rest', () => {
  const taken = shares(60)
  assert.equal(orderEffect({ ...buy, timeInForce: 'FOK' }, taken).takes, 0n)
  const partly = orderEffect({ ...buy, timeInForce: 'FAK' }, taken)
  assert.equal(partly.takes, shares(60))
  assert.equal(partly.rests, 0n)
})

test('sizes are cut to two decimals', () => {
  const effect = orderEffect({ ...buy, size: micros(12_349_000n) }, shares(0))
  assert.equal(effect.size, micros(12_340_000n))
})
