// Rules shown here: PAGE-5.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { createQuickNotional, DEFAULT_QUICK_NOTIONAL } from '../data/settings/order-defaults.ts'
import { EARLIEST_MS, LATEST_MS, needsConfirm, pressConfirm } from './confirm.ts'

test('the second press sends; a double click and a late press do not', () => {
  const first = pressConfirm(null, 'a', 1_000)
  assert.deepEqual(first, { send: false, pending: { key: 'a', at: 1_000 } })
  assert.deepEqual(pressConfirm(first.pending, 'a', 1_000 + EARLIEST_MS - 1), {
    send: false,
    pending: { key: 'a', at: 1_000 },
  })
  assert.deepEqual(pressConfirm(first.pending, 'a', 1_000 + EARLIEST_MS), { send: true, pending: null })
  assert.deepEqual(pressConfirm(first.pending, 'a', 1_001 + LATEST_MS), {
    send: false,
    pending: { key: 'a', at: 1_001 + LATEST_MS },
  })
})

test('another order starts again', () => {
  const first = pressConfirm(null, 'a', 0)
  assert.equal(pressConfirm(first.pending, 'b', 1_000).send, false)
})

test('orders above the quick notional need two presses, never above the order limit', () => {
  const cash = (pusd: bigint) => micros(pusd * 1_000_000n)
  assert.equal(needsConfirm(cash(100n), cash(100n), cash(500n)), false)
  assert.equal(needsConfirm(cash(101n), cash(100n), cash(500n)), true)
  assert.equal(needsConfirm(cash(501n), cash(9000n), cash(500n)), true)
  assert.equal(needsConfirm(cash(501n), cash(9000n), null), false)
  assert.equal(needsConfirm(cash(1n), cash(0n), cash(500n)), true)
})

test('the quick notional is kept, and nonsense counts as not chosen', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  }
  const first = createQuickNotional(storage)
  assert.equal(first.get(), DEFAULT_QUICK_NOTIONAL)
  first.set(micros(250_500_000n))
  assert.equal(createQuickNotional(storage).get(), micros(250_500_000n))
  // As earlier versions kept it.
  for (const name of kept.keys()) kept.set(name, '250.5')
  assert.equal(createQuickNotional(storage).get(), micros(250_500_000n))
  for (const name of kept.keys()) kept.set(name, 'a lot')
  assert.equal(createQuickNotional(storage).get(), DEFAULT_QUICK_NOTIONAL)
})
