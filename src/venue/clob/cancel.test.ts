/** Cancels over a real server: what their answers prove, and with what they are signed. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { parseOrderId, type OrderId } from '#core/ids.ts'
import { createTestClock } from '../testing/host.ts'
import { json, raw, startScriptedServer, type ScriptedServer } from '../testing/scripted-server.ts'
import { createTestVenue, testOrder } from '../testing/venue.ts'
import type { Venue } from '../venue.ts'

const hash = (byte: string): string => `0x${byte.repeat(32)}`
const KEYS = {
  apiKey: '00000000-0000-4000-8000-0000000000aa',
  secret: 'c2VjcmV0LXNlY3JldA==',
  passphrase: 'ab12ab12ab12ab12',
}

let server: ScriptedServer
let venue: Venue
const opened: Venue[] = []

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin)
})

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

after(async () => {
  await venue.close()
  await server.close()
})

async function fresh(options: Parameters<typeof createTestVenue>[1]): Promise<Venue> {
  const one = await createTestVenue(server.origin, options)
  opened.push(one)
  return one
}

describe('INV-20 cancels', () => {
  const ids = [hash('01'), hash('02'), hash('03')]
    .map((text) => parseOrderId(`pm:${text}`))
    .filter((id) => id !== null)
  const [first] = ids as [OrderId]

  test('put every id into exactly one list', async () => {
    server.on(
      'DELETE',
      '/orders',
      json(200, {
        canceled: [hash('01'), hash('02')],
        not_canceled: { [hash('02')]: 'already canceled or matched' },
      }),
    )
    const outcome = await venue.trading.cancel(ids)
    assert.deepEqual(outcome, {
      kind: 'answered',
      cancelled: [first],
      notCancelled: [
        { id: ids[1], reason: 'already canceled or matched' },
        { id: ids[2], reason: 'not named in the answer' },
      ],
    })
    assert.equal(server.calls.at(-1)?.body, JSON.stringify([hash('01'), hash('02'), hash('03')]))
  })

  test('name one order, a market, an outcome, or everything', async () => {
    const answer = json(200, { canceled: [hash('01')], not_canceled: {} })
    for (const path of ['/order', '/cancel-market-orders', '/cancel-all']) server.on('DELETE', path, answer)
    const target = testOrder().outcomeId
    await venue.trading.cancel([first])
    await venue.trading.cancelMarket({ outcomeId: target })
    const all = await venue.trading.cancelAll()
    assert.deepEqual(all, { kind: 'answered', cancelled: [first], notCancelled: [] })
    assert.deepEqual(
      server.calls.slice(-3).map(({ method, target: path, body }) => [method, path, body]),
      [
        ['DELETE', '/order', `{"orderID":"${hash('01')}"}`],
        ['DELETE', '/cancel-market-orders', '{"market":"","asset_id":"123456789"}'],
        ['DELETE', '/cancel-all', ''],
      ],
    )
  })

  test('that get no clear answer fail with the reason, and are never held back by a wait', async () => {
    server.on('DELETE', '/cancel-all', raw(429, '', { 'retry-after': '30' }))
    const limited = await venue.trading.cancelAll()
    assert.equal(limited.kind === 'failed' && limited.rejection.code, 'venue_rate_limited')
    server.on('DELETE', '/cancel-all', json(401, { error: 'Unauthorized/Invalid api key' }))
    const refused = await venue.trading.cancelAll()
    assert.equal(refused.kind === 'failed' && refused.rejection.code, 'no_credentials')
    server.on('DELETE', '/cancel-all', raw(200, '<html>', { 'content-type': 'text/html' }))
    const unreadable = await venue.trading.cancelAll()
    assert.equal(unreadable.kind === 'failed' && unreadable.rejection.code, 'venue_unavailable')
    server.on('DELETE', '/cancel-all', raw(403, '<html>', { 'content-type': 'text/html' }))
    const blocked = await venue.trading.cancelAll()
    assert.equal(blocked.kind === 'failed' && blocked.rejection.code, 'venue_unavailable')
    assert.match(blocked.kind === 'failed' ? blocked.rejection.message : '', /A page came in place/)
  })

  test('INV-51 are sent with the last known credentials, though they were dropped; without any the error says what to do', async () => {
    const one = await fresh({ secrets: { credentials: null } })
    server.on('DELETE', '/cancel-all', json(200, { canceled: [], not_canceled: {} }))
    const calls = server.calls.length
    const none = await one.trading.cancelAll()
    assert.match(none.kind === 'failed' ? none.rejection.message : '', /Not sent.*no credentials.*revoke/)
    assert.equal(server.calls.length, calls)
    server.on('POST', '/auth/api-key', json(200, KEYS))
    await one.account.establishCredentials()
    one.account.dropCredentials()
    assert.equal(one.account.hasCredentials(), false)
    assert.deepEqual(await one.trading.cancelAll(), { kind: 'answered', cancelled: [], notCancelled: [] })
    assert.equal(server.calls.at(-1)?.headers['venue_api_key'], KEYS.apiKey)
    assert.equal(one.trading.prepare(testOrder()), null)
  })

  test('INV-51 are signed with the venue’s time once it has been seen that ours is wrong, orders never', async () => {
    const clock = { ...createTestClock(), now: () => Date.now() + 3_600_000 }
    const one = await fresh({ clock })
    server.on('DELETE', '/cancel-all', json(401, { error: 'Unauthorized/Invalid api key' }))
    const refused = await one.trading.cancelAll()
    assert.match(
      refused.kind === 'failed' ? refused.rejection.message : '',
      /refused the credentials \(Unauthorized.*nothing was cancelled.*revoke the session key/,
    )
    const signedAhead = (): number =>
      Number(server.calls.at(-1)?.headers['venue_timestamp']) - Math.floor(Date.now() / 1000)
    assert.ok(signedAhead() >= 3_599)
    await one.trading.cancelAll()
    assert.ok(Math.abs(signedAhead()) <= 2)
    await one.account.openOrders()
    assert.ok(signedAhead() >= 3_599)
  })

  test('of many orders go in parts, and a failed part leaves its ids unanswered', async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      parseOrderId(`pm:0x${index.toString(16).padStart(64, '0')}`),
    ).filter((id) => id !== null)
    let parts = 0
    server.on('DELETE', '/orders', (response, request) => {
      parts += 1
      const answer =
        parts === 2 ? raw(500, '') : json(200, { canceled: many.map((id) => id.slice(3)), not_canceled: {} })
      answer(response, request)
    })
    const fresh = await createTestVenue(server.origin, {
      clock: { ...createTestClock(), monotonic: () => 0 },
    })
    try {
      const outcome = await fresh.trading.cancel(many)
      assert.ok(outcome.kind === 'answered')
      assert.deepEqual([outcome.notCancelled, outcome.unanswered?.ids], [[], many.slice(100, 120)])
      // Cancels within the venue's bucket pass at once; without room the venue decides.
      assert.deepEqual(sizes(4), [100, 20, 100, 30])
    } finally {
      await fresh.close()
    }
  })

  test('of many orders go on after the wait that the venue asks for, cut to what it has left', async () => {
    const many = ids.concat(
      Array.from({ length: 147 }, (_, index) =>
        parseOrderId(`pm:0x${(index + 900).toString(16).padStart(64, '0')}`),
      ).filter((id) => id !== null),
    )
    let parts = 0
    server.on('DELETE', '/orders', (response, request) => {
      parts += 1
      const headers = { 'venue-ratelimit-remaining': '30' }
      const answer =
        parts === 1
          ? raw(429, '', { ...headers, 'retry-after': '1' })
          : json(200, { canceled: many.map((id) => id.slice(3)), not_canceled: {} }, headers)
      answer(response, request)
    })
    const clock = createTestClock(5)
    const fresh = await createTestVenue(server.origin, { clock: { ...clock, monotonic: () => 0 } })
    try {
      const outcome = await fresh.trading.cancel(many)
      assert.ok(outcome.kind === 'answered' && outcome.notCancelled.length === 0)
      assert.deepEqual(sizes(6), [100, 30, 30, 30, 30, 30])
    } finally {
      await fresh.close()
    }
  })

  function sizes(count: number): readonly number[] {
    return server.calls.slice(-count).map(({ body }) => (JSON.parse(body) as readonly string[]).length)
  }
})
