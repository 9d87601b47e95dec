/**
 * Bad input, field by field: every field of every body that can move money, missing, of the wrong type, out of range,
 * off tick, too long, negative, unknown. Each gives its documented code, and none of it reaches the venue.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test, type TestContext } from 'node:test'
import {
  checkTable,
  codeOf,
  NOT_DECIMAL,
  NOT_FLAG,
  NOT_ID,
  NOT_TEXT,
  NOT_UUID,
  SCHEMA,
} from '../../bad-input.ts'
import type { Body, Case, Table } from '../../bad-input.ts'
import type { Client } from '../../client.ts'
import { startTerminal } from '../../harness.ts'
import { arm, currentBook, type OrderBody } from '../../market.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { placings } from '../../reliability/truth.ts'
import { waitFor } from '../../wait-for.ts'

const UNKNOWN = 'pm:123456789'

function outcomeTable(): Table {
  return { cases: [...NOT_ID, [UNKNOWN, 'unknown_outcome'], [resolvedId, 'market_closed']] }
}

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
    ['0.001', 'below_min_size'],
    ['4.999999', 'below_min_size'],
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

/** First outcomes of two markets that a combo can be made of. */
async function eligibleLegs(): Promise<readonly string[]> {
  return waitFor('eligible markets', async () => {
    const { items } = await client.ok('search', { query: { q: '', sort: 'volume', limit: '100' } })
    const legs = items.flatMap((event) => {
      const market = event.neg_risk ? undefined : event.markets.find((one) => one.combo_eligible)
      return market?.status === 'open' ? (market.outcomes[0]?.id ?? []) : []
    })
    return legs.length < 2 ? null : legs.slice(0, 2)
  })
}

describe('bad input', () => {
  const hooks: (() => void | Promise<void>)[] = []
  before(async () => {
    const context = {
      after: (hook: () => void | Promise<void>) => hooks.push(hook),
    } as unknown as TestContext
    venue = await startQuietVenue(context, { seed: 'bad input' })
    await venue.placeForeign('BUY', 3_500, 100)
    await venue.placeForeign('SELL', 4_500, 100)
    client = (await startTerminal(context, { simulator: venue })).client()
    outcomeId = `pm:${venue.market.tokens[0]}`
    const other = (await venue.control('/market/4210001')) as { readonly tokens: readonly string[] }
    resolvedId = `pm:${other.tokens[0]}`
    for (const id of [outcomeId, resolvedId, `pm:${venue.market.tokens[1]}`]) await currentBook(client, id)
    await venue.control('/market', { market_id: '4210001', resolve: 0 })
    const resolved = { params: { outcome_id: resolvedId } }
    await waitFor('the result', async () => (await client.ok('readBook', resolved)).stale, 30_000)
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
    await checkTable(client, '/api/orders/place', place, {
      client_order_id: CLIENT_ORDER_ID,
      outcome_id: outcomeTable(),
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
      assert.equal(
        await codeOf(client, '/api/orders/place', { ...place(), ...change }),
        code,
        JSON.stringify(change),
      )
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
    await checkTable(client, path, replace, {
      client_order_id: CLIENT_ORDER_ID,
      price: PRICE,
      size: SIZE,
      post_only: POST_ONLY,
    })
    assert.equal(
      await codeOf(client, `/api/orders/pm:0x${'ab'.repeat(32)}/replace`, replace()),
      'order_not_found',
    )
    for (const id of ['x', 'pm:1', `pm:0x${'AB'.repeat(32)}`]) {
      assert.equal(await codeOf(client, `/api/orders/${id}/replace`, replace()), SCHEMA, id)
    }
  })

  test('INV-08 a price that is none uses the id up, with rows like any other order', async () => {
    for (const path of ['/api/orders/place', `/api/orders/${restingId}/replace`]) {
      const isPlace = path === '/api/orders/place'
      const { client_order_id: id, ...rest } = place()
      const own = isPlace ? rest : { size: '20', post_only: false }
      const body = { ...own, client_order_id: id, price: '1' }
      assert.equal(await codeOf(client, path, body), 'invalid_price')
      assert.equal(await codeOf(client, path, body), 'invalid_price')
      assert.equal(await codeOf(client, path, { ...body, price: '1.1' }), 'idempotency_conflict')
      assert.equal(await codeOf(client, path, { ...body, price: '0.38' }), 'idempotency_conflict')
      const { items } = await client.ok('listAudit', { query: { client_order_id: String(id) } })
      assert.deepEqual(
        items.map(({ kind }) => kind),
        ['decision', 'intent'],
      )
    }
  })

  test('of cancelling', async () => {
    await checkTable(client, '/api/orders/cancel', () => ({ order_ids: [`pm:0x${'ab'.repeat(32)}`] }), {
      order_ids: {
        cases: [1, 'x', null, {}, [], [1], ['x'], ['pm:1'], [restingId, ''], [[restingId]]].map((value) => [
          value,
          SCHEMA,
        ]),
      },
    })
    const tooMany = Array.from({ length: 1_001 }, () => restingId)
    assert.equal(await codeOf(client, '/api/orders/cancel', { order_ids: tooMany }), 'invalid_request')
    const { failed } = await client.ok('cancelOrders', { body: { order_ids: [`pm:0x${'ab'.repeat(32)}`] } })
    assert.deepEqual(
      failed.map(({ code }) => code),
      ['not_cancellable'],
    )
  })

  test('of cancelling a market', async () => {
    const marketId = `pm:0x${'cd'.repeat(32)}`
    await checkTable(client, '/api/orders/cancel-market', () => ({ market_id: marketId }), {
      market_id: { cases: NOT_ID },
    })
    await checkTable(client, '/api/orders/cancel-market', () => ({ outcome_id: UNKNOWN }), {
      outcome_id: { cases: NOT_ID },
    })
    assert.equal(
      await codeOf(client, '/api/orders/cancel-market', { market_id: marketId, outcome_id: UNKNOWN }),
      SCHEMA,
    )
    assert.equal(await codeOf(client, '/api/orders/cancel-all', { everything: true }), SCHEMA)
  })

  test('of a preview, an exit and a hedge', async () => {
    const { client_order_id: _, ...preview } = place()
    await checkTable(client, '/api/orders/preview', () => preview, {
      outcome_id: outcomeTable(),
      side: SIDE,
      price: PRICE,
      size: SIZE,
      time_in_force: TIME_IN_FORCE,
      post_only: POST_ONLY,
      expires_at: EXPIRES_AT,
      evidence: EVIDENCE,
    })
    const named = (outcome: string) => (): Body => ({ client_order_id: randomUUIDv7(), outcome_id: outcome })
    const exit = (): Body => ({ ...named(outcomeId)(), mode: 'join', size: '5' })
    await checkTable(client, '/api/positions/exit', exit, {
      client_order_id: CLIENT_ORDER_ID,
      outcome_id: outcomeTable(),
      mode: { cases: [...NOT_TEXT, ['run', SCHEMA], ['WALK', SCHEMA]] },
      size: {
        optional: true,
        cases: [
          ...NOT_DECIMAL,
          ...[1, true, [], {}, ''].map((value): Case => [value, SCHEMA]),
          ['0', 'invalid_size'],
          ['0.001', 'invalid_size'],
          ['4.99', 'below_min_size'],
        ],
      },
    })
    await checkTable(client, '/api/positions/hedge', named(outcomeId), {
      client_order_id: CLIENT_ORDER_ID,
      outcome_id: outcomeTable(),
    })
  })

  test('of a combo quote', async () => {
    const legs = await eligibleLegs()
    const quote = (): Body => ({ client_order_id: randomUUIDv7(), legs, side: 'BUY', size: '25' })
    const [first] = legs
    await checkTable(client, '/api/combos/quote', quote, {
      client_order_id: CLIENT_ORDER_ID,
      legs: {
        cases: [
          ...[...NOT_TEXT.map(([value]) => value), first, [first], [first, 1], [first, 'pm:'], [[first]]].map(
            (value): Case => [value, SCHEMA],
          ),
          [[first, ...Array.from({ length: 50 }, (_, index) => `pm:${index + 1}`)], 'max_combo_legs'],
          [[first, ...Array.from({ length: 10 }, (_, index) => `pm:${index + 1}`)], 'max_combo_legs'],
          [[first, UNKNOWN], 'unknown_outcome'],
          [[first, first], 'combo_contradictory_legs'],
          [venue.market.tokens.map((token) => `pm:${token}`), 'combo_contradictory_legs'],
          [[first, resolvedId], 'market_closed'],
        ],
      },
      side: { cases: [...SIDE.cases, ['SELL', 'no_position']] },
      size: {
        cases: [
          ...NOT_TEXT,
          ...NOT_DECIMAL,
          ['0', 'invalid_size'],
          ['5000.000001', 'max_combo_notional'],
          ['9'.repeat(30), 'max_combo_notional'],
        ],
      },
    })
  })

  test('of a combo accept and of a dismissal', async () => {
    const named: Table = {
      cases: [
        ...NOT_TEXT,
        ...['a b', 'a/b', '<i>', 'ü', 'x'.repeat(101)].map((value): Case => [value, SCHEMA]),
        ['unheard-of', 'combo_expired'],
      ],
    }
    const accept = (): Body => ({ client_order_id: randomUUIDv7(), rfq_id: 'one', quote_id: 'two' })
    await checkTable(client, '/api/combos/accept', accept, {
      client_order_id: CLIENT_ORDER_ID,
      rfq_id: named,
      quote_id: named,
    })
    assert.equal(await codeOf(client, '/api/combos/unheard-of/dismiss', {}), 'not_found')
    assert.equal(await codeOf(client, '/api/combos/unheard-of/dismiss', { all: true }), SCHEMA)
  })

  test('none of it reached the venue, and the terminal is well', async () => {
    const truth = await venue.truth()
    assert.equal(placings(truth).length, 1, 'the one order that was good')
    assert.deepEqual(
      truth.requests.filter(({ service, method }) => service === 'combos' && method === 'POST'),
      [],
    )
    assert.equal((await client.ok('health')).status, 'ok')
    assert.equal((await client.ok('verifyAudit')).ok, true)
    assert.equal((await client.ok('readTrading')).mode, 'ARMED')
    assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
  })
})
