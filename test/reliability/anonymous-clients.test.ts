/** Every kind of client that means harm, without a session or with a token, while the trader trades. `npm run bench anonymous-clients` does the first for a minute. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD, startTerminalProcess } from '../harness.ts'
import { arm, findTradable, restingBuy } from '../market.ts'
import {
  ANY_ID,
  connectAnonymousClients,
  largestAsset,
  tradeBesideAnonymousClients,
} from './anonymous-clients.ts'
import type { Truth } from './truth.ts'

const FOR_MS = 6_000
const FLOOD_MS = 1_500
const EVERY_MS = 50
const CANCEL_WITHIN_MS = 250
/** A press that met the moment when this machine had other work than the terminal. */
const UNLUCKY_MS = 2_500
const BEAT_WITHIN_MS = 6_000

function assertPrompt(took: readonly number[], beside: string): void {
  assert.ok(took.length >= 3, `${beside}: ${took.length} presses`)
  const sorted = took.toSorted((a, b) => a - b)
  const said = `${beside}: ${took.join(', ')} ms`
  assert.ok((sorted[Math.floor(took.length / 2)] ?? Infinity) < CANCEL_WITHIN_MS, said)
  assert.ok((sorted.at(-1) ?? Infinity) < UNLUCKY_MS, said)
}

test('INV-56 unauthenticated clients of every kind at once delay no Cancel All and no heartbeat, end no feed and fill no memory', async (context) => {
  const seen = await tradeBesideAnonymousClients(context, FOR_MS)
  context.diagnostic(JSON.stringify({ ...seen, anonymous: [...seen.anonymous] }))
  assertPrompt(seen.kept, 'strangers, on a connection that was kept')
  assertPrompt(seen.fresh, 'strangers, on one of its own')
  assert.equal(seen.lapses, 0)
  assert.ok(seen.beatGap < BEAT_WITHIN_MS, `${seen.beatGap} ms without a heartbeat`)
  assert.equal(seen.reconnects, 0)
  assert.equal(seen.anonymous.size, 8, 'clients of each kind were there')
})

test('INV-17 INV-88 INV-90 Cancel All leaves at once, and orders are taken, beside each flood of a token and beside strangers', async (context) => {
  const terminal = await startTerminalProcess(context)
  const client = terminal.client()
  const body = await restingBuy(client, await findTradable(client))
  const host = new URL(client.url).host
  const expires = new Date(Date.now() + 600_000).toISOString()

  async function requestAs(
    scope: 'read' | 'cancel' | 'trade',
  ): Promise<(line: string, body?: unknown) => string> {
    const asked = {
      name: `Flood ${scope} ${randomUUIDv7()}`.slice(0, 40),
      scope,
      expires_at: expires,
      password: PASSWORD,
    }
    const { token } = await client.ok('createToken', { body: asked })
    return (line, sent) => {
      const text = sent === undefined ? '' : JSON.stringify(sent)
      const type =
        sent === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
      return `${line} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n${type}\r\n${text}`
    }
  }
  const [read, cancel, trade] = [await requestAs('read'), await requestAs('cancel'), await requestAs('trade')]
  const unknown = Array.from(
    { length: 800 },
    () => `${/^\w+:/.exec(body.outcome_id)?.[0] ?? ''}0x${randomBytes(32).toString('hex')}`,
  )
  // An unknown outcome: a flatten cancels in its markets first, and that does hold orders there.
  const elsewhere = body.outcome_id.replace(/\d{9}$/, '000000000')
  const leg = { client_order_id: ANY_ID, outcome_id: elsewhere, worst_price: '0.0001' }
  const floods = {
    'refused orders (M6)': [
      {
        kind: 'place',
        count: 20,
        text: trade('POST /api/orders/place', { ...body, client_order_id: ANY_ID, size: '0.001' }),
      },
      {
        kind: 'flatten',
        count: 10,
        text: trade('POST /api/positions/flatten', { legs: Array.from({ length: 100 }, () => leg) }),
      },
    ],
    'exports (M5)': [
      { kind: 'audit', count: 20, text: read('GET /api/export/audit.csv') },
      { kind: 'openapi', count: 20, text: read('GET /api/openapi.json') },
    ],
    'unknown ids (M2)': [
      { kind: 'cancels', count: 4, text: cancel('POST /api/orders/cancel', { order_ids: unknown }) },
    ],
    strangers: undefined,
  }
  // A quick machine presses more often than the limits of a new installation let anyone place.
  await client.ok('writeRiskSettings', {
    body: { limits: { max_orders_per_minute: 600 }, password: PASSWORD },
  })
  await arm(client)
  const requests = async (): Promise<Truth['requests']> =>
    ((await terminal.simulator.control('/ledger')) as Truth).requests
  for (const [name, asked] of Object.entries(floods)) {
    const first = (await requests()).length
    const flood = connectAnonymousClients({
      host,
      ms: FLOOD_MS,
      asset: largestAsset(),
      ...(asked && { floods: asked }),
    })
    const pressed: number[] = []
    const results: string[] = []
    const endsAt = performance.now() + FLOOD_MS
    while (performance.now() < endsAt) {
      const placed = await client.ok('placeOrder', { body: { ...body, client_order_id: randomUUIDv7() } })
      results.push(placed.reject?.code ?? placed.result)
      pressed.push(Date.now())
      await client.ok('cancelAll', { body: {} })
      await pause(EVERY_MS)
    }
    const kinds = await flood
    const arrived = (await requests()).slice(first).filter(({ path }) => path === '/cancel-all')
    const took = pressed.map((at, index) => Math.max(0, (arrived[index]?.arrival ?? Infinity) - at))
    context.diagnostic(
      `${name}: ${took.join(', ')} ms; ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
    )
    assertPrompt(took, name)
    assert.deepEqual([...new Set(results)], ['accepted'], `orders of the trader beside ${name}`)
  }
})
