import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import type { Client, Order, Position } from '../../platform/api/client.ts'
import type { ListView } from '../../platform/live/list-store.ts'
import { createStore } from '../../platform/state/store.ts'
import { createMyEvents } from './my-events.ts'
import { sampleOrder, samplePosition } from '../../features/portfolio/testing/samples.ts'

const view = <Item>(...items: readonly unknown[]): ListView<Item> => ({
  items: items as Item[],
  current: true,
  loaded: true,
})
const inMarket = (id: string): Order => sampleOrder({ market_id: id })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function build() {
  const orders = createStore<ListView<Order>>(view())
  const positions = createStore<ListView<Position>>(view())
  const reads: string[] = []
  const server = { isDown: false }
  const call = async (_: string, input: { readonly params: { readonly marketId: string } }) => {
    reads.push(input.params.marketId)
    return server.isDown
      ? err({ kind: 'network' as const })
      : ok({ eventId: `event of ${input.params.marketId}` })
  }
  const client = { call: call as unknown as Client['call'] }
  return { orders, positions, reads, server, myEvents: createMyEvents({ client, orders, positions }) }
}

test('events of what is held and of open orders are mine; closed and ended ones are not', async () => {
  const { orders, positions, myEvents, reads } = build()
  positions.set(
    view<Position>(
      samplePosition({ event_id: 'a', status: 'open', size: '5' }),
      samplePosition({ event_id: 'b', status: 'closed', size: '0' }),
      samplePosition({ event_id: null, status: 'open', size: '1' }),
    ),
  )
  assert.deepEqual([...myEvents.get()], ['a'])
  orders.set(view<Order>(inMarket('m'), { ...inMarket('n'), status: 'filled' }))
  await settled()
  assert.deepEqual([[...myEvents.get()], reads], [['a', 'event of m'], ['m']])
  orders.set(view<Order>(inMarket('m'), inMarket('m')))
  await settled()
  assert.deepEqual(reads, ['m'])
  orders.set(view())
  assert.deepEqual([...myEvents.get()], ['a'])
})

test('a market that could not be read is asked for again with the next change', async () => {
  const { orders, myEvents, reads, server } = build()
  server.isDown = true
  orders.set(view<Order>(inMarket('m')))
  await settled()
  server.isDown = false
  orders.set(view<Order>(inMarket('m')))
  await settled()
  assert.deepEqual([[...myEvents.get()], reads], [['event of m'], ['m', 'm']])
})
