/** The dead-man heartbeat at the simulated venue: its chain through every fault, and what its end does. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { createHeartbeat, type Heartbeat } from '#engine/gates/heartbeat.ts'
import { startSimulator } from '#simulator/program.ts'
import type { RunningSimulator } from '#simulator/running.ts'
import { parseProfile } from '#venue/profile.ts'
import { fromHex } from '#venue/signing/bytes.ts'
import { createTestClock, createTestLog, createTestRandom } from '#venue/testing/host.ts'
import { createVenue, type Venue } from '#venue/venue.ts'
import { startTerminalProcess } from '../../harness.ts'
import { arm, currentBook } from '../../market.ts'
import { startQuietVenue } from '../../reliability/quiet-venue.ts'
import { waitFor } from '../../wait-for.ts'

type Request = { readonly path: string; readonly status: number; readonly faults: readonly string[] }

/** Terminal time runs this much faster than the venue's, so that nobody waits five seconds for a beat. */
const SPEED = 20

let simulator: RunningSimulator
let venue: Venue
let heartbeat: Heartbeat
let changes: boolean[] = []
/** Beats of the tests before. */
let earlier = 0
/** How far the venue's clock was advanced. */
let advancedMs = 0

async function control<T>(path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : posted(body)
  const response = await fetch(`${simulator.controlUrl}/_sim${path}`, init)
  assert.equal(response.status, 200, path)
  return (await response.json()) as T
}

function posted(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const fault = (name: string, times: number): Promise<unknown> => control('/faults', { name, when: { times } })

async function allBeats(): Promise<readonly Request[]> {
  const { requests } = await control<{ readonly requests: readonly Request[] }>('/ledger')
  return requests.filter(({ path }) => path === '/v1/heartbeats')
}

/** Those of this test. */
async function beats(): Promise<readonly Request[]> {
  return (await allBeats()).slice(earlier)
}

function start(isOn = true): void {
  changes = []
  heartbeat = createHeartbeat({
    clock: createTestClock(SPEED),
    log: createTestLog(),
    venue: isOn ? venue.heartbeat : null,
    read: (call) => call(),
    onLapsed() {},
    // Called at every beat: the course of the health counts here.
    onChange() {
      const { healthy } = heartbeat.status()
      if (changes.at(-1) !== healthy) changes.push(healthy)
    },
    point() {},
  })
  heartbeat.start()
}

before(async () => {
  simulator = await startSimulator({ port: 0, seed: 'heartbeat', traderRate: 0 })
  const profile = parseProfile(simulator.profile)
  assert.ok(profile.ok)
  venue = await createVenue({
    profile: profile.value,
    secrets: {
      walletAddress: simulator.accounts.depositWallet,
      signerAddress: null,
      sessionKey: fromHex(simulator.accounts.sessionKey),
      credentials: null,
    },
    clock: { ...createTestClock(), now: () => Date.now() + advancedMs },
    random: createTestRandom(),
    log: createTestLog(),
  })
  assert.deepEqual(await venue.account.establishCredentials(), { kind: 'ready' })
})
beforeEach(async () => {
  earlier = (await allBeats()).length
})
afterEach(() => {
  heartbeat.stop()
})
after(async () => {
  await venue.close()
  await simulator.stop()
})

describe('INV-44 the heartbeat at the simulated venue', () => {
  test('keeps one chain of ids', async () => {
    start()
    await waitFor('five beats', async () => (await beats()).length >= 5)
    heartbeat.stop()
    assert.deepEqual(new Set((await beats()).map(({ status }) => status)), new Set([200]))
    assert.deepEqual(changes, [true])
  })

  for (const name of ['hb.400_expected_id', 'hb.400_error_key']) {
    test(`takes the id that ${name} asks for at once`, async () => {
      start()
      await waitFor('a good start', () => heartbeat.status().healthy)
      await fault(name, 1)
      const sent = await waitFor('a beat after the refused one', async () => {
        const all = await beats()
        return all.some(({ status }) => status === 400) && all.at(-1)?.status === 200 ? all : null
      })
      heartbeat.stop()
      const at = sent.findIndex(({ status }) => status === 400)
      assert.deepEqual(
        sent.slice(at, at + 2).map(({ status }) => status),
        [400, 200],
      )
      assert.deepEqual(changes, [true])
    })
  }

  for (const name of ['hb.timeout', 'hb.drop']) {
    test(`warns of ${name} and goes on`, async () => {
      start()
      await waitFor('a good start', () => heartbeat.status().healthy)
      await fault(name, 1)
      await waitFor('the recovery', () => changes.length === 3)
      heartbeat.stop()
      assert.deepEqual(changes, [true, false, true])
    })
  }

  test('starts over once the venue has treated it as dead', async () => {
    start()
    await waitFor('a good start', () => heartbeat.status().healthy)
    heartbeat.stop()
    await control('/clock', { advance_ms: 16_000 })
    advancedMs = 16_000
    const { violations } = await control<{ readonly violations: readonly { kind: string }[] }>('/violations')
    assert.deepEqual(
      violations.map(({ kind }) => kind),
      ['heartbeat_gap'],
    )
    start()
    await waitFor('a new chain', () => heartbeat.status().healthy)
  })

  test('switched off sends none', async () => {
    start(false)
    // Longer than two beats would take.
    const { promise, resolve } = Promise.withResolvers<undefined>()
    createTestClock(SPEED).after(11_000, () => {
      resolve(undefined)
    })
    await promise
    assert.deepEqual(await beats(), [])
    assert.equal(heartbeat.status().enabled, false)
  })
})

for (const [setting, left] of [
  ['on', []],
  ['off', ['live']],
] as const) {
  test(`INV-44 with HEARTBEAT=${setting}, what becomes of a resting order when the terminal is killed`, async (context) => {
    const quiet = await startQuietVenue(context, { seed: 'dead man' })
    await quiet.placeForeign('BUY', 3_500, 100)
    await quiet.placeForeign('SELL', 4_500, 100)
    const terminal = await startTerminalProcess(context, { simulator: quiet, env: { HEARTBEAT: setting } })
    const client = terminal.client()
    const outcome_id = `pm:${quiet.market.tokens[0]}`
    await currentBook(client, outcome_id)
    await arm(client)
    const placed = await client.ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id,
        side: 'BUY',
        price: '0.35',
        size: '10',
        time_in_force: 'GTC',
        post_only: true,
      },
    })
    assert.equal(placed.result, 'accepted')
    const status = await client.ok('readStatus')
    assert.deepEqual(
      [status.heartbeat.enabled, status.heartbeat.healthy, status.heartbeat.last_ok_at !== null],
      setting === 'on' ? [true, true, true] : [false, false, false],
    )
    await terminal.kill('SIGKILL')
    await quiet.control('/clock', { advance_ms: 16_000 })
    const orders = (await quiet.truth()).orders.map(({ order }) => order.status.toLowerCase())
    assert.deepEqual(
      orders.filter((state) => state === 'live'),
      left,
    )
    assert.equal(orders.length, 1)
  })
}
