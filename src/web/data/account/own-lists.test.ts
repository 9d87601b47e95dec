// The lists of own orders, fills and positions: what the server removes is gone, an order that ends is shown a while.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../../platform/api/client.ts'
import type { Frame } from '../../platform/page/frame.ts'
import { fill, order } from '#contract/records/orders.ts'
import { position } from '#contract/records/positions.ts'
import { samplePosition, sampleFill, sampleOrder } from '../../features/portfolio/testing/samples.ts'
import { createOwnLists } from './own-lists.ts'

function lists(isReplay?: true) {
  const waiting: (() => void)[] = []
  const seen: string[] = []
  const made = createOwnLists({
    frame: { mark: (flush: () => void) => flush() } as Frame,
    after: (_, task) => {
      waiting.push(task)
      return () => undefined
    },
    onOrder: ({ id }) => seen.push(`order ${id}`),
    onFill: ({ id }) => seen.push(`fill ${id}`),
    ...(isReplay === undefined ? {} : { isReplay }),
  })
  return { ...made, seen, pass: () => waiting.splice(0).forEach((task) => task()) }
}

const positionOf = (id: string) => position.encode(samplePosition({ outcome_id: id }))
const orderOf = (id: string, status: Order['status']) => order.encode(sampleOrder({ id, status }))

test('a position that is held no more is removed', () => {
  const { positions } = lists()
  positions.snapshot({ upsert: [positionOf('pm:1'), positionOf('pm:2')], remove: [] })
  positions.delta({ upsert: [], remove: ['pm:1'] })
  assert.deepEqual(
    positions.get().items.map(({ outcomeId }) => outcomeId),
    ['pm:2'],
  )
})

test('an order that ends stays for a while, and each is announced once it changes', () => {
  const { orders, fills, seen, pass } = lists()
  orders.snapshot({ upsert: [orderOf('a', 'live')], remove: [] })
  orders.delta({ upsert: [orderOf('a', 'cancelled')], remove: ['a'] })
  assert.deepEqual(
    orders.get().items.map(({ id, status }) => [id, status]),
    [['a', 'cancelled']],
  )
  pass()
  assert.deepEqual(orders.get().items, [])
  fills.snapshot({ upsert: [fill.encode(sampleFill({ id: '1' }))], remove: [] })
  fills.delta({ upsert: [fill.encode(sampleFill({ id: '2', at: '2026-11-20T12:00:01.000Z' }))], remove: [] })
  assert.deepEqual(seen, ['order a', 'fill 2'])
  assert.deepEqual(
    fills.get().items.map(({ id }) => id),
    ['2', '1'],
  )
})

test('an order that a new link does not list has ended, one that a jump of a replay takes away has not', () => {
  for (const [isReplay, ended] of [
    [undefined, ['a']],
    [true, []],
  ] as const) {
    const { orders, endedOrders } = lists(isReplay)
    orders.snapshot({ upsert: [orderOf('a', 'live')], remove: [] })
    orders.snapshot({ upsert: [], remove: [] })
    assert.deepEqual(
      endedOrders.list.get().map((one) => one.order.id),
      ended,
    )
  }
})
