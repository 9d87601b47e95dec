/**
 * Practice at a real venue: without an account its markets are there to be watched, and with --paper there is an account
 * on paper to trade them. Whatever is done, the venue is only ever read.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Answer } from '#contract/routes.ts'
import {
  startTerminalProcess,
  temporaryDirectory,
  terminalEnvironment,
  type TerminalProcess,
} from '../../harness.ts'
import { arm, currentBook, type OrderBody } from '../../market.ts'
import { runSesame } from '../../program.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { waitFor } from '../../wait-for.ts'

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

/** Requests to the venue other than reads and the public sockets. */
async function writesAt(venue: QuietVenue): Promise<readonly string[]> {
  const { requests } = (await venue.control('/ledger')) as {
    readonly requests: readonly { readonly method: string; readonly path: string; readonly service: string }[]
  }
  assert.ok(requests.length > 0, 'the venue notes what it is asked')
  return requests
    .filter(({ method, service }) => method !== 'GET' && (method !== 'WS' || service === 'ws_user'))
    .map(({ method, path, service }) => `${service} ${method} ${path}`)
}

/** Message of a refused start. */
async function refusal(
  context: TestContext,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<string> {
  const program = runSesame(['start', ...args], { cwd: temporaryDirectory(context), env })
  context.after(() => program.kill('SIGKILL'))
  assert.equal((await program.ended).code, 1)
  return program.err()
}

describe('with public addresses and no account', () => {
  test('markets can be watched, nothing can be placed, and the venue is only ever read', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'read-only' })
    await venue.placeForeign('BUY', 3_500, 100)
    await venue.placeForeign('SELL', 4_500, 60)
    const terminal: TerminalProcess = await startTerminalProcess(context, {
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
    assert.deepEqual([account?.state, account?.found], ['warn', 'no wallet: markets only'])
    assert.match(account?.cure ?? '', /VENUE_SESSION_KEY.*--paper/)
    assert.deepEqual(await writesAt(venue), [])
  })
})

describe('with --paper', () => {
  test('orders rest, trade with the live market and outlive a restart, and none of them reaches the venue', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'paper' })
    await venue.placeForeign('BUY', 3_500, 100)
    await venue.placeForeign('SELL', 4_500, 60)
    const dataDirectory = join(temporaryDirectory(context), 'data')
    const options = {
      simulator: venue,
      dataDirectory,
      env: { LIVE_TRADING: '', CANCEL_ON_SHUTDOWN: 'false' },
    }
    const terminal = await startTerminalProcess(context, {
      ...options,
      args: ['--paper', '--paper-cash', '500'],
    })
    const outcomeId = `pm:${venue.market.tokens[0]}`
    assert.match(terminal.program().out(), /PAPER/)

    const status = await terminal.client().ok('readStatus')
    assert.deepEqual([status.paper, status.read_only, status.live_trading], [true, false, false])
    await currentBook(terminal.client(), outcomeId, 1)
    await arm(terminal.client())

    const body = (terms: Partial<OrderBody>): OrderBody => ({
      client_order_id: randomUUIDv7(),
      outcome_id: outcomeId,
      side: 'BUY',
      price: '0.45',
      size: '10',
      time_in_force: 'GTC',
      post_only: false,
      ...terms,
    })
    const place = (terms: Partial<OrderBody>): Promise<Answer<'placeOrder'>> =>
      terminal.client().ok('placeOrder', { body: body(terms) })
    const order = (id: string | null | undefined): Promise<Wire['Order']> =>
      terminal
        .client()
        .ok('readOrder', { params: { order_id: id ?? '' } })
        .then((read) => read.order)

    // Takes what is shown, once: the venue goes on showing it.
    const taken = await place({ size: '50' })
    assert.equal(taken.result, 'accepted', JSON.stringify(taken.reject))
    await waitFor('the fill', async () => (await order(taken.order?.id)).status === 'filled', 30_000)
    const again = await place({ size: '50', time_in_force: 'FOK' })
    assert.deepEqual([again.result, again.reject?.code], ['rejected', 'venue_rejected'])

    // Rests behind the 100 that stand there, and trades when they have.
    const two = [body({ price: '0.35', size: '20' }), body({ price: '0.3', size: '10', post_only: true })]
    const [rested, other] = (await terminal.client().ok('placeOrders', { body: { orders: two } })).results
    assert.ok(rested !== undefined && other !== undefined)
    assert.equal(rested.order?.status, 'live')
    // A trade may be published on either outcome: both are followed from the first open order on.
    await currentBook(terminal.client(), `pm:${venue.market.tokens[1]}`, 1)
    await venue.placeForeign('BUY', 3_500, 50)
    for (const size of ['90000000', '15000000']) {
      await venue.control('/order', {
        kind: 'foreign_place',
        // Whoever bids does not trade with himself.
        wallet: venue.account.deposit_wallet,
        token: venue.market.tokens[0],
        side: 'SELL',
        price: 3_500,
        size,
      })
    }
    await waitFor('5 of 20', async () => (await order(rested.order?.id)).filled_size === '5', 30_000)
    const cancelled = await terminal
      .client()
      .ok('cancelOrders', { body: { order_ids: [other.order?.id ?? ''] } })
    assert.deepEqual(cancelled.cancelled, [other.order?.id])

    // 500 less 50 at 0.45 with the fee, less 5 at 0.35.
    const fills = await terminal.client().ok('listFills', { query: {} })
    const fees = fills.items.reduce((sum, fill) => sum + Number(fill.fee ?? Number.NaN), 0)
    const cashNow = (): Promise<number | null> =>
      terminal
        .client()
        .ok('readAccount')
        .then(({ cash }) => (cash === null ? null : Number(cash)))
    const expected = 500 - 50 * 0.45 - 5 * 0.35 - fees
    await waitFor('the cash', async () => Math.abs(((await cashNow()) ?? 0) - expected) < 1e-6, 60_000)

    const notifications = await waitFor(
      'the fills to be published',
      async () => {
        const { items } = await terminal.client().ok('listNotifications', { query: {} })
        return items.length > 0 ? items : null
      },
      30_000,
    )
    assert.deepEqual(
      notifications.map(({ title }) => title).filter((title) => !title.startsWith('PAPER: ')),
      [],
    )

    await terminal.restart()
    await waitFor(
      'the resting order after a restart',
      async () => {
        const { items } = await terminal.client().ok('listOrders')
        return items.length === 1 && items[0]?.id === rested.order?.id && items[0]?.filled_size === '5'
      },
      30_000,
    )
    await waitFor(
      'the position after a restart',
      async () => {
        const { items } = await terminal.client().ok('listPositions', { query: { status: 'open' } })
        return items.length === 1 && items[0]?.outcome_id === outcomeId && items[0].size === '55'
      },
      60_000,
    )
    await waitFor('the same cash', async () => Math.abs(((await cashNow()) ?? 0) - expected) < 1e-6, 60_000)
    const audit = await terminal.client().ok('listAudit', { query: { limit: '200' } })
    assert.ok(audit.items.length > 0 && audit.items.every(({ details }) => details['paper'] === true))
    assert.equal((await terminal.client().ok('verifyAudit')).ok, true)
    assert.deepEqual(await writesAt(venue), [])
    assert.equal(await terminal.stop(), 0)

    // Neither kind of data opens as the other.
    const paperData = join(dataDirectory, 'paper')
    const live = await refusal(context, { ...terminalEnvironment(venue, paperData) }, [])
    assert.match(live, /holds a paper account: it opens with --paper only/)
  })
})
