/** Practice at a venue that is not one's own: without an account its markets are there to be watched, and nothing else. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { startTerminal, temporaryDirectory } from '../harness.ts'
import type { TestTerminal } from '../harness.ts'
import { currentBook } from '../market.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import type { QuietVenue } from '../reliability/quiet-venue.ts'

/** A profile with nothing in it that belongs to an account, and no account. */
async function publicProfile(context: TestContext, venue: QuietVenue): Promise<string> {
  const profile = JSON.parse(readFileSync(venue.profilePath, 'utf8')) as {
    readonly urls: Readonly<Record<string, string>>
  }
  const { data: _data, combos: _combos, ws_user: _user, ...urls } = profile.urls
  const path = join(temporaryDirectory(context), 'public.json')
  writeFileSync(path, JSON.stringify({ ...profile, urls }), { mode: 0o600 })
  return path
}

/** What reached the venue but reads and the public sockets. */
async function writesAt(venue: QuietVenue): Promise<readonly string[]> {
  const { requests } = (await venue.control('/ledger')) as {
    readonly requests: readonly { readonly method: string; readonly path: string; readonly service: string }[]
  }
  assert.ok(requests.length > 0, 'the venue notes what it is asked')
  return requests
    .filter(({ method, service }) => method !== 'GET' && (method !== 'WS' || service === 'ws_user'))
    .map(({ method, path, service }) => `${service} ${method} ${path}`)
}

describe('with public addresses and no account', () => {
  test('markets can be watched, nothing can be placed, and the venue is only ever read', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'read-only' })
    await venue.somebody('BUY', 3_500, 100)
    await venue.somebody('SELL', 4_500, 60)
    const terminal: TestTerminal = await startTerminal(context, {
      simulator: venue,
      env: {
        VENUE_PROFILE: await publicProfile(context, venue),
        VENUE_WALLET_ADDRESS: '',
        VENUE_SESSION_KEY: '',
      },
    })
    const client = terminal.client()
    const outcomeId = `pm:${venue.market.tokens[0]}`
    assert.match(terminal.program().out(), /read-only/)

    const status = await client.ok('readStatus')
    assert.equal(status.read_only, true)
    assert.equal(status.credentials.state, 'none')
    const book = await currentBook(client, outcomeId, 1)
    assert.deepEqual(
      [book.bids[0], book.asks[0]],
      [
        ['0.35', '100'],
        ['0.45', '60'],
      ],
    )
    assert.ok((await client.ok('search', { query: { q: '', limit: '5' } })).items.length > 0)
    assert.ok((await client.ok('listGames', { query: {} })).items.length > 0)
    const history = await client.ok('readHistory', {
      params: { outcome_id: outcomeId },
      query: { interval: '1d' },
    })
    assert.equal(history.interval, '1d')

    const refused = await client.call('arm', { body: {} })
    assert.equal(refused.status, 409)
    assert.deepEqual((refused.body as { readonly reasons: unknown }).reasons, [
      'no_credentials',
      'user_feed_down',
      'orders_not_reconciled',
    ])
    const placed = await client.ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id: outcomeId,
        side: 'BUY',
        price: '0.45',
        size: '10',
        time_in_force: 'GTC',
        post_only: false,
      },
    })
    assert.deepEqual([placed.result, placed.reject?.code], ['rejected', 'no_credentials'])
    assert.match(placed.reject?.message ?? '', /no session key.*markets only/i)
    const { findings } = await client.ok('examine')
    const account = findings.find(({ check }) => check === 'account')
    assert.deepEqual(
      [account?.state, account?.found],
      ['warn', 'no wallet is set: markets can be watched, nothing else'],
    )
    assert.match(account?.cure ?? '', /VENUE_SESSION_KEY.*--paper/)
    assert.deepEqual(await writesAt(venue), [])
  })
})
