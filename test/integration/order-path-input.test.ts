/**
 * Bad input, field by field: every field of every body that can move money, missing, of the wrong type, out of range,
 * off tick, too long, negative, unknown. Each gives its documented code, and none of it reaches the venue.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../client.ts'
import { startTerminal } from '../harness.ts'
import { arm } from '../market.ts'
import type { OrderBody } from '../market.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import type { QuietVenue } from '../reliability/quiet-venue.ts'
import { placings } from '../reliability/truth.ts'
import { waitFor } from '../wait-for.ts'

type Body = Readonly<Record<string, unknown>>
/** A value and the code that it gives: a problem's, or a rejection's. */
type Case = readonly [value: unknown, code: string]
type Table = { readonly optional?: true; readonly cases: readonly Case[] }

const SCHEMA = 'invalid_request'
const NOT_TEXT: readonly Case[] = [1, 0.5, true, null, [], {}, ['0.38'], ''].map((value) => [value, SCHEMA])
const NOT_DECIMAL: readonly Case[] = [
  '-1',
  '+1',
  '1e-1',
  '0.50',
  '.5',
  '5.',
  '01',
  ' 5',
  '5 ',
  '0x1',
  'NaN',
  'Infinity',
  '1,5',
  '٣',
  '0.0000001',
  '9'.repeat(31),
  '9'.repeat(5_000),
].map((value) => [value, SCHEMA])
const NOT_FLAG: readonly Case[] = ['true', 1, 0, null, [], {}].map((value) => [value, SCHEMA])
const NOT_ID: readonly Case[] = [
  ...NOT_TEXT,
  ...['1', 'pm:', 'pm:-1', 'pm:1.5', 'pm:0x12', 'PM:1', 'pm:1 ', "pm:1' OR 1=1", `pm:${'9'.repeat(200)}`].map(
    (value): Case => [value, SCHEMA],
  ),
]
const NOT_UUID: readonly Case[] = [
  ...NOT_TEXT,
  [crypto.randomUUID(), SCHEMA],
  [randomUUIDv7().toUpperCase(), SCHEMA],
  [`${randomUUIDv7()} `, SCHEMA],
  ['not-a-uuid', SCHEMA],
]
const UNKNOWN = 'pm:123456789'

const CLIENT_ORDER_ID: Table = { cases: NOT_UUID }
const PRICE: Table = {
  cases: [
    ...NOT_TEXT,
    ...NOT_DECIMAL,
    ['0', 'invalid_price'],
    ['1', 'invalid_price'],
    ['1.1', 'invalid_price'],
    ['9'.repeat(30), 'invalid_price'],
    ['0.00001', 'invalid_price'],
    ['0.38005', 'invalid_price'],
    ['0.3805', 'off_tick'],
    ['0.99', 'price_band'],
  ],
}
const SIZE: Table = {
  cases: [
    ...NOT_TEXT,
    ...NOT_DECIMAL,
    ['0', 'invalid_size'],
    ['0.01', 'below_min_size'],
    ['4.99', 'below_min_size'],
    ['5.001', 'invalid_size'],
    ['5.000001', 'invalid_size'],
    ['100000', 'max_order_notional'],
    ['9'.repeat(30), 'max_order_notional'],
  ],
}
const SIDE: Table = { cases: [...NOT_TEXT, ['buy', SCHEMA], ['HOLD', SCHEMA]] }
const TIME_IN_FORCE: Table = {
  cases: [...NOT_TEXT, ['IOC', SCHEMA], ['gtc', SCHEMA], ['GTD', 'invalid_expiration']],
}
const EXPIRES_AT: Table = {
  optional: true,
  cases: [
    [1, SCHEMA],
    [true, SCHEMA],
    ['', SCHEMA],
    ['tomorrow', SCHEMA],
    ['2030-01-01T00:00:00Z', SCHEMA],
    ['2030-13-01T00:00:00.000Z', SCHEMA],
    ['2030-01-01T00:00:00.000+01:00', SCHEMA],
    ['2030-01-01T00:00:00.000Z', 'invalid_expiration'],
    ['1970-01-01T00:00:00.000Z', 'invalid_expiration'],
  ],
}
const EVIDENCE: Table = {
  optional: true,
  cases: [1, 'x', [], {}, { best_bid: '0.3', best_ask: '0.4', book_seq: -1, book_age_ms: 0 }].map((value) => [
    value,
    SCHEMA,
  ]),
}
const POST_ONLY: Table = { cases: NOT_FLAG }

let venue: QuietVenue
let client: Client
let outcomeId: string
let resolvedId: string
let restingId: string

/** What the terminal answers: the code of a problem or of a rejection, `ok` when it took the command. */
async function codeOf(path: string, body: unknown): Promise<string> {
  const answered = await client.raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = (await answered.json()) as {
    readonly code?: string
    readonly reject?: { readonly code: string } | null
    readonly result?: string
  }
  if (said.code === 'rate_limited') {
    await pause(50)
    return codeOf(path, body)
  }
  assert.ok(answered.status < 500, `${path} ${JSON.stringify(body).slice(0, 200)}: ${JSON.stringify(said)}`)
  return said.code ?? said.reject?.code ?? said.result ?? 'ok'
}

async function checkTable(
  path: string,
  valid: () => Body,
  fields: Readonly<Record<string, Table>>,
): Promise<void> {
  const wrong: string[] = []
  const expect = async (body: Body, code: string, what: string): Promise<void> => {
    const found = await codeOf(path, body)
    if (found !== code) wrong.push(`${what}: ${found} instead of ${code}`)
  }
  assert.deepEqual(
    Object.keys(fields).toSorted(),
    Object.keys(valid()).toSorted(),
    'every field is in the table',
  )
  for (const [field, { cases, optional }] of Object.entries(fields)) {
    if (optional !== true) {
      const { [field]: _, ...rest } = valid()
      await expect(rest, SCHEMA, `no ${field}`)
    }
    for (const [value, code] of cases) {
      const what = `${field} ${JSON.stringify(value).slice(0, 60)}`
      await expect({ ...valid(), [field]: value }, code, what)
    }
  }
  for (const body of [{ ...valid(), extra: 1 }, [], [valid()], null, 'text', 1]) {
    await expect(body as Body, SCHEMA, JSON.stringify(body).slice(0, 60))
  }
  assert.deepEqual(wrong, [])
}

function place(): Body {
  return {
    client_order_id: randomUUIDv7(),
    outcome_id: outcomeId,
    side: 'BUY',
    price: '0.38',
    size: '20',
    time_in_force: 'GTC',
    post_only: false,
    expires_at: null,
    evidence: null,
  }
}

describe('bad input', () => {
  const hooks: (() => void | Promise<void>)[] = []
  before(async () => {
    const context = {
      after: (hook: () => void | Promise<void>) => hooks.push(hook),
    } as unknown as TestContext
    venue = await startQuietVenue(context, { seed: 'bad input' })
    await venue.somebody('BUY', 3_500, 100)
    await venue.somebody('SELL', 4_500, 100)
    client = (await startTerminal(context, { simulator: venue })).client()
    outcomeId = `pm:${venue.market.tokens[0]}`
    const other = (await venue.control('/market/4210001')) as { readonly tokens: readonly string[] }
    resolvedId = `pm:${other.tokens[0]}`
    const isCurrent = async (id: string): Promise<boolean> =>
      !(await client.ok('readBook', { params: { outcome_id: id } })).stale
    for (const id of [outcomeId, resolvedId, `pm:${venue.market.tokens[1]}`]) {
      await waitFor('a current book', () => isCurrent(id))
    }
    await venue.control('/market', { market_id: '4210001', resolve: 0 })
    await waitFor('the result', async () => !(await isCurrent(resolvedId)))
    await arm(client)
    const resting = await client.ok('placeOrder', {
      body: { ...place(), price: '0.36' } as OrderBody,
    })
    restingId = resting.order?.id ?? ''
    assert.equal(resting.result, 'accepted')
  })
  after(async () => {
    for (const hook of hooks.toReversed()) await hook()
  })

  test('of placing', async () => {
    await checkTable('/api/orders/place', place, {
      client_order_id: CLIENT_ORDER_ID,
      outcome_id: {
        cases: [...NOT_ID, [UNKNOWN, 'unknown_outcome'], [resolvedId, 'market_closed']],
      },
      side: SIDE,
      price: PRICE,
      size: SIZE,
      time_in_force: TIME_IN_FORCE,
      post_only: POST_ONLY,
      expires_at: EXPIRES_AT,
      evidence: EVIDENCE,
    })
    const refusals: readonly (readonly [Body, string])[] = [
      [{ post_only: true, time_in_force: 'FOK' }, 'post_only_needs_resting_order'],
      [{ post_only: true, time_in_force: 'FAK' }, 'post_only_needs_resting_order'],
      [{ post_only: true, price: '0.45' }, 'post_only_would_cross'],
      [{ price: '0.461' }, 'price_band'],
      [
        { time_in_force: 'GTD', expires_at: new Date(Date.now() + 170_000).toISOString() },
        'invalid_expiration',
      ],
      [{ side: 'SELL', size: '251' }, 'insufficient_balance'],
      [{ side: 'SELL', outcome_id: `pm:${venue.market.tokens[1]}`, price: '0.6' }, 'no_position'],
    ]
    for (const [change, code] of refusals) {
      assert.equal(await codeOf('/api/orders/place', { ...place(), ...change }), code, JSON.stringify(change))
    }
  })

  test('of replacing', async () => {
    const path = `/api/orders/${restingId}/replace`
    const replace = (): Body => ({
      client_order_id: randomUUIDv7(),
      price: '0.37',
      size: '20',
      post_only: false,
    })
    await checkTable(path, replace, {
      client_order_id: CLIENT_ORDER_ID,
      price: PRICE,
      size: SIZE,
      post_only: POST_ONLY,
    })
    assert.equal(await codeOf(`/api/orders/pm:0x${'ab'.repeat(32)}/replace`, replace()), 'order_not_found')
    for (const id of ['x', 'pm:1', `pm:0x${'AB'.repeat(32)}`]) {
      assert.equal(await codeOf(`/api/orders/${id}/replace`, replace()), SCHEMA, id)
    }
  })

  test('of cancelling', async () => {
    await checkTable('/api/orders/cancel', () => ({ order_ids: [`pm:0x${'ab'.repeat(32)}`] }), {
      order_ids: {
        cases: [1, 'x', null, {}, [], [1], ['x'], ['pm:1'], [restingId, ''], [[restingId]]].map((value) => [
          value,
          SCHEMA,
        ]),
      },
    })
    const tooMany = Array.from({ length: 1_001 }, () => restingId)
    assert.equal(await codeOf('/api/orders/cancel', { order_ids: tooMany }), 'body_too_large')
    const { failed } = await client.ok('cancelOrders', { body: { order_ids: [`pm:0x${'ab'.repeat(32)}`] } })
    assert.deepEqual(
      failed.map(({ code }) => code),
      ['not_cancellable'],
    )
  })

  test('of cancelling a market', async () => {
    const marketId = `pm:0x${'cd'.repeat(32)}`
    await checkTable('/api/orders/cancel-market', () => ({ market_id: marketId }), {
      market_id: { cases: NOT_ID },
    })
    await checkTable('/api/orders/cancel-market', () => ({ outcome_id: UNKNOWN }), {
      outcome_id: { cases: NOT_ID },
    })
    assert.equal(
      await codeOf('/api/orders/cancel-market', { market_id: marketId, outcome_id: UNKNOWN }),
      SCHEMA,
    )
    assert.equal(await codeOf('/api/orders/cancel-all', { everything: true }), SCHEMA)
  })

  test('of a preview, an exit and a hedge', async () => {
    const { client_order_id: _, ...preview } = place()
    await checkTable('/api/orders/preview', () => preview, {
      outcome_id: { cases: NOT_ID },
      side: SIDE,
      price: { cases: [...NOT_TEXT, ...NOT_DECIMAL] },
      size: { cases: [...NOT_TEXT, ...NOT_DECIMAL] },
      time_in_force: { cases: [...NOT_TEXT, ['IOC', SCHEMA]] },
      post_only: POST_ONLY,
      expires_at: { optional: true, cases: EXPIRES_AT.cases.filter(([, code]) => code === SCHEMA) },
      evidence: EVIDENCE,
    })
    const named = (outcome: string) => (): Body => ({ client_order_id: randomUUIDv7(), outcome_id: outcome })
    const outcome: Table = { cases: [...NOT_ID, [UNKNOWN, 'unknown_outcome']] }
    const exit = (): Body => ({ ...named(outcomeId)(), mode: 'join', size: '5' })
    await checkTable('/api/positions/exit', exit, {
      client_order_id: CLIENT_ORDER_ID,
      outcome_id: outcome,
      mode: { cases: [...NOT_TEXT, ['run', SCHEMA]] },
      size: {
        optional: true,
        cases: [...NOT_DECIMAL, [1, SCHEMA], [true, SCHEMA], [[], SCHEMA], [{}, SCHEMA]],
      },
    })
    await checkTable('/api/positions/hedge', named(outcomeId), {
      client_order_id: CLIENT_ORDER_ID,
      outcome_id: outcome,
    })
  })

  test('none of it reached the venue, and the terminal is well', async () => {
    assert.equal(placings(await venue.truth()).length, 1, 'the one order that was good')
    assert.equal((await client.ok('health')).status, 'ok')
    assert.equal((await client.ok('verifyAudit')).ok, true)
    assert.equal((await client.ok('readTrading')).mode, 'ARMED')
    assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
  })
})
