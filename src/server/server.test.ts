import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createManualClock, silentLog } from '#engine/testing/market-fakes.ts'
import { startServer, type ServerParts } from './server.ts'
import { createEngineFake } from './testing/engine-fake.ts'
import { createCommandCaller } from './access/command-caller.ts'
import { startHarness } from './testing/harness.ts'
import { createReplaysFake } from './testing/replays-fake.ts'
import {
  createMemoryLoginFailures,
  createMemorySessionStore,
  createMemorySettings,
} from './testing/stores.ts'

function partsFor(listen: ServerParts['listen']): ServerParts {
  const clock = createManualClock()
  const bytes = Buffer.alloc(16, 1)
  return {
    listen,
    auth: {
      passwordHash: { memoryKib: 7168, passes: 5, parallelism: 1, salt: bytes, tag: bytes },
      passwordHashText: '',
      sessionSecret: Buffer.alloc(32, 1),
      loginLink: null,
      cookieSecure: false,
      allowedHosts: [],
      trustedProxies: [],
    },
    engine: createEngineFake(clock).engine,
    replays: createReplaysFake(clock),
    caller: createCommandCaller(),
    sessionStore: createMemorySessionStore(),
    loginFailures: createMemoryLoginFailures(),
    settings: createMemorySettings(),
    clock,
    random: { bytes: (length) => Buffer.alloc(length), uuidV7: () => '' },
    log: silentLog,
    staticDirectory: '/nonexistent',
  }
}

test('a port in use is reported with the name of its setting', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const started = await startServer(partsFor({ host: '127.0.0.1', port }))
  assert.ok(!started.ok)
  assert.equal(started.error.code, 'EADDRINUSE')
  assert.match(started.error.message, new RegExp(`^HTTP_ADDR: 127.0.0.1:${port} is in use`))
  other.close()
  await once(other, 'close')
})

test('a foreign address is reported with the name of its setting', async () => {
  const started = await startServer(partsFor({ host: '192.0.2.1', port: 0 }))
  assert.ok(!started.ok)
  assert.match(started.error.message, /^HTTP_ADDR: this host has no address 192\.0\.2\.1/)
})

test('closing lets a request under way finish, sends tabs away and frees the port', async () => {
  const server = await startHarness()
  const page = await server.login()
  const tab = await server.connect(page)
  const [host = '', port = ''] = server.host.split(':')
  const waiting = connect(Number(port), host)
  await once(waiting, 'connect')
  const body = '{"password":"wrong"}'
  waiting.write(
    `POST /api/login HTTP/1.1\r\nHost: ${server.host}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  // Sent on another connection later, answered: the first one's head has arrived by then.
  assert.equal((await server.ask('/api/health')).status, 200)
  const closing = server.stop()
  assert.equal(await tab.closed, 1001)
  waiting.write(body.slice(5))
  const [answer] = (await once(waiting, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1.1 403 /)
  for (let sweeps = 0; sweeps < 30 && !waiting.readableEnded; sweeps += 1) {
    await server.clock.advance(50)
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(waiting.readableEnded, 'the kept-alive connection outlived its request')
  await closing
  waiting.destroy()
  await assert.rejects(server.ask('/api/health'), { code: 'ECONNREFUSED' })
})

test('closing cuts what does not end within 2 s', async () => {
  const server = await startHarness()
  const [host = '', port = ''] = server.host.split(':')
  const stuck = connect(Number(port), host)
  stuck.on('error', () => undefined)
  await once(stuck, 'connect')
  stuck.write('GET / HTTP/1.1\r\nHost:')
  assert.equal((await server.ask('/api/health')).status, 200)
  const ended = once(stuck, 'close')
  await server.close()
  await ended
})
