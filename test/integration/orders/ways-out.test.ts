/** INV-81 over the whole product: ways out through own resting sales and targets, compared with the venue's own ledger. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../../client.ts'
import { startTerminal, type TestTerminal } from '../../harness.ts'
import { arm, currentBook, type OrderBody } from '../../market.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { waitFor } from '../../wait-for.ts'

type Stage = {
  readonly client: Client
  readonly terminal: TestTerminal
  readonly venue: QuietVenue
  readonly yes: string
  readonly no: string
}

const TARGET = '0.6'

/** An armed terminal whose account holds 250 shares of Yes; others bid 0.44 and offer at 0.46, deep enough for all of it. */
async function begin(context: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const venue = await startQuietVenue(context, { seed: 'ways out' })
  await venue.placeForeign('BUY', 4_400, 2_000)
  await venue.placeForeign('SELL', 4_600, 2_000)
  const terminal = await startTerminal(context, { simulator: venue, env })
  const client = terminal.client()
  const [yes, no] = venue.market.tokens.map((token) => `pm:${token}`)
  assert.ok(yes !== undefined && no !== undefined)
  await currentBook(client, yes, 1)
  await currentBook(client, no, 1)
  await client.ok('listPositions')
  await arm(client)
  return { client, terminal, venue, yes, no }
}

/** Puts an exit on so many shares of Yes; answers its target once it rests. */
async function attach({ client, yes }: Stage, size: string, stop = false): Promise<string> {
  const legs = {
    target: { price: TARGET },
    ...(stop && { stop: { price: '0.2', slippage_ticks: 5 } }),
  }
  const attached = await waitFor('the exit to be attached', async () => {
    const answer = await client.call('attachExit', { body: { outcome_id: yes, size, legs } })
    return answer.status === 200 ? (answer.body as Wire['AttachedExit']) : null
  })
  return waitFor('its target to rest', async () => {
    const exit = (await client.ok('listAttachedExits')).items.find(({ id }) => id === attached.id)
    return exit?.state === 'resting' ? (exit.order_ids[0] ?? null) : null
  })
}

function sale(outcomeId: string, size: string, price: string, change: Partial<OrderBody> = {}): OrderBody {
  return {
    client_order_id: randomUUIDv7(),
    outcome_id: outcomeId,
    side: 'SELL',
    price,
    size,
    time_in_force: 'GTC',
    post_only: false,
    ...change,
  }
}

async function offer({ client, yes }: Stage, size: string): Promise<string> {
  const placed = await client.ok('placeOrder', { body: sale(yes, size, '0.55') })
  assert.equal(placed.result, 'accepted', JSON.stringify(placed.reject))
  return placed.order?.id ?? assert.fail()
}

async function resting({ client }: Stage): Promise<readonly Wire['Order'][]> {
  return (await client.ok('listOrders')).items.filter(({ side }) => side === 'SELL')
}

/** The position of Yes once it is so large and nothing of it settles. */
async function settled({ client, yes }: Stage, size: string): Promise<Wire['Position']> {
  return waitFor(`a settled position of ${size}`, async () => {
    const held = (await client.ok('listPositions')).items.find((one) => one.outcome_id === yes)
    return held?.size === size && held.settling_size === '0' ? held : null
  })
}

async function soldAtVenue({ venue }: Stage): Promise<bigint> {
  return (await venue.truth()).orders
    .filter(({ order }) => order.side === 'SELL')
    .reduce((sum, { order }) => sum + BigInt(order.filled), 0n)
}

const SHARE = 1_000_000n

test('INV-81 exit, hedge, a sale with a purchase, a sale alone and flatten go through a target and through own sales', async (context) => {
  const stage = await begin(context)
  const { client, venue, yes, no } = stage

  const target = await attach(stage, '250')
  const shown = await waitFor('the quote through the target', async () => {
    const held = (await client.ok('listPositions')).items.find((one) => one.outcome_id === yes)
    return held?.exit?.cancels_first === undefined ? null : held
  })
  assert.deepEqual(
    [shown.free_size, shown.sellable_size, shown.exit?.size, shown.exit?.cancels_first],
    ['0', '250', '250', [target]],
  )
  assert.deepEqual([shown.join?.size, shown.join?.cancels_first], ['250', [target]])
  assert.deepEqual(shown.hedge?.cancels_first, [target])
  const id = randomUUIDv7()
  const part = { client_order_id: id, outcome_id: yes, mode: 'walk', size: '50' } as const
  const exited = await client.ok('exitPosition', { body: part })
  assert.deepEqual(
    [exited.result, exited.order?.size, exited.cancelled_first],
    ['accepted', '50', [target]],
    JSON.stringify(exited.reject),
  )
  const again = await waitFor('the target to rest again for what it still covers', async () => {
    const [one] = await resting(stage)
    return one?.price === TARGET && one.size === '200' ? one : null
  })
  const repeated = await client.ok('exitPosition', { body: part })
  assert.deepEqual([repeated.replayed, repeated.cancelled_first], [true, [target]])
  const [row] = (await client.ok('listAudit', { query: { client_order_id: id } })).items.filter(
    ({ kind }) => kind === 'intent',
  )
  assert.deepEqual(row?.details['cancels_first'], [target])

  // A click that takes: of what is held it sells, beyond that it buys the other outcome.
  await settled(stage, '200')
  const terms = { time_in_force: 'FAK', price: '0.44' } as const
  const alone = sale(yes, '40', '0.44', { time_in_force: 'FAK' })
  assert.equal((await client.ok('placeOrder', { body: alone })).reject?.code, 'no_position')
  const { client_order_id: _, ...previewed } = { ...alone, cancels_sales: true }
  const promised = await client.ok('previewOrder', { body: previewed })
  assert.deepEqual([promised.reject, promised.cancels_first], [null, [again.id]])
  const sold = await client.ok('placeOrder', {
    body: { ...alone, client_order_id: randomUUIDv7(), cancels_sales: true },
  })
  assert.deepEqual([sold.result, sold.cancelled_first], ['accepted', [again.id]])
  await settled(stage, '160')
  const [exit] = (await client.ok('listAttachedExits')).items
  await client.ok('removeAttachedExit', { params: { exit_id: exit?.id ?? '' } })
  await waitFor('the exit to end', async () => (await resting(stage)).length === 0)
  const own = await offer(stage, '160')
  const both = await client.ok('placeBothSides', {
    body: {
      sale: { ...sale(yes, '100', terms.price, { time_in_force: 'FAK' }), side: 'SELL' },
      purchase: { ...sale(no, '20', '0.56', { time_in_force: 'FAK' }), side: 'BUY' },
    },
  })
  assert.deepEqual(
    [both.sale.result, both.sale.cancelled_first, both.purchase.result],
    ['accepted', [own], 'accepted'],
    JSON.stringify([both.sale.reject, both.purchase.reject]),
  )
  assert.equal(await soldAtVenue(stage), 190n * SHARE)

  await settled(stage, '60')
  const offered = await offer(stage, '60')
  const hedged = await waitFor('the hedge', async () => {
    const body = { client_order_id: randomUUIDv7(), outcome_id: yes }
    const answer = await client.ok('hedgePosition', { body })
    return answer.result === 'accepted' ? answer : null
  })
  assert.deepEqual(
    [hedged.order?.outcome_id, hedged.order?.side, hedged.cancelled_first],
    [no, 'BUY', [offered]],
  )

  const last = await offer(stage, '60')
  const leg = { client_order_id: randomUUIDv7(), outcome_id: yes }
  const flat = await client.ok('flattenPositions', { body: { legs: [leg] } })
  assert.deepEqual(
    flat.legs.map(({ result }) => [result?.result, result?.order?.size, result?.cancelled_first]),
    [['accepted', '60', [last]]],
  )
  assert.equal(await soldAtVenue(stage), 250n * SHARE)
  assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
})

test('INV-81 what fills while it is cancelled is not sold twice, what the venue keeps is not sold, and Cancel All names the stops', async (context) => {
  const stage = await begin(context)
  const { client, venue, yes } = stage
  await attach(stage, '250', true)
  const answer = await client.ok('cancelAll', { body: {} })
  assert.deepEqual(
    answer.working_stops.map(({ outcome_id, covered }) => [outcome_id, covered]),
    [[yes, '250']],
  )
  const [exit] = (await client.ok('listAttachedExits')).items
  await client.ok('removeAttachedExit', { params: { exit_id: exit?.id ?? '' } })

  const kept = await offer(stage, '250')
  const fault = (await venue.control('/faults', { name: 'cancel.ignored' })) as { readonly id?: unknown }
  assert.ok(fault !== null)
  const body = { client_order_id: randomUUIDv7(), outcome_id: yes, mode: 'walk' } as const
  const refused = await client.ok('exitPosition', { body })
  assert.deepEqual([refused.reject?.code, refused.cancelled_first], ['not_cancellable', [kept]])
  assert.equal(await soldAtVenue(stage), 0n)
  await waitFor('the notification', async () => {
    const { items } = await client.ok('listNotifications', { query: { kind: 'exit_failed' } })
    return items.some(({ text, client_order_id: of }) => of === body.client_order_id && /SELL 250/.test(text))
  })

  await venue.control('/faults', undefined, 'DELETE')
  await venue.control('/faults', { name: 'cancel.fill_race', when: { times: 1 } })
  const left = await waitFor('the exit of what is left', async () => {
    const next = { ...body, client_order_id: randomUUIDv7() }
    const answered = await client.ok('exitPosition', { body: next })
    return answered.result === 'accepted' || answered.reject?.code === 'no_position' ? answered : null
  })
  assert.ok(left.cancelled_first === undefined || left.cancelled_first.length === 1)
  await waitFor('all to be sold, once', async () => (await soldAtVenue(stage)) === 250n * SHARE)
  assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
})

test('INV-81 a kill between the cancel and the sale is notified at the next start, and the shares are sold once', async (context) => {
  const stage = await begin(context, { SESAME_FAULTPOINTS: 'way_out.cancel_proved=kill' })
  const { client, terminal, venue, yes } = stage
  const target = await attach(stage, '250', true)
  const body = { client_order_id: randomUUIDv7(), outcome_id: yes, mode: 'walk' } as const
  await assert.rejects(client.ok('exitPosition', { body }))
  await terminal.restart({ SESAME_FAULTPOINTS: '' })
  const next = { ...stage, client: terminal.client() }
  const told = await waitFor('the notification', async () =>
    (await next.client.ok('listNotifications', { query: { kind: 'exit_failed' } })).items.find(
      ({ client_order_id: of }) => of === body.client_order_id,
    ),
  )
  assert.match(told.text, /the terminal stopped in between.*SELL 250 at 0\.6.*cancelled/)
  assert.equal((await next.client.ok('readTrading')).mode, 'SAFE')
  const repeated = await next.client.ok('exitPosition', { body })
  assert.deepEqual(
    [repeated.reject?.code, repeated.replayed, repeated.cancelled_first],
    ['safe_mode', true, [target]],
  )
  await arm(next.client)
  await waitFor('the target to rest again', async () => (await resting(next))[0]?.price === TARGET)
  const sold = await waitFor('the exit', async () => {
    const answer = await next.client.ok('exitPosition', {
      body: { ...body, client_order_id: randomUUIDv7() },
    })
    return answer.result === 'accepted' ? answer : null
  })
  assert.equal(sold.cancelled_first?.length, 1)
  await waitFor('the attached exit to end', async () => {
    const [exit] = (await next.client.ok('listAttachedExits')).items
    return exit?.end === null && exit.state === 'resting' ? null : exit
  })
  assert.equal(await soldAtVenue(next), 250n * SHARE)
  assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
})
