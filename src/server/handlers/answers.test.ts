import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { problem } from '#contract/errors.ts'
import { isCodec, schemaOf, zodOf } from '#contract/codec/schema.ts'
import { routes, type Operation, type Route } from '#contract/routes.ts'
import type { Game } from '#core/market/game.ts'
import { parseTradeId, type OrderId, type TradeId } from '#core/ids.ts'
import { gameId, price, outcomeId, marketId, whole } from '#engine/testing/market-fakes.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import { PASSWORD, startHarness, type Answered, type Harness, type Login } from '../testing/harness.ts'
import { operations, examples } from '../openapi/examples.ts'
import { withCash } from '#core/testing/fill-cash.ts'

const ORDER = `pm:0x${'1'.padStart(64, '0')}` as OrderId

let server: Harness
let page: Login
before(async () => {
  server = await startHarness()
  page = await server.login()
  for (const [index, name] of ['t1', 't2', 't3'].entries()) {
    server.fake.fills.push(
      withCash({
        tradeId: parseTradeId(name) ?? ('' as TradeId),
        orderId: ORDER,
        outcomeId: outcomeId(2),
        marketId: marketId(1),
        side: 'BUY',
        price: price(3333),
        size: whole(3),
        fee: null,
        role: 'maker',
        status: 'matched',
        txHash: null,
        at: server.clock.now() + index,
      }),
    )
    server.fake.auditRows.push(auditRow(index + 1))
    for (const fill of server.fake.fills) server.fake.portfolio.ledger.note(fill)
  }
  server.fake.games.push(sampleGame())
  await place(server)
})
after(() => server.close())

function sampleGame(): Game {
  return {
    id: gameId(77),
    eventId: null,
    league: 'nba',
    home: 'Hawks\u202e',
    away: 'Owls',
    ordering: 'away',
    score: { home: 3, away: 2, detail: null },
    rawScore: '2-3',
    period: 'Q1',
    elapsed: '04:12',
    status: 'live',
    startsAt: null,
    startedAt: server.clock.now(),
    endedAt: null,
    stale: false,
    updatedAt: server.clock.now(),
  }
}

function auditRow(seq: number): AuditRow {
  return {
    seq,
    at: server.clock.now(),
    clientOrderId: examples.placeOrder.body.client_order_id,
    kind: 'intent',
    action: 'place',
    details: { price: '0.5', nested: { list: [1, null] } },
    previousHash: '00',
    hash: 'aa',
  }
}

const place = (on: Harness): Promise<Answered> =>
  on.as(page, '/api/orders/place', { method: 'POST', body: examples.placeOrder.body })

const routeOf = (operation: Operation): Route => routes[operation]

async function pathOfOwn(login: Login): Promise<string> {
  const { items } = (await server.as(login, '/api/sessions')).json() as {
    items: { id: string; current: boolean }[]
  }
  return `/api/sessions/${items.find(({ current }) => current)?.id ?? ''}`
}

function assertFits(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value)
  assert.ok(parsed.success, parsed.success ? '' : JSON.stringify(parsed.error.issues))
}

describe('every answer matches its schema, and is the same again from core’s values', () => {
  for (const operation of operations) {
    test(operation, async () => {
      const own =
        operation === 'logout' || operation === 'login' || operation === 'endSession'
          ? await server.login()
          : page
      const { body } = examples[operation]
      const path = operation === 'endSession' ? await pathOfOwn(own) : examples[operation].path
      const answer = await server.as(own, path, { method: routes[operation].method, body })
      const { answer: schema, file } = routeOf(operation)
      if (file !== undefined) {
        const [type = ''] = answer.headers['content-type']?.split(';') ?? []
        assert.deepEqual([answer.status, type], [200, file])
        assert.match(
          answer.headers['content-disposition'] ?? '',
          /^attachment; filename="sesame-[\w-]+\.(?:csv|jsonl|tar)"$/,
        )
        return
      }
      assert.equal(answer.status, schema === undefined ? 204 : 200, answer.text)
      if (schema === undefined) assert.equal(answer.text, '')
      else assertFits(zodOf(schema), answer.json())
      if (schema !== undefined && isCodec(schema))
        assert.equal(JSON.stringify(schema.encode(schema.decode(answer.json()))), answer.text)
      assert.equal(answer.headers['cache-control'], 'no-store')
    })
  }
})

describe('an order', () => {
  test('reaches the engine in domain values', () => {
    const [intent] = server.fake.placed
    assert.equal(intent?.price, 5000)
    assert.equal(intent?.size, 10_000_000n)
    assert.deepEqual(intent?.evidence, { bestBid: 4900, bestAsk: null, bookSequence: 3, bookAgeMs: 12 })
  })

  test('asked for twice is placed once', async () => {
    const before = server.fake.placed.length
    const again = await place(server)
    assert.equal(again.json()['replayed'], true)
    assert.equal(server.fake.placed.length, before)
  })

  test('with a used id and another body is a conflict', async () => {
    const answer = await server.as(page, '/api/orders/place', {
      method: 'POST',
      body: { ...examples.placeOrder.body, size: '11' },
    })
    assert.equal(answer.status, 409)
    assert.equal(answer.json()['code'], 'idempotency_conflict')
  })

  for (const text of ['0', '1', '1.5', '0.00001']) {
    test(`at ${text}, which is no price, is rejected and not malformed`, async () => {
      const answer = await server.as(page, '/api/orders/place', {
        method: 'POST',
        body: { ...examples.placeOrder.body, price: text },
      })
      assert.equal(answer.status, 200)
      assertFits(schemaOf(routes.placeOrder.answer), answer.json())
      assert.equal((answer.json()['reject'] as { code: string }).code, 'invalid_price')
    })
  }

  test('that is not known is a 404; its text id a 422', async () => {
    const unknown = await server.as(page, `/api/orders/pm:0x${'f'.repeat(64)}`)
    assert.equal(unknown.status, 404)
    assert.equal((await server.as(page, '/api/orders/pm:1')).status, 422)
  })

  test('carries its audit rows', async () => {
    const answer = await server.as(page, `/api/orders/${ORDER}`)
    assert.equal((answer.json()['audit'] as unknown[]).length, 3)
  })
})

describe('lists go on where they stopped', () => {
  for (const [path, key] of [
    ['/api/search?q=event&limit=2', 'id'],
    ['/api/fills?limit=2', 'id'],
    ['/api/audit?limit=2', 'seq'],
  ] as const) {
    test(path, async () => {
      const first = (await server.as(page, path)).json()
      assert.equal((first['items'] as unknown[]).length, 2)
      const next = await server.as(page, `${path}&cursor=${String(first['next_cursor'])}`)
      assert.equal(next.json()['next_cursor'], null, next.text)
      const items = [first, next.json()].flatMap((list) => list['items'] as Record<string, unknown>[])
      assert.equal(new Set(items.map((item) => item[key])).size, 3)
    })

    test(`${path} with a cursor that is not ours`, async () => {
      for (const cursor of ['!', 'bm90IG91cnM', 'LTE', 'MQ==']) {
        const answer = await server.as(page, `${path}&cursor=${encodeURIComponent(cursor)}`)
        assert.equal(answer.json()['code'], 'invalid_cursor', answer.text)
        assert.equal(answer.status, 400)
      }
    })
  }

  const lists = operations.filter((operation) => {
    const { answer } = routeOf(operation)
    return answer instanceof z.ZodObject && 'next_cursor' in answer.shape
  })
  for (const operation of lists) {
    test(`${operation} takes a limit of 1 to 200, and cursors of ours alone`, async () => {
      const asked = (name: string, value: string): Promise<Answered> => {
        const { pathname, searchParams } = new URL(examples[operation].path, server.url)
        searchParams.set(name, value)
        return server.as(page, `${pathname}?${searchParams.toString()}`)
      }
      const one = await asked('limit', '1')
      assert.equal(one.status, 200, one.text)
      assert.ok((one.json()['items'] as unknown[]).length <= 1)
      assert.equal((await asked('limit', '200')).status, 200)
      for (const limit of ['0', '201', '1.5', 'x']) {
        assert.equal((await asked('limit', limit)).json()['code'], 'invalid_request', limit)
      }
      const bad = await asked('cursor', 'bm90IG91cnM')
      assert.equal(`${bad.status} ${String(bad.json()['code'])}`, '400 invalid_cursor')
    })
  }

  test('fills come newest first and can be narrowed', async () => {
    const all = (await server.as(page, '/api/fills')).json()['items'] as { id: string; notional: string }[]
    assert.deepEqual(
      all.map(({ id }) => id.slice(0, 2)),
      ['t3', 't2', 't1'],
    )
    assert.equal(all[0]?.notional, '0.9999')
    const other = await server.as(page, '/api/fills?outcome_id=pm:3')
    assert.deepEqual(other.json()['items'], [])
  })
})

describe('risk limits', () => {
  const put = (body: unknown): Promise<Answered> =>
    server.as(page, '/api/settings/risk', { method: 'PUT', body })

  test('are lowered without and raised only with the password', async () => {
    assert.equal((await put({ limits: { max_open_orders: 4 } })).status, 200)
    assert.equal((await put({ limits: { max_open_orders: 6 } })).json()['code'], 'password_required')
    const wrong = await put({ limits: { max_open_orders: 6 }, password: 'wrong' })
    assert.equal(wrong.json()['code'], 'bad_password')
    const right = await put({ limits: { max_open_orders: 6 }, password: 'a long enough password' })
    assert.equal(right.status, 200)
    assert.equal(server.fake.engine.risk.limits().maxOpenOrders, 6)
    const logged = server.logged
      .filter(({ event }) => event === 'risk.limits_changed')
      .map(({ fields }) => fields)
    assert.deepEqual(logged.slice(-2), [
      { address: '127.0.0.1', raised: [], lowered: ['max_open_orders'] },
      { address: '127.0.0.1', raised: ['max_open_orders'], lowered: [] },
    ])
  })

  test('stay under their ceilings', async () => {
    const answer = await put({ limits: { max_order_notional: '5000.000001', max_open_orders: 3 } })
    assert.equal(answer.status, 422)
    assert.equal(answer.json()['code'], 'above_ceiling')
    assert.deepEqual(answer.json()['errors'], [
      { path: 'limits.max_order_notional', message: 'is above its ceiling' },
    ])
    assert.equal(server.fake.engine.risk.limits().maxOpenOrders, 6)
  })

  test('let the combo exposure not fall under one combo', async () => {
    assert.equal((await put({ limits: { max_combo_exposure: '1' } })).json()['code'], 'invalid_request')
  })

  test('take five wrong passwords a minute, which count at the login too', async () => {
    const wrong = { limits: { max_open_orders: 50 }, password: 'wrong' }
    await server.clock.advance(60_000)
    for (let count = 0; count < 5; count += 1) assert.equal((await put(wrong)).status, 403)
    const answer = await put(wrong)
    assert.equal(answer.status, 429)
    assert.ok(Number(answer.headers['retry-after']) >= 1)
    // One that counts as one at the login: whoever guesses here has no other five there.
    const login = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { password: PASSWORD },
    }
    assert.equal((await server.ask('/api/login', login)).json()['code'], 'login_rate_limited')
  })
})

describe('without', () => {
  test('credentials, orders and fills answer 503', async () => {
    server.fake.credentials = 'failed'
    for (const path of ['/api/orders', '/api/fills']) {
      const answer = await server.as(page, path)
      assert.equal(`${answer.status} ${String(answer.json()['code'])}`, '503 credentials_unavailable')
    }
    server.fake.credentials = 'ready'
  })

  test('its preconditions, arming answers 409 with the reasons', async () => {
    server.fake.armReasons = ['geoblock_unknown', 'clock_skew']
    const answer = await server.as(page, '/api/trading/arm', { method: 'POST', body: {} })
    server.fake.armReasons = []
    assert.equal(answer.status, 409)
    assert.deepEqual(answer.json()['reasons'], ['geoblock_unknown', 'clock_skew'])
    assertFits(problem, answer.json())
  })

  test('a fine enough fidelity, history answers 400 with the finest', async () => {
    const answer = await server.as(page, '/api/history/pm:2?interval=1m&fidelity=9')
    assert.equal(answer.json()['code'], 'invalid_fidelity')
    assert.match(String(answer.json()['detail']), /10 minutes/)
  })
})

describe('prices in an event', () => {
  test('come from a book that a tab follows, and following is not begun by reading', async () => {
    const bid = async (): Promise<unknown> => {
      const event = (await server.as(page, '/api/events/pm:2')).json() as {
        markets: { outcomes: { best_bid: string | null }[] }[]
      }
      return event.markets[0]?.outcomes[0]?.best_bid
    }
    assert.equal(await bid(), null)
    assert.equal(server.fake.held.get(outcomeId(4)), undefined)
    const tab = await server.connect(page)
    tab.send({ op: 'sub', topics: ['book:pm:4'] })
    await tab.until(1)
    assert.equal(await bid(), '0.49')
    server.fake.setBook(outcomeId(4), { staleReason: 'gap' })
    assert.equal(await bid(), null)
    tab.socket.close()
    await tab.closed
  })
})

test('the OpenAPI document names every operation once', async () => {
  const document = (await server.as(page, '/api/openapi.json')).json() as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
  }
  assert.equal(document.openapi, '3.1.0')
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  assert.deepEqual(ids.toSorted(), operations.toSorted())
  const text = JSON.stringify(document)
  const wanted = (text.match(/#\/components\/schemas\/\w+/g) ?? []).map(
    (path) => path.split('/').at(-1) ?? '',
  )
  const { schemas } = (document as unknown as { components: { schemas: object } }).components
  const known = new Set(Object.keys(schemas))
  assert.deepEqual(
    wanted.filter((name) => !known.has(name)),
    [],
  )
})
