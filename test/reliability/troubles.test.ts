/** Troubles that a venue has now and then, met one after another over the whole product: what was bought is known all the same. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import TROUBLES from './troubles.json' with { type: 'json' }
import { startTerminal } from '../harness.ts'
import { arm, currentBook } from '../market.ts'
import { startQuietVenue } from './quiet-venue.ts'
import { waitFor } from '../wait-for.ts'

/** The venue takes no orders meanwhile. */
const REFUSING: readonly string[] = ['engine.restarting', 'rate.429']

test('what is bought during each trouble of a venue is known once and whole when it is over', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'troubles' })
  await venue.placeForeign('SELL', 4_500, 1_000)
  await venue.placeForeign('BUY', 3_500, 1_000)
  const client = (await startTerminal(context, { simulator: venue })).client()
  const outcome_id = `pm:${venue.market.tokens[0]}`
  await currentBook(client, outcome_id, 1)
  await client.ok('listPositions')
  let bought = 0
  for (const { name, match, args } of TROUBLES.filter((trouble) => !REFUSING.includes(trouble.name))) {
    bought += 1
    await arm(client)
    await currentBook(client, outcome_id, 1)
    await venue.control('/faults', { name, match, args })
    const body = {
      client_order_id: randomUUIDv7(),
      outcome_id,
      side: 'BUY',
      price: '0.45',
      size: '10',
      time_in_force: 'FAK',
      post_only: false,
    } as const
    const { result, reject } = await client.ok('placeOrder', { body })
    assert.ok(result !== 'rejected', `${name}: ${JSON.stringify(reject)}`)
    await venue.control('/faults', undefined, 'DELETE')
    await waitFor(`the fill despite ${name}`, async () => {
      const { items } = await client.ok('listFills', { query: { limit: '200' } })
      return items.length === bought && items.every(({ size }) => size === '10')
    })
  }
  assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
})
