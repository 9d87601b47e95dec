import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOrderId, MarketId } from '#core/ids.ts'
import { cancelledAtStart, takenAtStart } from './start-orders.ts'
import { sampleOrder } from '../portfolio/testing/samples.ts'

const EVENT = {
  markets: [
    { id: 'pm:1' as MarketId, status: 'open', cancelsAtStart: true },
    { id: 'pm:2' as MarketId, status: 'open', cancelsAtStart: true },
    { id: 'pm:3' as MarketId, status: 'open', cancelsAtStart: false },
    { id: 'pm:4' as MarketId, status: 'closed', cancelsAtStart: true },
  ],
} as const

const notified = (marketId: string, ...repostedAs: (string | null)[]) => ({
  kind: 'game_start_orders' as const,
  marketId: marketId as MarketId,
  orders: repostedAs.map((one) => ({ repostedAs: one as ClientOrderId | null })),
})

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

test('after the start its orders are counted over all markets of the game, and those left can be placed again', () => {
  const first = notified('pm:1', 'again', 'again')
  const second = notified('pm:2', 'again', null)
  const other = { ...notified('pm:1', null), kind: 'fill' as const }
  assert.deepEqual(takenAtStart(EVENT, { status: 'live' }, [other, first, second, notified('pm:9', null)]), {
    count: 4,
    next: second,
  })
  assert.deepEqual(takenAtStart(EVENT, null, [first]), { count: 2, next: null })
})

test('nothing is offered of a closed market, after the end, or when nothing was cancelled', () => {
  assert.equal(takenAtStart(EVENT, { status: 'live' }, [notified('pm:4', null)]), null)
  assert.equal(takenAtStart(EVENT, { status: 'ended' }, [notified('pm:1', null)]), null)
  assert.equal(takenAtStart(EVENT, { status: 'live' }, []), null)
})
