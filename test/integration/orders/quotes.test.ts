/** Previews, exits, hedges and downloads over the whole product, compared with the venue's own ledger. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Client } from '../../client.ts'
import { PASSWORD, startTerminal, type TestTerminal } from '../../harness.ts'
import { arm, currentBook } from '../../market.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { waitFor } from '../../wait-for.ts'

type TradingFixture = {
  readonly client: Client
  readonly terminal: TestTerminal
  readonly venue: QuietVenue
  readonly yes: string
  readonly no: string
}

/** An armed terminal whose account holds 250 shares of Yes; others bid 0.44 for 30 and 0.43 for 100, and offer at 0.46. */
async function startTradingFixture(
  context: TestContext,
  env: Readonly<Record<string, string>> = {},
): Promise<TradingFixture> {
  const venue = await startQuietVenue(context, { seed: 'quotes' })
  await venue.placeForeign('BUY', 4_400, 30)
  await venue.placeForeign('BUY', 4_390, 100)
  await venue.placeForeign('SELL', 4_600, 100)
  const terminal = await startTerminal(context, { simulator: venue, env })
  const client = terminal.client()
  const [yes, no] = venue.market.tokens.map((token) => `pm:${token}`)
  assert.ok(yes !== undefined && no !== undefined)
  await waitFor('both bids', async () => (await currentBook(client, yes, 1)).bids.length > 1)
  // Nothing can be left or hedged before positions are reconciled.
  await client.ok('listPositions')
  await arm(client)
  return { client, terminal, venue, yes, no }
}

test('INV-14 a preview shows the cost of an exit, and the exit sells just that', async (context) => {
  const { client, venue, yes } = await startTradingFixture(context)
  const preview = await client.ok('previewOrder', {
    body: {
      outcome_id: yes,
      side: 'SELL',
      price: '0.439',
      size: '130',
      time_in_force: 'FAK',
      post_only: false,
    },
  })
  assert.deepEqual(
    [preview.reject, preview.fillable_size, preview.worst_price, preview.after?.position],
    [null, '130', '0.439', '120'],
  )
  const body = { client_order_id: randomUUIDv7(), outcome_id: yes, mode: 'walk' } as const
  const exited = await client.ok('exitPosition', { body })
  assert.deepEqual([exited.result, exited.order?.size, exited.order?.side], ['accepted', '130', 'SELL'])
  assert.equal((await client.ok('exitPosition', { body })).replayed, true)
  const sold = (await venue.truth()).fills.map(({ size }) => BigInt(size))
  assert.equal(
    sold.reduce((sum, size) => sum + size, 0n),
    130_000_000n,
  )
  const drained = await waitFor('the book to be sold out', async () => {
    const again = await client.ok('exitPosition', { body: { ...body, client_order_id: randomUUIDv7() } })
    return again.reject
  })
  assert.equal(drained.code, 'no_liquidity')
})

test('INV-14 a hedge buys of the other outcome what is offered, and the next one only the rest', async (context) => {
  const { client, venue, yes, no } = await startTradingFixture(context)
  const hedge = (): ReturnType<typeof hedgeOnce> => hedgeOnce(client, yes)
  // Bids for Yes are offers of No: 30 at 0.56 and 100 at 0.561.
  const first = await hedge()
  assert.deepEqual(
    [first.result, first.order?.outcome_id, first.order?.side, first.order?.price, first.order?.size],
    ['accepted', no, 'BUY', '0.561', '130'],
  )
  await venue.placeForeign('BUY', 4_380, 500)
  const second = await waitFor('the rest', async () => {
    const answer = await hedge()
    return answer.result === 'accepted' ? answer : null
  })
  assert.equal(second.order?.size, '120')
  const third = await waitFor('the second to be booked', async () => {
    const answer = await hedge()
    return answer.reject?.message.includes('already') === true ? answer : null
  })
  assert.equal(third.reject?.code, 'hedge_unavailable')
  const bought = (await venue.truth()).fills.map(({ size }) => BigInt(size))
  assert.equal(
    bought.reduce((sum, size) => sum + size, 0n),
    250_000_000n,
  )
})

test('INV-14 a hedge right after an exit is for the rest, at a venue whose balances lag the match', async (context) => {
  const { client, venue, yes, no } = await startTradingFixture(context)
  await venue.control('/faults', { name: 'trade.retrying', args: { n: 10 } })
  const body = { client_order_id: randomUUIDv7(), outcome_id: yes, mode: 'walk' } as const
  const reads = async (): Promise<number> =>
    (await venue.truth()).requests.filter(({ path }) => path === '/balance-allowance').length
  assert.equal((await client.ok('exitPosition', { body })).order?.size, '130')
  const before = await reads()
  // Cash and shares, a second after the fills.
  await waitFor('the balances to be read again', async () => (await reads()) >= before + 2)
  await venue.placeForeign('BUY', 4_380, 500)
  const hedged = await waitFor('the hedge', async () => {
    const answer = await hedgeOnce(client, yes)
    return answer.result === 'accepted' ? answer : null
  })
  assert.deepEqual([hedged.order?.outcome_id, hedged.order?.size], [no, '120'])
})

test('INV-60 INV-61 a flatten cancels, then sells what is held once, though the terminal is killed before the answer', async (context) => {
  // The first placement is the resting sale, the second the leg: it is at the venue, and no row says what became of it.
  const env = { SESAME_FAULTPOINTS: 'place.response.pre:2=kill' }
  const { client, terminal, venue, yes, no } = await startTradingFixture(context, env)
  const resting = await client.ok('placeOrder', {
    body: {
      client_order_id: randomUUIDv7(),
      outcome_id: yes,
      side: 'SELL',
      price: '0.47',
      size: '200',
      time_in_force: 'GTC',
      post_only: true,
    },
  })
  assert.equal(resting.result, 'accepted')
  const body = {
    legs: [yes, no].map((outcome_id) => ({ client_order_id: randomUUIDv7(), outcome_id })),
  }
  await assert.rejects(client.ok('flattenPositions', { body }))
  const sold = async (): Promise<bigint> =>
    (await venue.truth()).fills.reduce((sum, { size }) => sum + BigInt(size), 0n)
  assert.equal(await sold(), 130_000_000n)

  await terminal.restart({ SESAME_FAULTPOINTS: '' })
  const again = terminal.client()
  const answered = await waitFor('the first result', async () => {
    const { cancels, legs } = await again.ok('flattenPositions', { body })
    assert.deepEqual(cancels, [], 'what is known cancels nothing again')
    return legs[0]?.result?.order?.status === 'filled' ? legs : null
  })
  const [sale, nothing] = answered.map(({ result }) => [result?.order?.filled_size, result?.reject?.code])
  assert.deepEqual(sale, ['130', undefined])
  // The other outcome is not held: it was refused for that before the kill, or is now.
  assert.match(nothing?.[1] ?? '', /^(?:no_position|safe_mode)$/)
  await waitFor('the sale to be final', async () =>
    (await again.ok('listFills')).items.every(({ status }) => status === 'confirmed'),
  )
  await arm(again)
  const codes = await waitFor('positions to be read', async () => {
    const legs = body.legs.map((leg) => ({ ...leg, client_order_id: randomUUIDv7() }))
    const next = await again.ok('flattenPositions', { body: { legs } })
    const found = next.legs.map(({ result }) => result?.reject?.code)
    // The balance was first read while the sale settled: until it is known what of it the sale has taken, that is said.
    return found.some((code) => code === 'positions_reading' || code === 'shares_not_settled') ? null : found
  })
  assert.deepEqual(codes, ['no_liquidity', 'no_position'])
  assert.equal(await sold(), 130_000_000n)
  assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
})

test('INV-62 a sale beyond what is held is a sale and a purchase with rows of their own, sent once', async (context) => {
  const { client, venue, yes, no } = await startTradingFixture(context)
  const terms = { time_in_force: 'GTC', post_only: false } as const
  const pairOf = (sold: string, bought: string) =>
    ({
      sale: {
        client_order_id: randomUUIDv7(),
        outcome_id: yes,
        side: 'SELL',
        price: '0.47',
        size: sold,
        ...terms,
      },
      purchase: {
        client_order_id: randomUUIDv7(),
        outcome_id: no,
        side: 'BUY',
        price: '0.53',
        size: bought,
        ...terms,
      },
    }) as const
  const rowsOf = async (id: string): Promise<readonly string[]> =>
    (await client.ok('listAudit', { query: { client_order_id: id } })).items
      .map(({ kind }) => kind)
      .toReversed()
  const placed = async (): Promise<number> =>
    (await venue.truth()).requests.filter(({ method, path }) => method === 'POST' && path === '/order').length
  const { free_size: free } = await waitFor('what is held', async () =>
    (await client.ok('listPositions')).items.find((one) => one.outcome_id === yes),
  )
  assert.equal(free, '250')

  // The venue has room for one more open order only: the promise says which of the two is refused, and so it is.
  const { limits } = await client.ok('readRiskSettings')
  await client.ok('writeRiskSettings', { body: { limits: { max_open_orders: 1 } } })
  const body = pairOf('100', '50')
  const { client_order_id: _sale, ...sale } = body.sale
  const { client_order_id: _purchase, ...purchase } = body.purchase
  const promised = await client.ok('previewBothSides', { body: { sale, purchase } })
  const neither = await client.ok('placeBothSides', { body })
  assert.deepEqual(
    [neither.sale.reject?.code, neither.purchase.reject?.code],
    ['purchase_not_possible', 'max_open_orders'],
  )
  assert.deepEqual(
    [neither.sale.reject, neither.purchase.reject],
    [promised.sale.reject, promised.purchase.reject],
  )
  assert.deepEqual(await rowsOf(body.purchase.client_order_id), ['intent', 'decision'])
  assert.equal(await placed(), 0)

  const raised = { limits: { max_open_orders: limits.max_open_orders }, password: PASSWORD }
  await client.ok('writeRiskSettings', { body: raised })
  const whole = pairOf('250', '60')
  const both = await client.ok('placeBothSides', { body: whole })
  assert.deepEqual([both.sale.result, both.purchase.result], ['accepted', 'accepted'])
  for (const { client_order_id: id } of [whole.sale, whole.purchase]) {
    assert.deepEqual(await rowsOf(id), ['intent', 'decision', 'signed', 'response'])
  }
  const again = await client.ok('placeBothSides', { body: whole })
  assert.deepEqual([again.sale.replayed, again.purchase.replayed], [true, true])
  assert.equal(await placed(), 2)

  // Nothing is free any more: the sale is refused, and nothing is bought.
  const refused = await client.ok('placeBothSides', { body: pairOf('10', '10') })
  assert.deepEqual(
    [refused.sale.reject?.code, refused.purchase.reject?.code],
    ['no_position', 'sale_not_accepted'],
  )
  assert.equal(await placed(), 2)
})

test('audit rows and fills are downloaded as CSV', async (context) => {
  const { client, yes } = await startTradingFixture(context)
  const body = { client_order_id: randomUUIDv7(), outcome_id: yes, mode: 'walk', size: '20' } as const
  await client.ok('exitPosition', { body })
  const lines = async (path: string): Promise<readonly string[]> =>
    (await (await client.raw(path, { method: 'GET' })).text()).trimEnd().split('\r\n')
  const rows = await lines(`/api/export/audit.csv?client_order_id=${body.client_order_id}`)
  assert.deepEqual(
    rows.map((row) => row.split(',').slice(3, 5).join(' ')),
    ['action kind', 'exit response', 'exit signed', 'exit decision', 'exit intent'],
  )
  const fills = await waitFor('the fill', async () => {
    const all = await lines('/api/export/fills.csv')
    return all.length > 1 ? all : null
  })
  assert.match(fills[1] ?? '', /,SELL,0\.44,20,8\.8,0\.19712,taker,/)
})

async function hedgeOnce(
  client: Client,
  outcome_id: string,
): Promise<Awaited<ReturnType<typeof client.ok<'hedgePosition'>>>> {
  return client.ok('hedgePosition', { body: { client_order_id: randomUUIDv7(), outcome_id } })
}

test('INV-53 shares that this terminal did not buy count against the position limit, in the settings, the preview and the answer', async (context) => {
  const { client, yes } = await startTradingFixture(context)
  const usage = await waitFor('the venue\u2019s list of positions', async () => {
    const read = await client.ok('readRiskSettings')
    return read.usage.position_from_outside === '0' ? null : read.usage
  })
  assert.equal(usage.max_position_notional, usage.position_from_outside)
  const cost = await waitFor('what the shares cost', async () => {
    const held = (await client.ok('listPositions')).items.find((one) => one.outcome_id === yes)
    return held?.venue ? Number(held.venue.cost_basis) : null
  })
  const limit = String(Math.floor(cost) + 10)
  await client.ok('writeRiskSettings', { body: { limits: { max_position_notional: limit } } })
  const order = { outcome_id: yes, side: 'BUY', time_in_force: 'GTC', post_only: true } as const
  const body = { ...order, price: '0.4', size: '100' }
  const preview = await client.ok('previewOrder', { body })
  assert.equal(preview.reject?.code, 'max_position_notional')
  assert.equal(Number(preview.after?.exposure_outside), cost)
  assert.equal(Number(preview.after?.exposure), cost + 40)
  const placed = await client.ok('placeOrder', { body: { ...body, client_order_id: randomUUIDv7() } })
  assert.equal(placed.reject?.code, 'max_position_notional')
  assert.match(placed.reject?.message ?? '', /of it was bought elsewhere/)
  const small = { ...body, size: '20', client_order_id: randomUUIDv7() }
  assert.equal((await client.ok('placeOrder', { body: small })).result, 'accepted')
})
