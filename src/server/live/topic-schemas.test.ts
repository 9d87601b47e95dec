// The schemas of the topics against the frames that a server really sends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Game } from '#core/market/game.ts'
import { gameId, outcomeId, price, whole } from '#engine/testing/market-fakes.ts'
import { LIVE_TOPICS } from '#contract/live-topics.ts'
import { startHarness } from '../testing/harness.ts'
import type { Client, Harness, Login } from '../testing/harness.ts'
import { examples } from '../openapi/examples.ts'

const IDS: Readonly<Record<string, string>> = { outcome_id: 'pm:2', game_id: 'pm:77' }

const GAME: Game = {
  id: gameId(77),
  eventId: null,
  league: 'nba',
  home: 'Hawks',
  away: 'Owls',
  ordering: 'home',
  score: { home: 1, away: 0, detail: null },
  rawScore: '1-0',
  period: 'Q1',
  elapsed: null,
  status: 'live',
  startsAt: null,
  startedAt: null,
  endedAt: null,
  stale: false,
  updatedAt: null,
}

test('each sends a snapshot that its schema takes', async (context) => {
  const server = await startHarness()
  context.after(() => server.close())
  server.fake.games.push(GAME)
  server.fake.trade(outcomeId(2), { number: 1, price: price(4000), size: whole(2), side: 'SELL', at: 1 })
  const login = await server.login()
  for (const { address, snapshot } of LIVE_TOPICS) {
    const topic = address.replace(/\{(\w+)\}/, (_, name: string) => IDS[name] ?? '')
    const { frames } =
      topic === 'replay' ? await inReplay(server, login) : await server.subscribe(login, topic)
    assert.equal(frames[0]?.type, 'snapshot', topic)
    const read = snapshot.safeParse(frames[0].data)
    assert.ok(read.success, `${topic}: ${read.success ? '' : read.error.message}`)
  }
})

async function inReplay(server: Harness, login: Login): Promise<Client> {
  const { path, body } = examples.openReplay
  const opened = await server.as(login, path, { method: 'POST', body })
  const tab = await server.connect(login, `/ws?replay=${String(opened.json()['id'])}`)
  tab.send({ op: 'sub', topics: ['replay'] })
  await tab.until(1)
  return tab
}
