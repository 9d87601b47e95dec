/**
 * INV-16, INV-17: Cancel All reaches the venue at once, whatever state the terminal is in (the matrix of
 * ORD-7). States that come about while it runs share one life; those that begin with the process have one
 * of their own.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Answer } from '#contract/routes.ts'
import { startTerminalProcess, type TerminalProcess } from '../../harness.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { cancels, openAtVenue } from '../../reliability/truth.ts'
import { waitFor } from '../../wait-for.ts'

const WITHIN_MS = 250
/** A busy machine is slow now and then; what a state holds up is slow each time. */
const TRIES = 15
const PATIENCE_MS = 30_000

type State = {
  readonly name: string
  readonly faults?: readonly object[]
  readonly engine?: string
  /** The state begins with the process: what is done before it starts again, and with which variables it does. */
  readonly start?: { readonly env?: Readonly<Record<string, string>>; readonly prepare?: () => Promise<void> }
  /** Brings the state about once the terminal is up; answers what ends it, if anything has to. */
  readonly enter?: () => Promise<(() => void) | void>
  /** Reason that proves the state. */
  readonly reason?: Wire['TradingState']['reasons'][number]
}

let venue: QuietVenue
let terminal: TerminalProcess
const hooks: (() => void | Promise<void>)[] = []

async function place(): Promise<Answer<'placeOrder'>> {
  return terminal.client().ok('placeOrder', {
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
}

async function arm(): Promise<void> {
  const client = terminal.client()
  const params = { outcome_id: `pm:${venue.market.tokens[0]}` }
  await waitFor(
    'a current book',
    async () => {
      const { status, body } = await client.call('readBook', { params })
      return status === 200 && !(body as { readonly stale: boolean }).stale
    },
    PATIENCE_MS,
  )
  await waitFor('arming', async () => (await client.call('arm', { body: {} })).status === 200, PATIENCE_MS)
}

/** An order of this account that the terminal has not placed. */
async function leaveOrder(): Promise<void> {
  const [token] = venue.market.tokens
  await venue.control('/order', { kind: 'foreign_place', token, side: 'BUY', price: 3_600, size: '5000000' })
}

/** A terminal that can do nothing but cancel is not well, and has started all the same. */
async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Many wrong passwords at once; most are still being looked at when the first answer is there. */
async function floodLogins(): Promise<void> {
  const { url } = terminal.client()
  const attempts = Array.from({ length: 40 }, (_, attempt) =>
    fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: `wrong ${attempt}` }),
    }).then(({ status }) => status),
  )
  assert.notEqual(await Promise.race(attempts), 200)
  for (const attempt of attempts) attempt.catch(() => {})
}

function database(): string {
  return join(terminal.dataDirectory, 'sesame.db')
}

const CLOB = { service: 'clob' }
const STATES: readonly State[] = [
  { name: 'SAFE', enter: leaveOrder },
  {
    name: 'ARMED',
    async enter() {
      await arm()
      assert.equal((await place()).result, 'accepted')
      assert.equal((await terminal.client().ok('readTrading')).mode, 'ARMED')
    },
  },
  {
    name: 'a place in flight',
    async enter() {
      await arm()
      await venue.control('/faults', { name: 'order.accept_then_timeout', match: CLOB })
      void place().catch(() => {})
      await waitFor(
        'the order to be at the venue',
        async () => openAtVenue(await venue.truth()).length > 0,
        PATIENCE_MS,
      )
    },
  },
  {
    name: 'audit not writable',
    reason: 'audit_unavailable',
    async enter() {
      await leaveOrder()
      // Whoever holds the write lock makes every write fail, as a full disk does.
      const other = new DatabaseSync(database(), { timeout: PATIENCE_MS })
      other.exec('BEGIN IMMEDIATE')
      assert.equal((await place()).result, 'rejected')
      return () => other.close()
    },
  },
  { name: 'the venue post-only', engine: 'post_only', enter: leaveOrder },
  { name: 'the venue cancel-only', engine: 'cancel_only', enter: leaveOrder },
  {
    name: 'market feeds frozen',
    faults: [{ name: 'ws.silent_freeze', match: { service: 'ws_market' } }],
    enter: leaveOrder,
  },
  {
    name: 'user feed down',
    faults: [{ name: 'ws.upgrade_status', match: { service: 'ws_user' }, args: { code: 503 } }],
    reason: 'user_feed_down',
    async enter() {
      await venue.control('/ws', { channel: 'user', action: 'close', code: 1012 })
      await leaveOrder()
    },
  },
  {
    name: 'LIVE_TRADING off',
    start: { env: { LIVE_TRADING: 'false' } },
    reason: 'trading_disabled',
    enter: leaveOrder,
  },
  {
    name: 'geoblocked',
    start: {},
    faults: [{ name: 'geo.blocked', match: { service: 'geoblock' } }],
    reason: 'geoblocked',
    enter: leaveOrder,
  },
  {
    name: 'geoblock unknown',
    start: {},
    faults: [{ name: 'geo.error', match: { service: 'geoblock' } }],
    reason: 'geoblock_unknown',
    enter: leaveOrder,
  },
  {
    name: 'own state not read',
    start: {},
    faults: [
      { name: 'http.status', match: { ...CLOB, path: '/data/orders' }, args: { code: 500, body: '{}' } },
    ],
    reason: 'orders_not_reconciled',
    enter: leaveOrder,
  },
  {
    name: 'database corrupt',
    start: {
      // Stopped cleanly, so that no journal beside it makes it whole again.
      async prepare() {
        assert.equal(await terminal.stop(), 0)
        writeFileSync(database(), readFileSync(database()).fill(0x5a, 4_096))
      },
    },
    reason: 'audit_unavailable',
    enter: leaveOrder,
  },
  {
    // The last of all: nobody can log in for a while afterwards.
    name: 'a login flood',
    async enter() {
      await leaveOrder()
      await floodLogins()
    },
  },
]

describe('INV-16 INV-17 Cancel All reaches the venue', () => {
  before(async () => {
    const context = {
      after: (hook: () => void | Promise<void>) => hooks.push(hook),
    } as unknown as TestContext
    venue = await startQuietVenue(context, { seed: 'cancel all' })
    await venue.placeForeign('BUY', 3_500, 100)
    await venue.placeForeign('SELL', 4_500, 100)
    terminal = await startTerminalProcess(context, { simulator: venue, ready: answers })
  })
  after(async () => {
    for (const hook of hooks.toReversed()) await hook()
  })

  for (const { name, start, faults = [], engine = 'normal', enter, reason } of STATES) {
    test(`in the state: ${name}`, async (context) => {
      await venue.control('/faults', undefined, 'DELETE')
      await venue.control('/engine', { mode: engine })
      for (const fault of faults) await venue.control('/faults', fault)
      if (start !== undefined) {
        await (start.prepare?.() ?? terminal.kill('SIGKILL'))
        await terminal.restart(start.env ?? {})
      }
      const client = terminal.client()
      const isReady = async (): Promise<boolean> =>
        (await client.ok('readStatus')).credentials.state === 'ready'
      await waitFor('credentials', isReady, PATIENCE_MS)
      const leave = await enter?.()
      if (leave !== undefined) context.after(leave)
      if (reason !== undefined) {
        await waitFor(
          reason,
          async () => (await client.ok('readTrading')).reasons.includes(reason),
          PATIENCE_MS,
        )
      }
      assert.ok(openAtVenue(await venue.truth()).length > 0, 'there is something to cancel')

      const took = [await cancelAllTook()]
      assert.deepEqual(openAtVenue(await venue.truth()), [], 'INV-18')
      while (took.length < TRIES && Math.min(...took) > WITHIN_MS) took.push(await cancelAllTook())
      assert.ok(Math.min(...took) <= WITHIN_MS, `arrived after ${took.join(', ')} ms`)
    })
  }

  /** From the click to its arrival; the venue's clock is the host's. */
  async function cancelAllTook(): Promise<number> {
    const known = cancels(await venue.truth()).length
    const clickedAt = Date.now()
    // The answer waits for reads that may be failing: what counts is what reaches the venue.
    const answer = terminal.client().ok('cancelAll', { body: {} })
    const arrived = await waitFor(
      'it to arrive',
      async () => cancels(await venue.truth())[known],
      PATIENCE_MS,
    )
    assert.deepEqual([arrived.path, arrived.method], ['/cancel-all', 'DELETE'])
    await answer
    const settled = cancels(await venue.truth())[known]
    assert.equal(settled?.status, 200)
    return arrived.arrival - clickedAt
  }
})
