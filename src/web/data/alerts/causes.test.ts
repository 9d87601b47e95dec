import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOrderId } from '#core/ids.ts'
import type { FeedHealth, Notification, Order } from '../../platform/api/client.ts'
import { isCauseOver } from './kinds.ts'
import { sampleOrder } from '../../features/portfolio/testing/samples.ts'

const feed = (state: FeedHealth['state']) => ({ state }) as FeedHealth
const order = (status: Order['status']) => sampleOrder({ client_order_id: 'c1', status })
const NOTHING = { feeds: [], orders: [], credentials: null }
const about = (kind: Notification['kind']) => ({ kind, clientOrderId: 'c1' as ClientOrderId })

test('a feed is back once every feed that is used is live', () => {
  const over = (...feeds: readonly FeedHealth[]) => isCauseOver(about('feed_down'), { ...NOTHING, feeds })
  assert.equal(over(feed('live'), feed('off')), true)
  assert.equal(over(feed('live'), feed('stale')), false)
  assert.equal(over(), false, 'nothing is known')
})

test('an unknown order is known again, and credentials work', () => {
  const orders = (...items: readonly Order[]) =>
    isCauseOver(about('order_unknown'), { ...NOTHING, orders: items })
  assert.equal(orders(order('live')), true)
  assert.equal(orders(order('unknown')), false)
  assert.equal(orders(), false)
  const credentials = (state: 'ready' | 'failed', detail: string | null) =>
    isCauseOver(about('credentials'), { ...NOTHING, credentials: { state, detail } })
  assert.equal(credentials('ready', null), true)
  assert.equal(credentials('failed', null), false)
  assert.equal(credentials('ready', 'The key is not listed.'), false)
})

test('what has happened and is no state stays until it is dismissed', () => {
  const now = {
    feeds: [feed('live')],
    orders: [order('live')],
    credentials: { state: 'ready', detail: null } as const,
  }
  for (const kind of ['fill_reversed', 'late_order', 'game_start_orders', 'order_rejected'] as const)
    assert.equal(isCauseOver(about(kind), now), false, kind)
})
