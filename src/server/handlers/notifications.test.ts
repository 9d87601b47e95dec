// Rules shown here: API-7.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { price, settle } from '#engine/testing/market-fakes.ts'
import { FIRST_NOTIFICATION } from '../testing/notifications-fake.ts'
import { startHarness, type Answered, type Harness, type Login } from '../testing/harness.ts'

let server: Harness
let page: Login

before(async () => {
  server = await startHarness()
  page = await server.login()
})
after(() => server.close())

const get = (path: string): Promise<Answered> => server.as(page, path)
const send = (method: string, path: string, body: unknown): Promise<Answered> =>
  server.as(page, path, { method, body })

const PRICE_ALERT = { kind: 'price', outcome_id: 'pm:2', direction: 'above', threshold: '0.55', repeat: true }

function assertCode(answer: Answered, status: number, code: string, path?: string): void {
  assert.deepEqual([answer.status, answer.json()['code']], [status, code], answer.text)
  if (path !== undefined) assert.match(answer.text, new RegExp(`"path":"${path}"`))
}

describe('alerts', () => {
  test('are set, sent in the contract’s words, paused and removed', async () => {
    const created = (await send('POST', '/api/alerts', { ...PRICE_ALERT, note: 'a\u202eb' })).json()
    assert.deepEqual(
      ['threshold', 'value', 'distance', 'tick_size', 'state', 'blocked_reason', 'note', 'outcome_name'].map(
        (name) => created[name],
      ),
      ['0.55', '0.49', '0.06', '0.01', 'active', null, 'a\ufffdb', 'Yes'],
    )
    const path = `/api/alerts/${String(created['id'])}`
    assert.equal((await send('PUT', path, { state: 'paused' })).json()['state'], 'paused')
    const changed = (await send('PUT', path, { state: 'active', threshold: '0.6' })).json()
    assert.deepEqual([changed['state'], changed['distance']], ['active', '0.11'])
    assert.deepEqual((await get('/api/alerts')).json()['limit'], 200)
    const { memory } = server.fake.notificationsFake()
    memory.isRefusing = true
    assertCode(await server.as(page, path, { method: 'DELETE' }), 503, 'storage_refused')
    assert.equal(((await get('/api/alerts')).json()['items'] as unknown[]).length, 1)
    memory.isRefusing = false
    assert.equal((await server.as(page, path, { method: 'DELETE' })).status, 204)
    assertCode(await server.as(page, path, { method: 'DELETE' }), 404, 'not_found')
    assertCode(await send('PUT', path, { state: 'paused' }), 404, 'not_found')
  })

  test('off the tick, of nothing known, or of a wrong shape are refused', async () => {
    for (const threshold of ['0.555', '1', '0']) {
      assertCode(
        await send('POST', '/api/alerts', { ...PRICE_ALERT, threshold }),
        422,
        'off_tick',
        'threshold',
      )
    }
    assertCode(await send('POST', '/api/alerts', { ...PRICE_ALERT, outcome_id: 'pm:999' }), 404, 'not_found')
    assertCode(await send('POST', '/api/alerts', { kind: 'game_start', game_id: 'pm:1' }), 404, 'not_found')
    assertCode(await send('POST', '/api/alerts', { ...PRICE_ALERT, more: 1 }), 422, 'invalid_request')
  })

  test('update the topic when they are blocked, when they fire and when they are removed', async () => {
    const tab = await server.connect(page)
    tab.send({ op: 'sub', topics: ['alerts'] })
    assert.deepEqual((await tab.until(1)).data, { upsert: [], remove: [] })
    const { id } = (await send('POST', '/api/alerts', { ...PRICE_ALERT, repeat: false })).json()
    const published = async (field: string): Promise<unknown> => {
      await server.clock.advance(200)
      const frames = await tab.until(tab.frames.length)
      return (frames.data as { upsert: Record<string, unknown>[] }).upsert[0]?.[field]
    }
    await settle()
    await tab.until(2)
    assert.equal(await published('state'), 'active')
    server.fake.setBook('pm:2' as never, { staleReason: 'gap' })
    await server.clock.advance(200)
    await tab.until(3)
    assert.equal(await published('blocked_reason'), 'gap')
    server.fake.setBook('pm:2' as never, { staleReason: null, bids: [[price(5500), 1n as never]] })
    await server.clock.advance(200)
    await tab.until(4)
    assert.equal(await published('state'), 'fired')
    await server.as(page, `/api/alerts/${String(id)}`, { method: 'DELETE' })
    await server.clock.advance(200)
    assert.deepEqual((await tab.until(5)).data?.['remove'], [id])
    tab.socket.close()
  })
})

describe('notifications', () => {
  test('search, pages and unread ones; marking as read reaches every page', async () => {
    const tab = await server.connect(page)
    tab.send({ op: 'sub', topics: ['notifications'] })
    const first = (await tab.until(1)).data
    assert.ok(Number(first?.['unread_count']) >= 1)
    const found = (await get('/api/notifications?q=HAWKS%20owl&kind=game_start_orders')).json()
    assert.deepEqual(
      (found['items'] as { id: string; read: boolean }[]).map(({ id, read }) => [id, read]),
      [[FIRST_NOTIFICATION, false]],
    )
    assertCode(await get('/api/notifications?cursor=eA'), 400, 'invalid_cursor')
    const read = await send('POST', '/api/notifications/read', { all: true })
    assert.equal(read.json()['unread_count'], 0)
    await server.clock.advance(200)
    const update = (await tab.until(2)).data
    assert.equal(update?.['unread_count'], 0)
    assert.equal((await get('/api/notifications?unread=true')).json()['next_cursor'], null)
    tab.socket.close()
  })

  test('a delivery is claimed once, and one not claimed in a minute is marked', async () => {
    server.fake
      .notificationsFake()
      .side.notifications.notify({ kind: 'alert', key: null, title: 'A', text: 'B' })
    const newest = async (): Promise<{ id: string; deliveries: Record<string, unknown>[] }> =>
      ((await get('/api/notifications?limit=1')).json()['items'] as never[])[0] as never
    const { id } = await newest()
    const path = `/api/notifications/${id}/delivery`
    const report = { channel: 'desktop', state: 'not_sent', reason: 'the browser does not allow it' }
    assert.equal((await send('POST', path, report)).json()['taken'], true)
    assert.equal((await send('POST', path, report)).json()['taken'], false)
    server.clock.jump(60_000)
    const states = (await newest()).deliveries.map(({ channel, state, reason }) => [channel, state, reason])
    assert.deepEqual(states.map(String).toSorted(), [
      'chat,sent,',
      'desktop,not_sent,the browser does not allow it',
      'sound,not_sent,no page showed it within a minute',
      'toast,not_sent,no page showed it within a minute',
    ])
  })

  test('a test of chat answers what the service said, and waits 10 s for the next', async () => {
    const { chat } = server.fake.notificationsFake()
    chat.answers.push({ kind: 'failed', reason: 'the chat service refused (403)' })
    const refused = await send('POST', '/api/notifications/test', {})
    assertCode(refused, 502, 'telegram_error')
    assert.equal(refused.json()['detail'], 'Not sent: the chat service refused (403).')
    const tooSoon = await send('POST', '/api/notifications/test', {})
    assertCode(tooSoon, 429, 'test_rate_limited')
    assert.ok(Number(tooSoon.json()['retry_after_ms']) > 9_000)
    await server.clock.advance(10_000)
    assert.equal((await send('POST', '/api/notifications/test', {})).status, 200)
  })

  test('settings: omitted ones stay, and locked rules are named', async () => {
    const path = '/api/settings/notifications'
    const changed = (
      await send('PUT', path, { rules: { fill: { sound: false } }, telegram_configured: false })
    ).json()
    const rules = changed['rules'] as Record<string, Record<string, boolean>>
    assert.deepEqual(rules['fill'], { toast: true, sound: false, desktop: true, chat: true })
    assert.equal(changed['telegram_configured'], true)
    const locked = await send('PUT', path, { rules: { credentials: { chat: false } } })
    assertCode(locked, 422, 'rule_locked', 'rules.credentials.chat')
    assertCode(await send('PUT', path, { rules: { nothing: {} } }), 422, 'invalid_request')
    assertCode(await send('PUT', path, { sound_volume: 101 }), 422, 'invalid_request')
  })

  test('refused logins are notified, once an hour', async () => {
    for (let n = 0; n < 8; n += 1) {
      await server.ask('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: { password: 'wrong' },
      })
    }
    const found = (await get('/api/notifications?kind=logins_refused')).json()
    assert.equal((found['items'] as unknown[]).length, 1)
  })
})

describe('placing again what a game start cancelled', () => {
  const path = `/api/notifications/${FIRST_NOTIFICATION}/repost`
  const order = (n: number): string => `pm:0x${n.toString(16).padStart(64, '0')}`
  const id = (n: number): string => `01890a5d-ac96-774b-bcce-b302099a81${String(n).padStart(2, '0')}`
  const ask = (n: number, client: number, changes = {}) => ({
    order_id: order(n),
    client_order_id: id(client),
    price: '0.49',
    size: '10',
    ...changes,
  })

  test("quotes what is left of each order beside today's book and sends nothing", async () => {
    const placed = server.fake.placed.length
    const { items } = (await get(path)).json() as { items: Record<string, unknown>[] }
    assert.deepEqual(
      items.map(({ best_bid: bid, size, reason }) => [bid, size, reason]),
      [
        ['0.55', '10', null],
        ['0.55', '10', null],
      ],
    )
    assert.equal(server.fake.placed.length, placed)
  })

  test('each is replaced by one order, however many pages ask', async () => {
    const placed = server.fake.placed.length
    const first = await send('POST', path, { orders: [ask(1, 1), ask(2, 2, { price: '0.51' })] })
    const { items } = first.json() as { items: { result: { result: string } }[] }
    assert.deepEqual(
      items.map(({ result }) => result.result),
      ['accepted', 'accepted'],
    )
    assert.deepEqual(
      server.fake.placed
        .slice(placed)
        .map(({ side, postOnly, timeInForce }) => [side, postOnly, timeInForce]),
      [
        ['BUY', true, 'GTC'],
        ['SELL', true, 'GTC'],
      ],
    )
    const again = (await send('POST', path, { orders: [ask(1, 1), ask(2, 9)] })).json()
    const [same, other] = again['items'] as Record<string, unknown>[]
    assert.match(JSON.stringify(same?.['result']), /"replayed":true/)
    assert.deepEqual([other?.['result'], other?.['already_reposted_as']], [null, id(2)])
    assert.equal(server.fake.placed.length, placed + 2)
    assert.match((await get(path)).text, /Already placed again/)
  })

  test('more than was cancelled, or another order, is refused as a whole', async () => {
    assertCode(await send('POST', path, { orders: [ask(1, 5, { size: '11' })] }), 422, 'invalid_request')
    assertCode(await send('POST', path, { orders: [ask(3, 6)] }), 422, 'invalid_request')
    const nowhere = `/api/notifications/${id(1)}/repost`
    assertCode(await send('POST', nowhere, { orders: [ask(1, 7)] }), 404, 'not_found')
  })
})
