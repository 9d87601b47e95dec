import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PASSWORD, startHarness } from './testing/harness.ts'
import type { Answered, Harness } from './testing/harness.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const attempt = (server: Harness, password: string, headers = {}): Promise<Answered> =>
  server.ask('/api/login', { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: { password } })

describe('login', () => {
  test('gives a token, an end, and a cookie that scripts cannot read', async () => {
    const server = await startHarness()
    const answer = await attempt(server, PASSWORD)
    assert.equal(answer.status, 200)
    assert.match(
      String(answer.headers['set-cookie']),
      /^sesame_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\//,
    )
    const end = Date.parse(String(answer.json()['expires_at']))
    assert.equal(end - server.clock.now(), 12 * 3_600_000)
    await server.close()
  })

  test('behind TLS gives a __Host- cookie and promises TLS for the future', async () => {
    const server = await startHarness({ cookieSecure: true })
    const answer = await attempt(server, PASSWORD)
    assert.match(String(answer.headers['set-cookie']), /^__Host-sesame_session=.*; Secure/)
    assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000')
    await server.close()
  })

  test('with a wrong password is refused, and with none malformed', async () => {
    const server = await startHarness()
    const wrong = await attempt(server, `${PASSWORD} `)
    assert.equal(`${wrong.status} ${String(wrong.json()['code'])}`, '403 bad_password')
    assert.equal(wrong.headers['set-cookie'], undefined)
    assert.equal((await attempt(server, '')).status, 422)
    await server.close()
  })

  test('[INV-41] is limited after 5 failures a minute, also with the right password, and disturbs no session', async () => {
    const server = await startHarness()
    const page = await server.login()
    for (let count = 0; count < 5; count += 1) assert.equal((await attempt(server, 'wrong')).status, 403)
    const limited = await attempt(server, PASSWORD)
    assert.equal(`${limited.status} ${String(limited.json()['code'])}`, '429 login_rate_limited')
    assert.ok(Number(limited.headers['retry-after']) <= 60)
    assert.ok(server.logged.some(({ event }) => event === 'login.limited'))
    const cancel = await server.as(page, '/api/orders/cancel-all', { method: 'POST', body: {} })
    assert.equal(cancel.status, 200)
    await server.clock.advance(60_000)
    assert.equal((await attempt(server, PASSWORD)).status, 200)
    await server.close()
  })

  test('[INV-41] hashes no more than five passwords of a burst', async () => {
    const server = await startHarness()
    const answers = await Promise.all(Array.from({ length: 9 }, () => attempt(server, 'wrong')))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429, 429, 429, 429])
    await server.close()
  })

  test('[INV-42] gives a new token whatever cookie came, and ends the session of that cookie', async () => {
    const server = await startHarness()
    const first = await server.login()
    const tab = await server.connect(first)
    const answer = await attempt(server, PASSWORD, { cookie: first.cookie })
    assert.notEqual(String(answer.headers['set-cookie']).split(';')[0], first.cookie)
    assert.equal(await tab.closed, 4401)
    assert.equal((await server.as(first, '/api/session')).status, 403)
    assert.equal(server.sessions.rows.size, 1)
    await server.close()
  })

  test('[INV-42] takes no token that the client made up', async () => {
    const server = await startHarness()
    const chosen = `sesame_session=${'Q'.repeat(43)}`
    const answer = await attempt(server, PASSWORD, { cookie: chosen })
    assert.ok(!String(answer.headers['set-cookie']).startsWith(chosen))
    assert.equal((await server.ask('/api/session', { headers: { cookie: chosen } })).status, 403)
    await server.close()
  })
})

describe('logout', () => {
  test('[INV-42] ends the session, disarms, closes its tabs and clears the browser', async () => {
    const server = await startHarness()
    const page = await server.login()
    const other = await server.login()
    const tab = await server.connect(page)
    const answer = await server.as(page, '/api/logout', { method: 'POST', body: {} })
    assert.equal(answer.status, 204)
    assert.equal(answer.headers['clear-site-data'], '"cache", "storage"')
    assert.match(String(answer.headers['set-cookie']), /^sesame_session=; .*Max-Age=0/)
    assert.equal(await tab.closed, 4401)
    assert.deepEqual(server.fake.disarmed, ['logout'])
    assert.equal((await server.as(page, '/api/session')).status, 403)
    assert.equal((await server.as(other, '/api/session')).status, 200)
    await server.close()
  })
})

describe('rates', () => {
  test('20 mutations a second; [INV-16] cancels, safe and orders are not counted', async () => {
    const server = await startHarness()
    const page = await server.login()
    const burst = (path: string, body: unknown): Promise<readonly Answered[]> =>
      Promise.all(Array.from({ length: 60 }, () => server.as(page, path, { method: 'POST', body })))
    const marks = await burst('/api/notifications/read', { all: true })
    const limited = marks.filter(({ status }) => status === 429)
    assert.ok(limited.length > 0 && marks.length - limited.length >= 20)
    assert.ok(Number(limited[0]?.headers['retry-after']) >= 1)
    for (const [path, body] of [
      ['/api/orders/cancel', { order_ids: [`pm:0x${'1'.repeat(64)}`] }],
      ['/api/orders/cancel-market', { outcome_id: 'pm:1' }],
      ['/api/orders/cancel-all', {}],
      ['/api/trading/safe', {}],
    ] as const) {
      const answers = await burst(path, body)
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], path)
    }
    await server.close()
  })
})
