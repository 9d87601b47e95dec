/** Public reports of figures that the venue leaves out, writes late or calls by other words, replayed over the whole product. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../client.ts'
import { startTerminal } from '../harness.ts'
import { arm, currentBook } from '../market.ts'
import { startQuietVenue, type QuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'

/** Lists are read again every half minute. */
const READ_AGAIN_MS = 90_000
const HASH = `0x${'ab'.repeat(32)}`

/** Changes the answer of a path from now on, without a moment in between in which the true one is given. */
function answers(
  venue: QuietVenue,
  match: { readonly service: string; readonly path: string },
): (body: object) => Promise<void> {
  let before: string | null = null
  return async (body) => {
    const rule = { name: 'http.status', match, args: { code: 200, body } }
    const { id } = (await venue.control('/faults', rule)) as { readonly id: string }
    if (before !== null) await venue.control(`/faults/${before}`, undefined, 'DELETE')
    before = id
  }
}

async function place(
  client: Client,
  outcomeId: string,
  order: { readonly price: string; readonly size: string; readonly time_in_force: 'GTC' | 'FOK' },
): Promise<string> {
  const body = {
    client_order_id: randomUUIDv7(),
    outcome_id: outcomeId,
    side: 'BUY' as const,
    post_only: false,
  }
  const placed = await client.ok('placeOrder', { body: { ...body, ...order } })
  assert.equal(placed.result, 'accepted', JSON.stringify(placed.reject))
  return placed.order?.id ?? ''
}

function native(orderId: string): string {
  return orderId.replace(/^pm:/, '')
}

async function fillsOf(client: Client, orderId: string): Promise<readonly Wire['Fill'][]> {
  return (await client.ok('listFills', { query: {} })).items.filter((fill) => fill.order_id === orderId)
}

test('INV-75 INV-79 INV-80 own trades without figures are none until they have them, and own orders complete the rest', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'reports-account' })
  const terminal = await startTerminal(context, { simulator: venue })
  const client = terminal.client()
  await arm(client)
  const [token, other] = venue.market.tokens
  const outcomeId = `pm:${token}`
  await venue.placeForeign('SELL', 5_100, 20)
  await venue.control('/faults', { name: 'trade.missing_ws' })
  const answer = answers(venue, { service: 'clob', path: '/data/trades' })
  const answerTrades = (data: readonly object[]): Promise<void> =>
    answer({ limit: 500, count: data.length, next_cursor: 'LTE=', data })
  await answerTrades([])
  await waitFor('the offer', async () => (await currentBook(client, outcomeId)).asks.length > 0)

  // Report 01.
  const bought = await place(client, outcomeId, { price: '0.51', size: '10', time_in_force: 'FOK' })
  const now = String(Math.floor(Date.now() / 1_000))
  const maker = {
    order_id: HASH,
    price: '0.51',
    fee_rate_bps: '',
    asset_id: token,
    outcome: 'Yes',
    side: 'SELL',
  }
  const rowA = {
    id: 'report-01',
    taker_order_id: native(bought),
    market: venue.market.conditionId,
    asset_id: token,
    side: 'BUY',
    match_time: now,
    last_update: now,
    trader_side: 'TAKER',
    size: '',
    price: '0.51',
    fee_rate_bps: '',
    status: 'MATCHED_NOT_BROADCASTED',
    transaction_hash: '',
    maker_orders: [{ ...maker, matched_amount: '' }],
  }
  await answerTrades([rowA])
  const unread = await waitFor('the row to be named', async () => {
    const feed = (await client.ok('readStatus')).feeds.find(({ name }) => name === 'orders')
    return feed?.not_understood?.rows[0] ?? null
  })
  assert.deepEqual(unread, { list: 'trades', id: 'report-01', reason: 'size empty' })
  assert.deepEqual(await fillsOf(client, bought), [])
  const notices = async (): Promise<readonly string[]> =>
    (await client.ok('listNotifications', { query: {} })).items.flatMap(({ kind, text }) =>
      kind === 'fill' ? text : [],
    )
  assert.deepEqual(await notices(), [])
  const rowB = {
    ...rowA,
    size: '10',
    status: 'CONFIRMED',
    transaction_hash: HASH,
    maker_orders: [{ ...maker, matched_amount: '10' }],
  }
  await answerTrades([rowB])
  const [fill] = await waitFor('the fill', async () => {
    const fills = await fillsOf(client, bought)
    return fills.length > 0 ? fills : null
  })
  assert.deepEqual([fill?.size, fill?.status, fill?.price, fill?.role], ['10', 'confirmed', '0.51', 'taker'])
  assert.ok((await notices()).every((text) => !/\b0 at\b/.test(text)))

  // Report 11, and the same order twice among the makers (P7).
  const resting = await place(client, outcomeId, { price: '0.4', size: '20', time_in_force: 'GTC' })
  const own = {
    order_id: native(resting),
    maker_address: venue.account.deposit_wallet,
    price: '0.4',
    fee_rate_bps: '0',
  }
  const rowC = {
    ...rowB,
    id: 'report-11',
    taker_order_id: HASH,
    // A taker who buys the other outcome: nothing of ours can be derived from him.
    asset_id: other,
    price: '0.6',
    size: '20',
    trader_side: 'MAKER',
    maker_orders: [
      { ...own, matched_amount: '8', outcome: 'Yes' },
      { ...own, matched_amount: '12', outcome: 'Yes' },
    ],
  }
  await answerTrades([rowC, rowB])
  await venue.placeForeign('SELL', 4_000, 20)
  const made = await waitFor('the fill of the maker', async () => {
    const fills = await fillsOf(client, resting)
    return fills.length > 0 ? fills : null
  })
  const shown = ({ outcome_id, side, size, price, role }: Wire['Fill']): readonly string[] => [
    outcome_id,
    side,
    size,
    price,
    role,
  ]
  assert.deepEqual(made.map(shown), [[outcomeId, 'BUY', '20', '0.4', 'maker']])
  const status = await client.ok('readStatus')
  assert.equal(status.feeds.find(({ name }) => name === 'orders')?.detail, null)

  await terminal.restart()
  const again = await waitFor('both fills after a restart', async () => {
    const { items } = await terminal.client().ok('listFills', { query: {} })
    return items.length === 2 ? items : null
  })
  assert.deepEqual(again.map(({ size }) => size).toSorted(), ['10', '20'])
})

test('INV-75 INV-87 holdings without cost or price are not known, a payout between is no win, another name is told', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'reports-account-rows' })
  const { urls } = JSON.parse(readFileSync(venue.profilePath, 'utf8')) as {
    readonly urls: { readonly data: string }
  }
  const wallet = venue.account.deposit_wallet.toLowerCase()
  const address = `${urls.data}/v2/positions?user=${wallet}&status=OPEN`
  const listed = await fetch(address, { headers: { 'user-agent': 'test' } })
  const { data } = (await listed.json()) as { readonly data: readonly Readonly<Record<string, unknown>>[] }
  const [first, second, third] = data.filter(({ current_size: size }) => size === 250)
  assert.ok(first !== undefined && second !== undefined && third !== undefined)
  const ended = {
    status: 'REDEEMABLE',
    redeemable: true,
    avg_price: 0.6,
    entry_cost_usdc: 150,
    entry_fees_usdc: 0,
  }
  const paid = { price: 0.58, value: 145 }
  const rows = (change: { readonly first: object; readonly second: object }): readonly object[] => [
    { ...first, outcome: 'Another word', current_price: 0.71, current_value: null, ...change.first },
    { ...second, ...ended, ...change.second },
    { ...third, ...ended, current_price: paid.price, current_value: paid.value },
  ]
  const answerList = answers(venue, { service: 'data', path: '/v2/positions' })
  const answerRows = (list: readonly object[]): Promise<void> =>
    answerList({ data: list, pagination: { has_more: false, next_cursor: '' } })
  await answerRows(
    rows({
      first: { avg_price: null, entry_cost_usdc: null },
      second: { current_price: null, current_value: null, unrealized_pnl: null },
    }),
  )
  const client = (await startTerminal(context, { simulator: venue })).client()
  const found = async (
    row: Readonly<Record<string, unknown>>,
    status: 'open' | 'redeemable',
  ): Promise<Wire['Position'] | null> => {
    const { items } = await client.ok('listPositions', { query: { status } })
    return items.find(({ outcome_id: id }) => id === `pm:${String(row['token_id'])}`) ?? null
  }
  const held = await waitFor('what is held', () => found(first, 'open'), READ_AGAIN_MS)
  assert.deepEqual([held.average_price, held.cost_basis, held.unrealised_pnl], [null, null, null])
  assert.deepEqual([held.venue?.cost_basis, held.venue?.cost_difference], [null, null])
  assert.deepEqual([held.venue?.outcome_name, held.venue?.likely_cause], ['Another word', 'outcome_name'])
  const claim = await waitFor('the claim', () => found(second, 'redeemable'), READ_AGAIN_MS)
  assert.deepEqual(
    [claim.mark_price, claim.value, claim.unrealised_pnl, claim.result, claim.cost_basis],
    [null, null, null, null, '150'],
  )
  const shared = await waitFor('the market without a winner', () => found(third, 'redeemable'), READ_AGAIN_MS)
  assert.deepEqual(
    [shared.result, shared.mark_price, shared.value, shared.unrealised_pnl],
    ['part', '0.58', '145', '-5'],
  )
  const account = await client.ok('readAccount')
  assert.deepEqual(
    [account.positions_without_cost, account.positions_without_mark, account.differs_from_venue],
    // Nobody bids for the first one.
    [1, 2, true],
  )
  assert.deepEqual([account.liquidation_complete, account.redeemable_value], [false, '145'])

  Object.assign(paid, { price: 0.5, value: 125 })
  await answerRows(
    rows({
      first: { avg_price: 0.4, entry_cost_usdc: 100 },
      second: { current_price: 1, current_value: 250 },
    }),
  )
  const known = await waitFor(
    'the cost that a later list knows',
    async () => {
      const position = await found(first, 'open')
      return position?.cost_basis === null ? null : position
    },
    READ_AGAIN_MS,
  )
  assert.ok(known?.cost_basis?.startsWith('10'), known?.cost_basis ?? 'none')
  const won = await found(second, 'redeemable')
  assert.deepEqual([won?.result, won?.value, won?.unrealised_pnl], ['won', '250', '100'])
  const half = await found(third, 'redeemable')
  assert.deepEqual([half?.result, half?.mark_price, half?.unrealised_pnl], ['part', '0.5', '-25'])
})
