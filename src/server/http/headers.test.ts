// Rules shown here: SEC-1.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { routes } from '#contract/routes.ts'
import { operations, examples } from '../openapi/examples.ts'
import { startHarness, type Answered, type Harness, type Login } from '../testing/harness.ts'

const LONG = 'void 0;\n'.repeat(500)

let directory: string
let server: Harness
let page: Login
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sesame-page-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>Sesame</title>')
  await writeFile(join(directory, 'assets/app-1a2b.js'), 'void 0')
  await writeFile(join(directory, 'assets/long-1a2b.js'), LONG)
  await writeFile(join(directory, 'icon.png'), 'png')
  await writeFile(join(directory, 'notes.secret'), 'never served')
  server = await startHarness({ staticDirectory: directory, allowedHosts: ['localhost', 'sesame.test:81'] })
  page = await server.login()
})
after(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

function assertCommon(headers: Answered['headers']): void {
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal(headers['origin-agent-cluster'], '?1')
  const policy = headers['permissions-policy'] as string
  // Features that a trading page does not use, and a hole in it would: the clipboard, keys, other screens.
  for (const feature of ['camera', 'clipboard-read', 'keyboard-map', 'fullscreen', 'window-management']) {
    assert.ok(policy.split(', ').includes(`${feature}=()`), feature)
  }
  // Names that Chromium does not know fill the console of every visitor.
  assert.doesNotMatch(policy, /bluetooth|web-share/)
  assert.equal(headers['strict-transport-security'], undefined)
  assert.equal(headers['server'], undefined)
  assert.equal(headers['x-powered-by'], undefined)
  for (const name of Object.keys(headers)) assert.ok(!name.startsWith('access-control-'), name)
}

const API_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

describe('an API answer has every header', () => {
  for (const [name, path, headers, method, status] of [
    ['200', '/api/health', {}, 'GET', 200],
    ['403', '/api/status', {}, 'GET', 403],
    ['404', '/api/nothing', {}, 'GET', 404],
    ['405', '/api/health', {}, 'TRACE', 405],
    ['415', '/api/login', {}, 'POST', 415],
    ['bad Host', '/api/health', { host: 'evil.example' }, 'GET', 403],
    ['a preflight', '/api/status', { origin: 'http://evil.example' }, 'OPTIONS', 405],
    ['a file that is not there', '/missing.js', {}, 'GET', 404],
  ] as const) {
    test(name, async () => {
      const answer = await server.ask(path, { headers, method })
      assert.equal(answer.status, status)
      assertCommon(answer.headers)
      assert.equal(answer.headers['content-security-policy'], API_POLICY)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.notEqual(answer.headers['content-type'], 'text/html; charset=utf-8')
    })
  }
})

describe('the answer of every operation, with a session and without, has every header and its true length', () => {
  for (const operation of operations) {
    test(operation, async () => {
      const own = operation === 'logout' || operation === 'login' ? await server.login() : page
      const { path, body } = examples[operation]
      const asked = { method: routes[operation].method, ...(body === undefined ? {} : { body }) }
      const strange = { ...asked, headers: { 'content-type': 'application/json' } }
      for (const answer of [await server.as(own, path, asked), await server.ask(path, strange)]) {
        assertCommon(answer.headers)
        assert.equal(answer.headers['content-security-policy'], API_POLICY)
        assert.equal(answer.headers['cache-control'], 'no-store')
        assert.ok(answer.status < 300 || answer.status >= 400, `${answer.status}`)
        assert.equal(answer.headers['location'], undefined)
        const { 'content-length': length, 'content-type': type = '' } = answer.headers
        if (length !== undefined) assert.equal(Number(length), Buffer.byteLength(answer.text))
        if (answer.text === '') continue
        assert.match(
          type,
          /^(application\/(problem\+json|json|jsonl|x-tar$)|text\/(csv|plain); .*charset=utf-8)/,
        )
        if (type.endsWith('json')) JSON.parse(answer.text)
      }
    })
  }
})

describe('what a request would like besides its answer changes nothing', () => {
  const wishes: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [
      'another protocol',
      { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA' },
    ],
    ['an expectation that nobody knows', { expect: 'a-miracle' }],
  ]
  for (const [name, headers] of wishes) {
    test(name, async () => {
      const health = await server.ask('/api/health', { headers })
      assert.equal(health.status, 200)
      assertCommon(health.headers)
      const foreign = await server.ask('/api/health', { headers: { ...headers, host: 'evil.example' } })
      assert.deepEqual([foreign.status, foreign.json()['code']], [403, 'bad_host'])
      const wrong = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
      const login = await server.ask('/api/login', { ...wrong, body: { password: 'wrong' } })
      assert.deepEqual([login.status, login.json()['code']], [403, 'bad_password'])
    })
  }
})

describe('the page', () => {
  for (const path of ['/', '/event/some-event', '/panel/ladder', '/settings', '/apiary', '/index.html']) {
    test(`is at ${path}`, async () => {
      const answer = await server.ask(path)
      assert.equal(answer.status, 200)
      assertCommon(answer.headers)
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(answer.headers['cache-control'], 'no-cache')
      assert.equal(
        answer.headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
          `connect-src 'self' ws://${server.host} ws://localhost:${server.host.split(':')[1]} ws://sesame.test:81; ` +
          "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
          "object-src 'none'; require-trusted-types-for 'script'; trusted-types sesame",
      )
    })
  }

  test('has hashed assets that may be kept for ever', async () => {
    const answer = await server.ask('/assets/app-1a2b.js')
    assertCommon(answer.headers)
    assert.equal(answer.text, 'void 0')
    assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
  })

  test('has scripts that are the same for everybody, so that none holds data', async () => {
    const other = await server.login()
    const answers = [
      await server.ask('/assets/app-1a2b.js'),
      await server.as(page, '/assets/app-1a2b.js'),
      await server.as(other, '/assets/app-1a2b.js?callback=x'),
    ]
    assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text}`))], ['200 void 0'])
  })

  for (const [encodings, isPacked] of [
    ['gzip, deflate, br, zstd', true],
    ['br;q=1.0, gzip;q=0.5', true],
    ['br, gzip;q=0', false],
    ['identity', false],
    [undefined, false],
  ] as const) {
    test(`is ${isPacked ? 'compressed' : 'as it is'} for a browser that takes ${encodings ?? 'nothing named'}`, async () => {
      const headers = encodings === undefined ? {} : { 'accept-encoding': encodings }
      const answer = await server.ask('/assets/long-1a2b.js', { headers })
      assertCommon(answer.headers)
      assert.equal(answer.headers['vary'], 'Accept-Encoding')
      assert.equal(answer.headers['content-encoding'], isPacked ? 'gzip' : undefined)
      const length = Number(answer.headers['content-length'])
      assert.ok(isPacked ? length < LONG.length / 10 : length === LONG.length, `${length} bytes`)
      const short = await server.ask('/assets/app-1a2b.js', { headers })
      assert.equal(short.headers['content-encoding'], undefined)
      assert.equal(short.text, 'void 0')
    })
  }

  test('has images under the policy of images', async () => {
    const answer = await server.ask('/icon.png')
    assert.equal(answer.headers['content-type'], 'image/png')
    assert.equal(answer.headers['content-security-policy'], API_POLICY)
  })

  for (const path of [
    '/notes.secret',
    '/.git/config',
    '/.env',
    '/src/app/main.ts',
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets%2fapp-1a2b.js',
    '/api',
    '/api/',
    '/ws',
  ]) {
    test(`is not at ${path}`, async () => {
      assert.equal((await server.ask(path)).status, 404)
    })
  }

  test('cannot be posted to', async () => {
    const answer = await server.ask('/', { method: 'POST' })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers['allow'], 'GET, HEAD')
  })

  test('INV-37 judges Host and Origin for assets too', async () => {
    const host = await server.ask('/assets/app-1a2b.js', { headers: { host: 'evil.example' } })
    assert.equal(host.json()['code'], 'bad_host')
    const origin = await server.ask('/', { headers: { origin: 'http://evil.example' } })
    assert.equal(origin.json()['code'], 'bad_origin')
    const own = await server.ask('/', { headers: { origin: `http://${server.host}` } })
    assert.equal(own.status, 200)
  })
})

/** Sends bytes as they are and answers all that comes back until the server closes. */
function raw(text: string): Promise<string> {
  const [host = '', port = ''] = server.host.split(':')
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), host, () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('end', () => resolve(answer))
  })
}

describe('what is not proper HTTP', () => {
  for (const [name, text, status, code] of [
    ['no Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 403, 'bad_host'],
    [
      'two Hosts',
      'GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      403,
      'bad_host',
    ],
    ['a method of nobody', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'method_not_allowed'],
    ['a method of nobody, in small letters', 'foo / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'bad_request'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 403, 'bad_host'],
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'bad_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'bad_request',
    ],
    [
      'length and chunks at once',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'bad_request',
    ],
    [
      'chunks of an odd spelling',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n',
      400,
      'bad_request',
    ],
    ['a length with a sign', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx', 400, 'bad_request'],
    ['a space before a colon', 'GET / HTTP/1.1\r\nHost : a\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n', 400, 'bad_request'],
    ['lines that end without a carriage return', 'GET / HTTP/1.1\nHost: a\n\n', 400, 'bad_request'],
    [
      'a control character in a header',
      'GET / HTTP/1.1\r\nHost: a\r\nA: b\u0001\r\n\r\n',
      400,
      'bad_request',
    ],
    [
      'headers over 16 KiB',
      `GET / HTTP/1.1\r\nHost: a\r\nA: ${'b'.repeat(17_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ] as const) {
    test(`${name}: ${status} ${code} with every header`, async () => {
      const answer = await raw(text)
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
      assert.ok(answer.includes(`"code":"${code}"`), answer)
      assert.ok(answer.includes(`Content-Security-Policy: ${API_POLICY}\r\n`))
      assert.ok(answer.includes('X-Content-Type-Options: nosniff\r\n'))
    })
  }

  test('65 header fields: 431', async () => {
    const fields = Array.from({ length: 63 }, (_, index) => `A${index}: b`).join('\r\n')
    const head = `GET /api/health HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\n${fields}`
    assert.match(await raw(`${head}\r\n\r\n`), /^HTTP\/1.1 431 /)
    const allowed = head.slice(0, head.lastIndexOf('\r\n'))
    assert.match(await raw(`${allowed}\r\n\r\n`), /^HTTP\/1.1 200 /)
  })
})

test('a client that goes before its wish for a tunnel is refused ends nothing', async () => {
  const [host = '', port = ''] = server.host.split(':')
  for (let count = 0; count < 100; count += 1) {
    const socket = connect(Number(port), host)
    socket.on('error', () => undefined)
    socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  assert.equal((await server.ask('/api/health')).status, 200)
})

test('INV-35 a session cookie opens nothing but what it is for: no other answer carries it', async () => {
  const token = page.cookie.split('=')[1] ?? ''
  assert.equal(token.length, 43)
  const reads = operations.filter((operation) => routes[operation].method === 'GET')
  for (const path of ['/', ...reads.map((operation) => examples[operation].path)]) {
    const answer = await server.as(page, path)
    assert.equal(answer.headers['set-cookie'], undefined, path)
    assert.ok(!`${JSON.stringify(answer.headers)} ${answer.text}`.includes(token), path)
  }
})
