import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarketId } from '#core/ids.ts'
import { cancelledAtStart } from './own-levels.ts'
import { sampleOrder } from '../../features/portfolio/testing/samples.ts'

const EVENT = {
  markets: [
    { id: 'pm:1' as MarketId, cancelsAtStart: true },
    { id: 'pm:2' as MarketId, cancelsAtStart: true },
    { id: 'pm:3' as MarketId, cancelsAtStart: false },
    { id: 'pm:4' as MarketId, cancelsAtStart: true },
  ],
} as const

test('the start will cancel the open orders of markets whose book it empties, and no others', () => {
  const order = (marketId: string, status: 'live' | 'cancelled') =>
    sampleOrder({ market_id: marketId, status })
  assert.equal(cancelledAtStart(EVENT, []), 0)
  const orders = [
    order('pm:1', 'live'),
    order('pm:2', 'live'),
    order('pm:2', 'cancelled'),
    order('pm:3', 'live'),
    order('pm:9', 'live'),
  ]
  assert.equal(cancelledAtStart(EVENT, orders), 2)
})
