import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { routes, type Operation, type Route } from '#contract/routes.ts'
import { SESSION_COOKIE, startHarness } from './testing/harness.ts'
import type { Answered, Ask, Harness, Login } from './testing/harness.ts'
import { operations, examples } from './openapi/examples.ts'

let server: Harness
let page: Login
before(async () => {
  server = await startHarness()
  page = await server.login()
})
after(() => server.close())

type Expected = { readonly status: number; readonly code: string; readonly path?: string }

const isRead = (operation: Operation): boolean => routes[operation].method === 'GET'
const hasSession = (operation: Operation): boolean => routes[operation].auth !== 'none'
const routeOf = (operation: Operation): Route => routes[operation]
const hasBody = (operation: Operation): boolean => routeOf(operation).body !== undefined

/** The operation's good request, spoilt by the case. Routes that would end the session get one of their own. */
async function askSpoilt(
  operation: Operation,
  spoil: (good: Ask, path: string) => [Ask, string],
): Promise<Answered> {
  const { path, body } = examples[operation]
  const login = operation === 'logout' ? await server.login() : page
  const headers = {
    ...(hasSession(operation) ? { cookie: login.cookie } : {}),
    ...(hasSession(operation) && !isRead(operation) ? { 'x-csrf-token': login.csrf } : {}),
    ...(hasBody(operation) ? { 'content-type': 'application/json' } : {}),
  }
  const good: Ask = { method: routes[operation].method, headers, ...(hasBody(operation) ? { body } : {}) }
  const [asked, target] = spoil(good, path)
  return await server.ask(target, asked)
}

function assertProblem(answer: Answered, expected: Expected): void {
  const problem = answer.json() as { code?: string; status?: number; errors?: { path: string }[] }
  assert.equal(`${answer.status} ${problem.code}`, `${expected.status} ${expected.code}`, answer.text)
  assert.equal(problem.status, expected.status)
  assert.equal(answer.headers['content-type'], 'application/problem+json')
  if (expected.path === undefined) return
  assert.ok(
    problem.errors?.some(({ path }) => path === expected.path),
    answer.text,
  )
}

const withHeaders = (good: Ask, headers: Record<string, string>): Ask => ({
  ...good,
  headers: { ...good.headers, ...headers },
})
const without = (good: Ask, name: string): Ask => ({
  ...good,
  headers: Object.fromEntries(Object.entries(good.headers ?? {}).filter(([key]) => key !== name)),
})

type Case = {
  readonly name: string
  readonly applies: (operation: Operation) => boolean
  readonly spoil: (good: Ask, path: string) => [Ask, string]
  readonly expected: Expected
}

const NO_SESSION = { status: 403, code: 'no_session' }
const BAD_CSRF = { status: 403, code: 'bad_csrf' }
const BAD_ORIGIN = { status: 403, code: 'bad_origin' }
const WRONG_TYPE = { status: 415, code: 'unsupported_media_type' }
const INVALID = { status: 422, code: 'invalid_request' }
const TOO_LARGE = { status: 413, code: 'body_too_large' }
const all = (): boolean => true
const guarded = (operation: Operation): boolean => hasSession(operation) && !isRead(operation)
const deep = `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`
const bodyText = (good: Ask, text: string): Ask => ({ ...good, body: text })

const cases: readonly Case[] = [
  {
    name: 'a Host outside the list',
    applies: all,
    spoil: (good, path) => [withHeaders(good, { host: 'evil.example' }), path],
    expected: { status: 403, code: 'bad_host' },
  },
  {
    name: 'a method that no path knows',
    applies: all,
    spoil: (good, path) => [{ ...good, method: 'PATCH' }, path],
    expected: { status: 405, code: 'method_not_allowed' },
  },
  {
    name: 'a foreign Origin',
    applies: all,
    spoil: (good, path) => [withHeaders(good, { origin: 'http://evil.example' }), path],
    expected: BAD_ORIGIN,
  },
  {
    name: 'Origin null',
    applies: all,
    spoil: (good, path) => [withHeaders(good, { origin: 'null' }), path],
    expected: BAD_ORIGIN,
  },
  {
    name: 'a foreign Sec-Fetch-Site',
    applies: (operation) => !isRead(operation),
    spoil: (good, path) => [withHeaders(good, { 'sec-fetch-site': 'same-site' }), path],
    expected: BAD_ORIGIN,
  },
  {
    name: 'no session',
    applies: hasSession,
    spoil: (good, path) => [without(good, 'cookie'), path],
    expected: NO_SESSION,
  },
  {
    name: 'an unknown session',
    applies: hasSession,
    spoil: (good, path) => [withHeaders(good, { cookie: `${SESSION_COOKIE}=${'z'.repeat(43)}` }), path],
    expected: NO_SESSION,
  },
  {
    name: 'no CSRF token',
    applies: guarded,
    spoil: (good, path) => [without(good, 'x-csrf-token'), path],
    expected: BAD_CSRF,
  },
  {
    name: 'a wrong CSRF token',
    applies: guarded,
    spoil: (good, path) => [withHeaders(good, { 'x-csrf-token': 'A'.repeat(43) }), path],
    expected: BAD_CSRF,
  },
  {
    name: 'a plain form',
    applies: hasBody,
    spoil: (good, path) => [withHeaders(good, { 'content-type': 'text/plain' }), path],
    expected: WRONG_TYPE,
  },
  {
    name: 'no content type',
    applies: hasBody,
    spoil: (good, path) => [without(good, 'content-type'), path],
    expected: WRONG_TYPE,
  },
  {
    name: 'a compressed body',
    applies: hasBody,
    spoil: (good, path) => [withHeaders(good, { 'content-encoding': 'gzip' }), path],
    expected: WRONG_TYPE,
  },
  {
    name: 'an unknown field',
    applies: hasBody,
    spoil: (good, path) => [{ ...good, body: { ...(good.body as object), surplus: 1 } }, path],
    expected: { ...INVALID, path: 'surplus' },
  },
  {
    name: 'an unknown query parameter',
    applies: all,
    spoil: (good, path) => [good, `${path}${path.includes('?') ? '&' : '?'}surplus=1`],
    expected: { ...INVALID, path: 'surplus' },
  },
  {
    name: 'a forbidden name',
    applies: hasBody,
    spoil: (good, path) => [bodyText(good, '{"a":{"__proto__":{}}}'), path],
    expected: { ...INVALID, path: 'a.__proto__' },
  },
  {
    name: 'JSON too deep',
    applies: hasBody,
    spoil: (good, path) => [bodyText(good, deep), path],
    expected: INVALID,
  },
  {
    name: 'a body that is not an object',
    applies: hasBody,
    spoil: (good, path) => [bodyText(good, '[]'), path],
    expected: INVALID,
  },
  {
    name: 'no JSON',
    applies: hasBody,
    spoil: (good, path) => [bodyText(good, '{'), path],
    expected: { status: 400, code: 'invalid_json' },
  },
  {
    name: 'text that is not UTF-8',
    applies: hasBody,
    spoil: (good, path) => [{ ...good, body: Buffer.from('{"password":"\xff"}', 'latin1') }, path],
    expected: { status: 400, code: 'invalid_json' },
  },
  {
    name: 'a body over 128 KiB',
    applies: hasBody,
    spoil: (good, path) => [bodyText(good, ' '.repeat(131_073)), path],
    expected: TOO_LARGE,
  },
  {
    name: 'a body over 128 KiB of no declared length',
    applies: hasBody,
    spoil: (good, path) => [
      withHeaders(bodyText(good, ' '.repeat(131_073)), { 'transfer-encoding': 'chunked' }),
      path,
    ],
    expected: TOO_LARGE,
  },
]

for (const { name, applies, spoil, expected } of cases) {
  describe(`INV-36 INV-37 ${name} is refused with ${expected.code} by`, () => {
    for (const operation of operations.filter(applies)) {
      test(operation, async () => {
        assertProblem(await askSpoilt(operation, spoil), expected)
      })
    }
  })
}

test('INV-36 a session that has ended opens nothing', async () => {
  const own = await startHarness()
  const login = await own.login()
  assert.equal((await own.as(login, '/api/session')).status, 200)
  own.clock.jump(12 * 3_600_000)
  for (const operation of operations.filter(hasSession)) {
    const { path, body } = examples[operation]
    const answer = await own.as(login, path, { method: routes[operation].method, body })
    assertProblem(answer, NO_SESSION)
  }
  await own.close()
})

describe('the checks come in this order', () => {
  const wrong = {
    host: 'evil.example',
    origin: 'null',
    cookie: '',
    'x-csrf-token': '',
    'content-type': 'text/plain',
  }
  const steps: readonly [keyof typeof wrong | 'method' | 'path' | 'size' | 'body', string][] = [
    ['host', 'bad_host'],
    ['method', 'method_not_allowed'],
    ['path', 'not_found'],
    ['origin', 'bad_origin'],
    ['size', 'body_too_large'],
    ['cookie', 'no_session'],
    ['x-csrf-token', 'bad_csrf'],
    ['content-type', 'unsupported_media_type'],
    ['body', 'invalid_request'],
  ]
  for (const [index, [step, code]] of steps.entries()) {
    test(`${step} before everything after it`, async () => {
      const later = new Set<string>(steps.slice(index).map(([name]) => name))
      const right = {
        host: server.host,
        origin: `http://${server.host}`,
        cookie: page.cookie,
        'x-csrf-token': page.csrf,
        'content-type': 'application/json',
      }
      const headers = Object.fromEntries(
        Object.entries(right).map(([name, value]) => [
          name,
          later.has(name) ? wrong[name as keyof typeof wrong] : value,
        ]),
      )
      const answer = await server.ask(later.has('path') ? '/api/nothing' : '/api/trading/safe', {
        method: later.has('method') ? 'PATCH' : 'POST',
        headers,
        body: later.has('size') ? ' '.repeat(140_000) : later.has('body') ? { surplus: 1 } : {},
      })
      assert.equal(answer.json()['code'], code, answer.text)
    })
  }
})

describe('a field that is wrong is named', () => {
  const place = examples.placeOrder.body
  for (const [changes, path] of [
    [{ price: '0.50' }, 'price'],
    [{ price: 0.5 }, 'price'],
    [{ size: '1e3' }, 'size'],
    [{ outcome_id: 'pm:x' }, 'outcome_id'],
    [{ client_order_id: '01890a5d-ac96-474b-bcce-b302099a8057' }, 'client_order_id'],
    [{ side: 'buy' }, 'side'],
    [{ expires_at: '2026-11-20' }, 'expires_at'],
    [{ evidence: { best_bid: null } }, 'evidence.best_ask'],
  ] as const) {
    test(`${path} ${JSON.stringify(changes)}`, async () => {
      const answer = await server.as(page, '/api/orders/place', {
        method: 'POST',
        body: { ...place, ...changes },
      })
      assertProblem(answer, { ...INVALID, path })
    })
  }

  test('of the two forms of cancel-market, in the one that is nearer', async () => {
    const answer = await server.as(page, '/api/orders/cancel-market', {
      method: 'POST',
      body: { market_id: 'pm:x' },
    })
    assertProblem(answer, { ...INVALID, path: 'market_id' })
  })

  test('and never repeated', async () => {
    const answer = await server.as(page, '/api/orders/place', {
      method: 'POST',
      body: { ...place, side: '<script>alert(1)</script>' },
    })
    assert.ok(!answer.text.includes('<script>'))
  })

  test('a parameter given twice', async () => {
    assertProblem(await server.as(page, '/api/search?q=a&q=b'), { ...INVALID, path: 'q' })
  })
})

test('reading changes nothing: every path asked for by GET leaves mode, orders, limits and sessions as they were', async () => {
  const armed = await server.as(page, examples.arm.path, { method: 'POST', body: examples.arm.body })
  assert.equal(armed.status, 200)
  const { engine, placed, disarmed } = server.fake
  const now = (): unknown => [
    engine.trading.state().mode,
    engine.orders.open().map(({ id }) => id),
    engine.risk.limits(),
    placed.length,
    disarmed.length,
    server.sessions.rows.size,
  ]
  const before = now()
  for (const operation of operations) await server.as(page, examples[operation].path)
  assert.deepEqual(now(), before)
})

test('a wrong method lists the right ones', async () => {
  const answer = await server.as(page, '/api/settings/risk', { method: 'DELETE' })
  assertProblem(answer, { status: 405, code: 'method_not_allowed' })
  assert.equal(answer.headers['allow'], 'GET, PUT, HEAD')
})

test('HEAD answers as GET without the body', async () => {
  const answer = await server.as(page, '/api/status', { method: 'HEAD' })
  assert.equal(answer.status, 200)
  assert.equal(answer.text, '')
  assert.equal(answer.headers['content-type'], 'application/json')
})

test('INV-35 a bug is answered without a word about it, and the server goes on', async () => {
  server.fake.bug = new Error('secret detail')
  const answer = await server.as(page, '/api/status')
  server.fake.bug = null
  assertProblem(answer, { status: 500, code: 'internal' })
  assert.ok(!answer.text.includes('secret') && !answer.text.includes('.ts'))
  assert.ok(server.logged.some(({ event }) => event === 'http.bug'))
  assert.equal((await server.as(page, '/api/status')).status, 200)
})

test('INV-37 reads of the API are refused to other sites, the page itself is not', async () => {
  const server = await startHarness()
  const page = await server.login()
  const read = async (path: string, site: string): Promise<number> =>
    (await server.as(page, path, { headers: { 'sec-fetch-site': site } })).status
  for (const path of ['/api/status', '/api/export/fills.csv', '/api/health']) {
    for (const site of ['cross-site', 'same-site'])
      assert.equal(await read(path, site), 403, `${site} ${path}`)
    for (const site of ['same-origin', 'none']) assert.equal(await read(path, site), 200, `${site} ${path}`)
  }
  assert.notEqual(await read('/', 'cross-site'), 403)
  await server.close()
})

test('INV-16 a thousand orders can be cancelled in one request, and without a session a body is 8 KiB at most', async () => {
  const server = await startHarness()
  const page = await server.login()
  const order_ids = Array.from({ length: 1_000 }, (_, index) => `pm:0x${String(index).padStart(64, '0')}`)
  const cancelled = await server.as(page, '/api/orders/cancel', { method: 'POST', body: { order_ids } })
  assert.equal(cancelled.status, 200)
  const headers = { 'content-type': 'application/json' }
  for (const [length, status] of [
    [8_000, 422],
    [8_300, 413],
  ] as const) {
    const body = { password: 'x'.repeat(length - 15) }
    assert.equal((await server.ask('/api/login', { method: 'POST', headers, body })).status, status)
  }
  await server.close()
})
