import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'

import { createManualClock } from './clock.ts'
import { createBarriers } from './faults/barriers.ts'
import { createFaults } from './faults/faults.ts'
import { createHttpService } from './http-server.ts'
import { createRequestLog } from './ledger/request-log.ts'
import { createRandom } from './random.ts'

const clock = createManualClock(1_000)
const random = createRandom('http')
const faults = createFaults({ clock, random })
const log = createRequestLog({ clock })
let handled = 0
const service = createHttpService({
  service: 'catalog',
  faults,
  barriers: createBarriers(),
  log,
  random,
  bodyCap: 1_000,
  gzip: true,
  routes: [
    { method: 'GET', path: '/small', handler: () => ({ status: 200, json: { handled: (handled += 1) } }) },
    { method: 'GET', path: '/large', handler: () => ({ status: 200, json: { text: 'x'.repeat(5_000) } }) },
    { method: 'POST', path: '/echo', handler: ({ body }) => ({ status: 200, text: body.toString('utf8') }) },
    { method: 'GET', path: '/of/:id', handler: (_request, { id }) => ({ status: 200, json: { id } }) },
    {
      method: 'GET',
      path: '/broken',
      handler: () => {
        throw new Error('a bug')
      },
    },
  ],
})
let port = 0
let base = ''

before(async () => {
  port = await service.listen(0)
  base = `http://127.0.0.1:${port}`
})
afterEach(() => faults.remove())
after(() => service.close())

async function status(path: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(`${base}${path}`, init)
  await response.arrayBuffer()
  return response.status
}

/** A plain request whose connection faults do not reach other tests through a shared pool. */
function lonely(path: string): Promise<{ status: number; type: string; body: Buffer; complete: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${base}${path}`, { agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks),
          complete: response.complete,
        }),
      )
      response.on('error', () => undefined)
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('a service', () => {
  test('answers unknown paths, wrong methods, large bodies and bugs in its error shape', async () => {
    assert.equal(await status('/nowhere'), 404)
    assert.equal(await status('/small', { method: 'DELETE' }), 405)
    assert.equal(await status('/echo', { method: 'POST', body: 'x'.repeat(1_001) }), 413)
    assert.equal(await status('/of/%zz'), 404)
    assert.equal(await status('/broken'), 500)
    assert.equal(log.violations().at(-1)?.kind, 'simulator_bug')
  })

  test('notes every request in order with the hash of its body and its answer', async () => {
    await status('/echo', { method: 'POST', body: 'abc' })
    const entry = log.requests().at(-1)
    assert.deepEqual([entry?.method, entry?.path, entry?.status], ['POST', '/echo', 200])
    assert.equal(entry?.body_hash, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test('notes credentials that were sent to a service that wants none', async () => {
    await status('/small', { headers: { VENUE_SIGNATURE: 'x' } })
    assert.equal(log.violations().at(-1)?.kind, 'credential_on_wrong_service')
  })

  test('compresses large answers for those who take gzip', async () => {
    const response = await fetch(`${base}/large`)
    assert.equal(response.headers.get('content-encoding'), 'gzip')
    assert.equal(((await response.json()) as { text: string }).text.length, 5_000)
  })

  test('bytes that are no HTTP get 400 and the next connection works', async () => {
    const socket = connect(port, '127.0.0.1')
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      socket.on('close', () => resolve(text))
      socket.end('\u0000\u0001 nonsense\r\n\r\n')
    })
    assert.match(answer, /^HTTP\/1\.1 400/)
    assert.equal(await status('/small'), 200)
  })
})

describe('a service behind the delivery network', () => {
  const behind = createManualClock(1_790_000_000_000)
  const fronted = createHttpService({
    service: 'clob',
    behind,
    faults,
    barriers: createBarriers(),
    log,
    random,
    routes: [{ method: 'GET', path: '/small', handler: () => ({ status: 200, json: {} }) }],
  })
  let address = ''
  before(async () => {
    address = `http://127.0.0.1:${await fronted.listen(0)}/small`
  })
  after(() => fronted.close())

  test('serves a page without a host name, and dates answers by the venue’s clock', async () => {
    const nameless = await new Promise<{ status: number | undefined; type: string | undefined }>(
      (resolve, reject) => {
        const sent = httpRequest(address, { agent: false }, (response) => {
          response.resume()
          resolve({ status: response.statusCode, type: response.headers['content-type'] })
        })
        sent.on('error', reject)
        sent.end()
      },
    )
    assert.deepEqual(nameless, { status: 403, type: 'text/html; charset=UTF-8' })
    const named = await fetch(address)
    assert.equal(named.status, 200)
    assert.equal(Date.parse(named.headers.get('date') ?? ''), 1_790_000_000_000)
  })

  test('its codes stand in place of an answer', async () => {
    for (const [args, status, text] of [
      [{}, 429, 'error code: 1015'],
      [{ code: 1010 }, 403, 'error code: 1010'],
    ] as const) {
      faults.add({ name: 'http.error_code', args, when: { times: 1 } })
      const answer = await fetch(address)
      assert.deepEqual([answer.status, await answer.text()], [status, text])
    }
  })
})

describe('faults', () => {
  test('those before the handler leave the request undone', async () => {
    for (const name of [
      'http.drop_before_read',
      'http.reset_before_read',
      'http.refuse_connect',
      'http.reset_after_read',
    ]) {
      const before = handled
      faults.add({ name, when: { times: 1 } })
      await assert.rejects(lonely('/small'), name)
      assert.equal(handled, before, name)
      assert.equal((await lonely('/small')).status, 200, name)
    }
  })

  test('answers that are not the service’s own', async () => {
    const before = handled
    faults.add({
      name: 'http.status',
      args: { code: 502, body: { error: 'bad gateway' } },
      when: { times: 1 },
    })
    assert.equal((await lonely('/small')).status, 502)
    faults.add({ name: 'http.html_200', when: { times: 1 } })
    assert.match((await lonely('/small')).type, /html/)
    faults.add({ name: 'http.html_403', when: { times: 1 } })
    assert.equal((await lonely('/small')).status, 403)
    assert.equal(handled, before)
  })

  test('those after the handler spoil the answer of a request that was done', async () => {
    const expectations: [string, (reply: Awaited<ReturnType<typeof lonely>>) => void][] = [
      ['http.truncated_body', (reply) => assert.equal(reply.complete, false)],
      ['http.empty_body', (reply) => assert.equal(reply.body.length, 0)],
      ['http.malformed_json', (reply) => assert.throws(() => JSON.parse(reply.body.toString('utf8')))],
      ['http.wrong_content_type', (reply) => assert.equal(reply.type, 'text/plain')],
      ['http.keepalive_close_race', (reply) => assert.equal(reply.complete, true)],
      ['http.pieces', (reply) => assert.doesNotThrow(() => JSON.parse(reply.body.toString('utf8')))],
    ]
    for (const [name, expected] of expectations) {
      const before = handled
      faults.add({ name, when: { times: 1 } })
      expected(await lonely('/small'))
      assert.equal(handled, before + 1, name)
    }
  })
})

describe('rules', () => {
  const subject = { service: 'catalog', method: 'GET', path: '/small' } as const
  const firings = (count: number): boolean[] =>
    Array.from({ length: count }, () => faults.first(subject, 'http.delay') !== null)

  test('fire by count', () => {
    faults.add({ name: 'http.delay', when: { times: 2 } })
    assert.deepEqual(firings(8), [true, true, false, false, false, false, false, false])
    assert.deepEqual([faults.list()[0]?.seen, faults.list()[0]?.fired], [8, 2])
  })

  test('fire within their time', () => {
    faults.add({ name: 'http.delay', when: { after_ms: 100, for_ms: 50 } })
    assert.deepEqual(firings(1), [false])
    clock.advance(100)
    assert.deepEqual(firings(1), [true])
    clock.advance(50)
    assert.deepEqual(firings(1), [false])
  })

  test('fire by chance, the same with the same seed', () => {
    const run = (): boolean[] => {
      const own = createFaults({ clock, random: createRandom('chance') })
      own.add({ name: 'http.delay', args: { p: 0.3 } })
      return Array.from({ length: 200 }, () => own.first(subject, 'http.delay') !== null)
    }
    assert.deepEqual(run(), run())
    const hits = run().filter(Boolean).length
    assert.ok(hits > 40 && hits < 80)
  })

  test('match service, method, path, asset and body', () => {
    const rule = {
      service: 'clob',
      method: 'POST',
      path: '/order*',
      asset: '7',
      body_contains: 'salt',
    } as const
    const whole = {
      service: 'clob',
      method: 'POST',
      path: '/orders',
      asset: '7',
      body: '{"salt":1}',
    } as const
    faults.add({ name: 'order.delayed', match: rule })
    assert.notEqual(faults.first(whole, 'order.'), null)
    for (const changed of [
      { service: 'data' },
      { method: 'GET' },
      { path: '/x' },
      { asset: '8' },
      { body: '' },
    ] as const) {
      assert.equal(faults.first({ ...whole, ...changed }, 'order.'), null)
    }
  })
})
