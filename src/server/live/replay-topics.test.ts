// The socket of a replay (API-12): the topics of its instant, whole again after each jump, and nothing that could be sent.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { afterEach, beforeEach, test } from 'node:test'
import { WebSocket } from 'ws'
import { startHarness, type Harness, type Login } from '../testing/harness.ts'
import { RECORDED_FROM } from '../testing/replays-fake.ts'

let server: Harness
let page: Login
beforeEach(async () => {
  server = await startHarness()
  page = await server.login()
})
afterEach(() => server.close())

const time = (seconds: number): string => new Date(RECORDED_FROM + seconds * 1_000).toISOString()

async function open(): Promise<string> {
  const body = { from: time(0), to: time(60) }
  const answer = await server.as(page, '/api/replay', { method: 'POST', body })
  assert.equal(answer.status, 200, answer.text)
  return String(answer.json()['id'])
}

const command = (id: string, body: object) => server.as(page, `/api/replay/${id}`, { method: 'POST', body })

test('books, trades and orders are those of its instant, and whole again after a jump', async () => {
  const id = await open()
  const tab = await server.connect(page, `/ws?replay=${id}`)
  tab.send({ op: 'sub', topics: ['book:pm:2', 'trades:pm:2', 'orders', 'fills', 'replay'] })
  await tab.until(5)
  const last = (topic: string) => tab.frames.findLast((frame) => frame.topic === topic)
  const listed = (topic: string) => (last(topic)?.data?.['upsert'] as readonly unknown[] | undefined)?.length
  assert.deepEqual(last('book:pm:2')?.data?.['bids'], [['0.49', '10']])
  assert.deepEqual([listed('trades:pm:2'), listed('orders'), listed('fills')], [0, 0, 0])

  const answer = await command(id, { do: 'seek', at: time(50) })
  assert.deepEqual([answer.json()['at'], answer.json()['seeking']], [time(50), false])
  await server.clock.advance(200)
  while (last('book:pm:2')?.seq === 1) await tab.until(tab.frames.length + 1)
  await tab.until(10)
  assert.equal(last('book:pm:2')?.type, 'snapshot')
  assert.deepEqual(last('book:pm:2')?.data?.['bids'], [
    ['0.5', '7'],
    ['0.49', '10'],
  ])
  assert.deepEqual([listed('trades:pm:2'), listed('orders'), listed('fills')], [1, 0, 1])
})

test('the group of an order and the legs of an exit are those of its instant', async () => {
  const id = await open()
  const tab = await server.connect(page, `/ws?replay=${id}`)
  tab.send({ op: 'sub', topics: ['orders', 'exits'] })
  await tab.until(2)
  const rows = (topic: string) =>
    (tab.frames.findLast((frame) => frame.topic === topic)?.data?.['upsert'] ?? []) as readonly Record<
      string,
      unknown
    >[]
  assert.deepEqual([rows('orders'), rows('exits')], [[], []])
  await command(id, { do: 'seek', at: time(15) })
  await server.clock.advance(200)
  await tab.until(4)
  assert.deepEqual(
    rows('orders').map((one) => [one['group'], one['group_size']]),
    [['01890a5d-ac96-774b-9cce-000000000001', 2]],
  )
  assert.deepEqual(
    rows('exits').map((one) => [one['outcome_id'], one['target_price'], one['stop_price'], one['state']]),
    [['pm:2', '0.7', '0.4', 'active']],
  )
})

test('INV-74 positions and account are those of its instant, and whole again after a jump', async () => {
  const id = await open()
  const tab = await server.connect(page, `/ws?replay=${id}`)
  tab.send({ op: 'sub', topics: ['positions', 'account'] })
  await tab.until(2)
  const last = (topic: string) => tab.frames.findLast((frame) => frame.topic === topic)?.data
  const held = () =>
    ((last('positions')?.['upsert'] ?? []) as readonly Record<string, unknown>[]).map((one) => [
      one['outcome_id'],
      one['size'],
      one['mark_price'],
      one['exit_unavailable'],
    ])
  assert.deepEqual([held(), last('account')?.['cash']], [[], '100'])
  await command(id, { do: 'seek', at: time(50) })
  await server.clock.advance(200)
  await tab.until(4)
  assert.deepEqual(held(), [['pm:2', '5', '0.5', 'trading_disabled']])
  assert.deepEqual([last('account')?.['cash'], last('account')?.['positions_value']], ['98', '2.5'])
})

test('INV-70 a replay has no topic and no frame by which anything could be sent, and is not armed', async () => {
  const id = await open()
  const tab = await server.connect(page, `/ws?replay=${id}`)
  tab.send({ op: 'sub', topics: ['trading', 'status', 'combo_rfqs'] })
  await tab.until(3)
  assert.deepEqual(
    tab.frames.map((frame) => [frame.op, frame.code]),
    Array.from({ length: 3 }, () => ['error', 'unknown_topic']),
  )
  tab.send({ op: 'place', outcome_id: 'pm:2' })
  assert.equal((await tab.until(4)).code, 'invalid_frame')
  assert.deepEqual(server.fake.placed, [])
})

test('a replay that has ended has no socket, and its tabs are closed', async () => {
  const id = await open()
  const tab = await server.connect(page, `/ws?replay=${id}`)
  const ended = await server.as(page, `/api/replay/${id}`, { method: 'DELETE' })
  assert.equal(ended.status, 204)
  assert.equal(await tab.closed, 1001)
  assert.equal((await command(id, { do: 'play' })).status, 404)
  const headers = { cookie: page.cookie, origin: server.url }
  const socket = new WebSocket(`ws://${server.host}/ws?replay=${id}`, { headers })
  const [, refusal] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  assert.equal(refusal.statusCode, 404)
})

test('the sockets of a replay close with their session; those of others stay', async () => {
  const id = await open()
  const other = await server.login()
  const [own, kept] = [page, other].map((login) => server.connect(login, `/ws?replay=${id}`))
  assert.equal((await server.as(page, '/api/logout', { method: 'POST', body: {} })).status, 204)
  assert.equal(await (await own)?.closed, 4401)
  const tab = await kept
  tab?.send({ op: 'sub', topics: ['replay'] })
  assert.equal((await tab?.until(1))?.type, 'snapshot')
})

test('what is not recorded is not opened', async () => {
  const body = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-01T01:00:00.000Z' }
  const answer = await server.as(page, '/api/replay', { method: 'POST', body })
  assert.deepEqual([answer.status, answer.json()['code']], [404, 'not_recorded'])
  const span = await server.as(page, '/api/replay')
  const whole = { from: time(0), to: time(60) }
  assert.deepEqual(span.json(), { ...whole, times: [whole] })
})
