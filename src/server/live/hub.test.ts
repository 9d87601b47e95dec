// Rules shown here: API-8, SEC-4.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { WebSocket } from 'ws'
import { fillKey } from '#core/order/order.ts'
import { outcomeId, price, whole } from '#engine/testing/market-fakes.ts'
import type { Fill } from '#core/order/order.ts'
import type { OrderId, TradeId } from '#core/ids.ts'
import { send, SESSION_COOKIE, startHarness } from '../testing/harness.ts'
import type { Client, Frame, Harness, Login } from '../testing/harness.ts'
import { examples } from '../openapi/examples.ts'
import { withCash } from '#core/testing/fill-cash.ts'

const BOOK = 'book:pm:2'
const ORDER = `pm:0x${'1'.padStart(64, '0')}` as OrderId

let server: Harness
let page: Login
beforeEach(async () => {
  server = await startHarness()
  page = await server.login()
})
afterEach(() => server.close())

async function following(topics: readonly string[]): Promise<Client> {
  const tab = await server.connect(page)
  tab.send({ op: 'sub', topics })
  await tab.until(topics.length)
  return tab
}

/** Answers once everything sent before has arrived in both directions. */
async function inStep(tab: Client): Promise<void> {
  const pongs = tab.frames.filter(({ op }) => op === 'pong').length
  tab.send({ op: 'ping' })
  for (let count = tab.frames.length + 1; ; count += 1) {
    await tab.until(count)
    if (tab.frames.filter(({ op }) => op === 'pong').length > pongs) return
  }
}

const data = (tab: Client, topic: string): readonly Frame[] =>
  tab.frames.filter((frame) => frame.topic === topic)

function assertGapless(tab: Client, topic: string): void {
  assert.deepEqual(
    data(tab, topic).map(({ seq }) => seq),
    data(tab, topic).map((_, index) => index + 1),
  )
}

describe('a topic', () => {
  test('INV-26 starts with a snapshot and goes on without gaps, at most every 100 ms', async () => {
    const tab = await following([BOOK])
    for (let steps = 1; steps <= 30; steps += 1) {
      server.fake.setBook(outcomeId(2), { bids: [[price(100 * steps), whole(steps)]] })
      await server.clock.advance(10)
    }
    await server.clock.advance(200)
    await inStep(tab)
    assertGapless(tab, BOOK)
    const frames = data(tab, BOOK)
    assert.equal(frames[0]?.type, 'snapshot')
    assert.ok(frames.slice(1).every(({ type }) => type === 'delta'))
    assert.ok(frames.length >= 4 && frames.length <= 6, String(frames.length))
    assert.deepEqual(frames.at(-1)?.data?.['bids'], [
      ['0.3', '30'],
      ['0.2', '0'],
    ])
    assert.equal(frames.at(-1)?.data?.['book_seq'], 31)
  })

  test('is numbered for each connection on its own', async () => {
    const first = await following([BOOK])
    server.fake.setBook(outcomeId(2), { hash: 'b1' })
    await server.clock.advance(200)
    await inStep(first)
    const second = await following([BOOK])
    server.fake.setBook(outcomeId(2), { hash: 'b2' })
    await server.clock.advance(200)
    await inStep(first)
    await inStep(second)
    assertGapless(first, BOOK)
    assertGapless(second, BOOK)
    assert.equal(data(first, BOOK).length, 3)
    assert.equal(data(second, BOOK).length, 2)
    assert.deepEqual(data(first, BOOK).at(-1)?.data, data(second, BOOK).at(-1)?.data)
  })

  test('joined between two slots starts from what was last sent, so that the next delta fits', async () => {
    const first = await following([BOOK])
    server.fake.setBook(outcomeId(2), { hash: 'b1' })
    await server.clock.advance(0)
    server.fake.setBook(outcomeId(2), { asks: [] })
    const second = await following([BOOK])
    assert.deepEqual(data(second, BOOK)[0]?.data?.['asks'], [['0.51', '100']])
    server.fake.setBook(outcomeId(2), { asks: [[price(5100), whole(100)]] })
    await server.clock.advance(200)
    await inStep(first)
    await inStep(second)
    assert.equal(data(second, BOOK)[1]?.data?.['asks'], undefined)
  })

  test('gives a snapshot under the next number on resync', async () => {
    const tab = await following([BOOK, 'status'])
    tab.send({ op: 'resync', topics: [BOOK, 'trading'] })
    await inStep(tab)
    assertGapless(tab, BOOK)
    assert.equal(data(tab, BOOK).at(-1)?.type, 'snapshot')
    assert.equal(data(tab, BOOK).length, 2)
    assert.equal(data(tab, 'trading').length, 0)
  })

  test('sends nothing when nothing changed', async () => {
    const tab = await following(['status', 'trading', 'feeds'])
    server.fake.engine.bus.publish('status', server.fake.engine.status.read())
    server.fake.engine.bus.publish('trading', server.fake.engine.trading.state())
    await server.clock.advance(500)
    await inStep(tab)
    assert.equal(tab.frames.length, 4)
  })

  test('of a book holds the book until the last tab has left', async () => {
    const held = (): number => server.fake.held.get(outcomeId(2)) ?? 0
    const first = await following([BOOK])
    const second = await following([BOOK])
    assert.equal(held(), 1)
    first.send({ op: 'unsub', topics: [BOOK] })
    await inStep(first)
    assert.equal(held(), 1)
    server.fake.setBook(outcomeId(2), { hash: 'b1' })
    await server.clock.advance(200)
    await inStep(first)
    assert.equal(data(first, BOOK).length, 1)
    second.socket.close()
    await second.closed
    await inStep(first)
    assert.equal(held(), 0)
  })

  test('orders shows an order come, change and go', async () => {
    const tab = await following(['orders'])
    await server.as(page, '/api/orders/place', { method: 'POST', body: examples.placeOrder.body })
    await tab.until(2)
    await server.clock.advance(200)
    server.fake.setOrder(ORDER, { status: 'filled', filledSize: whole(10) })
    const ended = await tab.until(3)
    const upserts = data(tab, 'orders').map(
      ({ data }) => (data?.['upsert'] as { status: string }[] | undefined)?.[0]?.status,
    )
    assert.deepEqual(upserts, [undefined, 'live', 'filled'])
    assert.deepEqual(ended.data?.['remove'], [ORDER])
  })

  test('fills shows each fill under its own id', async () => {
    const fill: Fill = withCash({
      tradeId: 't1' as TradeId,
      orderId: ORDER,
      outcomeId: outcomeId(2),
      marketId: `pm:0x${'1'.padStart(64, '0')}` as Fill['marketId'],
      side: 'BUY',
      price: price(5000),
      size: whole(2),
      fee: null,
      role: 'taker',
      status: 'matched',
      txHash: null,
      at: server.clock.now(),
    })
    const tab = await following(['fills'])
    server.fake.engine.bus.publish('fill', fill)
    server.fake.engine.bus.publish('fill', { ...fill, status: 'confirmed' })
    const frame = await tab.until(2)
    const { upsert: fills } = frame.data as { upsert: { id: string; status: string }[] }
    const [upsert, ...more] = fills
    assert.deepEqual([upsert?.id, upsert?.status, more.length], [fillKey(fill), 'confirmed', 0])
  })
})

describe('a topic that fails', () => {
  test('ends neither the process nor other topics: its tabs are notified, and get a snapshot once it works', async () => {
    const first = await following(['status', 'trading'])
    const status = server.fake.engine.status.read()
    server.fake.bug = new Error('a bug')
    server.fake.engine.bus.publish('status', status)
    server.fake.engine.trading.arm()
    server.fake.engine.bus.publish('trading', server.fake.engine.trading.state())
    await server.clock.advance(0)
    await inStep(first)
    const second = await server.connect(page)
    second.send({ op: 'sub', topics: ['status', 'trading'] })
    await inStep(second)
    for (const tab of [first, second]) {
      assert.equal(data(tab, 'status').at(-1)?.code, 'topic_failed')
      assert.equal(data(tab, 'trading').at(-1)?.data?.['mode'], 'ARMED')
    }
    await server.clock.advance(3_000)
    assert.equal(server.logged.filter(({ event }) => event === 'live.topic_failed').length, 1)
    server.fake.bug = null
    await server.clock.advance(1_200)
    for (const tab of [first, second]) {
      await inStep(tab)
      assert.equal(data(tab, 'status').at(-1)?.type, 'snapshot')
    }
    assert.deepEqual(
      data(first, 'status').flatMap(({ seq }) => seq ?? []),
      [1, 2],
    )
  })

  test('while it is opened leaves the connection as it is, and can be asked for again', async () => {
    const tab = await server.connect(page)
    server.fake.bug = new Error('a bug')
    tab.send({ op: 'sub', topics: ['status', 'trading'] })
    await inStep(tab)
    assert.equal(data(tab, 'status')[0]?.code, 'topic_failed')
    assert.equal(data(tab, 'trading').length, 1)
    server.fake.bug = null
    tab.send({ op: 'sub', topics: ['status'] })
    await inStep(tab)
    assert.equal(data(tab, 'status').at(-1)?.type, 'snapshot')
  })
})

describe('a value that changes and changes back', () => {
  test('around the moment a tab joins is sent to it (SAFE shown while ARMED)', async () => {
    const { trading, bus } = server.fake.engine
    const first = await following(['trading'])
    trading.arm()
    bus.publish('trading', trading.state())
    await server.clock.advance(0)
    trading.disarm('user')
    bus.publish('trading', trading.state())
    const second = await following(['trading'])
    assert.equal(data(second, 'trading')[0]?.data?.['mode'], 'SAFE')
    trading.arm()
    bus.publish('trading', trading.state())
    await server.clock.advance(200)
    for (const tab of [first, second]) {
      await inStep(tab)
      assert.equal(data(tab, 'trading').at(-1)?.data?.['mode'], 'ARMED')
      assertGapless(tab, 'trading')
    }
  })
})

describe('a tab that cannot keep up', () => {
  test('INV-26 is skipped without slowing another, and then gets a snapshot under the next number', async () => {
    const slow = await following([BOOK])
    const fast = await following([BOOK])
    const stream = (slow.socket as unknown as { _socket: Socket })._socket
    stream.pause()
    let versions = 0
    const change = async (): Promise<void> => {
      versions += 1
      const sizes = Array.from({ length: 4000 }, (_, index) => [price(index + 1), whole(versions)] as const)
      server.fake.setBook(outcomeId(2), { bids: sizes.toReversed() })
      await server.clock.advance(100)
      await inStep(fast)
    }
    // Far more than the sockets' own buffers and the queue of 1 MiB can take.
    for (let round = 0; round < 200; round += 1) await change()
    assert.equal(data(fast, BOOK).length, versions + 1)
    assertGapless(fast, BOOK)
    assert.ok(data(slow, BOOK).length < versions)

    stream.resume()
    while (data(slow, BOOK).at(-1)?.type !== 'snapshot' || data(slow, BOOK).length === 1) {
      await slow.until(slow.frames.length + 1)
    }
    await inStep(slow)
    assertGapless(slow, BOOK)
    assert.ok(data(slow, BOOK).length < versions)
    assert.equal(data(slow, BOOK).at(-1)?.data?.['book_seq'], versions + 1)
    await change()
    await inStep(slow)
    assertGapless(slow, BOOK)
    assert.equal(data(slow, BOOK).at(-1)?.data?.['book_seq'], versions + 1)
  })
})

describe('frames that are wrong', () => {
  for (const [name, frame, code] of [
    ['not JSON', '{', 'invalid_json'],
    ['too large', `{"op":"ping"${' '.repeat(65_536)}}`, 'frame_too_large'],
  ] as const) {
    test(`${name}: an error, then the end with 1008`, async () => {
      const tab = await server.connect(page)
      tab.send(frame)
      assert.equal((await tab.until(1)).code, code)
      tab.send({ op: 'ping' })
      assert.equal((await tab.until(2)).op, 'pong')
      tab.send(frame)
      assert.equal(await tab.closed, 1008)
    })
  }

  test('binary is not JSON', async () => {
    const tab = await server.connect(page)
    tab.socket.send(Buffer.from('{"op":"ping"}'))
    assert.equal((await tab.until(1)).code, 'invalid_json')
  })

  test('an unknown operation or field is named and changes nothing', async () => {
    const tab = await server.connect(page)
    for (const frame of [{ op: 'place' }, { op: 'ping', more: 1 }, { op: 'sub', topics: [] }]) {
      const count = tab.frames.length
      tab.send(frame)
      assert.equal((await tab.until(count + 1)).code, 'invalid_frame')
    }
    tab.send({ op: 'sub', topics: ['weather', 'book:pm:01', 'book:pm:99', 'trading'] })
    await inStep(tab)
    assert.deepEqual(
      tab.frames.slice(3, 7).map(({ code, topic }) => [code, topic]),
      [
        ['unknown_topic', 'weather'],
        ['unknown_topic', 'book:pm:01'],
        ['unknown_topic', 'book:pm:99'],
        [undefined, 'trading'],
      ],
    )
  })

  test('more than 20 a second: an error, then the end with 1008', async () => {
    const tab = await server.connect(page)
    for (let count = 0; count < 22; count += 1) tab.send({ op: 'ping' })
    assert.equal(await tab.closed, 1008)
    assert.equal(tab.frames.filter(({ op }) => op === 'pong').length, 20)
    assert.equal(tab.frames[20]?.code, 'rate_limited')
  })

  for (const kind of ['ping', 'pong'] as const) {
    test(`more than 20 ${kind} frames a second: the same`, async () => {
      const tab = await server.connect(page)
      for (let count = 0; count < 22; count += 1) tab.socket[kind]()
      assert.equal(await tab.closed, 1008)
    })
  }
})

describe('an upgrade is refused before switching', () => {
  const refusal = async (headers: Record<string, string>, path = '/ws'): Promise<string> => {
    const socket = new WebSocket(`ws://${server.host}${path}`, { headers })
    socket.on('error', () => undefined)
    const [, response] = (await once(socket, 'unexpected-response')) as [
      unknown,
      AsyncIterable<Buffer> & { statusCode: number; headers: Record<string, string> },
    ]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    return `${response.statusCode} ${(JSON.parse(text) as { code: string }).code}`
  }
  const origin = (): string => `http://${server.host}`

  test('without a session', async () => {
    assert.equal(await refusal({ origin: origin() }), '403 no_session')
    const made = { cookie: `${SESSION_COOKIE}=${'a'.repeat(43)}`, origin: origin() }
    assert.equal(await refusal(made), '403 no_session')
  })

  test('without Origin, or with a foreign one', async () => {
    assert.equal(await refusal({ cookie: page.cookie }), '403 bad_origin')
    for (const wrong of ['http://evil.example', 'null', `https://${server.host}`]) {
      assert.equal(await refusal({ cookie: page.cookie, origin: wrong }), '403 bad_origin')
    }
  })

  test('with a foreign Host', async () => {
    const headers = { cookie: page.cookie, origin: origin(), host: 'evil.example' }
    assert.equal(await refusal(headers), '403 bad_host')
  })

  test('anywhere but at /ws', async () => {
    const headers = { cookie: page.cookie, origin: origin() }
    assert.equal(await refusal(headers, '/api/status'), '404 not_found')
    assert.equal(await refusal(headers, '/ws?x=1'), '404 not_found')
  })

  test('when its handshake is not one', async () => {
    const answer = await send(server.host, '/ws', {
      headers: {
        cookie: page.cookie,
        origin: origin(),
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'short',
      },
    })
    assert.equal(`${answer.status} ${String(answer.json()['code'])}`, '400 bad_request')
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  })

  test('as the 21st', async () => {
    const tabs = await Promise.all(Array.from({ length: 20 }, () => server.connect(page)))
    const headers = { cookie: page.cookie, origin: origin() }
    assert.equal(await refusal(headers), '429 rate_limited')
    tabs[0]?.socket.close()
    await tabs[0]?.closed
    await server.connect(page)
  })
})

describe('a connection', () => {
  test('takes 200 topics and no more', async () => {
    const tab = await server.connect(page)
    tab.send({ op: 'sub', topics: ['status', 'trading', 'feeds', 'orders', 'fills'] })
    const books = Array.from({ length: 195 }, (_, index) => `book:pm:${index + 1000}`)
    server.fake.know(books.map((topic) => topic.slice('book:'.length)))
    tab.send({ op: 'sub', topics: [...books, BOOK] })
    assert.deepEqual((await tab.until(201)).code, 'too_many_topics')
  })

  test('INV-42 ends with 4401 within 10 s of its session', async () => {
    const tab = await server.connect(page)
    server.sessions.rows.clear()
    await server.clock.advance(10_000)
    assert.equal(await tab.closed, 4401)
  })

  test('is pinged every 20 s and gone after 45 s of silence', async () => {
    const tab = await server.connect(page)
    const silent = await server.connect(page)
    ;(silent.socket as unknown as { _socket: Socket })._socket.pause()
    for (let seconds = 0; seconds < 60; seconds += 5) {
      await server.clock.advance(5_000)
      await inStep(tab)
    }
    ;(silent.socket as unknown as { _socket: Socket })._socket.resume()
    assert.equal(await silent.closed, 1006)
    assert.equal(tab.socket.readyState, WebSocket.OPEN)
    const pinged = await server.connect(page)
    const ping = once(pinged.socket, 'ping')
    await server.clock.advance(21_000)
    await ping
  })

  test('speaks no compression and no subprotocol', async () => {
    const socket = new WebSocket(`ws://${server.host}/ws`, {
      headers: { cookie: page.cookie, origin: `http://${server.host}` },
      perMessageDeflate: true,
    })
    await once(socket, 'open')
    assert.equal(socket.extensions, '')
    socket.close()
  })
})

test('a plain GET of /ws is a 404', async () => {
  assert.equal((await send(server.host, '/ws')).status, 404)
})
