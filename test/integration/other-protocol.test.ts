/** Markets of the venue's other protocol version: shown with the reason, counted, and never sent an order. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { startTerminal, startTestSimulator } from '../harness.ts'
import { arm } from '../market.ts'
import { waitFor } from '../wait-for.ts'

test('a market of the other protocol version is shown as not tradable here, and an order for it is refused', async (context) => {
  const simulator = await startTestSimulator(context)
  await simulator.control('/faults', { name: 'catalog.other_protocol' })
  const client = (await startTerminal(context, { simulator })).client()
  const { items } = await waitFor('the catalog', async () => {
    const found = await client.ok('search', { query: { q: '', sort: 'volume', limit: '5' } })
    return found.items.length > 0 ? found : null
  })
  const market = items.flatMap((event) => event.markets).find(({ status }) => status === 'open')
  const outcome = market?.outcomes[0]
  assert.ok(market !== undefined && outcome !== undefined)
  assert.match(market.not_tradable ?? '', /protocol version v2/)
  assert.deepEqual([market.accepting_orders, market.combo_eligible], [false, false])
  assert.equal(outcome.id, `pm:${outcome.position_id}`)
  const { feeds } = await client.ok('readStatus')
  assert.match(feeds.find(({ name }) => name === 'catalog')?.detail ?? '', /^\d+ markets not tradable here$/)

  await arm(client)
  const placed = await client.call('placeOrder', {
    body: {
      client_order_id: randomUUIDv7(),
      outcome_id: outcome.id,
      side: 'BUY',
      price: '0.5',
      size: '10',
      time_in_force: 'GTC',
      post_only: false,
    },
  })
  assert.match(
    JSON.stringify(placed.body),
    /"code":"market_not_supported","message":"It uses protocol version v2/,
  )
  const { requests } = (await simulator.control('/ledger')) as {
    readonly requests: readonly { readonly path: string }[]
  }
  assert.equal(requests.filter(({ path }) => path === '/order').length, 0)
})
