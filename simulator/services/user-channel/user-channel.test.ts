import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'

import { createClient } from '#test/simulator/client.ts'
import { connect, type TestSocket } from '#test/simulator/socket.ts'
import { buildVenue, KEYS, SHARE } from '#test/simulator/venue.ts'

type Row = Readonly<Record<string, unknown>>

const venue = buildVenue()
const [market, , delayed] = venue.markets
const [YES, NO] = market.tokens
const sockets: TestSocket[] = []
let url = ''
let eoa: ReturnType<typeof createClient>
let owner: ReturnType<typeof createClient>

const resting = { token: YES, makerAmount: 4_000_000n, takerAmount: 10n * SHARE }
const taking = { token: YES, makerAmount: 5_300_000n, takerAmount: 10n * SHARE }

async function listening(client: typeof eoa, markets?: readonly string[]): Promise<TestSocket> {
  const socket = await connect(url)
  sockets.push(socket)
  const auth = client.credentials()
  socket.send({ auth, type: 'user', ...(markets === undefined ? {} : { markets }) })
  socket.sendText('PING')
  assert.equal(await socket.nextText(), 'PONG')
  return socket
}

async function quiet(socket: TestSocket): Promise<void> {
  socket.sendText('PING')
  assert.equal(await socket.nextText(), 'PONG')
}

before(async () => {
  const base = `http://127.0.0.1:${await venue.listen('clob', 0)}`
  url = `ws://127.0.0.1:${await venue.listen('ws_user', 0)}/ws/user`
  const now = (): number => venue.clock.now()
  eoa = createClient({ base, key: KEYS.eoa, kind: 'eoa', now })
  owner = createClient({ base, key: KEYS.owner, kind: 'owner', now })
  await Promise.all([eoa.login(), owner.login()])
})
afterEach(() => {
  venue.faults.remove()
  for (const socket of sockets.splice(0)) socket.close()
})
after(() => venue.close())

test('a key receives its own placements and cancellations only', async () => {
  const own = await listening(eoa)
  const other = await listening(owner)
  const placed = (await eoa.place(resting)).json as Row
  const placement = (await own.next()) as Row
  assert.deepEqual(
    [
      placement['event_type'],
      placement['type'],
      placement['status'],
      placement['id'],
      placement['size_matched'],
    ],
    ['order', 'PLACEMENT', 'LIVE', placed['orderID'], '0'],
  )
  assert.deepEqual([placement['owner'], placement['associate_trades']], [eoa.credentials()?.apiKey, null])
  await eoa.signed('DELETE', '/order', { orderID: placed['orderID'] })
  const cancellation = (await own.next()) as Row
  assert.deepEqual(
    [cancellation['type'], cancellation['status'], cancellation['original_size']],
    ['CANCELLATION', 'CANCELED', '10'],
  )
  await quiet(other)
})

test('a trade goes MATCHED, MINED, CONFIRMED to taker and maker, each with its own role', async () => {
  const [taker, maker] = [await listening(eoa), await listening(owner)]
  const rested = (await owner.place({ token: NO, makerAmount: 4_900_000n, takerAmount: 10n * SHARE }))
    .json as Row
  await maker.next()
  const taken = (await eoa.place({ ...taking, makerAmount: 5_100_000n })).json as Row
  const [first, last] = [(await taker.next()) as Row, (await taker.next()) as Row]
  assert.deepEqual(
    [first['event_type'], first['status'], first['trader_side'], first['taker_order_id']],
    ['trade', 'MATCHED', 'TAKER', taken['orderID']],
  )
  assert.deepEqual(
    [last['event_type'], last['type'], last['status'], last['size_matched']],
    ['order', 'PLACEMENT', 'MATCHED', '10'],
  )
  const [seen, update] = [(await maker.next()) as Row, (await maker.next()) as Row]
  assert.equal(seen['trader_side'], 'MAKER')
  assert.equal(seen['owner'], eoa.credentials()?.apiKey)
  const [part] = seen['maker_orders'] as Row[]
  assert.deepEqual(
    [part?.['order_id'], part?.['asset_id'], part?.['matched_amount'], part?.['price']],
    [rested['orderID'], NO, '10', '0.49'],
  )
  assert.deepEqual([update['type'], update['status'], update['size_matched']], ['UPDATE', 'MATCHED', '10'])
  venue.clock.advance(30_000)
  const later = [(await taker.next()) as Row, (await taker.next()) as Row]
  assert.deepEqual(
    later.map((frame) => [frame['id'], frame['status']]),
    [
      [first['id'], 'MINED'],
      [first['id'], 'CONFIRMED'],
    ],
  )
  assert.match(String(later[0]?.['transaction_hash']), /^0x[0-9a-f]{64}$/)
})

test('a killed FOK reports its reason in the status, a delayed order its wait', async () => {
  const socket = await listening(eoa)
  await eoa.place({ ...taking, makerAmount: 530_000_000n * 5n, takerAmount: 5_000n * SHARE, type: 'FOK' })
  const killed = (await socket.next()) as Row
  assert.equal(
    killed['status'],
    "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.",
  )
  assert.deepEqual([killed['outcome'], killed['size_matched'], killed['created_at']], ['', '', ''])
  await eoa.place({ ...taking, token: delayed.tokens[0] })
  assert.equal(((await socket.next()) as Row)['status'], 'DELAYED')
  venue.clock.advance(3_000)
  assert.equal(((await socket.next()) as Row)['event_type'], 'trade')
  assert.deepEqual(((await socket.next()) as Row)['type'], 'UPDATE')
})

test('only subscribed markets are sent, and the subscription can change', async () => {
  const socket = await listening(eoa, [delayed.conditionId])
  await eoa.place(resting)
  await quiet(socket)
  socket.send({ operation: 'subscribe', markets: [market.conditionId] })
  await quiet(socket)
  await eoa.signed('DELETE', '/cancel-all')
  assert.equal(((await socket.next()) as Row)['type'], 'CANCELLATION')
})

test('a subscriber of all markets keeps them after subscribing to one of them', async () => {
  const socket = await listening(eoa)
  socket.send({ operation: 'subscribe', markets: [delayed.conditionId] })
  await quiet(socket)
  await eoa.place(resting)
  assert.equal(((await socket.next()) as Row)['market'], market.conditionId)
  await eoa.signed('DELETE', '/cancel-all')
})

test('bad credentials close the connection, and so does saying nothing', async () => {
  const wrong = await connect(url)
  wrong.send({ auth: { ...eoa.credentials(), passphrase: 'no' }, type: 'user' })
  assert.equal(await wrong.closed, 1008)
  assert.equal(venue.log.violations().at(-1)?.kind, 'bad_channel_auth')
  const silent = await connect(url)
  venue.clock.advance(10_000)
  assert.equal(await silent.closed, 1008)
})

test('trade frames may be missing, doubled, late or overtaken by the order frame', async () => {
  const socket = await listening(eoa)
  const take = async (): Promise<void> => {
    assert.equal((await eoa.place(taking)).status, 200)
  }
  const kinds = async (count: number): Promise<string[]> => {
    const frames: Row[] = []
    while (frames.length < count) frames.push((await socket.next()) as Row)
    return frames.map((frame) => String(frame['event_type']))
  }
  venue.faults.add({ name: 'trade.missing_ws', when: { times: 1 } })
  await take()
  assert.deepEqual(await kinds(1), ['order'])
  venue.faults.add({ name: 'trade.duplicate', when: { times: 1 } })
  await take()
  assert.deepEqual(await kinds(3), ['trade', 'trade', 'order'])
  venue.faults.add({ name: 'trade.reorder', when: { times: 1 } })
  await take()
  assert.deepEqual(await kinds(2), ['order', 'trade'])
  venue.faults.add({ name: 'trade.late', args: { ms: 500 }, when: { times: 1 } })
  await take()
  assert.deepEqual(await kinds(1), ['order'])
  venue.clock.advance(500)
  assert.deepEqual(await kinds(1), ['trade'])
})

test('a trade frame held to be overtaken goes out at the latest with the end of its rule or after a while', async () => {
  venue.clock.advance(60_000)
  const socket = await listening(eoa)
  const statuses = async (count: number): Promise<unknown[]> => {
    const frames: Row[] = []
    while (frames.length < count) frames.push((await socket.next()) as Row)
    return frames.map((frame) => [frame['event_type'], frame['status']])
  }
  assert.equal((await eoa.place(taking)).status, 200)
  await statuses(2)
  venue.faults.add({ name: 'trade.reorder' })
  venue.clock.advance(30_000)
  assert.deepEqual(await statuses(2), [
    ['trade', 'MINED'],
    ['trade', 'CONFIRMED'],
  ])
  venue.faults.remove()
  venue.faults.add({ name: 'trade.retrying', when: { times: 1 } })
  assert.equal((await eoa.place(taking)).status, 200)
  await statuses(2)
  venue.faults.add({ name: 'trade.reorder' })
  venue.clock.advance(2_000)
  venue.faults.remove()
  assert.deepEqual(await statuses(1), [['trade', 'RETRYING']])
})

test('the frame of a match may be there before its figures; the frames after it have them', async () => {
  venue.clock.advance(60_000)
  const socket = await listening(eoa)
  venue.faults.add({ name: 'trade.empty_figures' })
  await eoa.place(taking)
  const figures = async (): Promise<unknown> => {
    const frame = (await socket.next()) as Row
    return [frame['status'], frame['size'], frame['price']]
  }
  assert.deepEqual(await figures(), ['MATCHED', '', ''])
  await socket.next()
  venue.clock.advance(3_000)
  assert.deepEqual(await figures(), ['MINED', '10', '0.53'])
})
