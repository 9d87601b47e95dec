import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import type { RiskSettings } from '../../platform/api/wire.ts'
import { exceededBy } from './exceeded.ts'
import { sampleOrder } from '../portfolio/testing/samples.ts'

const USAGE: RiskSettings['usage'] = {
  max_position_notional: '120.5',
  max_daily_notional: '300',
  max_open_orders: 7,
  max_orders_per_minute: 2,
  max_combo_exposure: '0',
  position_from_outside: '0',
}
const ORDER = sampleOrder({ outcome_name: 'Yes', price: '0.5', size: '100' })
const cash = (pusd: bigint) => micros(pusd * 1_000_000n)

test('a lower limit names the open orders that are larger, and what is used beyond it', () => {
  assert.match(exceededBy('max_order_notional', cash(49n), [ORDER], USAGE) ?? '', /Yes 100 @ 0\.5/)
  assert.equal(exceededBy('max_order_notional', cash(50n), [ORDER], USAGE), null)
  assert.match(exceededBy('max_open_orders', cash(6n), [], USAGE) ?? '', /used: 7/)
  assert.equal(exceededBy('max_open_orders', cash(7n), [], USAGE), null)
  assert.match(exceededBy('max_position_notional', cash(120n), [], USAGE) ?? '', /120\.5/)
  assert.equal(exceededBy('price_band_ticks', cash(1n), [ORDER], USAGE), null)
})
