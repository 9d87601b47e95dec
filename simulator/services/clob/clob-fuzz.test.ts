import assert from 'node:assert/strict'
import { createConnection } from 'node:net'
import { after, before, test } from 'node:test'

import fc from 'fast-check'

import { createClient } from '#test/simulator/client.ts'
import { connect, type TestSocket } from '#test/simulator/socket.ts'
import { createRandom } from '../../random.ts'
import { buildVenue, KEYS, SHARE } from '#test/simulator/venue.ts'

const venue = buildVenue({ rateTier: 'Elite' })
const [market] = venue.markets
let client: ReturnType<typeof createClient>
let base = ''
let marketUrl = ''
let userUrl = ''

before(async () => {
  base = `http://127.0.0.1:${await venue.listen('clob', 0)}`
  marketUrl = `ws://127.0.0.1:${await venue.listen('ws_market', 0)}/`
  userUrl = `ws://127.0.0.1:${await venue.listen('ws_user', 0)}/`
  client = createClient({ base, key: KEYS.eoa, kind: 'eoa', now: () => venue.clock.now() })
  await client.login()
})
after(() => venue.close())

const paths = [
  '/book',
  '/books',
  '/price',
  '/prices',
  '/midpoint',
  '/midpoints',
  '/spread',
  '/last-trade-price',
  '/tick-size',
  '/neg-risk',
  '/fee-rate',
  '/clob-markets/1',
  '/markets-by-token/1',
  '/markets/1',
  '/prices-history',
  '/auth/api-key',
  '/auth/derive-api-key',
  '/auth/api-keys',
  '/order',
  '/orders',
  '/cancel-all',
  '/cancel-market-orders',
  '/data/orders',
  '/data/order/1',
  '/data/trades',
  '/balance-allowance',
  '/balance-allowance/update',
  '/v1/heartbeats',
  '/v1/user/session-signers',
  '/nowhere',
  '//',
  '/%',
]
const keys = [
  'token_id',
  'side',
  'market',
  'interval',
  'fidelity',
  'startTs',
  'endTs',
  'next_cursor',
  'id',
  'asset_id',
  'asset_type',
  'signature_type',
  'before',
  'after',
  'maker_address',
]
const value = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '',
    'NaN',
    '-1',
    '1e309',
    '__proto__',
    'constructor',
    'toString',
    '9'.repeat(90),
    '0x',
    'MA==',
    'LTE=',
    'max',
    market.tokens[0],
    market.conditionId,
    'BUY',
    'CONDITIONAL',
    '3',
  ),
)
const query = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 })
const method = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT')
const bodyText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    '',
    'null',
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '{"__proto__":{"orderID":"x"}}',
    '['.repeat(5_000),
    '{"order":{}}',
    '{"heartbeat_id":5}',
    '[{"token_id":1}]',
  ),
)

function checkAnswer(what: string, status: number, text: string): void {
  assert.ok(status < 500, `${what}: ${status} ${text}`)
  if (status < 400) return
  const body = JSON.parse(text) as { error?: unknown; error_msg?: unknown }
  assert.equal(typeof (body.error ?? body.error_msg), 'string', `${what}: ${text}`)
}

test('no request, signed or not, gets a 500 or an answer in another shape', async () => {
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.constantFrom(...paths),
      query,
      bodyText,
      fc.boolean(),
      async (verb, path, asked, body, signs) => {
        const search = new URLSearchParams(asked).toString()
        const url = search === '' ? path : `${path}?${search}`
        const sentBody = verb === 'GET' ? undefined : body
        const headers = signs ? client.l2(verb, path, sentBody ?? '') : {}
        const reply = await client.send(verb, url, headers, sentBody)
        checkAnswer(`${verb} ${url} ${sentBody ?? ''}`, reply.status, reply.text)
        venue.clock.advance(50)
      },
    ),
    { numRuns: 600, seed: 7 },
  )
  assert.deepEqual(
    venue.log.violations().filter((violation) => violation.kind === 'simulator_bug'),
    [],
  )
})

test('an order with any field replaced is refused with a text, and the exchange stays whole', async () => {
  const replacement = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.integer(),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.constantFrom('0x', `0x${'ff'.repeat(400)}`, '9'.repeat(78), '0', -0, 2 ** 53, {}),
  )
  const good = client.orderBody({
    token: market.tokens[0],
    makerAmount: 4_000_000n,
    takerAmount: 10n * SHARE,
  })
  const fields = Object.keys(good['order'] as object)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...fields, 'owner', 'orderType', 'postOnly'),
      replacement,
      async (field, changed) => {
        const order = good['order'] as Record<string, unknown>
        const body = fields.includes(field)
          ? { ...good, order: { ...order, [field]: changed } }
          : { ...good, [field]: changed }
        const reply = await client.signed('POST', '/order', body)
        checkAnswer(`${field} ${JSON.stringify(changed)}`, reply.status, reply.text)
        venue.clock.advance(50)
      },
    ),
    { numRuns: 200, seed: 11 },
  )
  assert.deepEqual(venue.exchange.audit(), [])
})

test('no frame on either channel brings the service down', async () => {
  const frame = fc.oneof(
    bodyText,
    fc
      .record({ operation: value, assets_ids: fc.array(value, { maxLength: 5 }) })
      .map((part) => JSON.stringify(part)),
    fc
      .record({ type: value, auth: fc.dictionary(value, value), markets: fc.array(value) })
      .map((part) => JSON.stringify(part)),
  )
  for (const url of [marketUrl, userUrl]) {
    const frames = fc.sample(frame, { numRuns: 200, seed: 13 })
    let socket = await connect(url)
    for (const text of frames) {
      socket.sendText(text)
      if (!(await isStillThere(socket))) socket = await connect(url)
    }
    socket.close()
  }
  assert.deepEqual(
    venue.log.violations().filter((violation) => violation.kind === 'simulator_bug'),
    [],
  )
})

test('a million random bytes on raw connections leave every listener serving', async () => {
  const random = createRandom('raw bytes')
  const ports = [new URL(base).port, new URL(marketUrl).port, new URL(userUrl).port].map(Number)
  const starts = [
    '',
    'GET /book HTTP/1.1\r\n',
    'POST /order HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n',
  ]
  for (let round = 0; round < 63; round += 1) {
    const socket = createConnection(ports[round % 3] ?? 0, '127.0.0.1')
    const ended = new Promise((resolve) => {
      socket.on('error', resolve)
      socket.on('close', resolve)
    })
    socket.write(starts[round % starts.length] ?? '')
    socket.end(random.bytes(16_384))
    socket.resume()
    await ended
  }
  assert.equal((await client.send('GET', '/ok', {})).status, 200)
  for (const url of [marketUrl, userUrl]) {
    const socket = await connect(url)
    assert.equal(await isStillThere(socket), true)
    socket.close()
  }
})

/** True if a PING is still answered; a connection that was closed for nonsense is gone, the service is not. */
async function isStillThere(socket: TestSocket): Promise<boolean> {
  socket.sendText('PING')
  const gone = socket.closed.then(() => null)
  for (;;) {
    const text = await Promise.race([socket.nextText(), gone])
    if (text === null || text === 'PONG') return text !== null
  }
}
