/** Answers are read for what they are, over real sockets, and every request says who asks. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { IncomingMessage } from 'node:http'
import { VERSION } from '#lib/user-agent.ts'
import { until } from './testing/host.ts'
import { json, raw, startScriptedServer } from './testing/scripted-server.ts'
import type { Answer, ScriptedServer } from './testing/scripted-server.ts'
import { createTestVenue } from './testing/venue.ts'
import type { Venue } from './venue.ts'

const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const HTML = { 'content-type': 'text/html' }
const CHALLENGE = '<!DOCTYPE html><html><head><title>Just a\u0000 moment...</title></head></html>'

let server: ScriptedServer
let venue: Venue

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin)
})

after(async () => {
  await venue.close()
  await server.close()
})

async function readingOf(answer: Answer): Promise<string> {
  server.on('GET', '/data/orders', answer)
  const read = await venue.account.openOrders()
  return read.ok ? `${read.value.orders.length} rows` : `${read.error.kind}: ${read.error.detail}`
}

describe('the body of an answer', () => {
  const page = JSON.stringify({ data: [], next_cursor: 'LTE=' })

  test('JSON is read as JSON with any content type', async () => {
    for (const headers of [TEXT, HTML, { 'content-type': 'application/octet-stream' }, {}]) {
      assert.equal(await readingOf(raw(200, page, headers)), '0 rows')
    }
    assert.equal(await readingOf(raw(200, gzipSync(page), { ...TEXT, 'content-encoding': 'gzip' })), '0 rows')
  })

  test('the time and the geographic check are read from plain text too', async () => {
    server.on('GET', '/time', raw(200, String(Math.floor(Date.now() / 1000)), TEXT))
    const skew = await venue.account.clockSkew()
    assert.ok(skew.ok && Math.abs(skew.value) < 5_000)
    server.on('GET', '/geoblock', raw(200, '{"blocked":false}', TEXT))
    assert.deepEqual(await venue.geoblock.check(), { kind: 'answered', blocked: false })
  })

  test("plain words are the venue's, made inert", async () => {
    assert.equal(
      await readingOf(raw(503, 'try\u202e again\u0000 later', TEXT)),
      'unavailable: status 503 try  again  later',
    )
  })

  const network: readonly (readonly [string, Answer, RegExp])[] = [
    [
      'a page',
      raw(403, CHALLENGE, HTML),
      /^unavailable: The delivery network .* status 403, “Just a  moment\.\.\.”/,
    ],
    ['a page without a title', raw(403, '<html>Ray ID: 8f</html>', HTML), /“an HTML page”/],
    ['its refusal of a client', raw(403, 'error code: 1010', TEXT), /delivery network.*“error code: 1010”/],
    [
      'its limit',
      raw(429, 'error code: 1015', TEXT),
      /^rate_limited: The delivery network.*asks to wait a minute/,
    ],
    [
      'its error in JSON',
      json(403, { title: 'Error 1010: Access denied', status: 403, ray_id: 'a1', error_code: 1010 }),
      /delivery network.*“Error 1010: Access denied”/,
    ],
    ['a page with status 200', raw(200, CHALLENGE, HTML), /^unreadable: The delivery network/],
  ]
  for (const [name, answer, words] of network) {
    test(`${name} of the delivery network is distinguished from the venue`, async () => {
      assert.match(await readingOf(answer), words)
    })
  }

  test('a page without a mark is nobody’s, and its title is shown', async () => {
    const words = await readingOf(raw(403, '<html><title>Forbidden</title></html>', HTML))
    assert.match(words, /^unavailable: A page came in place of the venue's answer: status 403, “Forbidden”/)
  })

  test('a page in place of the geographic check is no answer to it', async () => {
    server.on('GET', '/geoblock', raw(403, CHALLENGE, HTML))
    const answer = await venue.geoblock.check()
    assert.equal(answer.kind, 'failed')
    assert.match(answer.kind === 'failed' ? answer.error : '', /delivery network/)
  })
})

test('every request names the program, also those that keep connections open', async () => {
  const agents = new Map<string, string | undefined>()
  const note = (request: IncomingMessage): void => {
    agents.set(`${request.method} ${(request.url ?? '').split('?')[0]}`, request.headers['user-agent'])
  }
  const one = await startScriptedServer()
  one.on('GET', '/time', (response, request) => {
    note(request)
    response.end('1')
  })
  const asked = await createTestVenue(one.origin)
  try {
    await until(() => agents.has('GET /time'), 'a call that keeps a connection open')
    await Promise.all([
      asked.geoblock.check(),
      asked.account.openOrders(),
      asked.account.establishCredentials(),
      asked.trading.cancelAll(),
      asked.catalog.leagues(),
      asked.data.pnl('1d'),
    ])
    for (const { method, target, headers } of one.calls)
      agents.set(`${method} ${target}`, headers['user-agent'])
    assert.ok(agents.size >= 7)
    assert.deepEqual(new Set(agents.values()), new Set([`sesame/${VERSION}`]))
  } finally {
    await asked.close()
    await one.close()
  }
})
