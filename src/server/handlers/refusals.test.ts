// Rules shown here: SEC-2.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { LogFields } from '#ports/log.ts'
import { PASSWORD, startHarness, type Ask, type Harness, type Login } from '../testing/harness.ts'

let server: Harness
let page: Login
before(async () => {
  server = await startHarness()
  page = await server.login()
})
after(() => server.close())
beforeEach(() => server.clock.advance(60_000))

const JSON_TYPE = { 'content-type': 'application/json' }
const refusals = (): readonly LogFields[] =>
  server.logged.filter(({ event }) => event === 'http.refused').map(({ fields }) => fields ?? {})

describe('the log records who was refused what', () => {
  for (const [code, path, asked] of [
    ['bad_host', '/api/health', { headers: { host: 'evil.example' } }],
    ['bad_origin', '/api/health', { headers: { origin: 'http://evil.example' } }],
    ['no_session', '/api/status?secret=in-the-query', {}],
    ['method_not_allowed', '/api/health', { method: 'TRACE' }],
    ['unsupported_media_type', '/api/login', { method: 'POST', body: 'password=x' }],
    ['invalid_json', '/api/login', { method: 'POST', headers: JSON_TYPE, body: '{' }],
    ['invalid_request', '/api/login', { method: 'POST', headers: JSON_TYPE, body: { user: 'root' } }],
    ['body_too_large', '/api/login', { method: 'POST', headers: JSON_TYPE, body: ' '.repeat(70_000) }],
    ['bad_password', '/api/login', { method: 'POST', headers: JSON_TYPE, body: { password: 'a guess' } }],
  ] as readonly (readonly [string, string, Ask])[]) {
    test(code, async () => {
      const before = refusals().length
      await server.ask(path, asked)
      const [entries] = refusals().slice(before)
      assert.deepEqual(entries, {
        code,
        address: '127.0.0.1',
        method: asked.method ?? 'GET',
        path: path.split('?')[0],
        host: code === 'bad_host' ? 'evil.example' : undefined,
        unlogged: undefined,
      })
      assert.ok(!JSON.stringify(server.logged).includes('a guess'))
    })
  }

  test('bad_csrf of a session', async () => {
    const body = { all: true }
    await server.as(page, '/api/notifications/read', {
      method: 'POST',
      headers: { 'x-csrf-token': 'x' },
      body,
    })
    assert.deepEqual(
      [refusals().at(-1)?.['code'], refusals().at(-1)?.['path']],
      ['bad_csrf', '/api/notifications/read'],
    )
  })

  test('a WebSocket of another site', async () => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      origin: 'http://evil.example',
      cookie: page.cookie,
    }
    await server.ask('/ws', { headers })
    assert.deepEqual([refusals().at(-1)?.['code'], refusals().at(-1)?.['path']], ['bad_origin', '/ws'])
  })

  test('what is no HTTP', async () => {
    const [host = '', port = ''] = server.host.split(':')
    const socket = connect(Number(port), host, () => socket.write('hello\r\n\r\n'))
    await once(socket.resume(), 'end')
    assert.deepEqual(
      [refusals().at(-1)?.['code'], refusals().at(-1)?.['address']],
      ['bad_request', '127.0.0.1'],
    )
  })

  test('but not of what is not there', async () => {
    const before = refusals().length
    await server.ask('/api/nothing')
    assert.equal(refusals().length, before)
  })
})

test('a flood of refusals is counted, and does not fill the disk', async () => {
  const before = refusals().length
  for (let count = 0; count < 50; count += 1)
    await server.ask('/api/health', { headers: { host: 'evil.example' } })
  const lines = refusals().length - before
  assert.ok(lines >= 30 && lines <= 33, `${lines} lines`)
  await server.clock.advance(60_000)
  await server.ask('/api/health', { headers: { host: 'evil.example' } })
  const entries = refusals().slice(before)
  assert.equal(entries.length, lines + 1)
  const counted = entries.reduce((sum, { unlogged }) => sum + Number(unlogged ?? 0), entries.length)
  assert.equal(counted, 51)
})

test('continued password guessing does not fill the disk either', async () => {
  const own = await startHarness()
  const guess = { method: 'POST', headers: JSON_TYPE, body: { password: 'a guess' } }
  for (let count = 0; count < 30; count += 1) await own.ask('/api/login', guess)
  const lines = own.logged.filter(({ event }) => event === 'login.limited').length
  assert.ok(lines >= 1 && lines <= 6, `${lines} lines`)
  await own.close()
})

test('100 reads a second of one session are answered, what is more is refused, and another session is not held back', async () => {
  const own = await startHarness()
  const [eager, other] = [await own.login(), await own.login()]
  const [host = '', port = ''] = own.host.split(':')
  const line = `GET /api/session HTTP/1.1\r\nHost: ${own.host}\r\nCookie: ${eager.cookie}\r\n`
  const socket = connect(Number(port), host)
  let answers = ''
  socket.on('data', (bytes) => (answers += bytes.toString()))
  socket.write(`${line}\r\n`.repeat(149) + `${line}Connection: close\r\n\r\n`)
  await once(socket, 'end')
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)
  assert.deepEqual(
    [
      statuses.length,
      statuses.filter((status) => status === '200').length,
      statuses.filter((status) => status === '429').length,
    ],
    [150, 100, 50],
  )
  assert.match(answers, /Retry-After: 1\r\n/)
  assert.equal((await own.as(other, '/api/session')).status, 200)
  await own.close()
})

test('the log records each login, each failure and each logout with its address, and never the password', async () => {
  const own = await startHarness()
  const login = await own.login()
  await own.login('wrong guess').catch(() => undefined)
  await own.as(login, '/api/logout', { method: 'POST', body: {} })
  const entries = own.logged.filter(({ event }) => /^(?:login|session)\./.test(event))
  assert.deepEqual(
    entries.map(({ event }) => event),
    ['login.accepted', 'login.refused', 'session.ended'],
  )
  for (const { fields } of entries) assert.equal(fields?.['address'], '127.0.0.1')
  assert.ok(!JSON.stringify(own.logged).includes('wrong guess'))
  assert.ok(!JSON.stringify(own.logged).includes(PASSWORD))
  await own.close()
})
