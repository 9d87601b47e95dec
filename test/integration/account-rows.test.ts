/** Answers of the data service, strange, wrong or missing, over the whole product: nothing is dropped in silence. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../client.ts'
import { startTerminal } from '../harness.ts'
import { arm, currentBook } from '../market.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'

/** Lists are read again every half minute; one that was not whole sooner. */
const READ_AGAIN_MS = 90_000

type Listed = {
  readonly items: readonly Wire['Position'][]
  readonly complete: boolean
  readonly problem: string | null
}

async function positions(client: Client, status: 'open' | 'redeemable' | 'closed' = 'open'): Promise<Listed> {
  return await client.ok('listPositions', { query: { status } })
}

describe('the account', { concurrency: true }, () => {
  test('rows too strange, twice, unreadable or cut off are kept or counted, and a list that is not whole takes nothing away', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'strange-rows' })
    await venue.control('/faults', { name: 'data.strange_rows', when: { for_ms: 3_600_000 } })
    const client = (await startTerminal(context, { simulator: venue })).client()

    // Words that nobody knows and fields left out and added: each row is kept, under the catalog's own names.
    const held = await waitFor('what is held', async () => {
      const list = await positions(client)
      return list.complete && list.items.length > 0 ? list.items : null
    })
    const sizes = (items: readonly Wire['Position'][]): readonly string[] =>
      items.map(({ outcome_id, size }) => `${outcome_id} ${size}`).toSorted()
    assert.deepEqual(
      held.map(({ size }) => size),
      ['250', '250', '250'],
    )
    assert.ok(held.every(({ event_title }) => event_title !== ''))
    const strange = await waitFor('activity', async () => {
      const { items, unread_rows } = await client.ok('listActivity')
      return items.length > 0 ? { items, unread_rows } : null
    })
    assert.deepEqual(
      [...new Set(strange.items.map(({ kind, venue_kind }) => `${kind} ${venue_kind}`)), strange.unread_rows],
      ['other AIRDROP', 0],
    )
    await venue.control('/faults', undefined, 'DELETE')

    for (const [fault, problem] of [
      ['data.unmappable_row', /1 row not understood/],
      ['data.bad_has_more', /more rows without a cursor/],
    ] as const) {
      await venue.control('/faults', { name: fault })
      const list = await waitFor(
        `${fault} to be reported`,
        async () => {
          const read = await positions(client)
          return problem.test(read.problem ?? '') ? read : null
        },
        READ_AGAIN_MS,
      )
      assert.deepEqual([list.complete, sizes(list.items)], [false, sizes(held)])
      const account = await client.ok('readAccount')
      assert.equal(account.positions_complete, false)
      if (fault === 'data.unmappable_row') {
        assert.ok(account.unread_rows > 0)
        assert.equal((await client.ok('listActivity')).unread_rows, 1)
        const file = await client.raw('/api/export/activity.csv', { method: 'GET' })
        assert.match(await file.text(), /INCOMPLETE: 1 rows were not understood\r\n$/)
      }
      await venue.control('/faults', undefined, 'DELETE')
    }

    await venue.control('/faults', { name: 'data.duplicate_rows' })
    const whole = await waitFor(
      'a whole list',
      async () => {
        const read = await positions(client)
        return read.complete ? read : null
      },
      READ_AGAIN_MS,
    )
    assert.deepEqual(sizes(whole.items), sizes(held))
  })

  test('a market that resolves makes its shares redeemable, then paid, and the account shows the proceeds', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'resolved', isSmall: true })
    await venue.placeForeign('BUY', 4_000, 100)
    const client = (await startTerminal(context, { simulator: venue })).client()
    const outcomeId = `pm:${venue.market.tokens[0]}`
    const find = async (status: 'open' | 'redeemable' | 'closed'): Promise<Wire['Position'] | null> =>
      (await positions(client, status)).items.find((one) => one.outcome_id === outcomeId) ?? null
    const before = await waitFor('what is held, at its bid', async () => {
      const held = await find('open')
      return held?.mark_source === 'bid' ? held : null
    })
    assert.deepEqual(
      [before.mark_price, before.exit_complete, before.exit_missing_size],
      ['0.4', false, '150'],
    )
    const cashBefore = (await client.ok('readAccount')).cash
    // Until the venue shows that the shares are gone they can be redeemed: its balances have to wait.
    const barrier = {
      name: 'balances',
      match: { service: 'clob', path: '/balance-allowance' },
      stage: 'before',
    }
    await venue.control('/barrier', barrier)
    await venue.control('/market', { market_id: venue.market.conditionId, resolve: 0 })
    const won = await waitFor('it to be redeemable', () => find('redeemable'), READ_AGAIN_MS)
    assert.deepEqual(
      [won.size, won.result, won.redeemable, won.mark_price, won.mark_source, won.value],
      ['250', 'won', true, '1', 'payout', '250'],
    )
    assert.deepEqual([won.exit, won.exit_unavailable, won.stale], [null, 'market_closed', false])
    const account = await client.ok('readAccount')
    assert.deepEqual([account.redeemable_positions, account.redeemable_value], [1, '250'])
    assert.equal(await find('open'), null)
    await venue.control('/barrier/balances/release', {})

    // The venue pays: the shares are gone from its list and its balance, and what they brought is profit.
    const paid = await waitFor('the payout', () => find('closed'), READ_AGAIN_MS)
    assert.equal(Number(paid.realised_pnl).toFixed(6), (250 - Number(before.cost_basis)).toFixed(6))
    await waitFor(
      'the cash',
      async () => Number((await client.ok('readAccount')).cash) === Number(cashBefore) + 250,
      READ_AGAIN_MS,
    )
  })

  test('what the key traded right before a first start is never shown twice, and nothing before it is known', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'traded-before', isSmall: true })
    const [, token] = venue.market.tokens
    const outcomeId = `pm:${token}`
    const before = await startTerminal(context, { simulator: venue })
    await currentBook(before.client(), outcomeId)
    await arm(before.client())
    const placed = await before.client().ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id: outcomeId,
        side: 'BUY',
        price: '0.4',
        size: '60',
        time_in_force: 'GTC',
        post_only: true,
      },
    })
    await venue.control('/order', { kind: 'fill', order_id: placed.order?.id?.replace('pm:', '') })
    await waitFor(
      'the list to show it',
      async () =>
        (await positions(before.client())).items.some(
          (one) => one.outcome_id === outcomeId && one.venue?.size === '60',
        ),
      60_000,
    )
    await before.stop()
    // A new data directory: nothing is known of that order.
    const client = (await startTerminal(context, { simulator: venue, ready: isUp })).client()
    const shown = new Set<string>()
    const codes = new Set<unknown>()
    const live = await client.live()
    live.send({ op: 'sub', topics: ['positions'] })
    const began = performance.now()
    await waitFor(
      'figures of the first 25 s',
      async () => {
        const reply = await client.call('listPositions')
        if (reply.status === 200) {
          const { items } = reply.body as Listed
          shown.add(items.find((one) => one.outcome_id === outcomeId)?.size ?? 'none')
        } else codes.add((reply.body as { readonly code: string }).code)
        return shown.size > 0 && performance.now() - began > 25_000
      },
      60_000,
    )
    const published = live.frames('positions').flatMap((frame) => {
      const { upsert } = ('data' in frame ? frame.data : { upsert: [] }) as {
        readonly upsert: readonly Wire['Position'][]
      }
      return upsert.flatMap((one) => (one.outcome_id === outcomeId ? one.size : []))
    })
    await live.close()
    assert.deepEqual([...shown], ['60'])
    assert.deepEqual([...new Set(published)], ['60'])
    assert.ok([...codes].every((code) => code === 'positions_reading'))
  })

  test('with refused credentials the account reports it, and what needs only the wallet still works', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'refused', isSmall: true })
    for (const name of ['auth.l1_401', 'auth.401_forever']) await venue.control('/faults', { name })
    // A terminal that is up sooner than the indexer looks again only after half a minute.
    await venue.control('/faults', { name: 'data.lag', args: { ms: 0 } })
    const terminal = await startTerminal(context, { simulator: venue, ready: isUp })
    const client = terminal.client()
    await waitFor('the refusal', async () => {
      const { credentials } = await client.ok('readStatus')
      return credentials.state === 'failed'
    })
    for (const name of ['readAccount', 'listOrders', 'listFills'] as const) {
      const reply = await client.call(name)
      assert.deepEqual(
        [reply.status, (reply.body as { readonly code: string }).code],
        [503, 'credentials_unavailable'],
      )
    }
    await waitFor('positions', async () => (await positions(client)).items.length > 0)
    const feeds = (await client.ok('readStatus')).feeds
    assert.notEqual(feeds.find(({ name }) => name === 'user')?.state, 'live')
    await waitFor(
      'the markets',
      async () => (await client.ok('search', { query: { q: '' } })).items.length > 0,
    )
  })
})

async function isUp(url: string): Promise<boolean> {
  return (await fetch(`${url}/health`)).status < 600
}
