/** Rows that the venue writes and nobody here understands hide nothing and block nothing, over the whole product (INV-58). */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { startTerminal, startTestSimulator } from '../../harness.ts'
import { arm, currentBook, findTradable } from '../../market.ts'
import { waitFor } from '../../wait-for.ts'

test('INV-58 odd rows of orders and of counterparties are named, while it arms, trades and reads its own fills', async (context) => {
  const simulator = await startTestSimulator(context)
  for (const name of ['orders.unmappable_row', 'trade.other_protocol']) {
    await simulator.control('/faults', { name })
  }
  // The user channel shows no trade: only the list, whose rows are odd, can tell of the fill.
  await simulator.control('/faults', { name: 'trade.missing_ws' })
  const client = (await startTerminal(context, { simulator })).client()
  await arm(client)
  const { market, outcomeId } = await findTradable(client)
  const placed = await client.ok('placeOrder', {
    body: {
      client_order_id: randomUUIDv7(),
      outcome_id: outcomeId,
      side: 'BUY',
      price: (await currentBook(client, outcomeId)).asks[2]?.[0] ?? '',
      size: market.min_order_size ?? '',
      time_in_force: 'GTC',
      post_only: false,
    },
  })
  assert.equal(placed.result, 'accepted')
  const fills = await waitFor('the fill', async () => {
    const { items } = await client.ok('listFills', { query: {} })
    return items.length > 0 ? items : null
  })
  assert.equal(fills[0]?.order_id, placed.order?.id)
  assert.match(fills[0]?.price ?? '', /^0\.\d{1,4}$/)
  assert.match(fills[0]?.market_id ?? '', /^pm:0x[0-9a-f]{62}$/)
  const { feeds, credentials } = await client.ok('readStatus')
  assert.equal(credentials.state, 'ready')
  const orders = feeds.find(({ name }) => name === 'orders')
  assert.equal(orders?.state, 'live')
  assert.deepEqual(orders?.not_understood, {
    count: 1,
    rows: [{ list: 'open orders', id: '7', reason: 'no id' }],
  })
})
