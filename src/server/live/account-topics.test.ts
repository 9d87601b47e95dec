// The topics of the account: a snapshot that deltas continue, and nothing said when nothing changed.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Position } from '#core/position/position.ts'
import { eventId, outcomeId, whole } from '#engine/testing/market-fakes.ts'
import { startHarness, type Harness, type Login } from '../testing/harness.ts'
import { samplePosition } from '../testing/portfolio-fake.ts'

let server: Harness
let page: Login
beforeEach(async () => {
  server = await startHarness()
  page = await server.login()
})
afterEach(() => server.close())

function held(status: Position['status'], size: number): Position {
  const { figures } = samplePosition(2)
  return samplePosition(2, {
    status,
    figures: { ...figures, size: whole(size), settledSize: whole(size) },
  })
}

test('positions: a position that closes is sent a last time and removed', async () => {
  const { rows } = server.fake.portfolio
  rows.push(held('open', 3))
  const tab = await server.subscribe(page, 'positions')
  const upserted = (data: unknown): unknown =>
    (data as { upsert: { outcome_id: string; size: string }[] }).upsert.map((one) => [
      one.outcome_id,
      one.size,
    ])
  assert.deepEqual(upserted(tab.frames[0]?.data), [['pm:2', '3']])
  rows[0] = held('closed', 0)
  server.fake.engine.bus.publish('position', { outcomeId: outcomeId(2) })
  await server.clock.advance(200)
  const { data } = await tab.until(2)
  assert.deepEqual([upserted(data), data?.['remove']], [[['pm:2', '0']], ['pm:2']])
})

test('account: the whole summary again when a figure changes, and only then', async () => {
  const tab = await server.subscribe(page, 'account')
  assert.equal(tab.frames[0]?.data?.['cash'], '100')
  server.fake.engine.bus.publish('position', { outcomeId: null })
  await server.clock.advance(200)
  server.fake.portfolio.list = { complete: false, problem: 'page 2', asOf: null, unreadRows: 2 }
  server.fake.engine.bus.publish('position', { outcomeId: null })
  await server.clock.advance(200)
  const { data, seq } = await tab.until(2)
  assert.deepEqual([seq, data?.['positions_complete'], data?.['unread_rows']], [2, false, 2])
})

test('account: null without credentials', async () => {
  server.fake.credentials = 'none'
  const tab = await server.subscribe(page, 'account')
  assert.equal(tab.frames[0]?.data, null)
})

test('positions and account: nothing is shown while they are read, everything as soon as they were', async () => {
  const { portfolio, engine } = server.fake
  portfolio.rows.push(held('open', 3))
  portfolio.isReading = true
  // The account, asked for second, comes first: the positions have no value yet.
  const tab = await server.connect(page)
  tab.send({ op: 'sub', topics: ['positions', 'account'] })
  await tab.until(1)
  assert.deepEqual(
    tab.frames.map(({ topic, data }) => [topic, data]),
    [['account', null]],
  )
  engine.bus.publish('position', { outcomeId: outcomeId(2) })
  await server.clock.advance(200)
  assert.equal(tab.frames.length, 1)
  portfolio.isReading = false
  engine.bus.publish('position', { outcomeId: null })
  await server.clock.advance(200)
  await tab.until(3)
  const [positions, account] = ['positions', 'account'].map((name) =>
    tab.frames.slice(1).find(({ topic }) => topic === name),
  )
  assert.equal(positions?.type, 'snapshot')
  assert.deepEqual((positions?.data?.['upsert'] as readonly unknown[] | undefined)?.length, 1)
  assert.equal(account?.data?.['cash'], '100')
})

test('resolution_pnl: an event whose figures change is sent, and removed once there is nothing in it', async () => {
  const { portfolio, engine } = server.fake
  const figures = {
    payout: { least: whole(3), most: whole(3) },
    profit: { least: whole(2), most: whole(2) },
    withOrders: null,
    atWorst: null,
    areFeesKnown: true,
  }
  portfolio.resolution.push({ eventId: eventId(1), markets: [], other: figures })
  const tab = await server.subscribe(page, 'resolution_pnl')
  assert.deepEqual(tab.frames[0]?.data, {
    upsert: [
      {
        id: 'pm:1',
        markets: [],
        other: {
          payout: { least: '3', most: '3' },
          profit: { least: '2', most: '2' },
          with_orders: null,
          at_worst: null,
          fees_known: true,
        },
      },
    ],
    remove: [],
  })
  portfolio.resolution.length = 0
  engine.bus.publish('position', { outcomeId: null })
  await server.clock.advance(200)
  assert.deepEqual((await tab.until(2)).data, { upsert: [], remove: ['pm:1'] })
})
