// Combos at the edge: bodies become domain values, time left is computed at each send, and without a venue they are refused.
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { comboRoutes } from '#contract/combos.ts'
import { routes } from '#contract/routes.ts'
import { startHarness, type Answered, type Harness, type Login } from '../testing/harness.ts'
import { examples } from '../openapi/examples.ts'

let server: Harness
let page: Login
before(async () => {
  server = await startHarness()
  page = await server.login()
})
after(() => server.close())

const OPERATIONS = Object.keys(comboRoutes) as (keyof typeof comboRoutes)[]

async function call(on: Harness, login: Login, operation: keyof typeof comboRoutes): Promise<Answered> {
  const { path, body } = examples[operation]
  return on.as(login, path, { method: routes[operation].method, body })
}

test('without a combos venue every combo operation answers 503 combos_unavailable', async () => {
  const bare = await startHarness({ hasCombos: false })
  const login = await bare.login()
  for (const operation of OPERATIONS) {
    const answer = await call(bare, login, operation)
    assert.deepEqual([answer.status, answer.json()['code']], [503, 'combos_unavailable'], operation)
  }
  const tab = await bare.connect(login)
  tab.send({ op: 'sub', topics: ['combo_rfqs'] })
  assert.deepEqual((await tab.until(1)).data, { upsert: [], remove: [] })
  await bare.close()
})

describe('a quote', () => {
  test('has its amounts in base units, its total with the fee, and the time that is left', async () => {
    const answer = (await call(server, page, 'quoteCombo')).json()
    assert.equal(answer['result'], 'quoted')
    const { expires_at: expiresAt, ...quote } = answer['quote'] as Record<string, unknown>
    assert.equal(typeof expiresAt, 'string')
    assert.deepEqual(quote, {
      rfq_id: 'rfq-2',
      quote_id: 'quote-2',
      side: 'BUY',
      price: '0.25',
      shares: '39.2',
      total: '10',
      fee: '0.2',
      maker_amount_e6: '9800000',
      taker_amount_e6: '39200000',
      total_required_e6: '10000000',
      net_receive_e6: '39200000',
      expires_in_ms: 10_000,
    })
  })

  test('of 51 legs and more is for the limit to judge, not for its schema', async () => {
    for (const count of [50, 51, 200]) {
      const legs = Array.from({ length: count }, (_, index) => `pm:${index + 1}`)
      const body = { ...examples.quoteCombo.body, client_order_id: randomUUIDv7(), legs }
      const answer = await server.as(page, '/api/combos/quote', { method: 'POST', body })
      assert.equal(answer.status, 200, `${count} legs`)
    }
  })

  for (const [what, change] of [
    ['of one leg', { legs: ['pm:2'] }],
    ['of no side', { side: 'HOLD' }],
    ['of a size that is no decimal', { size: '1e3' }],
    ['with position ids instead of outcomes', { legs: ['2', '4'] }],
    ['with a field that is not known', { price: '0.5' }],
  ] as const) {
    test(`${what} is refused by its schema`, async () => {
      const body = { ...examples.quoteCombo.body, ...change }
      const answer = await server.as(page, '/api/combos/quote', { method: 'POST', body })
      assert.deepEqual([answer.status, answer.json()['code']], [422, 'invalid_request'])
    })
  }
})

test('declining an unknown quote is 404', async () => {
  const answer = await server.as(page, '/api/combos/rfq-x/dismiss', { method: 'POST', body: {} })
  assert.equal(answer.status, 404)
})

test('an accept carries ids only', async () => {
  const body = { ...examples.acceptCombo.body, maker_amount_e6: '1' }
  const answer = await server.as(page, '/api/combos/accept', { method: 'POST', body })
  assert.equal(answer.status, 422)
})

describe('the topics', () => {
  test('combo_rfqs sends changes, and nothing when only time passes', async () => {
    const tab = await server.subscribe(page, 'combo_rfqs')
    await server.clock.advance(500)
    await call(server, page, 'dismissCombo')
    await server.clock.advance(200)
    const { data, type, seq } = await tab.until(2)
    assert.deepEqual([type, seq], ['delta', 2])
    const upsert = data?.['upsert'] as {
      readonly state: string
      readonly quote: { readonly rfq_id: string }
    }[]
    assert.deepEqual(
      upsert.map(({ state, quote }) => [quote.rfq_id, state]),
      [['rfq-1', 'dismissed']],
    )
  })

  test('combo_positions sends nothing before they were read, instead of an empty list', async () => {
    const { combos } = server.fake.engine
    assert.ok(combos !== null)
    const original = { ...combos }
    Object.assign(combos, { held: () => null })
    const tab = await server.connect(page)
    tab.send({ op: 'sub', topics: ['combo_positions'] })
    tab.send({ op: 'ping' })
    assert.equal((await tab.until(1)).op, 'pong')
    Object.assign(combos, original)
    await server.clock.advance(1_200)
    const { type, seq, data } = await tab.until(2)
    const upsert = data?.['upsert'] as unknown[] | undefined
    assert.deepEqual([type, seq, upsert?.length], ['snapshot', 1, 1])
    assert.deepEqual(
      server.logged.filter(({ event }) => event === 'live.topic_failed'),
      [],
    )
  })

  test('combo_positions names the outcome of each leg and values at cost', async () => {
    const tab = await server.subscribe(page, 'combo_positions')
    const upsert = tab.frames[0]?.data?.['upsert']
    const [position] = (upsert ?? []) as Record<string, unknown>[]
    assert.deepEqual(
      [position?.['id'], position?.['cost_basis'], position?.['status']],
      ['pmc:123', '10', 'open'],
    )
  })
})
