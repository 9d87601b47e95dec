// SEC-6, API-11: what a token of a program opens, and what it never does.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { after, before, describe, test, type TestContext } from 'node:test'
import { WebSocket } from 'ws'
import { routes, type Operation, type Route } from '#contract/routes.ts'
import type { Scope } from '#contract/token-scopes.ts'
import { examples, operations } from '../openapi/examples.ts'
import { PASSWORD, startHarness } from '../testing/harness.ts'
import type { Answered, Ask, Harness, Login } from '../testing/harness.ts'

const DAY_MS = 86_400_000

type Created = { readonly id: string; readonly token: string }

async function start(context: TestContext): Promise<{ readonly server: Harness; readonly page: Login }> {
  const server = await startHarness()
  context.after(() => server.close())
  return { server, page: await server.login() }
}

function post(server: Harness, page: Login, body: object): Promise<Answered> {
  const expiresAt = new Date(server.clock.now() + DAY_MS).toISOString()
  return server.as(page, '/api/tokens', {
    method: 'POST',
    body: { name: 'Bot', scope: 'trade', expires_at: expiresAt, password: PASSWORD, ...body },
  })
}

async function create(server: Harness, page: Login, scope: Scope, name = `Bot ${scope}`): Promise<Created> {
  const answer = await post(server, page, { scope, name })
  assert.equal(answer.status, 200, answer.text)
  return answer.json() as Created
}

const bearing = (token: string, more: Readonly<Record<string, string>> = {}) => ({
  authorization: `Bearer ${token}`,
  ...more,
})

function ask(server: Harness, token: string, path: string, asked: Ask = {}): Promise<Answered> {
  const type = asked.body === undefined ? {} : { 'content-type': 'application/json' }
  return server.ask(path, { ...asked, headers: bearing(token, { ...type, ...asked.headers }) })
}

/** A command that its fake answers, as its example has it. */
function run(server: Harness, token: string, operation: Operation): Promise<Answered> {
  const { path, body } = examples[operation]
  return ask(server, token, path, { method: routes[operation].method, body })
}

const codeOf = (answer: Answered): unknown => (answer.text === '' ? '' : answer.json()['code'])

describe('INV-59 a token opens what its scope names and nothing else:', () => {
  const CANCELS = ['cancelOrders', 'cancelMarket', 'cancelAll', 'disarm']
  const TRADES = [
    'placeOrder',
    'placeOrders',
    'previewOrder',
    'placeBothSides',
    'previewBothSides',
    'replaceOrder',
    'exitPosition',
    'hedgePosition',
    'flattenPositions',
    'attachExit',
    'changeAttachedExit',
    'removeAttachedExit',
    'repostOrders',
    'quoteCombo',
    'acceptCombo',
    'dismissCombo',
  ]
  /** Reads about sessions and tokens themselves, and what is made to be given away. */
  const OWNERS_READS = ['readSession', 'listSessions', 'listTokens', 'makeReport']
  const isOpen = (operation: Operation, scope: Scope): boolean => {
    const route: Route = routes[operation]
    if (route.auth === 'none') return true
    if (route.method === 'GET') return !OWNERS_READS.includes(operation)
    return (
      (scope !== 'read' && CANCELS.includes(operation)) || (scope === 'trade' && TRADES.includes(operation))
    )
  }

  let server: Harness
  const tokens = new Map<Scope, string>()
  before(async () => {
    server = await startHarness()
    const page = await server.login()
    for (const scope of ['read', 'cancel', 'trade'] as const)
      tokens.set(scope, (await create(server, page, scope)).token)
  })
  after(() => server.close())

  for (const scope of ['read', 'cancel', 'trade'] as const) {
    test(scope, async () => {
      const found: string[] = []
      const expected: string[] = []
      for (const operation of operations) {
        const answer = await run(server, tokens.get(scope) ?? '', operation)
        const isRefused = answer.status === 403 && codeOf(answer) === 'token_scope'
        found.push(`${operation} ${isRefused ? 'refused' : 'open'}`)
        expected.push(`${operation} ${isOpen(operation, scope) ? 'open' : 'refused'}`)
        assert.ok(isRefused || answer.status !== 403, `${operation} ${answer.text}`)
      }
      assert.deepEqual(found, expected)
    })
  }
})

describe('INV-59 a token', () => {
  test('is made with the password alone, shown once, and kept as a hash', async (context) => {
    const { server, page } = await start(context)
    assert.equal(codeOf(await post(server, page, { password: 'a wrong password' })), 'bad_password')
    const answer = await post(server, page, {})
    const { token } = answer.json() as Created
    assert.match(token, /^sesame_[\w-]{43}$/)
    const listed = await server.as(page, '/api/tokens')
    assert.deepEqual(
      (listed.json()['items'] as { name: string; last_used_at: null }[]).map((one) => [
        one.name,
        one.last_used_at,
      ]),
      [['Bot', null]],
    )
    const kept = server.settings.read('api_tokens') ?? ''
    assert.match(kept, /"hash":"[0-9a-f]{64}"/)
    for (const text of [listed.text, kept, JSON.stringify(server.logged)])
      assert.equal(text.includes(token) || text.includes(token.slice('sesame_'.length)), false)
  })

  test('has a name of its own, an end within a year, and a known scope', async (context) => {
    const { server, page } = await start(context)
    await create(server, page, 'read', 'Bot')
    const at = (ms: number): string => new Date(server.clock.now() + ms).toISOString()
    for (const [wrong, path] of [
      [{ name: 'bot' }, 'name'],
      [{ name: 'a\u202eb' }, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'Other', expires_at: at(367 * DAY_MS) }, 'expires_at'],
      [{ name: 'Other', expires_at: at(-1) }, 'expires_at'],
      [{ name: 'Other', expires_at: undefined }, 'expires_at'],
      [{ name: 'Other', scope: 'arm' }, 'scope'],
    ] as const) {
      const answer = await post(server, page, wrong)
      assert.equal(answer.status, 422, JSON.stringify(wrong))
      assert.equal((answer.json()['errors'] as { path: string }[])[0]?.path, path)
    }
  })

  test('needs no Origin and no CSRF token, refuses a foreign Origin and Host, and no cookie stands in for it', async (context) => {
    const { server, page } = await start(context)
    const { token } = await create(server, page, 'trade')
    assert.equal((await run(server, token, 'placeOrder')).status, 200)
    const headed = (headers: Record<string, string>) => ask(server, token, '/api/status', { headers })
    assert.equal((await headed({ origin: server.url })).status, 200)
    assert.equal(codeOf(await headed({ origin: 'https://evil.example' })), 'bad_origin')
    assert.equal(codeOf(await headed({ host: 'evil.example' })), 'bad_host')
    const cookie = { cookie: page.cookie, 'x-csrf-token': page.csrf }
    for (const bearer of ['', 'x', `${token}x`, token.toUpperCase()])
      assert.equal(codeOf(await ask(server, bearer, '/api/status', { headers: cookie })), 'bad_token')
    // With a good one as well: what a session may, the token still may not.
    const armed = await ask(server, token, '/api/trading/arm', { method: 'POST', body: {}, headers: cookie })
    assert.equal(codeOf(armed), 'token_scope')
    const basic = await server.ask('/api/status', { headers: { ...cookie, authorization: 'Basic eDp5' } })
    assert.equal(basic.status, 200, "another scheme is a proxy's own")
  })

  test('ends when it is revoked or expires, at once and with its WebSockets, and disarms nothing', async (context) => {
    const { server, page } = await start(context)
    await server.as(page, '/api/trading/arm', { method: 'POST', body: {} })
    const mode = async (): Promise<unknown> => (await server.as(page, '/api/trading')).json()['mode']
    assert.equal(await mode(), 'ARMED')
    const [first, second] = [
      await create(server, page, 'read', 'One'),
      await create(server, page, 'trade', 'Two'),
    ]
    const [one, two] = [await connect(server, first.token), await connect(server, second.token)]
    const revoked = await server.as(page, `/api/tokens/${first.id}`, { method: 'DELETE' })
    assert.equal(revoked.status, 204, revoked.text)
    assert.equal(await one.closed, 4401)
    assert.equal(codeOf(await ask(server, first.token, '/api/status')), 'bad_token')
    assert.equal((await ask(server, second.token, '/api/status')).status, 200)
    assert.equal((await server.as(page, `/api/tokens/${first.id}`, { method: 'DELETE' })).status, 404)
    server.clock.jump(DAY_MS)
    await server.clock.advance(10_000)
    assert.equal(await two.closed, 4401)
    assert.equal(codeOf(await ask(server, second.token, '/api/status')), 'bad_token')
    const again = await server.login()
    assert.deepEqual((await server.as(again, '/api/tokens')).json()['items'], [])
    assert.equal((await server.as(again, '/api/trading')).json()['mode'], 'ARMED')
  })

  test('that ends while the body of its command is on the way commands nothing', async (context) => {
    const { server, page } = await start(context)
    const { id, token } = await create(server, page, 'trade')
    const { path, body } = examples.placeOrder
    const text = JSON.stringify(body)
    const outgoing = request(server.url + path, {
      method: 'POST',
      headers: bearing(token, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
    })
    const answered = once(outgoing, 'response')
    outgoing.write(text.slice(0, 10))
    for (let used: unknown = null; used === null;) {
      const [only] = (await server.as(page, '/api/tokens')).json()['items'] as { last_used_at: unknown }[]
      used = only?.last_used_at
    }
    await server.as(page, `/api/tokens/${id}`, { method: 'DELETE' })
    outgoing.end(text.slice(10))
    const [answer] = (await answered) as [IncomingMessage]
    answer.resume()
    assert.equal(answer.statusCode, 401)
  })

  test('that is wrong counts for its address: five a minute, and keeps nobody else out', async (context) => {
    const { server, page } = await start(context)
    const { token } = await create(server, page, 'cancel')
    const wrong = `sesame_${'x'.repeat(43)}`
    for (let count = 0; count < 5; count += 1)
      assert.equal(codeOf(await ask(server, wrong, '/api/status')), 'bad_token')
    const limited = await ask(server, wrong, '/api/status')
    assert.deepEqual([limited.status, codeOf(limited)], [429, 'login_rate_limited'])
    assert.ok(Number(limited.headers['retry-after']) > 0)
    assert.equal((await run(server, token, 'cancelAll')).status, 200)
    await server.login()
    const told = server.fake.notificationsFake().side.notifications
    assert.equal(titles(told.list(ALL)).filter((title) => title === 'Wrong API tokens are refused').length, 1)
    assert.equal(JSON.stringify(server.logged).includes(wrong), false)
  })

  test('is told of: made, ended, in the audit log and as notifications', async (context) => {
    const { server, page } = await start(context)
    const { id, token } = await create(server, page, 'trade', 'Grid')
    await run(server, token, 'placeOrder')
    await run(server, token, 'cancelAll')
    await server.as(page, `/api/tokens/${id}`, { method: 'DELETE' })
    const rows = server.fake.appendedRows.map(({ action, details }) => [
      action,
      details['token'],
      details['address'],
    ])
    assert.deepEqual(rows, [
      ['token_create', 'Grid', '127.0.0.1'],
      ['token_revoke', 'Grid', '127.0.0.1'],
    ])
    const told = server.fake.notificationsFake().side.notifications
    assert.deepEqual(titles(told.list(ALL)).slice(0, 2), [
      'API token revoked: Grid',
      'API token created: Grid',
    ])
  })

  test('puts off no automatic SAFE with what it commands: a person does', async (context) => {
    const { server, page } = await start(context)
    const { token } = await create(server, page, 'trade')
    let touches = 0
    Object.assign(server.fake.engine.trading, { touch: () => (touches += 1) })
    for (const operation of ['placeOrder', 'cancelAll', 'exitPosition'] as const) {
      assert.equal((await run(server, token, operation)).status, 200)
    }
    assert.equal(touches, 0)
    await server.as(page, '/api/orders/cancel-all', { method: 'POST', body: {} })
    assert.equal(touches, 1)
  })

  test('lends its name to the command that runs under it, and to no other', async (context) => {
    const { server, page } = await start(context)
    const { token } = await create(server, page, 'trade', 'Grid')
    const { orders } = server.fake.engine
    const callers: (string | null)[] = []
    const real = { ...orders }
    Object.assign(orders, {
      async cancelAll() {
        await Promise.resolve()
        callers.push(server.caller.name())
        return real.cancelAll()
      },
    })
    await run(server, token, 'cancelAll')
    await server.as(page, '/api/orders/cancel-all', { method: 'POST', body: {} })
    assert.deepEqual(callers, ['Grid', null])
  })

  test('opens the WebSocket without an Origin, not with a foreign one; ten connections of all, and the page its own', async (context) => {
    const { server, page } = await start(context)
    const { token } = await create(server, page, 'read')
    assert.equal(await refusedStatus(server, bearing(token, { origin: 'https://evil.example' })), 403)
    assert.equal(
      await refusedStatus(server, bearing(`${token}x`, { cookie: page.cookie, origin: server.url })),
      401,
    )
    assert.equal(await refusedStatus(server, {}), 403)
    for (let count = 0; count < 10; count += 1) await connect(server, token)
    assert.equal(await refusedStatus(server, bearing(token)), 429)
    const [only] = (await server.as(page, '/api/tokens')).json()['items'] as { connections: number }[]
    assert.equal(only?.connections, 10)
    const tab = await server.subscribe(page, 'trading')
    assert.equal(tab.frames[0]?.topic, 'trading')
    tab.socket.close()
  })

  test('is not made when the disk or the audit log does not take it', async (context) => {
    const { server, page } = await start(context)
    const { audit } = server.fake.engine
    const real = { ...audit }
    Object.assign(audit, { append: () => ({ ok: false, error: 'unavailable' }) })
    assert.equal(codeOf(await post(server, page, {})), 'storage_refused')
    Object.assign(audit, real)
    const { settings } = server
    const whole = { ...settings }
    Object.assign(settings, { write: () => ({ ok: false, error: 'storage_refused' }) })
    assert.equal(codeOf(await post(server, page, {})), 'storage_refused')
    Object.assign(settings, whole)
    assert.deepEqual((await server.as(page, '/api/tokens')).json()['items'], [])
  })

  test('that is ended while the disk refuses is ended on it as soon as it takes it', async (context) => {
    const { server, page } = await start(context)
    const { id, token } = await create(server, page, 'read')
    const { settings } = server
    const whole = { ...settings }
    Object.assign(settings, { write: () => ({ ok: false, error: 'storage_refused' }) })
    const answer = await server.as(page, `/api/tokens/${id}`, { method: 'DELETE' })
    assert.equal(codeOf(answer), 'storage_refused')
    assert.equal(codeOf(await ask(server, token, '/api/status')), 'bad_token')
    Object.assign(settings, whole)
    assert.match(server.settings.read('api_tokens') ?? '', /"Bot read"/)
    await server.clock.advance(60_000)
    assert.doesNotMatch(server.settings.read('api_tokens') ?? '', /"Bot read"/)
  })
})

const ALL = { words: [], unread: null, kind: null, marketId: null, before: null, limit: 50 }

function titles(list: readonly { readonly title: string }[]): readonly string[] {
  return list.map(({ title }) => title)
}

async function connect(server: Harness, token: string): Promise<{ readonly closed: Promise<number> }> {
  const socket = new WebSocket(`ws://${server.host}/ws`, { headers: bearing(token) })
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await once(socket, 'open')
  socket.send(JSON.stringify({ op: 'sub', topics: ['trading'] }))
  await once(socket, 'message')
  return { closed }
}

/** The status with which an upgrade is refused. */
async function refusedStatus(server: Harness, headers: Readonly<Record<string, string>>): Promise<number> {
  const socket = new WebSocket(`ws://${server.host}/ws`, { headers })
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  socket.on('error', () => undefined)
  socket.terminate()
  return response.statusCode
}
