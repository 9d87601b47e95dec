/**
 * INV-16, INV-17: Cancel All reaches the venue at once, whatever state the terminal is in (the matrix of
 * reliability.md 7). One terminal, started anew where a state begins with the process.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { startTerminal } from '../harness.ts'
import type { TestTerminal } from '../harness.ts'
import { arm } from '../market.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import type { QuietVenue } from '../reliability/quiet-venue.ts'
import { cancels } from '../reliability/truth.ts'
import { waitFor } from '../wait-for.ts'

const WITHIN_MS = 250
const TRIES = 4

type State = {
  readonly name: string
  readonly env?: Readonly<Record<string, string>>
  readonly faults?: readonly object[]
  readonly engine?: string
  /** Brings the state about once the terminal is up. */
  readonly enter?: () => Promise<void>
  /** What proves that the state has come about. */
  readonly reason?: string
}

let venue: QuietVenue
let terminal: TestTerminal
const hooks: (() => void | Promise<void>)[] = []

async function place(): Promise<void> {
  const placed = await terminal.client().ok('placeOrder', {
    body: {
      client_order_id: randomUUIDv7(),
      outcome_id: `pm:${venue.market.tokens[0]}`,
      side: 'BUY',
      price: '0.38',
      size: '5',
      time_in_force: 'GTC',
      post_only: false,
    },
  })
  assert.notEqual(placed.result, 'rejected', JSON.stringify(placed.reject))
}

async function armed(): Promise<void> {
  const client = terminal.client()
  await waitFor('a current book', async () => {
    const params = { outcome_id: `pm:${venue.market.tokens[0]}` }
    const { status, body } = await client.call('readBook', { params })
    return status === 200 && !(body as { readonly stale: boolean }).stale
  })
  await arm(client)
}

/** A terminal that can do nothing but cancel is not well, and has started all the same. */
async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Many wrong passwords at once; their answers do not matter. */
async function floodLogins(): Promise<void> {
  const { url } = terminal.client()
  for (let attempt = 0; attempt < 40; attempt += 1) {
    void fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: `wrong ${attempt}` }),
    }).catch(() => {})
  }
}

const CLOB = { service: 'clob' }
const STATES: readonly State[] = [
  { name: 'SAFE' },
  { name: 'ARMED', enter: armed },
  { name: 'LIVE_TRADING off', env: { LIVE_TRADING: 'false' }, reason: 'trading_disabled' },
  {
    name: 'geoblocked',
    faults: [{ name: 'geo.blocked', match: { service: 'geoblock' } }],
    reason: 'geoblocked',
  },
  {
    name: 'geoblock unknown',
    faults: [{ name: 'geo.error', match: { service: 'geoblock' } }],
    reason: 'geoblock_unknown',
  },
  {
    name: 'own state not read',
    faults: [
      { name: 'http.status', match: { ...CLOB, path: '/data/orders' }, args: { code: 500, body: '{}' } },
    ],
    reason: 'orders_not_reconciled',
  },
  {
    name: 'user feed down',
    faults: [{ name: 'ws.upgrade_status', match: { service: 'ws_user' }, args: { code: 503 } }],
    reason: 'user_feed_down',
  },
  {
    name: 'market feeds frozen',
    faults: [{ name: 'ws.silent_freeze', match: { service: 'ws_market' } }],
  },
  {
    name: 'a place in flight',
    async enter() {
      await armed()
      await venue.control('/faults', { name: 'order.accept_then_timeout', match: CLOB })
      void place().catch(() => {})
      await waitFor('the order to be at the venue', async () =>
        (await venue.truth()).orders.some(({ order }) => order.status === 'LIVE'),
      )
    },
  },
  { name: 'the venue post-only', engine: 'post_only' },
  { name: 'the venue cancel-only', engine: 'cancel_only' },
  { name: 'a login flood', enter: floodLogins },
]

describe('INV-16 INV-17 Cancel All reaches the venue', () => {
  before(async () => {
    const context = {
      after: (hook: () => void | Promise<void>) => hooks.push(hook),
    } as unknown as TestContext
    venue = await startQuietVenue(context, { seed: 'cancel all' })
    await venue.somebody('BUY', 3_500, 100)
    await venue.somebody('SELL', 4_500, 100)
    terminal = await startTerminal(context, { simulator: venue, ready: answers })
  })
  after(async () => {
    for (const hook of hooks.toReversed()) await hook()
  })

  for (const { name, env = {}, faults = [], engine, enter, reason } of STATES) {
    test(`in the state: ${name}`, async () => {
      await venue.control('/faults', undefined, 'DELETE')
      await venue.control('/engine', { mode: 'normal' })
      for (const fault of faults) await venue.control('/faults', fault)
      if (engine !== undefined) await venue.control('/engine', { mode: engine })
      await terminal.kill('SIGKILL')
      await terminal.restart(env)
      const client = terminal.client()
      await waitFor('credentials', async () => (await client.ok('readStatus')).credentials.state === 'ready')
      await enter?.()
      if (reason !== undefined) {
        const { reasons } = await client.ok('readTrading')
        assert.ok(
          reasons.some((one) => one === reason),
          `${reason} is not among ${reasons.join(' ')}`,
        )
      }
      const [token] = venue.market.tokens
      const order = { kind: 'foreign_place', token, side: 'BUY', price: 3_600, size: '5000000' }
      await venue.control('/order', order)
      const took: number[] = []
      for (let attempt = 0; attempt < TRIES && Math.min(...took) > WITHIN_MS; attempt += 1) {
        took.push(await cancelAllTook())
      }
      assert.ok(Math.min(...took) <= WITHIN_MS, `arrived after ${took.join(', ')} ms`)
      assert.deepEqual(
        (await venue.truth()).orders.filter(({ order }) => order.status === 'LIVE'),
        [],
        'INV-18',
      )
    })
  }

  /** From the click to its arrival; the venue's clock is the host's. */
  async function cancelAllTook(): Promise<number> {
    const known = cancels(await venue.truth()).length
    const clickedAt = Date.now()
    // The answer waits for reads that may be failing: what counts is what reaches the venue.
    const answer = terminal.client().ok('cancelAll', { body: {} })
    const arrived = await waitFor('it to arrive', async () => cancels(await venue.truth())[known])
    assert.deepEqual([arrived.path, arrived.method], ['/cancel-all', 'DELETE'])
    await answer
    const settled = cancels(await venue.truth())[known]
    assert.equal(settled?.status, 200)
    return arrived.arrival - clickedAt
  }
})
