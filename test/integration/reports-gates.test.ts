/**
 * Closed gates over the whole product: a key that leaves the venue's list, a venue or network that cannot be relied
 * on, a logout of any session.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Answer } from '#contract/routes.ts'
import { logIn } from '../client.ts'
import { PASSWORD, startTerminal } from '../harness.ts'
import { arm } from '../market.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'

const LIST = '/v1/user/session-signers'
const PATIENCE_MS = 60_000

test('what ends ARMED', { timeout: 300_000 }, async (whole) => {
  const venue = await startQuietVenue(whole, { seed: 'gates' })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const terminal = await startTerminal(whole, {
    simulator: venue,
    env: {
      SAFE_ORDERS_UNREAD_SECONDS: '12',
      SAFE_MARKET_FEED_DOWN_SECONDS: '12',
      SAFE_ORDER_UNKNOWN_SECONDS: '12',
    },
  })
  let client = terminal.client()
  const outcomeId = `pm:${venue.market.tokens[0]}`

  async function currentBook(): Promise<void> {
    await waitFor('a current book', async () => {
      const { status, body } = await client.call('readBook', { params: { outcome_id: outcomeId } })
      return status === 200 && !(body as Wire['Book']).stale
    })
  }

  function place(): Promise<Answer<'placeOrder'>> {
    return client.ok('placeOrder', {
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
  }

  const clearFaults = (): Promise<unknown> => venue.control('/faults', undefined, 'DELETE')

  async function isSafe(): Promise<readonly string[]> {
    const safe = (): Promise<Wire['TradingState'] | null> =>
      client.ok('readTrading').then((state) => (state.mode === 'SAFE' ? state : null))
    return (await waitFor('SAFE', safe, PATIENCE_MS)).reasons
  }

  async function armRefusal(): Promise<readonly string[]> {
    const { status, body } = await client.call('arm', { body: {} })
    assert.equal(status, 409)
    return (body as { readonly reasons: readonly string[] }).reasons
  }

  async function lastText(kind: 'trading_safe' | 'credentials'): Promise<string> {
    return waitFor(`a notification ${kind}`, async () => {
      const { items } = await client.ok('listNotifications', { query: { kind } })
      return items[0]?.text ?? null
    })
  }

  await currentBook()

  await whole.test('a logout of any session, also of one that has done nothing', async () => {
    await arm(client)
    const other = await logIn(client.url, PASSWORD)
    await other.ok('logout', { body: {} })
    assert.equal((await client.ok('readTrading')).mode, 'SAFE')
    assert.match(await lastText('trading_safe'), /session logged out/)
  })

  await whole.test(
    'INV-79 a key that was revoked: its order is cancelled, the list is read at once, nothing arms until it is back',
    async () => {
      await arm(client)
      assert.equal((await place()).result, 'accepted')
      await venue.control('/faults', { name: 'auth.revoked' })
      await isSafe()
      await waitFor('the list to be compared', async () => {
        return (await client.ok('readStatus')).credentials.key_listing === 'not_listed'
      })
      assert.deepEqual(await armRefusal(), ['session_key_not_listed'])
      const { credentials } = await client.ok('readStatus')
      assert.match(credentials.detail ?? '', /not on the venue’s list/)
      assert.match(await lastText('credentials'), /not on the venue’s list/)
      assert.equal((await place()).reject?.code, 'session_key_not_listed')
      await clearFaults()
      await arm(client)
      assert.equal((await place()).result, 'accepted')
      await client.ok('cancelAll', { body: {} })
    },
  )

  const refusals = [
    [
      'an order',
      { name: 'order.reject', args: { text: 'invalid signature: session signer is not authorized' } },
    ],
    [
      'a read',
      {
        name: 'http.status',
        match: { path: '/data/orders' },
        args: { code: 400, body: '{"error":"signer not authorized"}' },
      },
    ],
  ] as const
  for (const [what, fault] of refusals) {
    await whole.test(`INV-79 a key that is gone is found by the refusal of ${what}`, async () => {
      await arm(client)
      const empty = { wallet: venue.account.deposit_wallet.toLowerCase(), signers: [] }
      await venue.control('/faults', {
        name: 'http.status',
        match: { path: LIST },
        args: { code: 200, body: JSON.stringify(empty) },
      })
      await venue.control('/faults', fault)
      if (what === 'an order') assert.equal((await place()).reject?.code, 'venue_rejected')
      assert.ok((await isSafe()).includes('session_key_not_listed'))
      assert.match(await lastText('trading_safe'), /credentials are not usable/)
      await clearFaults()
    })
  }

  const unreliable = [
    [
      'market_feed_down',
      /price feed not live for 12 s/,
      { name: 'ws.upgrade_status', match: { service: 'ws_market' }, args: { code: 503 } },
    ],
    [
      'orders_unread',
      /own orders .* 12 s/i,
      { name: 'http.status', match: { path: '/data/trades' }, args: { code: 503 } },
    ],
    [
      'orders_unread',
      /own orders .* 12 s/i,
      { name: 'ws.upgrade_status', match: { service: 'ws_user' }, args: { code: 503 } },
    ],
  ] as const
  await arm(client)
  // While something is open, own orders are read every five seconds.
  assert.equal((await place()).result, 'accepted')
  for (const [reason, text, fault] of unreliable) {
    await whole.test(`INV-83 ${reason} after ${fault.name} at ${JSON.stringify(fault.match)}`, async () => {
      await arm(client)
      await currentBook()
      await venue.control('/faults', fault)
      if (fault.name === 'ws.upgrade_status') {
        await venue.control('/ws', { channel: fault.match.service.slice(3), action: 'reset' })
      }
      assert.ok((await isSafe()).includes(reason))
      assert.match(await lastText('trading_safe'), text)
      assert.ok((await armRefusal()).includes(reason))
      await clearFaults()
    })
  }

  await whole.test('503 "trading disabled" is a refusal and a mode, and ends no mode of ours', async () => {
    await arm(client)
    await venue.control('/faults', {
      name: 'http.status',
      match: { method: 'POST', path: '/order' },
      args: { code: 503, body: '{"error":"trading disabled"}', headers: { 'retry-after': '2' } },
    })
    assert.equal((await place()).reject?.code, 'venue_unavailable')
    const { mode, venue: venueMode } = await client.ok('readTrading')
    assert.deepEqual([mode, venueMode.mode], ['ARMED', 'disabled'])
    await clearFaults()
    await waitFor('the end of the mode', async () => (await place()).result === 'accepted')
  })

  await whole.test('a refusal of the signer is a wrong wallet, and SAFE', async () => {
    await venue.control('/faults', {
      name: 'order.reject',
      args: { text: "the order signer must equal the API key's address" },
    })
    assert.equal((await place()).reject?.code, 'wallet_mismatch')
    assert.deepEqual([...(await isSafe())], ['wallet_mismatch'])
    assert.deepEqual(await armRefusal(), ['wallet_mismatch'])
  })

  await whole.test('INV-83 an order that stays unknown, and no arming while it does', async () => {
    await clearFaults()
    await terminal.restart()
    client = terminal.client()
    await currentBook()
    await arm(client)
    await venue.control('/faults', {
      name: 'http.hang_after_read',
      match: { method: 'POST', path: '/order' },
    })
    assert.equal((await place()).result, 'unknown')
    assert.deepEqual([...(await isSafe())], ['order_unknown'])
    assert.match(await lastText('trading_safe'), /unknown for 12 s/)
    assert.deepEqual(await armRefusal(), ['order_unknown'])
  })
})
