// Rules shown here: API-5.
// The account at the edge: pages, problems without wallet or credentials, downloads, topics.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Position } from '#core/position/position.ts'
import { marketId, outcomeId, whole } from '#engine/testing/market-fakes.ts'
import type { ProfitGroup } from '#engine/portfolio/portfolio-profit.ts'
import type { DataActivity } from '#ports/venue-data.ts'
import { formatMicros } from '#core/money.ts'
import { pnlPoints } from './account.ts'
import { startHarness, type Harness, type Login } from '../testing/harness.ts'
import { samplePosition } from '../testing/portfolio-fake.ts'

let server: Harness
let page: Login
before(async () => {
  server = await startHarness()
  page = await server.login()
})
after(() => server.close())
beforeEach(() => {
  server.fake.credentials = 'ready'
  server.fake.portfolio.wallet = true
  server.fake.portfolio.rows.length = 0
  server.fake.portfolio.activity.length = 0
  server.fake.portfolio.list = { complete: true, problem: null, asOf: null, unreadRows: 0 }
})

function position(n: number, change: Partial<Position> = {}): Position {
  const { figures } = samplePosition(n)
  return samplePosition(n, {
    title: '=HYPERLINK("x")',
    outcomeName: 'Yes\u202e',
    figures: { ...figures, settledSize: whole(4) },
    asOf: server.clock.now(),
    ...change,
  })
}

function activity(n: number, change: Partial<DataActivity> = {}): DataActivity {
  return {
    id: `row-${n}`,
    kind: 'trade',
    venueKind: 'TRADE',
    outcomeId: outcomeId(2),
    marketId: marketId(1),
    side: 'BUY',
    price: null,
    size: whole(n),
    amount: whole(n),
    combo: false,
    title: '=1+1',
    outcomeName: null,
    eventSlug: null,
    txHash: null,
    at: server.clock.now(),
    ...change,
  }
}

type Body = Readonly<Record<string, unknown>> & { readonly items: readonly Record<string, unknown>[] }

async function read(path: string): Promise<{ readonly status: number; readonly body: Body }> {
  const answer = await server.as(page, path)
  return { status: answer.status, body: JSON.parse(answer.text) as Body }
}

describe('positions', () => {
  test('come page by page, each once, and an incomplete list is marked', async () => {
    server.fake.portfolio.rows.push(position(2), position(3), position(4), position(5, { status: 'closed' }))
    server.fake.portfolio.list = {
      complete: false,
      problem: 'more than 20 pages',
      asOf: null,
      unreadRows: 1,
    }
    const first = await read('/api/positions?limit=2')
    const second = await read(`/api/positions?limit=2&cursor=${String(first.body['next_cursor'])}`)
    assert.deepEqual(
      [...first.body.items, ...second.body.items].map((item) => item['outcome_id']),
      ['pm:2', 'pm:3', 'pm:4'],
    )
    assert.equal(second.body['next_cursor'], null)
    assert.deepEqual([first.body['complete'], first.body['problem']], [false, 'more than 20 pages'])
    assert.equal((await read('/api/positions?status=closed')).body.items.length, 1)
  })

  test('show what is settling, with its sign, and why there is no quote', async () => {
    server.fake.portfolio.rows.push(position(2))
    const [item] = (await read('/api/positions')).body.items
    assert.deepEqual(
      [item?.['size'], item?.['settled_size'], item?.['settling_size'], item?.['average_price']],
      ['3', '4', '-1', '0.333333'],
    )
    assert.deepEqual(
      [item?.['exit'], item?.['exit_unavailable'], item?.['hedge_unavailable'], item?.['stale']],
      [null, 'book_stale', 'hedge_unavailable', true],
    )
  })

  test('of an outcome that the catalog does not know bear the venue’s names, made inert', async () => {
    server.fake.portfolio.rows.push(position(999))
    const [item] = (await read('/api/positions')).body.items
    assert.deepEqual([item?.['event_title'], item?.['outcome_name']], ['=HYPERLINK("x")', 'Yes\ufffd'])
  })

  test('refuse a cursor that is not theirs', async () => {
    const { status, body } = await read(`/api/positions?cursor=${Buffer.from('pm:7').toString('base64url')}`)
    assert.deepEqual([status, body['code']], [400, 'invalid_cursor'])
  })
})

describe('activity', () => {
  test('comes page by page with the venue’s cursor hidden in ours', async () => {
    for (let n = 1; n <= 5; n += 1) server.fake.portfolio.activity.push(activity(n, { combo: n === 2 }))
    const first = await read('/api/activity?limit=3')
    assert.equal(first.body.items.length, 3)
    assert.deepEqual(
      first.body.items.map((item) => item['combo']),
      [false, true, false],
    )
    const second = await read(`/api/activity?limit=3&cursor=${String(first.body['next_cursor'])}`)
    assert.deepEqual(
      second.body.items.map((item) => item['id']),
      ['row-4', 'row-5'],
    )
    assert.equal(second.body['next_cursor'], null)
    assert.equal((await read('/api/activity?cursor=bm8')).body['code'], 'invalid_cursor')
    const long = Buffer.from('n'.repeat(3_000)).toString('base64url')
    assert.equal((await read(`/api/activity?cursor=${long}`)).body['code'], 'invalid_cursor')
  })

  test('as CSV holds every row once, over many pages, and nothing that a spreadsheet would run', async () => {
    for (let n = 1; n <= 1_234; n += 1) server.fake.portfolio.activity.push(activity(n))
    const answer = await server.as(page, '/api/export/activity.csv')
    const lines = answer.text.split('\r\n')
    assert.equal(lines.length, 1_234 + 2)
    assert.match(lines[1] ?? '', /,trade,TRADE,'=1\+1,/)
    assert.match(answer.headers['content-disposition'] ?? '', /sesame-activity\.csv/)
  })

  test('as CSV names in its last line what is missing', async () => {
    server.fake.portfolio.activity.push(activity(1))
    server.fake.portfolio.unread = 2
    const lines = (await server.as(page, '/api/export/activity.csv')).text.split('\r\n')
    assert.equal(lines.at(-2), 'INCOMPLETE: 2 rows were not understood')
    server.fake.portfolio.unread = 0
    for (let n = 2; n <= 10_001; n += 1) server.fake.portfolio.activity.push(activity(n))
    const long = (await server.as(page, '/api/export/activity.csv')).text.split('\r\n')
    assert.equal(long.length, 10_000 + 3)
    assert.equal(long.at(-2), 'INCOMPLETE: only the newest 20 pages')
  })
})

test('the profit line of an interval begins at zero, that of all time where the venue’s does', async () => {
  const week = await read('/api/pnl?interval=1w')
  const points = (body: Body): unknown =>
    (body['points'] as readonly Record<string, string>[]).map((point) => [point['pnl'], point['trading_pnl']])
  assert.deepEqual(points(week.body), [
    ['0', '0'],
    ['-1.5', '0.25'],
  ])
  assert.deepEqual(points((await read('/api/pnl?interval=all')).body), [
    ['5', '4'],
    ['3.5', '4.25'],
  ])
})

describe('own profit', () => {
  const group = (key: string, realised: number): ProfitGroup => ({
    key,
    label: `=Event ${key}`,
    event: null,
    realised: whole(realised),
    realisedToday: whole(1),
    settling: whole(0),
    unrealised: whole(-2),
    fees: whole(3),
  })

  test('comes by its parts, the largest first, with the sum of all pages', async () => {
    server.fake.portfolio.profit.splice(0, 3, group('a', 1), group('b', -9), group('c', 4))
    const first = await read('/api/profit/parts?by=event&limit=2')
    assert.deepEqual(
      first.body.items.map((item) => [item['key'], item['realised_pnl']]),
      [
        ['b', '-9'],
        ['c', '4'],
      ],
    )
    assert.deepEqual(first.body['total'], {
      realised_pnl: '-4',
      realised_pnl_today: '3',
      settling_pnl: '0',
      unrealised_pnl: '-6',
      fees: '9',
    })
    const second = await read(
      `/api/profit/parts?by=event&limit=2&cursor=${String(first.body['next_cursor'])}`,
    )
    assert.deepEqual(
      [second.body.items.map((item) => item['key']), second.body['next_cursor']],
      [['a'], null],
    )
    server.fake.portfolio.profit.splice(0, 3, group('before', 1), group('0', -9), group('86400000', 4))
    const days = await read('/api/profit/parts?by=day')
    assert.deepEqual(
      days.body.items.map((item) => item['key']),
      ['1970-01-02', '1970-01-01', 'before'],
    )
  })

  test('over an interval says where it begins', async () => {
    const { body } = await read('/api/profit?interval=today')
    const midnight = new Date(server.clock.now() - (server.clock.now() % 86_400_000)).toISOString()
    assert.deepEqual([body['from'], body['points'], body['drawdown']], [midnight, [], null])
    assert.equal((await read('/api/profit?interval=all')).body['from'], null)
  })

  test('beside it the venue’s figure of today is what it gained since 00:00 UTC', async () => {
    const midnight = 1_789_948_800_000
    const point = (hours: number, total: number) => ({
      at: midnight + hours * 3_600_000,
      total: whole(total),
      trading: whole(total),
    })
    const points = [point(-5, 1), point(-1, 4), point(2, 6), point(3, 5)]
    assert.deepEqual(
      pnlPoints('today', points, midnight + 4 * 3_600_000).map(({ total }) => formatMicros(total)),
      ['2', '1'],
    )
  })
})

test('without credentials cash, orders and fills are not to be had, positions and activity are', async () => {
  server.fake.credentials = 'failed'
  for (const path of ['/api/account', '/api/orders', '/api/fills', '/api/export/fills.csv']) {
    const { status, body } = await read(path)
    assert.deepEqual([path, status, body['code']], [path, 503, 'credentials_unavailable'])
  }
  for (const path of ['/api/positions', '/api/activity', '/api/pnl']) {
    assert.equal((await read(path)).status, 200, path)
  }
})

test('while credentials are pending own orders, fills and the account are read as known, marked, with the reason', async () => {
  const lists = ['/api/orders', '/api/fills'] as const
  for (const path of lists) assert.deepEqual((await read(path)).body['complete'], true, path)
  assert.equal((await read('/api/account')).body['orders_complete'], true)
  server.fake.credentials = 'pending'
  for (const path of lists) {
    const { status, body } = await read(path)
    assert.deepEqual([path, status, body['complete']], [path, 200, false])
    assert.match(String(body['problem']), /credentials are being renewed/)
  }
  const account = await read('/api/account')
  assert.deepEqual([account.status, account.body['orders_complete']], [200, false])
  assert.match(String(account.body['orders_problem']), /credentials are being renewed/)
})

test('while positions are read no figure is answered', async () => {
  server.fake.portfolio.isReading = true
  for (const path of ['/api/account', '/api/positions', '/api/positions?status=closed']) {
    const { status, body } = await read(path)
    assert.deepEqual([path, status, body['code']], [path, 503, 'positions_reading'])
    assert.equal(body['retry_after_ms'], 1_000)
  }
})

test('without a wallet the reads answer no_credentials, and the markets work', async () => {
  server.fake.portfolio.wallet = false
  for (const path of [
    '/api/account',
    '/api/positions',
    '/api/activity',
    '/api/pnl',
    '/api/export/activity.csv',
  ]) {
    const { status, body } = await read(path)
    assert.deepEqual([path, status, body['code']], [path, 503, 'no_credentials'])
  }
  assert.equal((await read('/api/events/pm:1')).status, 200)
})
