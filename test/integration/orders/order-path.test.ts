/** The order path over the whole product: what the venue says of an order, and what the trader sees. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Client } from '../../client.ts'
import { startTerminal } from '../../harness.ts'
import { arm, currentBook, type OrderBody } from '../../market.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { waitFor } from '../../wait-for.ts'

/** An armed terminal at a venue where others bid 0.35 and offer 0.45 for 100 shares. */
async function startTrading(
  context: TestContext,
): Promise<{ readonly client: Client; readonly venue: QuietVenue; readonly body: OrderBody }> {
  const venue = await startQuietVenue(context, { seed: 'order path' })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const client = (await startTerminal(context, { simulator: venue })).client()
  const outcome_id = `pm:${venue.market.tokens[0]}`
  await currentBook(client, outcome_id, 1)
  await arm(client)
  const body: OrderBody = {
    client_order_id: randomUUIDv7(),
    outcome_id,
    side: 'BUY',
    price: '0.45',
    size: '10',
    time_in_force: 'GTC',
    post_only: false,
  }
  return { client, venue, body }
}

test('INV-11 a killed FOK, which the user channel reports as cancelled, is a refusal and no correction', async (context) => {
  const { client, venue, body } = await startTrading(context)
  const placed = await client.ok('placeOrder', { body: { ...body, size: '150', time_in_force: 'FOK' } })
  assert.deepEqual([placed.result, placed.reject?.code], ['rejected', 'venue_rejected'])
  // A second order, published on the same channel, shows that the frames of the first have been read.
  const next = { ...body, client_order_id: randomUUIDv7() }
  const second = await client.ok('placeOrder', { body: next })
  await waitFor('the second to be published', async () => (await client.ok('listFills')).items.length === 1)
  assert.equal(second.result, 'accepted')
  assert.equal((await client.ok('readTrading')).mode, 'ARMED')
  assert.equal(
    (await client.ok('readOrder', { params: { order_id: placed.order?.id ?? '' } })).order.status,
    'rejected',
  )
  const rows = (await client.ok('listAudit', { query: { limit: '200' } })).items
  assert.deepEqual(
    rows.filter((row) => row.action === 'correction'),
    [],
  )
  const killed = (await venue.truth()).orders.filter(({ order }) => order.type === 'FOK')
  assert.deepEqual(
    killed.map(({ order }) => order.status),
    ['CANCELED'],
  )
})

test('INV-14 a replacement that would be refused does not touch the old order; one that replaces it is counted once', async (context) => {
  const { client, venue, body } = await startTrading(context)
  // 103 of it is what the wallet holds of the market from before, once the venue's list has been read.
  await waitFor(
    'what the wallet holds',
    async () => (await client.ok('readRiskSettings')).usage.position_from_outside !== '0',
  )
  await client.ok('writeRiskSettings', {
    body: { limits: { max_open_orders: 1, max_position_notional: '107' } },
  })
  const placed = await client.ok('placeOrder', { body: { ...body, price: '0.38' } })
  assert.equal(placed.result, 'accepted')
  const replace = async (change: { price?: string; size?: string }): Promise<readonly unknown[]> => {
    const replaced = await client.ok('replaceOrder', {
      params: { order_id: placed.order?.id ?? '' },
      body: { client_order_id: randomUUIDv7(), price: '0.38', size: '10', post_only: true, ...change },
    })
    return [replaced.result, replaced.reject?.code, replaced.cancelled]
  }
  assert.deepEqual(await replace({ size: '0' }), ['rejected', 'invalid_size', false])
  assert.deepEqual(await replace({ size: '1' }), ['rejected', 'below_min_size', false])
  assert.deepEqual(await replace({ size: '11' }), ['rejected', 'max_position_notional', false])
  assert.deepEqual(await replace({ price: '0.45' }), ['rejected', 'post_only_would_cross', false])
  const resting = await venue.truth()
  assert.deepEqual(
    resting.orders.map(({ order }) => order.status),
    ['LIVE'],
  )
  assert.deepEqual(await replace({ price: '0.4' }), ['accepted', undefined, true])
})

test('INV-14 an order that fills while it is replaced is replaced by the rest of it only', async (context) => {
  const { client, venue, body } = await startTrading(context)
  const placed = await client.ok('placeOrder', { body: { ...body, price: '0.38', size: '20' } })
  const id = placed.order?.id ?? ''
  // Nobody tells of the fill but the reads.
  await venue.control('/faults', { name: 'ws.silent_freeze', match: { service: 'ws_user' } })
  await venue.control('/order', { kind: 'fill', order_id: id.slice(3), size: '8000000' })
  const replaced = await client.ok('replaceOrder', {
    params: { order_id: id },
    body: { client_order_id: randomUUIDv7(), price: '0.37', size: '20', post_only: true },
  })
  assert.deepEqual([replaced.result, replaced.cancelled, replaced.order?.size], ['accepted', true, '12'])
  const orders = (await venue.truth()).orders.map(({ order }) => [order.status, order.size, order.filled])
  assert.deepEqual(orders, [
    ['CANCELED', '20000000', '8000000'],
    ['LIVE', '12000000', '0'],
  ])
})

test('INV-55 a cancel that waits for the end of a delay and comes after a fill is notified urgently, and the order shows it', async (context) => {
  const { client, venue, body } = await startTrading(context)
  await venue.control('/market', { market_id: venue.market.tokens[0], seconds_delay: 3 })
  const placed = await client.ok('placeOrder', { body })
  assert.equal(placed.order?.status, 'delayed')
  const id = placed.order?.id ?? ''
  const { queued } = await client.ok('cancelOrders', { body: { order_ids: [id] } })
  assert.deepEqual(
    queued.map((one) => one.id),
    [id],
  )
  const [notification] = await waitFor('the notification', async () => {
    const { items } = await client.ok('listNotifications', { query: { kind: 'late_order' } })
    return items.length === 0 ? null : items
  })
  assert.deepEqual([notification?.severity, notification?.client_order_id], ['urgent', body.client_order_id])
  assert.match(notification?.text ?? '', /A cancel came too late: BUY 10 at 0\.45 had filled 10 of 10/)
  const { order } = await client.ok('readOrder', { params: { order_id: id } })
  assert.deepEqual([order.status, order.cancel_too_late], ['filled', true])
  assert.equal((await client.ok('readTrading')).mode, 'ARMED')
})
