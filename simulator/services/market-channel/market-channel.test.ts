import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'

import { PLAIN } from '../../types.ts'
import { connect, type TestSocket } from '#test/simulator/socket.ts'
import { buildVenue, SHARE, testMarket } from '#test/simulator/venue.ts'

type Row = Readonly<Record<string, unknown>>
type Change = Readonly<
  Record<'asset_id' | 'price' | 'size' | 'side' | 'hash' | 'best_bid' | 'best_ask', string>
>

const venue = buildVenue({
  rowsOf: () => ({ market: { id: '77', question: 'Will it?' }, event: { slug: 'it' }, tags: ['all'] }),
})
const [market] = venue.markets
const [YES, NO] = market.tokens
const sockets: TestSocket[] = []
let url = ''
let orders = 0

async function open(): Promise<TestSocket> {
  const socket = await connect(url)
  sockets.push(socket)
  return socket
}

async function subscribed(assets: readonly string[], more: Row = {}): Promise<TestSocket> {
  const socket = await open()
  socket.send({ assets_ids: assets, type: 'market', ...more })
  await socket.next()
  return socket
}

function place(side: 'BUY' | 'SELL', price: number, shares: number, token = YES): string {
  orders += 1
  const id = `0x${orders.toString(16).padStart(64, '0')}`
  venue.exchange.deposit('someone', 1_000n * SHARE)
  venue.exchange.grantShares('someone', token, 1_000n * SHARE)
  const answer = venue.exchange.place({
    id,
    wallet: 'someone',
    owner: 'someone',
    token,
    side,
    price,
    size: BigInt(shares) * SHARE,
    ...PLAIN,
  })
  assert.equal(answer.kind, 'placed')
  return id
}

before(async () => {
  url = `ws://127.0.0.1:${await venue.listen('ws_market', 0)}/ws/market`
})
afterEach(() => {
  venue.faults.remove()
  for (const socket of sockets.splice(0)) socket.close()
})
after(() => venue.close())

test('the first frame is one array of books with tick size and last trade price, best price last', async () => {
  const socket = await open()
  socket.send({ assets_ids: [YES, '999'], type: 'market' })
  const books = (await socket.next()) as Row[]
  assert.equal(books.length, 1)
  const book = books[0] as Row & { bids: Change[]; asks: Change[] }
  assert.deepEqual(Object.keys(book), [
    'market',
    'asset_id',
    'timestamp',
    'hash',
    'bids',
    'asks',
    'tick_size',
    'event_type',
    'last_trade_price',
  ])
  assert.deepEqual([book.bids.at(-1)?.price, book.asks.at(-1)?.price], ['0.49', '0.53'])
  socket.send({ operation: 'subscribe', assets_ids: [YES], initial_dump: true })
  socket.send({ operation: 'subscribe', assets_ids: [YES, NO], initial_dump: true })
  const added = (await socket.next()) as Row[]
  assert.deepEqual(
    added.map((entry) => entry['asset_id']),
    [NO],
  )
  socket.send({ operation: 'unsubscribe', assets_ids: [YES] })
  socket.send({ operation: 'subscribe', assets_ids: [YES], initial_dump: true })
  assert.equal(((await socket.next()) as Row[])[0]?.['asset_id'], YES)
})

test('an operation that does not ask for books gets none, but with ws.dump_unasked it does', async () => {
  const socket = await subscribed([YES])
  socket.send({ operation: 'subscribe', assets_ids: [NO] })
  socket.sendText('PING')
  assert.equal(await socket.nextText(), 'PONG')
  socket.send({ operation: 'unsubscribe', assets_ids: [NO] })
  venue.faults.add({ name: 'ws.dump_unasked' })
  socket.send({ operation: 'subscribe', assets_ids: [NO] })
  assert.equal(((await socket.next()) as Row[])[0]?.['asset_id'], NO)
})

test('unknown assets give an empty array, an empty list keeps the connection, nonsense gets a text', async () => {
  const socket = await open()
  socket.send({ assets_ids: ['1'], type: 'market' })
  assert.deepEqual(await socket.next(), [])
  socket.sendText('{')
  assert.equal(await socket.nextText(), 'INVALID OPERATION')
  socket.send({ operation: 'dance', assets_ids: [] })
  assert.equal(await socket.nextText(), 'INVALID OPERATION')
  socket.send({ operation: 'subscribe', assets_ids: [] })
  socket.sendText('PING')
  assert.equal(await socket.nextText(), 'PONG')
})

test('a change is sent to both outcomes once, mirrored, with the digest that the book then has', async () => {
  const socket = await subscribed([YES, NO])
  const id = place('BUY', 4_500, 7)
  const frame = (await socket.next()) as { event_type: string; price_changes: Change[] }
  assert.equal(frame.event_type, 'price_change')
  const shown = frame.price_changes.map(({ asset_id, side, price, size, best_bid, best_ask }) => [
    asset_id,
    side,
    price,
    size,
    best_bid,
    best_ask,
  ])
  assert.deepEqual(shown, [
    [YES, 'BUY', '0.45', '7', '0.49', '0.53'],
    [NO, 'SELL', '0.55', '7', '0.47', '0.51'],
  ])
  const fresh = await open()
  fresh.send({ assets_ids: [NO], type: 'market' })
  const [book] = (await fresh.next()) as Row[]
  assert.equal(book?.['hash'], frame.price_changes[1]?.hash)
  venue.exchange.cancel([id], { owner: 'someone' })
  const removed = (await socket.next()) as { price_changes: Change[] }
  assert.equal(removed.price_changes[0]?.size, '0')
})

test('after a trade come the trade, the changes and whole books of both outcomes without tick size', async () => {
  const socket = await subscribed([YES, NO])
  place('BUY', 5_300, 10)
  const frames = [await socket.next(), await socket.next(), await socket.next(), await socket.next()] as Row[]
  assert.deepEqual(
    frames.map((frame) => frame['event_type']),
    ['last_trade_price', 'price_change', 'book', 'book'],
  )
  assert.deepEqual([frames[0]?.['price'], frames[0]?.['size'], frames[0]?.['side']], ['0.53', '10', 'BUY'])
  assert.deepEqual([frames[2]?.['asset_id'], frames[3]?.['asset_id']], [YES, NO])
  assert.equal('tick_size' in (frames[2] ?? {}), false)
})

test('a subscriber of one outcome receives changes of the other, but only its own books', async () => {
  const socket = await subscribed([NO])
  place('BUY', 5_300, 10)
  const frames = [await socket.next(), await socket.next()] as Row[]
  assert.deepEqual(
    frames.map((frame) => frame['event_type']),
    ['price_change', 'book'],
  )
  socket.sendText('PING')
  assert.equal(await socket.nextText(), 'PONG')
})

test('a tick change is sent twice for each subscribed outcome', async () => {
  const socket = await subscribed([YES, NO])
  venue.exchange.setTick(market.conditionId, 10)
  const frames = [await socket.next(), await socket.next(), await socket.next(), await socket.next()] as Row[]
  assert.deepEqual(
    frames.map((frame) => [frame['asset_id'], frame['old_tick_size'], frame['new_tick_size']]),
    [YES, YES, NO, NO].map((token) => [token, '0.01', '0.001']),
  )
  venue.exchange.setTick(market.conditionId, 100)
})

test('best prices, new and resolved markets are sent only to those who asked', async () => {
  const plain = await subscribed([YES])
  const custom = await subscribed([YES], { custom_feature_enabled: true })
  place('BUY', 5_000, 10)
  assert.equal(((await custom.next()) as Row)['event_type'], 'price_change')
  const best = (await custom.next()) as Row
  assert.deepEqual([best['event_type'], best['best_bid'], best['spread']], ['best_bid_ask', '0.5', '0.03'])
  const other = testMarket(9)
  venue.exchange.list(other)
  const listed = (await custom.next()) as Row
  assert.deepEqual(
    [listed['event_type'], listed['market'], listed['question']],
    ['new_market', other.conditionId, 'Will it?'],
  )
  custom.send({ operation: 'subscribe', assets_ids: other.tokens, initial_dump: true })
  await custom.next()
  venue.exchange.resolve(other.conditionId, 1)
  const resolved = (await custom.next()) as Row
  assert.deepEqual(
    [resolved['event_type'], resolved['winning_asset_id'], resolved['winning_outcome']],
    ['market_resolved', other.tokens[1], 'No'],
  )
  assert.equal(((await plain.next()) as Row)['event_type'], 'price_change')
  plain.sendText('PING')
  assert.equal(await plain.nextText(), 'PONG')
})

test('beyond 500 assets changes flow but no first books come', async () => {
  const socket = await open()
  const many = Array.from({ length: 501 }, (_, index) => (index === 0 ? YES : String(700_000 + index)))
  socket.send({ assets_ids: many, type: 'market' })
  socket.sendText('PING')
  assert.equal(await socket.nextText(), 'PONG')
  place('BUY', 4_400, 7)
  assert.equal(((await socket.next()) as Row)['event_type'], 'price_change')
})

test('frame faults drop, repeat, bend, freeze and close', async () => {
  const expectations: [string, Row, (socket: TestSocket) => Promise<void>][] = [
    ['ws.dup_frame', {}, async (socket) => assert.equal(await socket.nextText(), await socket.nextText())],
    ['ws.malformed', {}, async (socket) => assert.match(await socket.nextText(), /,\}$/)],
    [
      'ws.unknown_event',
      {},
      async (socket) => assert.equal(((await socket.next()) as Row)['event_type'], 'something_new'),
    ],
    [
      'ws.missing_field',
      { name: 'price' },
      async (socket) =>
        assert.equal(
          'price' in (((await socket.next()) as { price_changes: object[] }).price_changes[0] ?? {}),
          false,
        ),
    ],
    [
      'ws.bad_number',
      { text: 'NaN' },
      async (socket) => assert.match(await socket.nextText(), /"price":"NaN"/),
    ],
    ['ws.proto_keys', {}, async (socket) => assert.match(await socket.nextText(), /^\{"__proto__"/)],
    [
      'ws.crossed_book',
      {},
      async (socket) => assert.match(await socket.nextText(), /"best_bid":"0.99","best_ask":"0.01"/),
    ],
    [
      'ws.locked_book',
      {},
      async (socket) => assert.match(await socket.nextText(), /"best_bid":"0.5","best_ask":"0.5"/),
    ],
    ['ws.close', { code: 1012 }, async (socket) => assert.equal(await socket.closed, 1012)],
    ['ws.reset', {}, async (socket) => assert.equal(await socket.closed, 1006)],
    ['ws.deflate_bomb', {}, async (socket) => assert.equal(await socket.closed, 1006)],
  ]
  for (const [name, args, expected] of expectations) {
    const socket = await subscribed([YES])
    venue.faults.add({ name, args, match: { service: 'ws_market' } })
    place('BUY', 4_400, 6)
    await expected(socket)
    venue.faults.remove()
    socket.close()
  }
})

test('a silent feed still answers PING, a mute one does not', async () => {
  const socket = await subscribed([YES])
  venue.faults.add({ name: 'ws.silent_freeze' })
  place('BUY', 4_400, 6)
  socket.sendText('PING')
  assert.equal(await socket.nextText(), 'PONG')
  venue.faults.remove()
  venue.faults.add({ name: 'ws.no_pong', when: { times: 1 } })
  socket.sendText('PING')
  place('BUY', 4_400, 6)
  assert.equal(((await socket.next()) as Row)['event_type'], 'price_change')
})

test('one asset may be silent, a false tick change sent, a resolution withheld', async () => {
  const socket = await subscribed([YES, NO])
  venue.faults.add({ name: 'ws.asset_mute', args: { asset: NO }, when: { times: 1 } })
  venue.faults.add({
    name: 'ws.tick_change',
    args: { asset: NO, old: '0.01', new: '0.1' },
    when: { times: 1 },
  })
  place('BUY', 4_400, 6)
  const received = [(await socket.next()) as Row, (await socket.next()) as Row]
  assert.deepEqual(
    received.map((frame) => [frame['event_type'], frame['asset_id'], frame['new_tick_size']]),
    [NO, NO].map((token) => ['tick_size_change', token, '0.1']),
  )
  const other = testMarket(11)
  venue.exchange.list(other)
  const custom = await subscribed(other.tokens, { custom_feature_enabled: true })
  venue.faults.add({ name: 'ws.resolved', args: { with_frame: false } })
  venue.exchange.resolve(other.conditionId, 0)
  custom.sendText('PING')
  assert.equal(await custom.nextText(), 'PONG')
})

test('frames that a rule delays come that much later each, not one delay after the other', async () => {
  const socket = await subscribed([YES])
  venue.faults.add({ name: 'ws.delay', args: { ms: 500 } })
  const sent = performance.now()
  for (let count = 1; count <= 6; count += 1) place('BUY', 1_000 + count * 100, 7)
  for (let count = 1; count <= 6; count += 1) await socket.next()
  const took = performance.now() - sent
  // One after the other they would take 3,000 ms: a busy machine has time to be slow.
  assert.ok(took >= 499 && took < 2_500, `${took} ms`)
})

test('a frame held to be overtaken goes out at the latest with the end of its rule or after a while', async () => {
  const socket = await subscribed([YES])
  const price = async (): Promise<string | undefined> =>
    ((await socket.next()) as { price_changes: Change[] }).price_changes[0]?.price
  venue.faults.add({ name: 'ws.reorder' })
  place('BUY', 1_100, 7)
  place('BUY', 1_200, 7)
  assert.deepEqual([await price(), await price()], ['0.12', '0.11'])
  place('BUY', 1_300, 7)
  venue.faults.remove()
  assert.equal(await price(), '0.13')
  venue.faults.add({ name: 'ws.reorder' })
  place('BUY', 1_400, 7)
  venue.clock.advance(2_000)
  assert.equal(await price(), '0.14')
})

test('an upgrade may be refused, the first books withheld or out of date', async () => {
  venue.faults.add({ name: 'ws.upgrade_status', args: { code: 503 }, when: { times: 1 } })
  await assert.rejects(connect(url), /503/)
  venue.faults.add({ name: 'ws.no_dump', when: { times: 1 } })
  const socket = await open()
  socket.send({ assets_ids: [YES], type: 'market' })
  assert.deepEqual(await socket.next(), [])
})
