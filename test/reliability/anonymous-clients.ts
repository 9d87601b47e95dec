/** A trader who trades beside clients without a session: the delays that they cause. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { logIn, type Client } from '../client.ts'
import { PASSWORD, startTerminalProcess, temporaryDirectory } from '../harness.ts'
import { arm, findTradable, restingBuy } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import type { AnonymousClientsWork } from './anonymous-clients-thread.ts'
import { gaugesOf, reportingInto, type Gauges } from './gauges.ts'
import type { Truth } from './truth.ts'

const EVERY_MS = 200
const WARM_UP_MS = 3_000
const MEMORY_WITHIN_BYTES = 50 * 2 ** 20

export type BesideStrangers = {
  /** From each press of Cancel All to its arrival at the venue, ms: on a connection kept, and on one of its own. */
  readonly kept: readonly number[]
  readonly fresh: readonly number[]
  /** The longest time between two heartbeats at the venue, ms. */
  readonly beatGap: number
  readonly lapses: number
  readonly reconnects: number
  /** Memory in use, bytes; the heap may have 128 MiB. */
  readonly before: number
  readonly after: number
  /** The same as the system sees it, garbage and the hashing of passwords included. */
  readonly resident: readonly number[]
  /** Until there were as many connections as before, ms. */
  readonly socketsBackMs: number
  /** Connections without a session, by kind. */
  readonly anonymous: ReadonlyMap<string, number>
}

/** Places and cancels for so long while clients of every kind without a session connect; a page's WebSocket is open. */
export async function tradeBesideAnonymousClients(
  context: TestContext,
  ms: number,
): Promise<BesideStrangers> {
  const reports = temporaryDirectory(context)
  const terminal = await startTerminalProcess(context, {
    env: { HEARTBEAT: 'on', NODE_OPTIONS: `--max-old-space-size=128 ${reportingInto(reports)}` },
  })
  const client = terminal.client()
  const tradable = await findTradable(client)
  const body = await restingBuy(client, tradable)
  await arm(client)
  const live = await client.live()
  await live.subscribe('trading')
  const ledger = async (): Promise<Truth> => (await terminal.simulator.control('/ledger')) as Truth

  /** Has an order to cancel, then presses; answers when. */
  async function press(isFresh: boolean): Promise<number> {
    await client.ok('placeOrder', { body: { ...body, client_order_id: randomUUIDv7() } })
    const pressedAt = Date.now()
    const answered = await (isFresh ? pressAnew(client) : client.raw('/api/orders/cancel-all', PRESS))
    assert.equal(answered.status, 200)
    return pressedAt
  }

  await press(false)
  // Memory of a process once it has worked: the heap of its first callers, and of each thread that has hashed a
  // password.
  const work = { host: new URL(client.url).host, asset: largestAsset() }
  for (let count = 0; count < 8; count += 1) await logIn(client.url, PASSWORD)
  await connectAnonymousClients({ ...work, ms: WARM_UP_MS })
  const before = await gaugesOf(terminal, reports)
  const first = (await ledger()).requests.length
  const beganAt = Date.now()
  const anonymous = connectAnonymousClients({ ...work, ms })
  const pressed: { readonly at: number; readonly isFresh: boolean }[] = []
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt) {
    const isFresh = pressed.length % 2 === 1
    pressed.push({ at: await press(isFresh), isFresh })
    await pause(EVERY_MS)
  }
  const counts = await anonymous
  const endedAt = Date.now()
  const back = async (): Promise<boolean> => (await gaugesOf(terminal, reports)).sockets <= before.sockets + 3
  // Memory in use shows when the garbage has been collected.
  const collected = async (): Promise<Gauges | null> => {
    const now = await gaugesOf(terminal, reports)
    return now.memory < before.memory + MEMORY_WITHIN_BYTES ? now : null
  }
  await waitFor('the connections to be as many as before', back, 30_000)
  const socketsBackMs = Date.now() - endedAt
  const after = await waitFor('the memory to be as much as before', collected, 30_000)
  live.send({ op: 'ping' })
  await waitFor('the page to be answered', () =>
    live.frames().some((frame) => 'op' in frame && frame.op === 'pong'),
  )

  const { requests } = await ledger()
  const since = requests.slice(first)
  const cancels = since.filter(({ path }) => path === '/cancel-all').map(({ arrival }) => arrival)
  // Each press is one request. The venue's clock is monotonic and may be some milliseconds off the one that pressed.
  assert.equal(cancels.length, pressed.length, 'one request for each press')
  const took = pressed.map(({ at, isFresh }, index) => ({
    isFresh,
    ms: Math.max(0, (cancels[index] ?? Infinity) - at),
  }))
  const beats = requests
    .filter(({ path, arrival }) => path === '/v1/heartbeats' && arrival > beganAt - 10_000)
    .map(({ arrival }) => arrival)
  return {
    kept: took.filter(({ isFresh }) => !isFresh).map((one) => one.ms),
    fresh: took.filter(({ isFresh }) => isFresh).map((one) => one.ms),
    beatGap: Math.max(0, ...beats.slice(1).map((at, index) => at - (beats[index] ?? at))),
    lapses: terminal.program().err().split('"heartbeat.lapsed"').length - 1,
    reconnects: after.reconnects - before.reconnects,
    before: before.memory,
    after: after.memory,
    resident: [before.resident, after.resident],
    socketsBackMs,
    anonymous: counts,
  }
}

const PRESS = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

/** The connection ends with the answer. */
function pressAnew(client: Client): Promise<Response> {
  return client.raw('/api/orders/cancel-all', {
    ...PRESS,
    headers: { ...PRESS.headers, connection: 'close' },
  })
}

/** Placeholder in the texts of floods for a fresh id each time. */
export const ANY_ID = '00000000-0000-7000-8000-000000000000'

export async function connectAnonymousClients(
  asked: Omit<AnonymousClientsWork, 'anyId'>,
): Promise<ReadonlyMap<string, number>> {
  const thread = new Worker(new URL('./anonymous-clients-thread.ts', import.meta.url), {
    workerData: { ...asked, anyId: ANY_ID },
  })
  const [counts] = (await once(thread, 'message')) as [ReadonlyMap<string, number>]
  return counts
}

export function largestAsset(): string {
  const directory = join(import.meta.dirname, '../../dist/web/assets')
  const name = readdirSync(directory).find((file) => /^page-.*\.js$/.test(file))
  assert.ok(name !== undefined, 'the page is built')
  return `/assets/${name}`
}
