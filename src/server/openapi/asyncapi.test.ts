// The AsyncAPI document against the frames that a server really sends and takes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Game } from '#core/market/game.ts'
import { gameId, outcomeId, price, whole } from '#engine/testing/market-fakes.ts'
import { clientFrame } from '#contract/live.ts'
import { LIVE_TOPICS } from '#contract/live-topics.ts'
import { startHarness } from '../testing/harness.ts'
import type { Client, Harness, Login } from '../testing/harness.ts'
import { asyncApiDocument } from './asyncapi.ts'
import { examples } from './examples.ts'

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

describe('the AsyncAPI document', () => {
  test('describes the snapshot of each topic as it is sent', async (context) => {
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

  test('gives examples that the server takes, one for each frame of a client', () => {
    const { channels } = asyncApiDocument('sesame_session') as {
      readonly channels: { readonly live: { readonly messages: Readonly<Record<string, Message>> } }
    }
    const clients = Object.entries(channels.live.messages).filter(([name]) => name.startsWith('client.'))
    assert.equal(clients.length, clientFrame.options.length)
    for (const [name, { examples = [] }] of clients) {
      assert.equal(examples.length, 1, name)
      for (const { payload } of examples) assert.ok(clientFrame.safeParse(payload).success, name)
    }
  })
})

async function inReplay(server: Harness, login: Login): Promise<Client> {
  const { path, body } = examples.openReplay
  const opened = await server.as(login, path, { method: 'POST', body })
  const tab = await server.connect(login, `/ws?replay=${String(opened.json()['id'])}`)
  tab.send({ op: 'sub', topics: ['replay'] })
  await tab.until(1)
  return tab
}

type Message = { readonly examples?: readonly { readonly payload: unknown }[] }
