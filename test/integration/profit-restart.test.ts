/** Profit over a restart, and the cash of fills, over the whole product. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import type { Client } from '../client.ts'
import { startTerminalProcess } from '../harness.ts'
import { arm, currentBook } from '../market.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'

/** Times of reads, what the venue says, and what the book shows minutes after a fill. */
const NO_FIGURE = /as_of$|^(venue|marks|mark_.*)$/

/** Each figure of positions, account, profit and journal, as text. */
async function figuresOf(client: Client): Promise<string> {
  const all = [
    client.ok('readAccount'),
    client.ok('listPositions', { query: { status: 'open' } }),
    client.ok('listPositions', { query: { status: 'closed' } }),
    client.ok('readProfit', { query: { interval: 'all' } }),
    ...(['market', 'event', 'league', 'day'] as const).map(async (by) =>
      client.ok('listProfitParts', { query: { by } }),
    ),
    client.ok('readJournal', { query: {} }),
    client.ok('listRoundTrips', { query: {} }),
  ]
  const leaveOut = (name: string, value: unknown): unknown => (NO_FIGURE.test(name) ? undefined : value)
  return JSON.stringify(await Promise.all(all), leaveOut, 1)
}

test('INV-82 what was realised with shares that were bought elsewhere is the same after a kill and a start, and fills carry their cash', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'profit' })
  for (const [price, size] of [
    [4_600, 10],
    [4_610, 7],
    [4_630, 100],
  ] as const) {
    await venue.placeForeign('SELL', price, size)
  }
  await venue.placeForeign('BUY', 3_000, 10)
  const terminal = await startTerminalProcess(context, { simulator: venue })
  const [yes] = venue.market.tokens.map((token) => `pm:${token}`)
  assert.ok(yes !== undefined)
  const client = terminal.client()
  await waitFor('the offers', async () => (await currentBook(client, yes, 1)).asks.length > 2)
  const held = async (): Promise<string | undefined> =>
    (await client.ok('listPositions')).items.find((one) => one.outcome_id === yes)?.size
  await waitFor('what was bought elsewhere', async () => (await held()) === '250')
  await arm(client)
  const order = { outcome_id: yes, side: 'BUY', price: '0.463', size: '30', time_in_force: 'GTC' } as const
  const bought = await client.ok('placeOrder', {
    body: { ...order, post_only: false, client_order_id: randomUUIDv7() },
  })
  assert.equal(bought.result, 'accepted')
  await waitFor('both', async () => (await held()) === '280')
  const settled = async (): Promise<string | undefined> =>
    (await client.ok('listPositions')).items.find((one) => one.outcome_id === yes)?.settled_size
  await waitFor('the purchase to settle', async () => (await settled()) === '280')
  await venue.placeForeign('BUY', 4_400, 200)
  await venue.placeForeign('BUY', 4_390, 100)
  await waitFor('the bid', async () => (await currentBook(client, yes, 1)).bids.length > 2)
  const exit = { outcome_id: yes, mode: 'walk', client_order_id: randomUUIDv7() } as const
  assert.equal((await client.ok('exitPosition', { body: exit })).result, 'accepted')
  const isFinal = async (of: Client): Promise<boolean> => {
    const { settling_pnl: settling, realised_pnl: realised, cash } = await of.ok('readAccount')
    return settling === '0' && realised !== '0' && cash !== null
  }
  await waitFor(
    'the sale to be final',
    async () => (await held()) === undefined && (await isFinal(client)),
    60_000,
  )
  // Cash is read again a second after the last change.
  const before = await waitFor('figures that stay', async () => steady(client), 60_000)

  await terminal.kill('SIGKILL')
  await terminal.restart()
  await waitFor('everything to be read', async () => isFinal(terminal.client()), 60_000)
  const after = await waitFor('figures that stay', async () => steady(terminal.client()), 60_000)
  assert.deepEqual(after.split('\n'), before.split('\n'))

  // One trade at three prices, and one at two: each fill is the venue's cash, to the micro.
  const fills = (await terminal.client().ok('listFills', { query: {} })).items
  assert.deepEqual(
    fills.map((fill) => [fill.side, fill.size, fill.price, fill.notional]),
    [
      ['SELL', '280', '0.4397', '123.12'],
      ['BUY', '30', '0.4615', '13.846'],
    ],
  )
  const own = (await venue.truth()).fills
  assert.deepEqual(own.map((fill) => `${fill.side} ${fill.cash}`).toSorted(), [
    'BUY 13846000',
    'SELL 123120000',
  ])
})

/** Figures that are the same three seconds later. */
async function steady(client: Client): Promise<string | null> {
  const first = await figuresOf(client)
  const at = Date.now()
  await waitFor('three seconds', async () => Date.now() - at > 3_000)
  return (await figuresOf(client)) === first ? first : null
}
