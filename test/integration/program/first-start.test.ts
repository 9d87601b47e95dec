/** A first start on an account that has traded before, and a fill that the chain takes back: what the trader sees. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { startTerminal, startTestSimulator } from '../../harness.ts'
import { arm, currentBook, findTradable } from '../../market.ts'
import { waitFor } from '../../wait-for.ts'

test('orders from before the first start are one calm message, and arming holds; a reversed fill is urgent while SAFE', async (context) => {
  const simulator = await startTestSimulator(context)
  const scout = await startTerminal(context, { simulator })
  const { market, outcomeId } = await findTradable(scout.client())
  await scout.stop()
  const token = outcomeId.replace('pm:', '')
  for (const price of [1_000, 1_100]) {
    await simulator.control('/order', { kind: 'foreign_place', token, side: 'BUY', price, size: '5000000' })
  }

  const client = (await startTerminal(context, { simulator })).client()
  await arm(client)
  const notifications = await waitFor('the message', async () => {
    const { items } = await client.ok('listNotifications', { query: { kind: 'foreign_activity' } })
    return items.length > 0 ? items : null
  })
  assert.deepEqual(
    notifications.map(({ severity, title }) => [severity, title]),
    [['info', '2 orders from before this start']],
  )
  assert.doesNotMatch(notifications[0]?.text ?? '', /\d{20}/)
  const reads = async (): Promise<string | null | undefined> =>
    (await client.ok('readStatus')).feeds.find(({ name }) => name === 'orders')?.last_message_at
  const first = await reads()
  await waitFor('another read of own orders', async () => (await reads()) !== first)
  assert.equal((await client.ok('readTrading')).mode, 'ARMED')

  await simulator.control('/faults', { name: 'trade.failed_after', args: { ms: 1_500 } })
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
  await client.ok('disarm', { body: {} })
  const [reversed] = await waitFor('the reversed fill', async () => {
    const { items } = await client.ok('listNotifications', { query: { kind: 'fill_reversed' } })
    return items.length > 0 ? items : null
  })
  assert.equal(reversed?.severity, 'urgent')
  assert.match(reversed?.text ?? '', /^Fill reversed: BUY/)
})
