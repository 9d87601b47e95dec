/**
 * Cancels that the terminal did not ask for, over the whole product: what the venue removes is not blamed on anybody, what
 * somebody else cancels is. And one that it asked for in vain: the venue says yes and does nothing.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../../client.ts'
import { startTerminal } from '../../harness.ts'
import { arm } from '../../market.ts'
import { startQuietVenue } from '../../reliability/quiet-venue.ts'
import { openAtVenue } from '../../reliability/truth.ts'
import { waitFor } from '../../wait-for.ts'

const PATIENCE_MS = 30_000

async function place(client: Client, outcomeId: string): Promise<string> {
  const { result, order, reject } = await client.ok('placeOrder', {
    body: {
      client_order_id: randomUUIDv7(),
      outcome_id: outcomeId,
      side: 'BUY',
      price: '0.3',
      size: '5',
      time_in_force: 'GTC',
      post_only: true,
    },
  })
  assert.equal(reject, null)
  assert.equal(result, 'accepted')
  assert.ok(order !== null && order.id !== null)
  return order.id
}

function isOver(client: Client, id: string): Promise<unknown> {
  return waitFor(
    'the end of the order',
    async () => {
      const { items } = await client.ok('listOrders')
      return items.every((order) => order.id !== id)
    },
    PATIENCE_MS,
  )
}

test('what the venue removes stops nothing; a foreign cancel is notified and makes the terminal SAFE', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'foreign cancels' })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const terminal = await startTerminal(context, { simulator: venue })
  const client = terminal.client()
  const outcomeId = `pm:${venue.market.tokens[0]}`
  await waitFor('a current book', async () => {
    const { status, body } = await client.call('readBook', { params: { outcome_id: outcomeId } })
    return status === 200 && !(body as Wire['Book']).stale
  })
  await arm(client)

  const removed = await place(client, outcomeId)
  await venue.control('/order', { kind: 'game_start_cancel', condition_id: venue.market.conditionId })
  await isOver(client, removed)
  const anonymousClient = await place(client, outcomeId)
  assert.equal((await client.ok('readTrading')).mode, 'ARMED')

  await venue.control('/order', { kind: 'foreign_cancel', order_id: anonymousClient.replace('pm:', '') })
  await waitFor('SAFE', async () => (await client.ok('readTrading')).mode === 'SAFE', PATIENCE_MS)
  const notifications = await client.ok('listNotifications', { query: { kind: 'foreign_activity' } })
  assert.equal(notifications.items.length, 1)
})

test('INV-18 an order whose cancel the venue confirmed and ignored is notified and cancelled again', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'ignored cancel' })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const terminal = await startTerminal(context, { simulator: venue })
  const client = terminal.client()
  const outcomeId = `pm:${venue.market.tokens[0]}`
  await waitFor('a current book', async () => {
    const { status, body } = await client.call('readBook', { params: { outcome_id: outcomeId } })
    return status === 200 && !(body as Wire['Book']).stale
  })
  await arm(client)
  const id = await place(client, outcomeId)
  await venue.control('/faults', { name: 'cancel.ignored', when: { times: 1 } })
  const { cancelled } = await client.ok('cancelOrders', { body: { order_ids: [id] } })
  assert.deepEqual(cancelled, [id])
  assert.equal(openAtVenue(await venue.truth()).length, 1)
  await waitFor(
    'the end of the order at the venue',
    async () => openAtVenue(await venue.truth()).length === 0,
    PATIENCE_MS,
  )
  const notifications = await client.ok('listNotifications', { query: { kind: 'order_unknown' } })
  assert.match(notifications.items[0]?.text ?? '', /still shows it live/)
})
