// Rules shown here: API-6.
// Previews, exits and hedges at the edge: what reaches the engine, and what is refused before it.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startHarness, type Answered, type Harness, type Login } from '../testing/harness.ts'
import { examples } from '../openapi/examples.ts'

let server: Harness
let page: Login
let lastId = 0x100
before(async () => {
  server = await startHarness()
  page = await server.login()
})
beforeEach(() => {
  server.fake.placed.length = 0
})
after(() => server.close())

const post = (path: string, body: unknown): Promise<Answered> =>
  server.as(page, path, { method: 'POST', body })
const preview = (changes: object = {}): Promise<Answered> =>
  post('/api/orders/preview', { ...examples.previewOrder.body, ...changes })
const exit = (changes: object = {}): Promise<Answered> =>
  post('/api/positions/exit', { ...examples.exitPosition.body, client_order_id: freshId(), ...changes })

function freshId(): string {
  lastId += 1
  return `01890a5d-ac96-774b-bcce-b302099a${lastId.toString(16).padStart(4, '0')}`
}

describe('a preview', () => {
  test('shows what the order costs, on which book, and what placing would answer', async () => {
    const answer = await preview()
    assert.deepEqual(answer.json(), {
      cost: '5.2624',
      fee: '0.1265',
      fee_state: 'at_most',
      max_payout: '10.12',
      average_price: '0.51',
      worst_price: '0.51',
      fillable_size: '10.12',
      slippage: '0',
      would_cross: true,
      rounded_away: '0.009',
      nearest_sizes: null,
      leaves_unsellable: '0',
      after: {
        position: '17.12',
        exposure: '8.2624',
        exposure_outside: '0',
        daily_notional: '17.2624',
        open_orders: 1,
      },
      if_wins: [
        {
          outcome_id: 'pm:2',
          outcome_name: 'Yes',
          before: null,
          after: {
            payout: { least: '10.12', most: '10.12' },
            profit: { least: '4.9588', most: '4.9588' },
            with_orders: null,
            at_worst: '4.9588',
            fees_known: true,
          },
        },
      ],
      book_seq: 1,
      reject: {
        code: 'safe_mode',
        message: 'The terminal is SAFE. Arm it to place orders.',
        prices: [],
        limit: null,
        value: null,
        retry_after_ms: null,
      },
    })
    assert.deepEqual(server.fake.placed, [])
  })

  test('of a price that is none, or of an unknown outcome, has no figures but a reason', async () => {
    for (const [changes, code] of [
      [{ price: '1' }, 'invalid_price'],
      [{ outcome_id: 'pm:999' }, 'unknown_outcome'],
    ] as const) {
      const json = (await preview(changes)).json()
      assert.equal((json['reject'] as { code: string }).code, code)
      assert.deepEqual([json['after'], json['book_seq'], json['fee_state']], [null, null, 'unknown'])
    }
  })

  for (const body of [
    { client_order_id: '01890a5d-ac96-774b-bcce-b302099a8057' },
    { size: '-1' },
    { side: 'HOLD' },
    { time_in_force: 'DAY' },
    { outcome_id: '2' },
  ]) {
    test(`with ${JSON.stringify(body)} is malformed`, async () => {
      assert.equal((await preview(body)).status, 422)
    })
  }

  test('takes nothing of the rate that cancels need', async () => {
    const typed = await Promise.all(Array.from({ length: 30 }, () => preview()))
    assert.ok(typed.every(({ status }) => status === 200))
    const cancel = await post('/api/orders/cancel', examples.cancelOrders.body)
    assert.equal(cancel.status, 200)
  })
})

describe('an exit', () => {
  test('reaches the engine in domain values; without a size it is for all', async () => {
    assert.equal((await exit()).json()['result'], 'accepted')
    assert.equal((await exit({ size: undefined })).json()['result'], 'accepted')
    assert.deepEqual(
      server.fake.placed.map(({ outcomeId, size }) => [outcomeId, size]),
      [
        ['pm:2', 7_500_000n],
        ['pm:2', 20_000_000n],
      ],
    )
  })

  test('asked for twice is one; with another body it is a conflict', async () => {
    const id = freshId()
    await exit({ client_order_id: id })
    assert.equal((await exit({ client_order_id: id })).json()['replayed'], true)
    assert.equal((await exit({ client_order_id: id, size: '8' })).json()['code'], 'idempotency_conflict')
    assert.equal(server.fake.placed.length, 1)
  })

  for (const body of [
    { mode: 'run' },
    { mode: undefined },
    { price: '0.5' },
    { size: '0.0000001' },
    { client_order_id: 'x' },
  ]) {
    test(`with ${JSON.stringify(body)} is malformed`, async () => {
      assert.equal((await exit(body)).status, 422)
      assert.deepEqual(server.fake.placed, [])
    })
  }
})

describe('a hedge', () => {
  test('names only the held outcome', async () => {
    const id = freshId()
    const body = { client_order_id: id, outcome_id: 'pm:2' }
    assert.equal((await post('/api/positions/hedge', body)).json()['client_order_id'], id)
    assert.equal(server.fake.placed.length, 1)
    for (const extra of [{ size: '5' }, { price: '0.5' }, { outcome_id: 'pm:x' }, { worst_price: '1' }]) {
      assert.equal((await post('/api/positions/hedge', { ...body, ...extra })).status, 422)
    }
  })
})

describe('several orders in one command', () => {
  const order = (changes: object = {}): object => ({
    ...examples.placeOrders.body.orders[0],
    client_order_id: freshId(),
    ...changes,
  })

  test('are answered one by one, in their order, a price that is none too', async () => {
    const orders = [order(), order({ price: '1.5' }), order({ price: '0.47' })] as {
      client_order_id: string
    }[]
    const { results } = (await post('/api/orders/place-many', { orders })).json() as {
      results: { client_order_id: string; result: string }[]
    }
    assert.deepEqual(
      results.map(({ client_order_id: id, result }) => [id, result]),
      orders.map(({ client_order_id: id }, at) => [id, at === 1 ? 'rejected' : 'accepted']),
    )
    assert.equal(server.fake.placed.length, 2)
  })

  test('are 1 to 15 with ids of their own, and an id of another body is a conflict', async () => {
    const one = order()
    const many = Array.from({ length: 16 }, () => order())
    for (const orders of [[], many, [one, one], [{ ...one, size: 'x' }]])
      assert.equal((await post('/api/orders/place-many', { orders })).status, 422)
    assert.equal((await post('/api/orders/place-many', { orders: many.slice(1) })).status, 200)
    const changed = [order(), { ...many[1], size: '11' }]
    assert.equal((await post('/api/orders/place-many', { orders: changed })).status, 409)
  })
})

describe('a sale beyond what is held', () => {
  const { sale, purchase } = examples.placeBothSides.body

  test('is two orders of two ids', async () => {
    const body = {
      sale: { ...sale, client_order_id: freshId() },
      purchase: { ...purchase, client_order_id: freshId() },
    }
    const answer = (await post('/api/orders/place-both-sides', body)).json()
    assert.deepEqual(
      server.fake.placed.map(({ clientOrderId, side, outcomeId }) => [clientOrderId, side, outcomeId]),
      [
        [body.sale.client_order_id, 'SELL', 'pm:2'],
        [body.purchase.client_order_id, 'BUY', 'pm:3'],
      ],
    )
    assert.deepEqual(Object.keys(answer), ['sale', 'purchase'])
  })

  for (const [what, changes] of [
    ['whose purchase is of another market', { purchase: { ...purchase, outcome_id: 'pm:5' } }],
    ['whose purchase is of the same outcome', { purchase: { ...purchase, outcome_id: 'pm:2' } }],
    ['whose prices are not the same offer', { purchase: { ...purchase, price: '0.48' } }],
    ['without a price', { sale: { ...sale, price: '1.5' } }],
    ['that buys first', { sale: { ...sale, side: 'BUY' } }],
  ] as const) {
    test(`${what} is malformed, and nothing is sent`, async () => {
      const answer = await post('/api/orders/place-both-sides', { sale, purchase, ...changes })
      assert.equal(answer.status, 422)
      assert.deepEqual(server.fake.placed, [])
    })
  }
})

describe('a flatten', () => {
  test('answers leg by leg, with what became of the orders of each market', async () => {
    const [first, second] = [freshId(), freshId()]
    const legs = [
      { client_order_id: first, outcome_id: 'pm:2', worst_price: '0.45' },
      { client_order_id: second, outcome_id: 'pm:4' },
      { client_order_id: second, outcome_id: 'pm:2' },
    ]
    const json = (await post('/api/positions/flatten', { legs })).json()
    const answered = json['legs'] as { client_order_id: string; result: { result: string } | null }[]
    assert.deepEqual(
      answered.map(({ client_order_id, result }) => [client_order_id, result?.result ?? null]),
      [
        [first, 'accepted'],
        [second, 'accepted'],
        [second, null],
      ],
    )
    assert.equal((json['cancels'] as unknown[]).length, 3)
  })

  for (const legs of [
    [],
    Array.from({ length: 101 }, () => ({ client_order_id: freshId(), outcome_id: 'pm:2' })),
    [{ client_order_id: freshId(), outcome_id: 'pm:2', size: '5' }],
  ]) {
    test(`of ${legs.length} legs ${JSON.stringify(legs[0] ?? null)} is malformed`, async () => {
      assert.equal((await post('/api/positions/flatten', { legs })).status, 422)
      assert.deepEqual(server.fake.placed, [])
    })
  }
})
