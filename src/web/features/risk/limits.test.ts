import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareLimit, LIMITS, usageOf, usedPercent } from './limits.ts'
import { sampleOrder } from '../portfolio/testing/samples.ts'

test('a typed limit is lower, higher, above the ceiling, the same or nothing', () => {
  const cases = [
    ['400', 'lower'],
    ['500', 'same'],
    ['500.00', 'same'],
    ['500.01', 'higher'],
    ['5000', 'higher'],
    ['5000.01', 'above_ceiling'],
    ['', 'invalid'],
    ['-1', 'invalid'],
    ['many', 'invalid'],
  ] as const
  for (const [typed, wanted] of cases) assert.equal(compareLimit(typed, '500', '5000', true), wanted, typed)
  assert.equal(compareLimit('10.5', '60', '600', false), 'invalid')
})

test('the used part is whole per cent, never above 100', () => {
  assert.equal(usedPercent('612.4', '2000'), 30)
  assert.equal(usedPercent('2000', '2000'), 100)
  assert.equal(usedPercent('9000', '2000'), 100)
  assert.equal(usedPercent('1', '0'), 0)
  assert.equal(usedPercent('abc', '10'), 0)
})

test('every limit says what is held against it: a bar where it fills up, a text where each order is checked alone', () => {
  const usage = {
    max_position_notional: '612.4',
    max_daily_notional: '800',
    max_open_orders: 2,
    max_orders_per_minute: 1,
    max_combo_exposure: '0',
    position_from_outside: '0',
  }
  const open = [sampleOrder({ price: '0.5', size: '20' }), sampleOrder({ price: '0.38', size: '100' })]
  const rows = LIMITS.map(({ name }) => {
    const found = usageOf(usage, name, open)
    return `${name} ${found.kind === 'amount' ? `${found.used} ${found.of}`.trim() : found.words}`
  })
  assert.deepEqual(rows, [
    'max_order_notional 38 largest open order',
    'max_position_notional 612.4 largest market',
    'max_daily_notional 800',
    'max_open_orders 2',
    'max_orders_per_minute 1',
    'price_band_ticks each order, against the present book',
    'exit_slippage_ticks each exit, from the best bid; the stricter one',
    'exit_slippage_percent each exit, from the best bid; the stricter one',
    'max_combo_notional each combo, when it is quoted and accepted',
    'max_combo_exposure 0',
    'max_combo_legs each combo, when it is quoted and accepted',
  ])
  assert.deepEqual(usageOf({ ...usage, position_from_outside: '120' }, 'max_position_notional', open), {
    kind: 'amount',
    used: usage.max_position_notional,
    of: 'largest market, 120.00 from outside',
  })
  assert.deepEqual(usageOf({ ...usage, max_combo_exposure: null }, 'max_combo_exposure', open), {
    kind: 'words',
    words: 'not read',
  })
})
