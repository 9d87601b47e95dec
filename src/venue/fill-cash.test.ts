import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { readCash, readPrice } from './figures.ts'

const SHARES = micros(10_000_000_000n)

test('INV-82 a price between two steps has its exact cash; a residue beside one is that step', () => {
  for (const [text, cash] of [
    ['0.50933332', 5_093_333_200n],
    ['0.509333333333', 5_093_333_333n],
    ['0.5093', null],
    ['0.509300000000012', null],
    ['0.509299999999988', null],
    [0.5, null],
    ['1', null],
    ['none', null],
  ] as const) {
    assert.equal(readCash(text, SHARES), cash, String(text))
  }
  assert.equal(readPrice('0.50933332'), 5_093)
})
