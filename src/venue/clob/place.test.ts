/** Proofs in an answer, row by row of ORD-2, over real sockets. */
import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { PlaceOutcome } from '#ports/venue-trading.ts'
import { createTestClock, until } from '../testing/host.ts'
import { json, raw, startScriptedServer } from '../testing/scripted-server.ts'
import type { Answer, ScriptedServer } from '../testing/scripted-server.ts'
import { createTestVenue, testOrder } from '../testing/venue.ts'
import type { Venue } from '../venue.ts'

const ID = `0x${'cd'.repeat(32)}`
const PLACED = {
  success: true,
  errorMsg: '',
  orderID: ID,
  status: 'live',
  makingAmount: '',
  takingAmount: '',
}
const open = (): null => null

let server: ScriptedServer
let venue: Venue

async function submit(answer: Answer, on: Venue = venue): Promise<PlaceOutcome> {
  server.on('POST', '/order', answer)
  const order = on.trading.prepare(testOrder())
  assert.ok(order !== null)
  return on.trading.submit(order, open)
}

async function refusal(answer: Answer): Promise<string> {
  const outcome = await submit(answer)
  return outcome.kind === 'refused' ? outcome.rejection.code : outcome.kind
}

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin)
})

after(async () => {
  await venue.close()
  await server.close()
})

describe('INV-05 what the one POST of an order proves', () => {
  afterEach(() => {
    server.on('GET', '/geoblock', json(200, { blocked: false }))
  })

  for (const status of ['live', 'matched', 'delayed', 'unmatched'] as const) {
    test(`200 with success, an id and status ${status} is accepted`, async () => {
      const outcome = await submit(json(200, { ...PLACED, status }))
      assert.deepEqual(outcome, { kind: 'accepted', orderId: `pm:${ID}`, status })
    })
  }

  test('an acceptance is read with any content type', async () => {
    const outcome = await submit(raw(200, JSON.stringify(PLACED), { 'content-type': 'text/plain' }))
    assert.equal(outcome.kind, 'accepted')
  })

  test('the request is one POST with the prepared bytes and the five signed headers', async () => {
    const before = server.calls.length
    server.on('POST', '/order', json(200, PLACED))
    const order = venue.trading.prepare(testOrder())
    assert.ok(order !== null)
    await venue.trading.submit(order, open)
    const sent = server.calls.slice(before)
    assert.equal(sent.length, 1)
    assert.equal(sent[0]?.body, order.body)
    for (const name of ['address', 'signature', 'timestamp', 'api_key', 'passphrase']) {
      assert.ok(sent[0]?.headers[`venue_${name}`], name)
    }
  })

  const unknowns: readonly (readonly [string, Answer])[] = [
    ['success with an error and an id', json(200, { ...PLACED, errorMsg: 'not enough balance / allowance' })],
    ['no success with an id', json(200, { ...PLACED, success: false, errorMsg: 'x' })],
    ['an unrecognised status', json(200, { ...PLACED, status: 'parked' })],
    ['an id that is no hash', json(200, { ...PLACED, orderID: 'abc' })],
    ['success without an id', json(200, { ...PLACED, orderID: '' })],
    [
      'a delay text and no id',
      json(200, { ...PLACED, orderID: '', errorMsg: 'order match delayed due to market conditions' }),
    ],
    ...['order timed out', 'request is processing', 'check your orders'].map(
      (errorMsg): readonly [string, Answer] => [
        `an answer without an id that says “${errorMsg}”`,
        json(200, { ...PLACED, orderID: '', errorMsg }),
      ],
    ),
    ['a 400 of the delivery network', raw(400, '<html>', { 'content-type': 'text/html' })],
    ['a 400 of the delivery network in words', raw(400, 'error code: 1000')],
    ['a 503 of the delivery network', raw(503, 'error code: 1101')],
    ['HTML', raw(200, '<html></html>', { 'content-type': 'text/html' })],
    ['an empty body', raw(200, '', { 'content-type': 'application/json' })],
    ['broken JSON', raw(200, '{"success":tr', { 'content-type': 'application/json' })],
    ['a list', json(200, [PLACED])],
    ['201', json(201, PLACED)],
    ['204', raw(204, '')],
    ['a redirect', raw(307, '', { location: '/elsewhere' })],
    ['400 with a delay text', json(400, { error: 'order match delayed due to market conditions' })],
    ['400 with a time-out text', json(400, { error: 'request timed out, check your orders' })],
    ['400 that calls it a duplicate of itself', json(400, { error: `order ${ID} is invalid. Duplicated.` })],
    [
      'an answer without an id that calls it a duplicate',
      json(200, { ...PLACED, orderID: '', errorMsg: `order ${ID} is invalid. Duplicated.` }),
    ],
    ['400 without JSON', raw(400, 'no', { 'content-type': 'text/plain' })],
    ['400 without a text', json(400, {})],
    ['500 order timed out', json(500, { error: 'order timed out' })],
    ['500 with a refusal text', json(500, { error: 'FOK orders are filled or killed' })],
    ['502', raw(502, '<html>', { 'content-type': 'text/html' })],
    ['503 unreadable', raw(503, 'busy', { 'content-type': 'text/plain' })],
    ['503 with other words', json(503, { error: 'something else' })],
    ['504', raw(504, '')],
    ['a 4xx outside the table', json(408, { error: 'Request Timeout' })],
    [
      'a gzip bomb',
      raw(200, gzipSync(Buffer.alloc(40 * 1024 * 1024)), {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      }),
    ],
    [
      'an answer that says it is over the cap',
      raw(200, '', { 'content-type': 'application/json', 'content-length': '99999999' }),
    ],
  ]
  for (const [name, answer] of unknowns) {
    test(`${name} is unknown`, async () => {
      assert.equal((await submit(answer)).kind, 'unknown')
    })
  }

  const refusals: readonly (readonly [string, Answer, string])[] = [
    [
      'success with an error and no id',
      json(200, {
        ...PLACED,
        orderID: '',
        errorMsg: 'post-only mode: only post-only orders and cancels are allowed',
      }),
      'venue_post_only',
    ],
    [
      'no success and no id',
      json(200, { ...PLACED, success: false, orderID: '', errorMsg: 'not enough balance / allowance' }),
      'insufficient_balance',
    ],
    ['crosses the book', json(400, { error: `order ${ID} crosses the book` }), 'post_only_would_cross'],
    [
      'order crosses book',
      json(400, { error: 'invalid post-only order: order crosses book' }),
      'post_only_would_cross',
    ],
    [
      'tick',
      json(400, { error: 'order x is invalid. Price (0.705) breaks minimum tick size rule: 0.01' }),
      'off_tick',
    ],
    [
      'minimum size',
      json(400, { error: 'order x is invalid. Size (2) lower than the minimum: 5' }),
      'below_min_size',
    ],
    [
      'cash of a buy that takes',
      json(400, { error: 'invalid amount for a marketable BUY order ($0.9982), min size: $1' }),
      'below_min_size',
    ],
    [
      'decimals of what takes',
      json(400, {
        error:
          'invalid amounts, the market buy orders maker amount supports a max accuracy of 2 decimals, taker amount a max of 4 decimals',
      }),
      'invalid_size',
    ],
    ['balance', json(400, { error: 'not enough balance / allowance' }), 'insufficient_balance'],
    [
      'allowance',
      json(400, { error: 'not enough balance / allowance: the allowance is not enough -> spender: 0x1' }),
      'insufficient_allowance',
    ],
    ['expiration', json(400, { error: 'invalid expiration' }), 'invalid_expiration'],
    [
      'signer',
      json(400, { error: 'the order signer address has to be the address of the API KEY' }),
      'wallet_mismatch',
    ],
    [
      'FOK kill',
      json(400, { error: "order couldn't be fully filled. FOK orders are fully filled or killed." }),
      'venue_rejected',
    ],
    ['known words in plain text', raw(400, 'not enough balance / allowance'), 'insufficient_balance'],
    [
      'success with other words and no id',
      json(200, { ...PLACED, orderID: '', errorMsg: 'market paused' }),
      'venue_rejected',
    ],
    [
      'the code of post-only mode alone',
      json(503, { error: 'no', code: 'post_only_mode' }),
      'venue_post_only',
    ],
    ['401', json(401, { error: 'Unauthorized/Invalid api key' }), 'no_credentials'],
    ['403', raw(403, '<html>', { 'content-type': 'text/html' }), 'venue_rejected'],
    ['404', raw(404, 'x'), 'venue_rejected'],
    ['405', json(405, { error: 'no' }), 'venue_rejected'],
    ['413', json(413, { error: 'no' }), 'venue_rejected'],
    ['415', json(415, { error: 'no' }), 'venue_rejected'],
    ['422', json(422, { error: 'no' }), 'venue_rejected'],
    ['425', raw(425, 'Too Early'), 'venue_restarting'],
    [
      '503 post-only',
      json(503, {
        error: 'post-only mode: only post-only orders and cancels are allowed',
        code: 'post_only_mode',
        retry_after_seconds: 79,
      }),
      'venue_post_only',
    ],
    [
      '503 cancel-only',
      json(503, {
        error: 'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.',
      }),
      'venue_cancel_only',
    ],
    [
      '503 disabled',
      json(503, { error: 'Trading is currently disabled. Check the site for updates' }),
      'venue_unavailable',
    ],
    ['503 trading disabled', json(503, { error: 'trading disabled' }), 'venue_unavailable'],
    ['503 trading disabled in plain words', raw(503, 'Trading disabled'), 'venue_unavailable'],
    [
      'a FAK that met nothing',
      json(400, {
        error: 'no orders found to match with FAK order. FAK orders are partially filled or killed.',
      }),
      'no_liquidity',
    ],
    ['503 cancel only', json(503, { error: 'cancel only mode' }), 'venue_cancel_only'],
    [
      'another signer than the key’s address',
      json(400, { error: "the order signer must equal the API key's address" }),
      'wallet_mismatch',
    ],
    [
      'another signer, inside a 200',
      json(200, {
        ...PLACED,
        success: false,
        orderID: '',
        errorMsg: 'The order signer address has to be the address of the API KEY',
      }),
      'wallet_mismatch',
    ],
  ]
  for (const [name, answer, code] of refusals) {
    test(`${name} is refused as ${code}`, async () => {
      assert.equal(await refusal(answer), code)
    })
  }

  test("the venue's words and its wait reach the trader", async () => {
    const words = await submit(json(400, { error: 'the market is not yet\u202e ready' }))
    assert.equal(words.kind === 'refused' && words.rejection.message, 'the market is not yet  ready')
    const restarting = await submit(raw(425, '', { 'retry-after': '2' }))
    assert.equal(restarting.kind === 'refused' && restarting.rejection.retryAfterMs, 2000)
    const postOnly = await submit(
      json(503, { error: 'post-only mode: no', code: 'post_only_mode', retry_after_seconds: 79 }),
    )
    assert.equal(postOnly.kind === 'refused' && postOnly.rejection.retryAfterMs, 79_000)
  })

  test('the words of the delivery network are passed on, with what to do', async () => {
    const blocked = await submit(
      raw(403, '<title>Attention Required!</title>', { 'content-type': 'text/html' }),
    )
    assert.equal(blocked.kind === 'refused' && blocked.rejection.code, 'venue_rejected')
    assert.match(
      blocked.kind === 'refused' ? blocked.rejection.message : '',
      /delivery network.*“Attention Required!”.*ask the venue why it blocks this address/,
    )
  })

  test('"disabled" names a wait, so that it is learnt as a mode', async () => {
    for (const error of ['Trading is currently disabled.', 'trading disabled']) {
      const outcome = await submit(json(503, { error }))
      assert.equal(outcome.kind === 'refused' && outcome.rejection.retryAfterMs, 30_000)
    }
  })

  test('403 is geoblocked when the check, run at once, confirms it', async () => {
    server.on('GET', '/geoblock', json(200, { blocked: true }))
    assert.equal(await refusal(json(403, {})), 'geoblocked')
  })

  test('INV-47 429 gives its wait, and nothing is written before it has passed', async () => {
    const fresh = await createTestVenue(server.origin)
    try {
      const limited = await submit(raw(429, '', { 'retry-after': '30' }), fresh)
      assert.equal(limited.kind === 'refused' && limited.rejection.retryAfterMs, 30_000)
      const calls = server.calls.length
      assert.deepEqual(await submit(json(200, PLACED), fresh), {
        kind: 'not_sent',
        code: 'venue_rate_limited',
      })
      assert.equal(server.calls.length, calls)
    } finally {
      await fresh.close()
    }
  })
})

test('INV-47 the venue’s own count of what is left is followed: an empty bucket is reported with its wait', async () => {
  const frozen = { ...createTestClock(), monotonic: () => 0 }
  const fresh = await createTestVenue(server.origin, { clock: frozen })
  try {
    assert.equal(fresh.trading.orderWaitMs(1), 0)
    const headers = { 'venue-ratelimit-remaining': '-3', 'venue-ratelimit-tier': 'Bronze' }
    assert.equal((await submit(json(200, PLACED, headers), fresh)).kind, 'accepted')
    assert.equal(fresh.trading.orderWaitMs(1), 50)
    const unreadable = { 'venue-ratelimit-remaining': 'many', 'venue-ratelimit-tier': '__proto__' }
    await submit(json(200, PLACED, unreadable), fresh)
    assert.equal(fresh.trading.orderWaitMs(1), 63)
  } finally {
    await fresh.close()
  }
})

test('the venue’s warning is read with what is left and when its limit is whole again', async () => {
  const one = await createTestVenue(server.origin)
  try {
    const reset = Math.ceil(Date.now() / 1000) + 60
    const headers = {
      'venue-ratelimit-warning': 'true',
      'venue-ratelimit-remaining': '-3',
      'venue-ratelimit-reset': String(reset),
    }
    await submit(json(200, PLACED, headers), one)
    assert.deepEqual(one.trading.limitWarning(), { remaining: -3, until: reset * 1000 })
    await submit(json(200, PLACED, { 'venue-ratelimit-remaining': '40' }), one)
    assert.equal(one.trading.limitWarning(), null)
  } finally {
    await one.close()
  }
})

test('INV-90 a cancel that is asked to wait holds back no order and no cancel', async () => {
  const fresh = await createTestVenue(server.origin)
  try {
    server.on('DELETE', '/cancel-all', raw(429, '', { 'retry-after': '30' }))
    await fresh.trading.cancelAll()
    assert.equal((await submit(json(200, PLACED), fresh)).kind, 'accepted')
    const calls = server.calls.length
    await fresh.trading.cancelAll()
    assert.equal(server.calls.length, calls + 1)
  } finally {
    await fresh.close()
  }
})

describe('INV-05 faults of the connection', () => {
  test('a refused connection is refused as venue_unavailable', async () => {
    const lonely = await startScriptedServer()
    await lonely.close()
    const cut = await createTestVenue(lonely.origin)
    try {
      const order = cut.trading.prepare(testOrder())
      assert.ok(order !== null)
      const outcome = await cut.trading.submit(order, open)
      assert.equal(outcome.kind === 'refused' && outcome.rejection.code, 'venue_unavailable')
    } finally {
      await cut.close()
    }
  })

  const cuts: readonly (readonly [string, Answer])[] = [
    ['a reset after the request was read', (response) => response.socket?.resetAndDestroy()],
    ['an answer cut in its headers', (response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-ty')],
    [
      'an answer cut in its body',
      (response) =>
        response.socket?.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"succ',
        ),
    ],
    ['garbage instead of HTTP', (response) => response.socket?.end('hello\r\n\r\n')],
  ]
  for (const [name, answer] of cuts) {
    test(`${name} is unknown and nothing is sent again`, async () => {
      const calls = server.calls.length
      assert.equal((await submit(answer)).kind, 'unknown')
      assert.equal((await submit(json(200, PLACED))).kind, 'accepted')
      assert.equal(server.calls.length, calls + 2)
    })
  }

  test('silence ends as unknown at the deadline, and a late answer changes nothing', async () => {
    const fast = await createTestVenue(server.origin, { clock: createTestClock(100) })
    try {
      assert.deepEqual(await submit(() => {}, fast), { kind: 'unknown', reason: 'deadline' })
    } finally {
      await fast.close()
    }
  })

  test('a re-used connection that the server closes at the moment of the send is unknown, never sent twice', async () => {
    let orders = 0
    const closing = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        if (bytes.toString().startsWith('GET /time')) {
          socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n1')
          return
        }
        if (bytes.toString().startsWith('POST')) orders += 1
        socket.resetAndDestroy()
      })
    })
    await new Promise<void>((resolve) => {
      closing.listen(0, '127.0.0.1', resolve)
    })
    const { port } = closing.address() as AddressInfo
    const cut = await createTestVenue(`http://127.0.0.1:${port}`)
    try {
      await cut.account.clockSkew()
      const order = cut.trading.prepare(testOrder())
      assert.ok(order !== null)
      assert.equal((await cut.trading.submit(order, open)).kind, 'unknown')
      assert.equal(orders, 1)
    } finally {
      await cut.close()
      closing.close()
    }
  })
})

describe('INV-03 the gate', () => {
  test('is asked once, after the connection is open and before a byte is written', async () => {
    const calls = server.calls.length
    const order = venue.trading.prepare(testOrder())
    assert.ok(order !== null)
    let asked = 0
    const outcome = await venue.trading.submit(order, () => {
      asked += 1
      return 'safe_mode'
    })
    assert.deepEqual(outcome, { kind: 'not_sent', code: 'safe_mode' })
    assert.equal(asked, 1)
    assert.equal((await submit(json(200, PLACED))).kind, 'accepted')
    assert.equal(server.calls.length, calls + 1)
  })

  test('the named moments of a placement come in their order', async () => {
    const points: string[] = []
    const seen = await createTestVenue(server.origin, { points: (name) => points.push(name) })
    try {
      await submit(json(200, PLACED), seen)
      assert.deepEqual(points, ['connect.post', 'first_byte', 'last_byte', 'answer.headers', 'answer.body'])
    } finally {
      await seen.close()
    }
  })

  test('connections are opened ahead of need', async () => {
    const warm = await startScriptedServer()
    let asked = 0
    warm.on('GET', '/time', (response, request) => {
      asked += 1
      json(200, 1)(response, request)
    })
    const eager = await createTestVenue(warm.origin)
    try {
      await until(() => asked >= 6, 'warm connections')
    } finally {
      await eager.close()
      await warm.close()
    }
  })

  test('connections that the venue ends when idle are opened again, and then kept from becoming idle', async () => {
    const impatient = await startScriptedServer(2_000)
    const eager = await createTestVenue(impatient.origin, { clock: createTestClock(4) })
    try {
      await until(() => impatient.connections() >= 12, 'connections opened again')
      const opened = impatient.connections()
      const startedAt = performance.now()
      await until(() => performance.now() - startedAt > 2_500, 'idle time')
      assert.equal(impatient.connections(), opened)
    } finally {
      await eager.close()
      await impatient.close()
    }
  })
})
