/** The three kinds of connections that leave the terminal, against servers that must not be trusted. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createPlain, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTls } from 'node:tls'
import { describe, test, type TestContext } from 'node:test'
import { createChatBot } from '#chat/bot.ts'
import { createChannel } from '#venue/channel.ts'
import { openFeedSocket } from '#venue/feeds/socket.ts'
import { createTestClock, createTestLog, createTestRandom } from '#venue/testing/host.ts'
import { createTestVenue, testOrder } from '#venue/testing/venue.ts'
import { waitFor } from './wait-for.ts'

/** For localhost and 127.0.0.1, good for a hundred years, self-signed. */
const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgC8U7ES2vv5Uat4Za
sSorR6zcSaCYo/8o3Zjv6DdLsfShRANCAASkL9q3ReVNTSd8jgKWm/j0TGD1WAMQ
lV4ZAS7SLyh4epWp4qTeZ9StD4RpojqpGQpviIWsrpXgHb/4qlAOA6mc
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUEnIEORzXb2BbShiM8EeYkamXsKYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAyNTYyOFoYDzIxMjYxMDMw
MDI1NjI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASkL9q3ReVNTSd8jgKWm/j0TGD1WAMQlV4ZAS7SLyh4epWp4qTeZ9St
D4RpojqpGQpviIWsrpXgHb/4qlAOA6mco28wbTAdBgNVHQ4EFgQUksuQ/2K7Oaun
hWmhEjM2XUkgc+kwHwYDVR0jBBgwFoAUksuQ/2K7OaunhWmhEjM2XUkgc+kwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhALGKFis0pO5axjOOqmrbxFuts64MHY53CMTOz3ZL2RH7AiA0
41QAgvMqvIn5HwcwDjeJCtJnlcgbZItNWeSRzupr+A==
-----END CERTIFICATE-----`,
}

const TLS_1_0 = 0x0301
const TLS_1_1 = 0x0302

async function listen(context: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close())
  return (server.address() as AddressInfo).port
}

/** The error of each kind of connection; the server must receive nothing of what was to be sent. */
const KINDS: readonly (readonly [string, (context: TestContext, port: number) => Promise<string>])[] = [
  [
    'a call of the venue',
    async (context, port) => {
      const channel = createChannel({
        origin: `https://127.0.0.1:${port}`,
        connections: 1,
        clock: createTestClock(),
      })
      context.after(() => channel.close())
      const ending = await channel.send({
        method: 'POST',
        target: '/order',
        headers: [['x-secret', 'a secret']],
        body: '{}',
        answerMs: 5_000,
        wholeMs: 5_000,
        capBytes: 1_000,
      })
      assert.equal(ending.kind, 'not_sent')
      return 'detail' in ending ? ending.detail : ''
    },
  ],
  [
    'a feed',
    async (context, port) => {
      let opened = false
      const socket = openFeedSocket({
        url: new URL(`wss://127.0.0.1:${port}/ws`),
        clock: createTestClock(),
        random: createTestRandom(),
        maxPayload: 1_000,
        liveness: 'ping',
        onOpen: () => (opened = true),
        onFrame: () => {},
        onEnd: () => {},
      })
      context.after(() => socket.stop())
      const detail = await waitFor('a reason', () => {
        const text = socket.detail()
        return text === 'connecting' ? null : text
      })
      assert.equal(opened, false)
      return detail
    },
  ],
  [
    'the chat',
    async (context, port) => {
      const url = new URL(`https://127.0.0.1:${port}/`)
      const bot = createChatBot({
        url,
        token: 'secret-token',
        chatId: '1',
        log: createTestLog(),
        deadlineMs: 5_000,
      })
      context.after(() => bot.close())
      const outcome = await bot.send('hello')
      assert.equal(outcome.kind, 'failed')
      return 'reason' in outcome ? outcome.reason : ''
    },
  ],
]

for (const [kind, attempt] of KINDS) {
  describe(`${kind} reaches`, () => {
    test('no server with an untrusted certificate', async (context) => {
      let received = ''
      const server = createTls(SELF_SIGNED, (socket) =>
        socket.on('data', (bytes) => (received += bytes.toString('latin1'))),
      )
      server.on('tlsClientError', () => {})
      const detail = await attempt(context, await listen(context, server))
      assert.match(detail, /SELF_SIGNED|self-signed|certificate/i)
      assert.doesNotMatch(detail, /may have arrived/)
      assert.equal(received, '')
    })

    test('no server that speaks without TLS', async (context) => {
      let received = ''
      const server = createPlain((socket) => {
        socket.on('error', () => {})
        socket.on('data', (bytes) => (received += bytes.toString('latin1')))
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
      })
      await attempt(context, await listen(context, server))
      assert.ok(!received.includes('secret') && !received.includes('POST') && !received.includes('GET /ws'))
    })

    test('nothing older than TLS 1.2, and offers no broken cipher', async (context) => {
      let hello: Buffer = Buffer.alloc(0)
      const server = createPlain((socket) => {
        socket.on('error', () => {})
        socket.on('data', (bytes: Buffer) => {
          hello = Buffer.concat([hello, bytes])
          // Long enough to be the whole greeting; ends the attempt.
          if (hello.length > 5 && hello.length >= 5 + hello.readUInt16BE(3)) socket.destroy()
        })
      })
      await attempt(context, await listen(context, server))
      const { versions, suites } = readHello(hello)
      assert.deepEqual(
        versions.toSorted((a, b) => a - b),
        [0x0303, 0x0304],
      )
      assert.ok(!versions.includes(TLS_1_0) && !versions.includes(TLS_1_1))
      // The first three are the suites of TLS 1.3; then those that keep what was sent secret if the key gets out.
      assert.deepEqual(
        suites.slice(0, 3).map((suite) => suite >> 8),
        [0x13, 0x13, 0x13],
      )
      assert.deepEqual(suites.filter(isBroken), [])
    })
  })
}

test('a venue with a bad certificate is logged once, and the order has not been sent', async (context) => {
  const server = createTls(SELF_SIGNED)
  server.on('tlsClientError', () => {})
  const port = await listen(context, server)
  const log = createTestLog()
  const venue = await createTestVenue(`https://127.0.0.1:${port}`, { log })
  context.after(() => venue.close())
  const logLines = (): number =>
    log.lines.filter(({ event, fields }) => event === 'venue.not_trusted' && fields['channel'] === 'orders')
      .length
  for (let count = 0; count < 3; count += 1) {
    const order = venue.trading.prepare(testOrder())
    assert.ok(order !== null)
    const outcome = await venue.trading.submit(order, () => null)
    assert.equal(outcome.kind, 'refused')
    assert.equal(logLines(), 1)
  }
  assert.ok(log.lines.some(({ fields }) => fields['reason'] === 'DEPTH_ZERO_SELF_SIGNED_CERT'))
})

/** A certificate for this machine by an authority of our own, which a variable may name as trusted. */
const OWN_AUTHORITY = {
  authority: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUVFAmd5G1Ripfo6s1xYgdCaNc2yIwCgYIKoZIzj0EAwIw
IjEgMB4GA1UEAwwXYW4gYXV0aG9yaXR5IG9mIG91ciBvd24wIBcNMjYxMTIzMDkz
MTMwWhgPMjEyNjEwMzAwOTMxMzBaMCIxIDAeBgNVBAMMF2FuIGF1dGhvcml0eSBv
ZiBvdXIgb3duMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEy6JftMvVz+Sg9Fzd
lHc/u4aEKuO6nTcm8xoPnOLiBnYpWbzoo+wqpmbSvMvyZJ43n/53RSmIqJrmlCKk
cYMOuKNTMFEwHQYDVR0OBBYEFKBvjlR5iuWK6MRi+BEee10W4e1RMB8GA1UdIwQY
MBaAFKBvjlR5iuWK6MRi+BEee10W4e1RMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDRwAwRAIgdcE1EEJ+0CyNEW0DrPsG+4Rk9S+F6SIGyeejuh7Z7xwCIHgj
tKP31CjhyzLpBUSHFJoIjXw3f0g/XyEpkq810T3a
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZMFolR3I9/aQjc1l
m1kwOkDRshlnOIP9NIZPULbwE5mhRANCAARVWQr0Fi+cjrAjJGGP0nAYCT2QArVM
UsKx/PDachbYe8WvJ5ETFGeWtVp0irLHKrKp+Y2uzcffwYaa60hrHeVg
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmTCCAT6gAwIBAgIUS6jSyOHjAxO4yqAxPFcYYhb4tBUwCgYIKoZIzj0EAwIw
IjEgMB4GA1UEAwwXYW4gYXV0aG9yaXR5IG9mIG91ciBvd24wIBcNMjYxMTIzMDkz
MTMwWhgPMjEyNjEwMzAwOTMxMzBaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABFVZCvQWL5yOsCMkYY/ScBgJPZACtUxSwrH8
8NpyFth7xa8nkRMUZ5a1WnSKsscqsqn5ja7Nx9/BhprrSGsd5WCjXjBcMBoGA1Ud
EQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQUvmtnxpDbQUv3chFV6mJ7
+sRwD6QwHwYDVR0jBBgwFoAUoG+OVHmK5YroxGL4ER57XRbh7VEwCgYIKoZIzj0E
AwIDSQAwRgIhAKHt+MyCuCxcfAipng4hTSd8hkWhbpEOPvdfjAW2UnKaAiEAj1S0
tYwinF8PLOK7t10qk+oq87Pg4fSAAk3WMzbXhJ8=
-----END CERTIFICATE-----`,
}

/** Code run in a process of its own, with these variables alone. */
async function run(code: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  return output
}

for (const [how, variables] of [
  ['NODE_USE_SYSTEM_CA', { NODE_USE_SYSTEM_CA: '1' }],
  ['--use_system_ca', { NODE_OPTIONS: '--use_system_ca' }],
  ['--use_openssl_ca', { NODE_OPTIONS: '--use_openssl_ca' }],
  ['NODE_EXTRA_CA_CERTS', {}],
] as const)
  test(`an authority that the machine adds by ${how} vouches for no venue, feed or chat`, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'sesame-authority-'))
    context.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'authority.pem')
    await writeFile(file, OWN_AUTHORITY.authority)
    const env = { ...variables, [how === 'NODE_EXTRA_CA_CERTS' ? how : 'SSL_CERT_FILE']: file }
    let requests = ''
    const server = createTls(OWN_AUTHORITY, (socket) =>
      socket.on('data', (bytes) => (requests += bytes.toString('latin1'))),
    )
    server.on('tlsClientError', () => {})
    const port = await listen(context, server)
    // Plain Node trusts it: the variables work.
    const alone = await run(
      `import { connect } from 'node:tls'
      connect(${port}, '127.0.0.1', function () { console.log('trusted'); this.end() })`,
      env,
    )
    assert.equal(alone, 'trusted\n')
    const said = await run(
      `import { WebSocket } from 'ws'
      import { createChatBot } from '#chat/bot.ts'
      import { createTestLog } from '#venue/testing/host.ts'
      import { createTestVenue } from '#venue/testing/venue.ts'
      const venue = await createTestVenue('https://127.0.0.1:${port}')
      const skew = await venue.account.clockSkew()
      const url = new URL('https://127.0.0.1:${port}')
      const bot = createChatBot({ url, token: 'secret', chatId: '1', log: createTestLog() })
      const chat = await bot.send('words')
      const feed = await new Promise((resolve) => {
        const socket = new WebSocket('wss://127.0.0.1:${port}/ws')
        socket.on('open', () => resolve('open'))
        socket.on('error', ({ code }) => resolve(code))
      })
      console.log(skew.ok, chat.reason, feed)
      await Promise.all([venue.close(), bot.close()])`,
      env,
    )
    const code = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
    assert.equal(said, `false no connection to the chat service (${code}) ${code}\n`)
    assert.equal(requests, '')
  })

/** NULL, export, RC4, DES, triple DES and anonymous suites. */
const isBroken = (suite: number): boolean => suite <= 0x1b || OTHER_BROKEN.has(suite)
const OTHER_BROKEN: ReadonlySet<number> = new Set([
  0x34, 0x3a, 0x3b, 0x6c, 0x6d, 0xa6, 0xa7, 0xc001, 0xc002, 0xc003, 0xc006, 0xc007, 0xc008, 0xc00b, 0xc00c,
  0xc00d, 0xc010, 0xc011, 0xc012, 0xc015, 0xc016, 0xc017, 0xc018, 0xc019,
])

/** Versions and cipher suites that a client's greeting offers (RFC 8446, section 4.1.2). */
function readHello(bytes: Buffer): {
  readonly versions: readonly number[]
  readonly suites: readonly number[]
} {
  const numbers = (from: number, length: number): readonly number[] =>
    Array.from({ length: length / 2 }, (_, index) => bytes.readUInt16BE(from + index * 2))
  assert.equal(bytes[0], 22)
  assert.equal(bytes[5], 1)
  const session = 5 + 4 + 2 + 32
  const ciphers = session + 1 + bytes.readUInt8(session)
  const suites = numbers(ciphers + 2, bytes.readUInt16BE(ciphers))
  const compressions = ciphers + 2 + bytes.readUInt16BE(ciphers)
  let at = compressions + 1 + bytes.readUInt8(compressions) + 2
  while (at < bytes.length) {
    const length = bytes.readUInt16BE(at + 2)
    if (bytes.readUInt16BE(at) === 43) return { versions: numbers(at + 5, bytes.readUInt8(at + 4)), suites }
    at += 4 + length
  }
  return { versions: [bytes.readUInt16BE(9)], suites }
}
