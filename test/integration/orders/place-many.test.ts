/** INV-91 to INV-94 over the whole product: several orders in one command, compared with the venue's own ledger. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { startTerminal } from '../../harness.ts'
import { arm, currentBook, type OrderBody } from '../../market.ts'
import { startQuietVenue } from '../../reliability/quiet-venue.ts'
import { placings } from '../../reliability/truth.ts'
import { waitFor } from '../../wait-for.ts'

test('INV-91 INV-92 INV-93 INV-94 several orders are one request with an ending for each, lost or refused in part', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'place many', isSmall: true })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const terminal = await startTerminal(context, { simulator: venue })
  const client = terminal.client()
  const outcomeId = `pm:${venue.market.tokens[0]}`
  await currentBook(client, outcomeId, 1)
  await arm(client)

  const order = (change: Partial<OrderBody> = {}): OrderBody => ({
    client_order_id: randomUUIDv7(),
    outcome_id: outcomeId,
    side: 'BUY',
    price: '0.38',
    size: '10',
    time_in_force: 'GTC',
    post_only: false,
    ...change,
  })
  async function place(
    orders: readonly OrderBody[],
  ): Promise<readonly (readonly [string, string | undefined])[]> {
    const { results } = await client.ok('placeOrders', { body: { orders: [...orders] } })
    assert.deepEqual(
      results.map((one) => one.client_order_id),
      orders.map((one) => one.client_order_id),
    )
    return results.map(({ result, reject, replayed }) => [
      reject?.code ?? result,
      replayed ? 'again' : undefined,
    ])
  }
  const sizes = async (): Promise<readonly number[]> =>
    placings(await venue.truth()).map(({ order_hashes: hashes }) => hashes.length)
  const open = async (): Promise<number> => (await client.ok('listOrders')).items.length

  // One rests, one fills and has an exit, one is refused here alone.
  const exits = { target: { price: '0.6' } }
  const first = [order(), order({ price: '0.45', exits }), order({ price: '0.3801' })]
  const endings = [
    ['accepted', undefined],
    ['accepted', undefined],
    ['off_tick', undefined],
  ]
  assert.deepEqual(await place(first), endings)
  assert.deepEqual(await sizes(), [2])
  await waitFor('the exit of the second', async () =>
    (await client.ok('listAttachedExits')).items.some(({ state }) => state === 'resting'),
  )
  const sent = (await sizes()).length
  assert.deepEqual(
    await place(first),
    endings.map(([ending]) => [ending, 'again']),
  )
  const alone = await client.ok('placeOrder', { body: first[0] ?? order() })
  assert.deepEqual([alone.result, alone.replayed], ['accepted', true])
  assert.equal((await sizes()).length, sent)

  // The sum alone is over the limit.
  const { limits } = await client.ok('readRiskSettings')
  const fitting = Math.floor(Number(limits.max_order_notional) / 0.3)
  assert.ok(fitting > 0)
  const many = Array.from({ length: 15 }, () => order({ price: '0.3', size: String(fitting) }))
  const codes = new Set((await place(many)).map(([code]) => code))
  assert.equal(codes.size, 1)
  assert.ok(!codes.has('accepted'), JSON.stringify([...codes]))
  assert.equal((await sizes()).length, sent)

  // No answer: all are unknown, and found by reading.
  const before = await open()
  await venue.control('/faults', {
    name: 'order.accept_then_reset',
    match: { service: 'clob', path: '/orders' },
    when: { times: 1 },
  })
  const lost = [order({ price: '0.37' }), order({ price: '0.36' })]
  assert.deepEqual(await place(lost), [
    ['unknown', undefined],
    ['unknown', undefined],
  ])
  await waitFor('both to be found', async () => {
    const { items } = await client.ok('listOrders')
    return items.length === before + 2 && items.every(({ status }) => status === 'live')
  })
  assert.deepEqual(await place(lost), [
    ['unknown', 'again'],
    ['unknown', 'again'],
  ])
  assert.equal((await sizes()).length, sent + 1)

  // The venue takes post-only orders alone, which its answer says with `success`.
  await venue.control('/engine', { mode: 'post_only' })
  const mixed = [order({ price: '0.35' }), order({ price: '0.34', post_only: true })]
  assert.deepEqual(await place(mixed), [
    ['venue_post_only', undefined],
    ['accepted', undefined],
  ])
  assert.equal((await sizes()).length, sent + 2)
  assert.equal((await client.ok('verifyAudit')).ok, true)
  assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
})
