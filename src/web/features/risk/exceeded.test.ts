import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import type { RiskSettings } from '../../platform/api/client.ts'
import { exceededBy } from './exceeded.ts'
import { sampleOrder } from '../portfolio/testing/samples.ts'

const USAGE: RiskSettings['usage'] = {
  maxPositionNotional: micros(120_500_000n),
  maxDailyNotional: micros(300_000_000n),
  maxOpenOrders: 7,
  maxOrdersPerMinute: 2,
  maxComboExposure: ZERO,
  positionFromOutside: ZERO,
}
const ORDER = sampleOrder({ outcome_name: 'Yes', price: '0.5', size: '100' })
const cash = (pusd: bigint) => micros(pusd * 1_000_000n)

test('a lower limit names the open orders that are larger, and what is used beyond it', () => {
  assert.match(exceededBy('maxOrderNotional', cash(49n), [ORDER], USAGE) ?? '', /Yes 100 @ 0\.5/)
  assert.equal(exceededBy('maxOrderNotional', cash(50n), [ORDER], USAGE), null)
  assert.match(exceededBy('maxOpenOrders', cash(6n), [], USAGE) ?? '', /used: 7/)
  assert.equal(exceededBy('maxOpenOrders', cash(7n), [], USAGE), null)
  assert.match(exceededBy('maxPositionNotional', cash(120n), [], USAGE) ?? '', /120\.5/)
  assert.equal(exceededBy('priceBandTicks', cash(1n), [ORDER], USAGE), null)
})
