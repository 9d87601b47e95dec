/**
 * INV-13: what reaches the venue is what the trader asked for and what the audit rows say, to the base unit. INV-46:
 * lost connections, tabs that come and go and orders leave no handle behind.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { after, before, describe, test, type TestContext } from 'node:test'
import { startTerminalProcess, type TerminalProcess } from '../../harness.ts'
import type { OrderBody } from '../../market.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { waitFor } from '../../wait-for.ts'

const PATIENCE_MS = 30_000

let venue: QuietVenue
let terminal: TerminalProcess
const hooks: (() => void | Promise<void>)[] = []

before(async () => {
  const context = {
    after: (hook: () => void | Promise<void>) => hooks.push(hook),
  } as unknown as TestContext
  venue = await startQuietVenue(context, { seed: 'wire' })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  terminal = await startTerminalProcess(context, { simulator: venue })
  await arm()
})
after(async () => {
  for (const hook of hooks.toReversed()) await hook()
})

async function arm(): Promise<void> {
  const client = terminal.client()
  const params = { outcome_id: `pm:${venue.market.tokens[0]}` }
  await waitFor(
    'a current book',
    async () => {
      // Until the catalog has been read there is no such outcome.
      const { status, body } = await client.call('readBook', { params })
      return status === 200 && !(body as { readonly stale: boolean }).stale
    },
    PATIENCE_MS,
  )
  await waitFor('arming', async () => (await client.call('arm', { body: {} })).status === 200, PATIENCE_MS)
}

type Terms = Pick<OrderBody, 'side' | 'price' | 'size' | 'time_in_force' | 'post_only'> & {
  readonly expires_at?: string
  /** Where another size goes out than was asked for. */
  readonly sent?: string
}

const base: Terms = { side: 'BUY', price: '0.381', size: '7.13', time_in_force: 'GTC', post_only: false }
const ORDERS: readonly Terms[] = [
  base,
  { ...base, post_only: true },
  { ...base, side: 'SELL', price: '0.5' },
  { ...base, time_in_force: 'GTD', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
  { ...base, price: '0.45', size: '5', time_in_force: 'FOK' },
  { ...base, price: '0.45', size: '6.6', time_in_force: 'FAK' },
  // Rounded down.
  { ...base, price: '0.45', size: '6.609', time_in_force: 'FAK', sent: '6.6' },
  { ...base, size: '6.999', sent: '6.99' },
]

/** Decimal text as millionths, by the test's own arithmetic. */
function millionths(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))
}

describe('INV-13 the order at the venue is the one of the intent row and of the signed row', () => {
  for (const { sent: size = '', ...asked } of ORDERS) {
    const terms = { ...asked, size: size || asked.size }
    const name = `${terms.side} ${asked.size} at ${terms.price}, ${terms.time_in_force}${terms.post_only ? ', post-only' : ''}`
    test(name, async () => {
      const client = terminal.client()
      const id = randomUUIDv7()
      const token = venue.market.tokens[0]
      const body = { client_order_id: id, outcome_id: `pm:${token}`, ...asked }
      const placed = await client.ok('placeOrder', { body })
      assert.equal(placed.result, 'accepted', JSON.stringify(placed.reject))
      const { items } = await client.ok('listAudit', { query: { client_order_id: id } })
      const place = items.find((row) => row.kind === 'intent')?.place ?? assert.fail('no names')
      assert.equal(place.event_title, placed.order?.event_title)
      assert.equal(place.market_title, placed.order?.market_title)
      assert.equal(items.find((row) => row.kind === 'decision')?.place, null)
      const details = (kind: string): Readonly<Record<string, unknown>> =>
        items.find((row) => row.kind === kind)?.details ?? {}
      const [intent, row] = [details('intent'), details('signed')]
      const { order } =
        (await venue.truth()).orders.find((one) => `pm:${one.order.id}` === row['order_id']) ??
        assert.fail('no order')
      const { signed } = order
      assert.ok(signed !== null)

      for (const field of ['side', 'price', 'size', 'time_in_force', 'post_only', 'outcome_id'] as const) {
        assert.equal(intent[field], { ...body, ...terms }[field], field)
      }
      assert.equal(intent['asked_size'], terms.size === asked.size ? undefined : asked.size)
      assert.equal(placed.order?.size, terms.size)
      const shares = millionths(terms.size)
      const money = (shares * millionths(terms.price)) / 1_000_000n
      const [maker, taker] = terms.side === 'BUY' ? [money, shares] : [shares, money]
      assert.deepEqual(
        [signed['makerAmount'], signed['takerAmount'], signed['tokenId'], signed['side']].map(String),
        [maker, taker, token, terms.side].map(String),
      )
      assert.deepEqual(
        [row['maker_amount'], row['taker_amount'], row['salt'], String(row['timestamp'])],
        [maker, taker, signed['salt'], signed['timestamp']].map(String),
      )
      assert.deepEqual([signed['orderType'], signed['postOnly']], [terms.time_in_force, terms.post_only])
      assert.equal(String(row['expiration']), String(signed['expiration'] ?? row['expiration']))
    })
  }
})

test('INV-46 lost connections, tabs and orders leave no handle behind', async (context) => {
  const folder = `/proc/${terminal.program().pid}/fd`
  if (!existsSync(folder)) {
    context.diagnostic('this system does not show the handles of a process')
    return
  }
  const handles = (): number => readdirSync(folder).length
  const client = terminal.client()
  async function turn(): Promise<void> {
    for (const channel of ['market', 'user', 'sports']) {
      await venue.control('/ws', { channel, action: 'close', code: 1012 })
    }
    const tab = await client.live()
    await tab.subscribe('status')
    await tab.close()
    await Promise.all(Array.from({ length: 20 }, () => client.ok('readStatus')))
    await arm()
    const body: OrderBody = {
      ...base,
      client_order_id: randomUUIDv7(),
      outcome_id: `pm:${venue.market.tokens[0]}`,
    }
    await client.ok('placeOrder', { body })
    await client.ok('cancelAll', { body: {} })
  }
  await turn()
  const settled = handles()
  for (let round = 0; round < 3; round += 1) await turn()
  await waitFor(`no more than ${settled} handles`, () => handles() <= settled + 3, PATIENCE_MS)
})
