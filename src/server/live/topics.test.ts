import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Game } from '#core/market/game.ts'
import { z } from 'zod'
import type { AnyCodec } from '#contract/codec/codec.ts'
import { schemaOf } from '#contract/codec/schema.ts'
import { accountSummary } from '#contract/records/account.ts'
import { alert } from '#contract/records/alerts.ts'
import { attachedExit } from '#contract/records/attached-exits.ts'
import { bookSnapshot, trade as tradeCodec } from '#contract/records/books.ts'
import { comboPosition, comboRfq } from '#contract/records/combos.ts'
import { game as gameCodec } from '#contract/records/games.ts'
import { notification } from '#contract/records/notifications.ts'
import { fill, order } from '#contract/records/orders.ts'
import { position } from '#contract/records/positions.ts'
import { replayState } from '#contract/records/replay.ts'
import { resolutionPnl } from '#contract/records/resolution-pnl.ts'
import { feedHealth, status, tradingState } from '#contract/records/status.ts'
import { gameId, outcomeId, price, whole } from '#engine/testing/market-fakes.ts'
import { startHarness, type Client, type Harness, type Login } from '../testing/harness.ts'
import { examples } from '../openapi/examples.ts'

let server: Harness
let page: Login
beforeEach(async () => {
  server = await startHarness()
  page = await server.login()
})
afterEach(() => server.close())

function trade(number: number): void {
  server.fake.trade(outcomeId(2), {
    number,
    price: price(4000 + number),
    size: whole(number),
    side: 'SELL',
    at: server.clock.now(),
  })
}

const game = (home: number): Game => ({
  id: gameId(77),
  eventId: null,
  league: 'nba',
  home: 'Hawks',
  away: 'Owls',
  ordering: 'home',
  score: { home, away: 0, detail: null },
  rawScore: `${home}-0`,
  period: 'Q1',
  elapsed: null,
  status: 'live',
  startsAt: null,
  startedAt: null,
  endedAt: null,
  stale: false,
  updatedAt: null,
})

const ids = (items: unknown): readonly string[] => (items as { id: string }[]).map(({ id }) => id)

describe('trades:<outcome>', () => {
  test('gives the last ones first, then what is new and what is no longer kept', async () => {
    for (let number = 1; number <= 50; number += 1) trade(number)
    const tab = await server.subscribe(page, 'trades:pm:2')
    const first = tab.frames[0]?.data
    assert.equal(ids(first?.['upsert']).length, 50)
    assert.equal(ids(first?.['upsert'])[0], '50')
    trade(51)
    trade(52)
    await server.clock.advance(0)
    const { data, type, seq } = await tab.until(2)
    assert.deepEqual([type, seq], ['delta', 2])
    assert.deepEqual(ids(data?.['upsert']), ['52', '51'])
    assert.deepEqual(data?.['remove'], ['2', '1'])
    assert.deepEqual((data?.['upsert'] as unknown[] | undefined)?.[1], {
      id: '51',
      price: '0.4051',
      size: '51',
      side: 'SELL',
      at: new Date(server.clock.now()).toISOString(),
    })
  })

  test('follows the outcome while a tab is subscribed, and sends nothing when only the book changes', async () => {
    const tab = await server.subscribe(page, 'trades:pm:2')
    assert.equal(server.fake.held.get(outcomeId(2)), 1)
    server.fake.setBook(outcomeId(2), { hash: 'other' })
    await server.clock.advance(200)
    trade(1)
    await server.clock.advance(200)
    assert.deepEqual(ids((await tab.until(2)).data?.['upsert']), ['1'])
    tab.socket.close()
    await tab.closed
    await server.clock.advance(0)
    assert.equal(server.fake.held.get(outcomeId(2)), 0)
  })
})

describe('game:<game>', () => {
  test('gives the whole game at each change', async () => {
    server.fake.games.push(game(1))
    const tab = await server.subscribe(page, 'game:pm:77')
    assert.equal(tab.frames[0]?.type, 'snapshot')
    server.fake.games[0] = game(2)
    server.fake.engine.bus.publish('game', { gameId: gameId(77) })
    await server.clock.advance(0)
    const { data } = await tab.until(2)
    assert.deepEqual(data?.['score'], { home: 2, away: 0, detail: null })
    assert.equal(data?.['id'], 'pm:77')
  })

  test('is unknown for an unknown game or outcome', async () => {
    for (const topic of ['game:pm:78', 'trades:pm:999', 'book:pm:999']) {
      const tab = await server.subscribe(page, topic)
      assert.equal(tab.frames[0]?.code, 'unknown_topic', topic)
    }
  })

  test('is no topic in another spelling', async () => {
    for (const topic of ['game:77', 'game:pm:077', 'trades:pm:', 'games:pm:77', 'book:pm:2:3']) {
      const tab = await server.subscribe(page, topic)
      assert.equal(tab.frames[0]?.code, 'unknown_topic', topic)
    }
  })
})

function list(item: AnyCodec) {
  return z.object({ upsert: z.array(schemaOf(item)), remove: z.array(z.string()) })
}

/** Topics by address (`{…}` is an id), with the schemas of their snapshots. */
const LIVE_TOPICS: Readonly<Record<string, z.ZodType>> = {
  status: schemaOf(status),
  trading: schemaOf(tradingState),
  feeds: z.array(schemaOf(feedHealth)),
  account: schemaOf(accountSummary).nullable(),
  positions: list(position),
  resolution_pnl: list(resolutionPnl),
  orders: list(order),
  fills: list(fill),
  combo_rfqs: list(comboRfq),
  combo_positions: list(comboPosition),
  exits: list(attachedExit),
  alerts: list(alert),
  notifications: list(notification).extend({ unread_count: z.number().int() }),
  'book:{outcome_id}': schemaOf(bookSnapshot),
  'trades:{outcome_id}': list(tradeCodec),
  'game:{game_id}': schemaOf(gameCodec),
  replay: schemaOf(replayState),
}

const IDS: Readonly<Record<string, string>> = { outcome_id: 'pm:2', game_id: 'pm:77' }

test('each topic sends a snapshot that its schema takes', async () => {
  server.fake.games.push(game(1))
  trade(1)
  for (const [address, snapshot] of Object.entries(LIVE_TOPICS)) {
    const topic = address.replace(/\{(\w+)\}/, (_, name: string) => IDS[name] ?? '')
    const { frames } = topic === 'replay' ? await inReplay() : await server.subscribe(page, topic)
    assert.equal(frames[0]?.type, 'snapshot', topic)
    const read = snapshot.safeParse(frames[0].data)
    assert.ok(read.success, `${topic}: ${read.success ? '' : read.error.message}`)
  }
})

async function inReplay(): Promise<Client> {
  const { path, body } = examples.openReplay
  const opened = await server.as(page, path, { method: 'POST', body })
  const tab = await server.connect(page, `/ws?replay=${String(opened.json()['id'])}`)
  tab.send({ op: 'sub', topics: ['replay'] })
  await tab.until(1)
  return tab
}
