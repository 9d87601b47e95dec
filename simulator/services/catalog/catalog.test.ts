import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'

import { createManualClock } from '../../clock.ts'
import { createServices } from '../../listeners.ts'
import { MADE_UP_NAMES } from '../../profile.ts'
import { startSimulator } from '../../program.ts'
import type { RunningSimulator } from '../../running.ts'
import { createSimulation } from '../../simulation.ts'

type Row = Readonly<Record<string, unknown>>
type Page = { readonly events: readonly Row[]; readonly next_cursor?: string }

const START = Date.UTC(2026, 10, 20, 18, 30)
let simulator: RunningSimulator
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 'catalog', events: 130 })
})
after(() => simulator.stop())

async function get(path: string): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${simulator.profile.urls.catalog}${path}`)
  return { status: response.status, json: await response.json() }
}

async function all(query: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const after = cursor === undefined ? '' : `&after_cursor=${cursor}`
    const { json } = await get(`/events/keyset?${query}${after}`)
    const page = json as Page
    rows.push(...page.events)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return rows
}

const ids = (rows: readonly Row[]): string[] => rows.map((row) => String(row['id'])).toSorted()

async function fault(rule: Row): Promise<void> {
  const response = await fetch(`${simulator.controlUrl}/_sim/faults`, {
    method: 'POST',
    body: JSON.stringify(rule),
  })
  assert.equal(response.status, 200, await response.text())
}

test('reads beyond the limit of their path wait until the ten seconds have room', async () => {
  const clock = createManualClock(START)
  const simulation = createSimulation({
    seed: 'limits',
    clock,
    names: MADE_UP_NAMES,
    events: 0,
    traderRate: 0,
  })
  const { table } = createServices(simulation)
  try {
    for (const [service, path, most] of [
      ['catalog', '/tags', 200],
      ['data', '/v2/activity', 200],
    ] as const) {
      const base = `http://127.0.0.1:${await table[service].listen(0)}`
      const read = async (): Promise<void> => {
        await (await fetch(`${base}${path}`)).arrayBuffer()
      }
      for (let count = 0; count < most; count += 1) await read()
      let answered = false
      const late = read().then(() => (answered = true))
      await (await fetch(`${base}/nowhere`)).arrayBuffer()
      assert.equal(answered, false, path)
      clock.advance(10_001)
      await late
    }
  } finally {
    await Promise.all([table.catalog.close(), table.data.close()])
    simulation.stop()
  }
})

describe('keyset paging', () => {
  test('gives every event once, in pages of at most 100, and no cursor on the last one', async () => {
    const { json } = await get('/events/keyset?limit=500')
    assert.equal((json as Page).events.length, 100)
    const paged = await all('limit=7')
    assert.equal(new Set(ids(paged)).size, 130)
    assert.equal(paged.length, 130)
  })

  test('sports and the rest are disjoint and together everything', async () => {
    const [everything, sports, rest] = await Promise.all([
      all('limit=100'),
      all('limit=100&tag_id=1'),
      all('limit=100&exclude_tag_id=1'),
    ])
    assert.ok(sports.length > 20 && rest.length > 20)
    assert.deepEqual([...ids(sports), ...ids(rest)].toSorted(), ids(everything))
  })

  test('the filter separates open and closed events, and without it both come', async () => {
    const [open, closed] = await Promise.all([all('closed=false&limit=100'), all('closed=true&limit=100')])
    assert.ok(closed.length >= 2 && closed.every((row) => row['closed'] === true))
    assert.equal(open.length + closed.length, 130)
  })

  test('a game id brings the main event and its companions; live finds only running games', async () => {
    const live = await all('live=true&limit=100&tag_slug=epl')
    assert.ok(live.length > 1)
    const gameId = String(live[0]?.['gameId'])
    const game = await all(`game_id=${gameId}`)
    assert.ok(game.length >= 3)
    const [main] = game.toSorted((one, other) => String(one['slug']).length - String(other['slug']).length)
    assert.ok(game.every((row) => row === main || row['parentEventId'] === Number(main?.['id'])))
  })

  test('asking by id leaves unknown ones out; more than 50 are refused', async () => {
    assert.deepEqual(ids(await all('id=810000&id=999&id=810003')), ['810000', '810003'])
    const many = Array.from({ length: 51 }, (_, index) => `id=${index}`).join('&')
    assert.equal((await get(`/events/keyset?${many}`)).status, 422)
  })
})

describe('refusals', () => {
  test('carry the venue’s bodies', async () => {
    const cases: [string, number, string, string][] = [
      ['/events/1', 404, 'not found error', 'event not found'],
      ['/events/slug/none', 404, 'not found error', 'event not found'],
      ['/markets/1', 404, 'not found error', 'market not found'],
      ['/events/keyset?game_id=id2703195369238564', 422, 'validation error', 'invalid integer'],
      ['/events/keyset?after_cursor=nonsense', 422, 'validation error', 'invalid cursor'],
      ['/nothing', 404, 'not found error', 'not found'],
    ]
    for (const [path, status, type, error] of cases) {
      assert.deepEqual(await get(path), { status, json: { type, error } }, path)
    }
  })
})

describe('rows', () => {
  test('prices are those of the book, tick and minimum size are numbers, volume is text on markets', async () => {
    const { json } = await get('/markets/keyset?limit=100')
    const { markets } = json as { markets: Row[] }
    assert.ok(markets.length === 100 && markets.every((row) => row['closed'] === false))
    for (const row of markets) {
      if (row['conditionId'] === '') continue
      const [token] = JSON.parse(String(row['clobTokenIds'])) as string[]
      assert.ok(Number(row['bestBid']) < Number(row['bestAsk']), String(row['slug']))
      assert.equal(typeof row['orderPriceMinTickSize'], 'number')
      assert.equal(typeof row['orderMinSize'], 'number')
      assert.equal(typeof row['volume'], 'string')
      assert.ok(token !== undefined && /^\d+$/.test(token))
    }
    const book = await fetch(
      `${simulator.profile.urls.clob}/book?token_id=${String((JSON.parse(String(markets[0]?.['clobTokenIds'])) as string[])[0])}`,
    )
    assert.equal(book.status, 200)
  })

  test('a market is found by condition id and by token, open ones only unless asked', async () => {
    const { json } = await get('/markets/keyset?closed=true')
    const [closed] = (json as { markets: Row[] }).markets
    const id = String(closed?.['conditionId'])
    assert.equal(closed?.['umaResolutionStatus'], 'resolved')
    assert.deepEqual((await get(`/markets/keyset?condition_ids=${id}`)).json, { markets: [] })
    const found = (await get(`/markets/keyset?condition_ids=${id}&closed=true`)).json as { markets: Row[] }
    assert.equal(found.markets.length, 1)
    assert.ok(Array.isArray(found.markets[0]?.['events']))
  })

  test('large answers are compressed for those who take gzip', async () => {
    const { hostname, port } = new URL(simulator.profile.urls.catalog)
    const encoding = await new Promise<string | undefined>((resolve, reject) => {
      const asked = request(
        {
          hostname,
          port,
          path: '/events/keyset',
          headers: { 'accept-encoding': 'gzip', 'user-agent': 'test' },
        },
        (answer) => {
          answer.resume()
          answer.on('end', () => resolve(answer.headers['content-encoding']))
        },
      )
      asked.on('error', reject)
      asked.end()
    })
    assert.equal(encoding, 'gzip')
  })

  test('search finds by any words of title, team or question', async () => {
    const searches: [string, string][] = [
      ['norland president', 'norland-presidential-election'],
      ['VARGA', 'norland-presidential-election'],
      ['golden lantern', 'golden-lantern-best-picture'],
    ]
    for (const [query, slug] of searches) {
      const { json } = await get(`/public-search?q=${encodeURIComponent(query)}`)
      assert.ok(
        (json as Page).events.some((row) => row['slug'] === slug),
        query,
      )
    }
    assert.equal((await get('/public-search')).status, 422)
  })

  test('leagues, teams and tags are listed', async () => {
    const sports = (await get('/sports')).json as Row[]
    assert.ok(sports.some((row) => row['sport'] === 'nba' && row['ordering'] === 'away'))
    assert.deepEqual((await get('/tags?offset=5000')).json, [])
    const last = await get('/teams?limit=100&offset=2000')
    assert.equal((last.json as Row[]).length, 100)
    assert.deepEqual(await get('/teams?limit=100&offset=2100'), {
      ...last,
      status: 422,
      json: { type: 'validation error', error: 'offset too large' },
    })
    assert.deepEqual((await get('/teams?offset=5000')).json, [])
  })
})

test('a delay that the control API sets is in the row of the market', async () => {
  const [market] = ((await get('/markets/keyset?limit=1')).json as { markets: Row[] }).markets
  const id = String(market?.['id'])
  const changed = await fetch(`${simulator.controlUrl}/_sim/market`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ market_id: id, seconds_delay: 7 }),
  })
  assert.ok(changed.ok)
  assert.equal(((await get(`/markets/${id}`)).json as Row)['secondsDelay'], 7)
})

describe('catalog faults', () => {
  test('bend answers one by one and end with their rule', async () => {
    const event = async (name: string): Promise<Row> => {
      await fault({ name, when: { times: 1 } })
      return (await get('/events/810000')).json as Row
    }
    const marketOf = (row: Row): Row => (row['markets'] as Row[])[0] ?? {}
    const usual = marketOf((await get('/events/810000')).json as Row)
    assert.equal(marketOf(await event('catalog.renamed'))['question'], `${String(usual['question'])} (new)`)
    assert.equal(marketOf(await event('catalog.closed'))['closed'], true)
    await fault({ name: 'catalog.moved', when: { times: 1 } })
    assert.deepEqual(ids(await all('id=810000&id=810003')), ['810000', '810003', '810003'])
    await fault({ name: 'catalog.hostile_text', args: { set: 'html' }, when: { times: 1 } })
    assert.match(String(((await get('/events/810000')).json as Row)['title']), /<script>/)
    assert.equal(((await get('/events/810000')).json as Row)['title'], 'Norland Presidential Election Winner')
  })
})
