/** Signs in answers, over a real server: a key that is refused, a time far from ours. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseOrderId } from '#core/ids.ts'
import type { VenueSign } from '#ports/venue-signs.ts'
import { json, startScriptedServer, type Answer, type ScriptedServer } from './testing/scripted-server.ts'
import { createTestVenue, testOrder } from './testing/venue.ts'
import type { Venue } from './venue.ts'

let server: ScriptedServer
let venue: Venue
let signs: VenueSign[] = []

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin)
  venue.signs.onSign((sign) => signs.push(sign))
})

after(async () => {
  await venue.close()
  await server.close()
})

/** An answer with headers of its own. */
function withHeaders(headers: Readonly<Record<string, string>>, status = 200, body = '{}'): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body)
  }
}

async function signsOf(action: () => Promise<unknown>): Promise<readonly VenueSign[]> {
  signs = []
  await action()
  return signs
}

async function place(): Promise<void> {
  const order = venue.trading.prepare(testOrder())
  assert.ok(order !== null)
  await venue.trading.submit(order, () => null)
}

const ID = parseOrderId(`pm:0x${'ab'.repeat(32)}`)

describe('INV-79 an answer that a key taken off the list would explain is a sign', () => {
  const refusals: readonly (readonly [status: number, body: unknown, isSign: boolean])[] = [
    [400, { error: 'invalid signature: session signer is not authorized' }, true],
    [400, { error: 'Invalid Signature' }, true],
    [400, { errorMsg: 'SIGNER NOT AUTHORISED' }, true],
    [401, { error: 'Unauthorized/Invalid api key' }, true],
    [403, { error: 'forbidden' }, true],
    [400, { error: 'session key revoked' }, true],
    [200, { success: false, errorMsg: 'invalid signature', orderID: '', status: '' }, true],
    [400, { error: 'no', code: 'UNAUTHORIZED_ROLE' }, true],
    [400, { error: 'not enough balance / allowance' }, false],
    [400, { error: 'invalid post-only order: order crosses book' }, false],
    [500, { error: 'unauthorized upstream' }, false],
    [429, { error: 'too many requests' }, false],
  ]
  for (const [status, body, isSign] of refusals) {
    test(`${status} ${JSON.stringify(body)}: ${isSign ? 'yes' : 'no'}, of an order, a read, a cancel and a heartbeat`, async () => {
      const calls: readonly (readonly [string, string, () => Promise<unknown>])[] = [
        ['POST', '/order', place],
        ['GET', '/data/orders', () => venue.account.openOrders()],
        ['GET', '/balance-allowance', () => venue.account.balance('COLLATERAL')],
        ['DELETE', '/cancel-all', () => venue.trading.cancelAll()],
        ['POST', '/v1/heartbeats', () => venue.heartbeat.beat('')],
        ...(ID === null ? [] : [['DELETE', '/order', () => venue.trading.cancel([ID])] as const]),
      ]
      for (const [method, path, call] of calls) {
        server.on(method, path, json(status, body))
        assert.deepEqual(await signsOf(call), isSign ? ['key'] : [], `${method} ${path}`)
      }
    })
  }

  test('the list itself and a page of the delivery network are none', async () => {
    server.on('GET', '/v1/user/session-signers', json(403, { error: 'not authorized' }))
    assert.deepEqual(await signsOf(() => venue.account.keyListing()), [])
    server.on('GET', '/data/orders', withHeaders({}, 403, '<html><title>Just a moment...</title>'))
    assert.deepEqual(await signsOf(() => venue.account.openOrders()), [])
  })
})

describe('INV-79 a date more than 5 s from our time is a sign, whatever was asked', () => {
  const cases: readonly (readonly [
    seconds: number,
    headers: Readonly<Record<string, string>>,
    isSign: boolean,
  ])[] = [
    [3_600, {}, true],
    [-3_600, {}, true],
    [8, {}, true],
    [-8, {}, true],
    [3, {}, false],
    [-3, {}, false],
    // Kept on the way.
    [-3_600, { age: '3600' }, false],
  ]
  for (const [seconds, headers, isSign] of cases) {
    test(`${seconds} s ${JSON.stringify(headers)}`, async () => {
      const answer: Answer = (response, ...rest) => {
        const date = new Date(Date.now() + seconds * 1_000).toUTCString()
        return withHeaders({ date, ...headers })(response, ...rest)
      }
      const calls = [
        ['/data/orders', () => venue.account.openOrders()],
        ['/tags', () => venue.catalog.tags()],
        ['/geoblock', () => venue.geoblock.check()],
      ] as const
      for (const [path, call] of calls) {
        server.on('GET', path, answer)
        assert.deepEqual(await signsOf(call), isSign ? ['clock'] : [], path)
      }
    })
  }

  test('without a date, or with one that is none, there is no sign', async () => {
    server.on('GET', '/data/orders', withHeaders({ date: 'yesterday' }))
    assert.deepEqual(await signsOf(() => venue.account.openOrders()), [])
  })
})
