import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import type { OrderDefaults } from './order-defaults.ts'
import { createOrderDefaults } from './order-defaults.ts'

function storageOf(text: string | null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
  }
}

const FIRST = createOrderDefaults(storageOf(null)).get()

test('the order defaults are the same after a reload, to the last micro', () => {
  const samples: readonly OrderDefaults[] = [
    { size: micros(12_345_678_901_230_000n), unit: 'cash', timeInForce: 'FOK', postOnly: false },
    { size: micros(1n), unit: 'shares', timeInForce: 'GTC', postOnly: true },
  ]
  for (const orderDefaults of samples) {
    const storage = storageOf(null)
    createOrderDefaults(storage).set(orderDefaults)
    assert.deepEqual(createOrderDefaults(storage).get(), orderDefaults)
  }
})

test('stored defaults that cannot be read, or that the bar cannot show, count as none', () => {
  const good = { size: '5', unit: 'cash', timeInForce: 'FAK', postOnly: false }
  assert.equal(createOrderDefaults(storageOf(JSON.stringify(good))).get().timeInForce, 'FAK')
  const bad = [{ size: '-5' }, { size: '0' }, { size: 5 }, { unit: 'lots' }, { timeInForce: 'GTD' }]
  for (const part of bad) {
    assert.deepEqual(createOrderDefaults(storageOf(JSON.stringify({ ...good, ...part }))).get(), FIRST)
  }
  for (const text of ['', '{', '7', '[]']) assert.deepEqual(createOrderDefaults(storageOf(text)).get(), FIRST)
})

test('what takes at once is never post-only, and a storage that refuses costs only the memory', () => {
  const both = JSON.stringify({ size: '5', unit: 'cash', timeInForce: 'FAK', postOnly: true })
  assert.equal(createOrderDefaults(storageOf(both)).get().postOnly, false)
  const refuse = () => {
    throw new Error('refused')
  }
  const orderDefaults = createOrderDefaults({ getItem: refuse, setItem: refuse })
  orderDefaults.set({ ...FIRST, postOnly: true })
  assert.equal(orderDefaults.get().postOnly, true)
})
