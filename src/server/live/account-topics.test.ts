// The topics of the account: a snapshot that deltas continue, and nothing said when nothing changed.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { ZERO } from '#core/money.ts'
import type { Position } from '#core/position.ts'
import { rejection } from '#core/reject-codes.ts'
import { marketId, outcomeId, whole } from '#engine/testing/market-fakes.ts'
import { startHarness } from '../testing/harness.ts'
import type { Client, Harness, Login } from '../testing/harness.ts'

let server: Harness
let page: Login
beforeEach(async () => {
  server = await startHarness()
  page = await server.login()
})
afterEach(() => server.close())

async function subscribe(topic: string): Promise<Client> {
  const tab = await server.connect(page)
  tab.send({ op: 'sub', topics: [topic] })
  await tab.until(1)
  return tab
}

function held(status: Position['status'], size: number): Position {
  const nothing = { quote: null, reason: rejection('no_position') }
  return {
    outcomeId: outcomeId(2),
    marketId: marketId(1),
    title: null,
    outcomeName: null,
    oppositeOutcomeId: null,
    status,
    figures: {
      size: whole(size),
      settledSize: whole(size),
      reversedSize: ZERO,
      cost: ZERO,
      fees: ZERO,
      feesKnown: true,
      realised: ZERO,
      realisedToday: ZERO,
      settlingPnl: ZERO,
      unexplainedSize: ZERO,
      unexplainedCash: ZERO,
      cash: ZERO,
      firstAt: null,
      lastAt: null,
    },
    basis: 'fills',
    reserved: ZERO,
    mark: {
      price: null,
      source: null,
      value: null,
      exitPrice: null,
      exitComplete: false,
      exitValue: null,
      exitMissing: ZERO,
      staleReason: null,
    },
    unrealised: null,
    exit: nothing,
    join: null,
    hedge: nothing,
    result: null,
    dust: false,
    venue: null,
    asOf: 1_790_000_000_000,
  }
}

test('positions: a position that closes is told a last time and taken out', async () => {
  const { rows } = server.fake.portfolio
  rows.push(held('open', 3))
  const tab = await subscribe('positions')
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
  const tab = await subscribe('account')
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
  const tab = await subscribe('account')
  assert.equal(tab.frames[0]?.data, null)
})
