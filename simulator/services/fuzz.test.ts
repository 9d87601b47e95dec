import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'

import { startSimulator } from '../program.ts'
import type { RunningSimulator } from '../running.ts'

let simulator: RunningSimulator
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 'fuzz', traderRate: 0 })
})
after(() => simulator.stop())

const CATALOG = [
  'closed',
  'tag_id',
  'exclude_tag_id',
  'tag_slug',
  'live',
  'game_id',
  'end_date_min',
  'id',
  'limit',
  'offset',
  'after_cursor',
  'condition_ids',
  'clob_token_ids',
  'events_status',
  'keep_closed_markets',
  'q',
  'limit_per_type',
]
const DATA = ['user', 'condition', 'status', 'limit', 'cursor', 'type', 'side', 'interval', 'fidelity']
const PATHS = {
  catalog: [
    '/events/keyset',
    '/markets/keyset',
    '/tags',
    '/teams',
    '/sports',
    '/public-search',
    '/events/1',
    '/events/slug/x',
    '/markets/__proto__',
  ],
  data: ['/v2/positions', '/v2/activity', '/v2/user-pnl', '/v2/positions/combos', '/v2/activity/combos'],
} as const

const anyValue = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    'true',
    'null',
    '__proto__',
    'constructor',
    'volume',
    'WyJ2Il0',
    '2026-13-45',
    '0x' + 'a'.repeat(40),
    '0x' + 'b'.repeat(64),
    'OPEN',
    'DESC',
    'max',
  ),
  fc.integer().map(String),
)

async function statusOf(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}

test('no query of catalog or data service brings more than a refusal', async () => {
  const anyRead = fc.constantFrom('catalog' as const, 'data' as const).chain((service) =>
    fc.record({
      service: fc.constant(service),
      path: fc.constantFrom(...PATHS[service]),
      query: fc.array(fc.tuple(fc.constantFrom(...(service === 'catalog' ? CATALOG : DATA)), anyValue), {
        maxLength: 5,
      }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(anyRead, async ({ service, path, query }) => {
      const status = await statusOf(
        `${simulator.profile.urls[service]}${path}?${new URLSearchParams(query).toString()}`,
      )
      assert.ok(status < 500, `${path} ${status}`)
    }),
    { numRuns: 400 },
  )
})

test('no body of combos, chat or control API brings more than a refusal', async () => {
  const { urls } = simulator.profile
  const targets = [
    `${urls.combos}/v1/requester/rfq/requests`,
    `${urls.combos}/v1/requester/rfq/requests/x/accept`,
    `${urls.chat ?? ''}/bot123456:${'a'.repeat(35)}/sendMessage`,
    ...['faults', 'order', 'market', 'ws', 'engine', 'barrier'].map(
      (name) => `${simulator.controlUrl}/_sim/${name}`,
    ),
  ]
  const anyBody = fc.oneof(
    fc.json(),
    fc.string(),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets), anyBody, async (url, body) => {
      const status = await statusOf(url, { method: 'POST', body })
      assert.ok(status < 500, `${url} ${status}`)
    }),
    { numRuns: 300 },
  )
  const violations = await (await fetch(`${simulator.controlUrl}/_sim/violations`)).text()
  assert.doesNotMatch(violations, /simulator_bug/)
})
