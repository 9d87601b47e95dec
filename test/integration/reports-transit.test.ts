/** Reports of money in transit, replayed over the whole product: what is matched and not settled counts once, both ways. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { addMicros, formatMicros, micros, parseMicros, type Micros } from '#core/money.ts'
import type { Wire } from '#test/wire.ts'
import type { Answer, WireInput } from '#contract/routes.ts'
import type { Client } from '../client.ts'
import { startTerminal, startTerminalProcess, type TestTerminal } from '../harness.ts'
import { arm, currentBook } from '../market.ts'
import { startQuietVenue, type QuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'

type PlaceResult = Answer<'exitPosition'>

type Scene = {
  readonly terminal: TestTerminal
  readonly venue: QuietVenue
  readonly yes: string
  readonly no: string
}

/** More than ten minutes. */
const LATE_MS = 660_000

/** Starts a terminal whose host's clock is so far ahead of this one's. */
function ahead(byMs: number): Readonly<Record<string, string>> {
  const code = `const own = Date.now; Date.now = () => own() + ${byMs}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

/** An armed terminal at a venue that shows trades when they are mined; others offer Yes at 0.51 and bid 0.49. */
async function scene(context: TestContext, start = startTerminal): Promise<Scene> {
  const venue = await startQuietVenue(context, { seed: 'transit' })
  await venue.placeForeign('BUY', 4_900, 1_000)
  await venue.placeForeign('SELL', 5_100, 1_000)
  const terminal = await start(context, { simulator: venue })
  const [yes, no] = venue.market.tokens.map((token) => `pm:${token}`)
  assert.ok(yes !== undefined && no !== undefined)
  await ready(terminal.client(), no)
  return { terminal, venue, yes, no }
}

async function ready(client: Client, outcomeId: string): Promise<void> {
  await waitFor('the book', async () => (await currentBook(client, outcomeId, 1)).bids.length > 0)
  await client.ok('listPositions')
  await arm(client)
}

/** An order for 20 that takes, filled. */
async function take(
  client: Client,
  order: Pick<WireInput<'placeOrder'>['body'], 'outcome_id' | 'side' | 'price'>,
): Promise<void> {
  const body = {
    client_order_id: randomUUIDv7(),
    size: '20',
    time_in_force: 'FAK',
    post_only: false,
    ...order,
  } as const
  const placed = await client.ok('placeOrder', { body })
  assert.equal(placed.result, 'accepted', JSON.stringify(placed.reject))
  await waitFor('the fill', async () =>
    (await client.ok('listFills')).items.some((fill) => fill.order_id === placed.order?.id),
  )
}

const amount = (text: string | null): Micros => {
  const parsed = parseMicros(text ?? '')
  assert.ok(parsed.ok, String(text))
  return parsed.value
}

const account = (client: Client): Promise<Wire['AccountSummary']> => client.ok('readAccount')

/** Cash as the venue's own ledger has it, of trades that it has not settled too. */
async function venueCash(venue: QuietVenue): Promise<string> {
  return formatMicros(micros(BigInt((await venue.truth()).balances[0]?.cash ?? '')))
}

/** Equity is the cash, what of it is on its way, and what the positions would bring. */
async function checkEquity(client: Client): Promise<Wire['AccountSummary']> {
  const now = await account(client)
  const sum = addMicros(amount(now.cash), amount(now.settling_cash), amount(now.liquidation_value))
  assert.equal(amount(now.equity), sum)
  return now
}

async function settled(client: Client): Promise<void> {
  await waitFor('all to settle', async () =>
    (await client.ok('listFills')).items.every(({ status }) => status === 'confirmed'),
  )
}

/** Looks again and again for so long: what is seen must hold all the time. */
async function meanwhile(ms: number, look: () => Promise<void>): Promise<void> {
  const until = performance.now() + ms
  await waitFor('the time to pass', async () => {
    await look()
    return performance.now() > until
  })
}

test('INV-76 INV-14 report 02: what is matched counts once until it settles; a hedge pressed twice buys once', async (context) => {
  const { terminal, venue, yes, no } = await scene(context)
  const client = terminal.client()
  const stay = { name: 'trade.stays_matched', args: { ms: 8_000 } }
  const bought = (await venue.control('/faults', stay)) as { readonly id: string }
  await take(client, { outcome_id: no, side: 'BUY', price: '0.51' })
  const cash = await venueCash(venue)
  assert.notEqual(cash, '10000')
  await meanwhile(6_000, async () => {
    const now = await checkEquity(client)
    assert.deepEqual([now.cash, now.available, now.settling_cash], [cash, cash, '0'])
  })
  await settled(client)
  await waitFor('the purchase in the balance', async () => {
    const now = await checkEquity(client)
    assert.deepEqual([now.cash, now.settling_cash], [cash, '0'])
    const [position] = (await client.ok('listPositions')).items.filter(({ outcome_id: id }) => id === no)
    return position?.free_size === '20'
  })

  await take(client, { outcome_id: no, side: 'SELL', price: '0.48' })
  const after = await venueCash(venue)
  await meanwhile(6_000, async () => {
    const now = await checkEquity(client)
    assert.equal(now.cash, cash, 'it cannot be spent yet')
    assert.equal(addMicros(amount(now.cash), amount(now.settling_cash)), amount(after), 'and is not lost')
  })
  await waitFor('the sale in the balance', async () => {
    const now = await checkEquity(client)
    assert.equal(addMicros(amount(now.cash), amount(now.settling_cash)), amount(after))
    return now.cash === after
  })

  await venue.placeForeign('BUY', 4_940, 100)
  await waitFor('the better offer', async () => (await currentBook(client, no, 1)).asks[0]?.[0] === '0.506')
  const press = (): Promise<PlaceResult> =>
    client.ok('hedgePosition', { body: { client_order_id: randomUUIDv7(), outcome_id: yes } })
  const pressed = await Promise.all([press(), press(), press()])
  assert.equal(pressed.filter(({ result }) => result === 'accepted').length, 1, JSON.stringify(pressed))
  const hedged = (await venue.truth()).balances[0]?.shares[no.slice(3)]
  assert.ok(BigInt(hedged ?? 0) <= 250_000_000n, `${hedged} hedge 250`)
  assert.ok(BigInt(hedged ?? 0) > 240_000_000n, `${hedged} hedge 250`)
  await venue.control(`/faults/${bought.id}`, undefined, 'DELETE')
})

test('INV-76 report 17: a trade that never settles is overdue by one word, notified once, and counts once', async (context) => {
  const { terminal, venue, no } = await scene(context, startTerminalProcess)
  await venue.control('/faults', { name: 'trade.stays_matched' })
  await venue.control('/faults', { name: 'data.lag', args: { ms: 86_400_000 } })
  await take(terminal.client(), { outcome_id: no, side: 'BUY', price: '0.51' })
  const cash = await venueCash(venue)
  const positionOf = async (client: Client): Promise<Wire['Position'] | undefined> =>
    (await client.ok('listPositions')).items.find(({ outcome_id: id }) => id === no)
  const exitOf = async (client: Client): Promise<PlaceResult> =>
    client.ok('exitPosition', { body: { client_order_id: randomUUIDv7(), outcome_id: no, mode: 'walk' } })

  const early = await waitFor('the shares to be read', async () => {
    const position = await positionOf(terminal.client())
    return position?.free_size === '0' ? position : null
  })
  assert.deepEqual([early.size, early.settling_size, early.overdue_size], ['20', '20', '0'])
  const waits = await exitOf(terminal.client())
  assert.deepEqual([waits.reject?.code, waits.order], ['shares_not_settled', null])
  assert.doesNotMatch(waits.reject?.message ?? '', /overdue/)

  await terminal.stop()
  await venue.control('/clock', { advance_ms: LATE_MS })
  for (const run of ['first', 'second']) {
    await terminal.restart(ahead(LATE_MS))
    const client = terminal.client()
    await ready(client, no)
    const told = await waitFor('the notice', async () => {
      const { items } = await client.ok('listNotifications')
      const late = items.filter(({ kind }) => kind === 'late_order')
      return late.length > 0 ? late : null
    })
    assert.deepEqual([told.length, told[0]?.severity], [1, 'urgent'], run)
    assert.match(told[0]?.text ?? '', /^Not settled, overdue: BUY 20 at 0\.51/)
    const position = await waitFor('the position', async () => {
      const found = await positionOf(client)
      return found?.free_size === '0' ? found : null
    })
    assert.deepEqual([position.size, position.overdue_size, position.flat], ['20', '20', null])
    assert.deepEqual(position.exit_unavailable, 'shares_not_settled')
    assert.match(position.exit_unavailable_message ?? '', /^20 shares are overdue:/)
    const refused = await exitOf(client)
    assert.equal(refused.reject?.message, position.exit_unavailable_message, 'one word for both')
    await meanwhile(3_000, async () => {
      assert.equal((await checkEquity(client)).cash, cash, 'its cash is not there beside its shares')
    })
  }
})
