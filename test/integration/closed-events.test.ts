/** Events that had closed before the terminal was started, over the whole product: found by all that leads to them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../client.ts'
import { startTerminal } from '../harness.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'

type Brief = {
  readonly id: string
  readonly event_id: string
  readonly condition_id: string
  readonly closed: boolean
}
type CatalogRow = { readonly id: string; readonly slug: string; readonly title: string }

test('an event that was never seen open names what is held of it, and a search of closed events finds it', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'closed' })
  const markets = (await venue.control('/markets')) as readonly Brief[]
  const held = markets.find(({ condition_id: id }) => id === venue.market.conditionId)
  assert.ok(held !== undefined)
  const family = markets.filter(
    ({ event_id: id, condition_id: condition }) => id === held.event_id && condition !== '',
  )
  // Lost shares stay listed for a day, a payout for half a minute: too short for a terminal that starts slowly.
  for (const { id } of family) await venue.control('/market', { market_id: id, resolve: 1 })
  const answered = await fetch(`${venue.simulator.profile.urls.catalog}/events/${held.event_id}`)
  const { slug, title } = (await answered.json()) as CatalogRow
  const client = (await startTerminal(context, { simulator: venue })).client()
  const eventId = `pm:${held.event_id}`

  const position = await waitFor(
    'its name among the positions',
    async () => {
      const { items } = await client.ok('listPositions', { query: { status: 'redeemable' } })
      return (
        items.find((one) => one.outcome_id === `pm:${venue.market.tokens[0]}` && one.event_id !== null) ??
        null
      )
    },
    // Lists are read every 30 s, and the first of them may be older than the market's end.
    120_000,
  )
  assert.deepEqual([position.event_id, position.event_slug, position.event_title], [eventId, slug, title])
  assert.equal(position.outcome_name, 'Yes')

  // A search waits for the venue's closed events for a moment only, and goes on reading.
  await waitFor('the search to find it', async () => {
    const searched = await client.ok('search', { query: { q: title, status: 'closed' } })
    return searched.items.some(({ id }) => id === eventId)
  })
  const open = await client.ok('search', { query: { q: title, status: 'open' } })
  assert.ok(open.items.every(({ id }) => id !== eventId))
})

test('an event that was never seen open is found by its id, its slug or a market of it; what is unknown is not found', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'closed links' })
  const markets = (await venue.control('/markets')) as readonly Brief[]
  const families = Map.groupBy(
    markets.filter(({ condition_id: condition, closed }) => condition !== '' && !closed),
    ({ event_id: id }) => id,
  )
  const chosen = [...families.values()].filter((family) => family.length === 1).slice(5, 8)
  const rows: CatalogRow[] = []
  for (const [market] of chosen) {
    assert.ok(market !== undefined)
    await venue.control('/market', { market_id: market.id, resolve: 0 })
    const answered = await fetch(`${venue.simulator.profile.urls.catalog}/events/${market.event_id}`)
    rows.push((await answered.json()) as CatalogRow)
  }
  const client = (await startTerminal(context, { simulator: venue })).client()
  const [byId, bySlug, byMarket] = rows
  const third = chosen[2]?.[0]
  assert.ok(byId !== undefined && bySlug !== undefined && byMarket !== undefined && third !== undefined)
  const one = await known<Wire['Event']>(client, `/api/events/pm:${byId.id}`)
  assert.deepEqual([one.title, one.status], [byId.title, 'resolved'])
  const two = await known<Wire['Event']>(client, `/api/events/by-slug/${bySlug.slug}`)
  assert.deepEqual([two.id, two.status], [`pm:${bySlug.id}`, 'resolved'])
  const three = await known<Wire['Event']['markets'][number]>(client, `/api/markets/pm:${third.condition_id}`)
  assert.deepEqual([three.event_id, three.status], [`pm:${byMarket.id}`, 'resolved'])

  for (const path of [
    '/api/events/pm:99999999',
    '/api/events/by-slug/none',
    `/api/markets/pm:0x${'ab'.repeat(32)}`,
  ]) {
    assert.equal((await client.raw(path, { method: 'GET' })).status, 404, path)
  }
  await venue.control('/faults', { name: 'http.status', args: { code: 503 }, match: { service: 'catalog' } })
  const away = await client.raw('/api/events/pm:88888888', { method: 'GET' })
  assert.equal(away.status, 502)
})

/** The answer once the venue could be read: after a read that failed, as on a busy host, the terminal rests for 15 s and says 502. */
async function known<Answer>(client: Client, path: string): Promise<Answer> {
  const answered = await waitFor(
    path,
    async () => {
      const answer = await client.raw(path, { method: 'GET' })
      return answer.status === 502 ? null : answer
    },
    60_000,
  )
  assert.equal(answered.status, 200, path)
  return (await answered.json()) as Answer
}
