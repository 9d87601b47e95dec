/** Alerts and notifications over the whole product: the open tab, the chat service, its faults, and a kill. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../client.ts'
import { startTerminal, startTerminalProcess, temporaryDirectory, type TestTerminal } from '../harness.ts'
import { arm } from '../market.ts'
import { startQuietVenue, type QuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'

const TOKEN = '123456789:TESTonlyTESTonlyTESTonlyTESTonly_-1'
const CHAT_ID = '-1001234567890'
const CHAT = { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_CHAT_ID: CHAT_ID }

const PATIENCE_MS = 60_000

/** Longer than anything takes on a slow, busy machine. */
const until = <T>(what: string, ask: () => T | Promise<T>) => waitFor(what, ask, PATIENCE_MS)

type TradingFixture<Terminal extends TestTerminal = TestTerminal> = {
  readonly terminal: Terminal
  readonly client: () => Client
  readonly venue: QuietVenue
  readonly outcomeId: string
}

/** A terminal with chat over a venue where others bid 0.40 and ask 0.60, and nobody else trades. */
async function startTradingFixture<Terminal extends TestTerminal>(
  context: TestContext,
  seed: string,
  start: (...given: Parameters<typeof startTerminal>) => Promise<Terminal>,
  env: Readonly<Record<string, string>> = {},
): Promise<TradingFixture<Terminal>> {
  const venue = await startQuietVenue(context, { seed, isSmall: true })
  await venue.placeForeign('BUY', 4_000, 100)
  await venue.placeForeign('SELL', 6_000, 100)
  const terminal = await start(context, { simulator: venue, env: { ...CHAT, ...env } })
  const outcomeId = `pm:${venue.market.tokens[0]}`
  await until('a current book', async () => {
    const { status, body } = await terminal.client().call('readBook', { params: { outcome_id: outcomeId } })
    const book = body as Wire['Book']
    return status === 200 && !book.stale && book.bids.length > 0 && book.asks.length > 0
  })
  return { terminal, client: terminal.client, venue, outcomeId }
}

async function chatTexts(venue: QuietVenue): Promise<readonly string[]> {
  const messages = (await venue.control('/chat')) as readonly {
    readonly text: string
    readonly chat: number
  }[]
  assert.ok(messages.every(({ chat }) => chat === Number(CHAT_ID)))
  return messages.map(({ text }) => text)
}

async function alertNotifications(client: Client): Promise<readonly Wire['Notification'][]> {
  return (await client.ok('listNotifications', { query: { kind: 'alert' } })).items
}

function stateOf(notification: Wire['Notification'] | undefined): string | undefined {
  return notification?.deliveries.find(({ channel }) => channel === 'chat')?.state
}

/** Sets an alert and waits until it is armed. */
async function setAlert({ client, outcomeId }: TradingFixture, threshold: string): Promise<string> {
  const { id } = await client().ok('createAlert', {
    body: { kind: 'price', outcome_id: outcomeId, direction: 'above', threshold },
  })
  await until('the alert to be armed', async () => {
    const { items } = await client().ok('listAlerts')
    return items.find((alert) => alert.id === id)?.armed_at ?? null
  })
  return id
}

// Each on a terminal of its own, and most of the time waiting.
describe('what the user is notified of', { concurrency: 2 }, () => {
  test('a host whose clock goes an hour ahead: SAFE is blamed on the clock, and no row is dated ahead', async (context) => {
    const ahead = join(temporaryDirectory(context), 'ahead')
    const wrong = `import { existsSync } from 'node:fs'
      const { now } = Date
      let byMs = 0
      setInterval(() => (byMs = existsSync('${ahead}') ? 3_600_000 : 0), 50).unref()
      Date.now = () => now() + byMs`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(wrong)}` }
    const { client } = await startTradingFixture(context, 'an hour ahead', startTerminalProcess, env)
    await arm(client())
    writeFileSync(ahead, '')
    const notices = async () => (await client().ok('listNotifications')).items
    const safe = await until('SAFE', async () =>
      (await notices()).find(({ kind }) => kind === 'trading_safe'),
    )
    assert.match(safe.text, /clock/)
    await until(
      'the difference',
      async () => ((await client().ok('readStatus')).clock_skew_ms ?? 0) < -3_000_000,
    )
    assert.equal((await client().call('testNotification', { body: {} })).status, 200)
    for (const { at, title } of await notices())
      assert.ok(Date.parse(at) < Date.now() + 5_000, `${title} ${at}`)
  })

  test('INV-27 a crossing reaches the open tab and the chat once, also across kills', async (context) => {
    const fixture = await startTradingFixture(context, 'notices', startTerminalProcess)
    const { terminal, client, venue } = fixture
    const live = await client().live()
    await live.subscribe('notifications')
    const id = await setAlert(fixture, '0.45')
    const waiting = await setAlert(fixture, '0.5')
    await venue.placeForeign('BUY', 4_500, 50)
    await until('the toast', () =>
      live.frames('notifications').some((frame) => JSON.stringify(frame).includes(`"alert_id":"${id}"`)),
    )
    await until('the chat message', async () => {
      const [found] = await alertNotifications(client())
      return stateOf(found) === 'sent'
    })
    assert.equal((await chatTexts(venue)).length, 1)

    await terminal.kill('SIGKILL')
    await venue.placeForeign('BUY', 5_000, 50)
    await terminal.restart()
    await until('what was crossed meanwhile', async () => (await alertNotifications(client())).length === 2)
    await until('its chat message', async () => (await chatTexts(venue)).length === 2)
    const found = (await alertNotifications(client())).map(({ alert_id }) => String(alert_id))
    assert.deepEqual(found.toSorted(), [id, waiting].toSorted())
    assert.equal((await chatTexts(venue)).length, 2)
  })

  test('a notification unsent at a kill is sent by the next run; one that may have been sent is not', async (context) => {
    const fixture = await startTradingFixture(context, 'notices-kill', startTerminalProcess, {
      SESAME_FAULTPOINTS: 'notify.stored=kill',
    })
    const { terminal, client, venue } = fixture
    await setAlert(fixture, '0.45')
    await venue.placeForeign('BUY', 4_500, 50)
    await terminal.program().ended
    assert.deepEqual(await chatTexts(venue), [])

    // The next life sends what waited, and is killed when the answer to its second message has come.
    await terminal.restart({ SESAME_FAULTPOINTS: 'notify.chat.sent:2=kill' })
    await until('the chat message', async () => (await chatTexts(venue)).length === 1)
    assert.equal((await alertNotifications(client())).length, 1)
    await setAlert(fixture, '0.5')
    await venue.placeForeign('BUY', 5_000, 50)
    await terminal.program().ended
    await terminal.restart({ SESAME_FAULTPOINTS: '' })
    const [found] = await alertNotifications(client())
    assert.equal(stateOf(found), 'not_sent')
    assert.match(JSON.stringify(found?.deliveries), /it may have arrived/)
    assert.equal((await chatTexts(venue)).length, 2)
  })

  test('INV-35 a chat service that fails delays no order and no alert, and the result is shown', async (context) => {
    const fixture = await startTradingFixture(context, 'notices-faults', startTerminalProcess)
    const { terminal, client, venue, outcomeId } = fixture
    await arm(client())
    const live = await client().live()
    await live.subscribe('notifications')

    // The service never answers: orders and alerts go on.
    await venue.control('/faults', { name: 'chat.hang' })
    await setAlert(fixture, '0.45')
    await venue.placeForeign('BUY', 4_500, 50)
    await until('the toast', () =>
      live.frames('notifications').some((frame) => JSON.stringify(frame).includes('"kind":"alert"')),
    )
    const placed = await client().ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id: outcomeId,
        side: 'BUY',
        price: '0.41',
        size: '10',
        time_in_force: 'GTC',
        post_only: true,
      },
    })
    assert.equal(placed.result, 'accepted')
    assert.equal(stateOf((await alertNotifications(client()))[0]), 'queued')
    await until(
      'the end of the wait',
      async () => stateOf((await alertNotifications(client()))[0]) === 'not_sent',
    )
    await venue.control('/faults', undefined, 'DELETE')

    // It refuses, and shows the token in its words.
    await venue.control('/faults', { name: 'chat.echo_token_in_error' })
    const refused = await client().call('testNotification', { body: {} })
    assert.equal(refused.status, 502)
    assert.match(JSON.stringify(refused.body), /refused \(400: no such chat/, 'none of its words')
    const tooSoon = await client().call('testNotification', { body: {} })
    assert.equal(tooSoon.status, 429)
    await venue.control('/faults', undefined, 'DELETE')

    // One message too many: repeated once.
    await venue.control('/faults', { name: 'chat.429', args: { s: 1 }, when: { times: 1 } })
    await setAlert(fixture, '0.5')
    await venue.placeForeign('BUY', 5_000, 50)
    await until('the repeated message', async () => (await chatTexts(venue)).length === 1)
    await until('its state', async () => stateOf((await alertNotifications(client()))[0]) === 'sent')

    // An answer that cannot be read: not repeated.
    await venue.control('/faults', { name: 'chat.malformed', when: { times: 1 } })
    await setAlert(fixture, '0.55')
    await venue.placeForeign('BUY', 5_500, 50)
    await until('the state', async () => stateOf((await alertNotifications(client()))[0]) === 'not_sent')
    const settings = await client().ok('readNotificationSettings')
    assert.match(settings.chat?.last_failure?.reason ?? '', /could not be read/)

    const shown = JSON.stringify([await client().ok('listNotifications'), settings, live.frames()])
    assert.ok(!shown.includes(TOKEN.slice(10)))
    assert.ok(!`${terminal.program().err()}${terminal.program().out()}`.includes(TOKEN.slice(10)))
  })

  test('INV-35 a chat service that is gone, refuses, is slow or asks to wait: every message has a result, and none that may wait is lost', async (context) => {
    const fixture = await startTradingFixture(context, 'notices-chat', startTerminal)
    const { terminal, client, venue, outcomeId } = fixture
    await arm(client())
    const live = await client().live()
    await live.subscribe('notifications')
    const ids = new Map<number, string>()
    for (const price of [41, 42, 43, 44, 45, 46, 47]) ids.set(price, await setAlert(fixture, `0.${price}`))

    const fault = (name: string, args: Readonly<Record<string, number>> = {}) =>
      venue.control('/faults', { name, args, match: { service: 'chat' }, when: { times: 1 } })
    /** Somebody bids so much: one alert fires, and every tab receives it. */
    const cross = async (price: number) => {
      await venue.placeForeign('BUY', price * 100, 50)
      await until(`the toast of 0.${price}`, () =>
        live
          .frames('notifications')
          .some((frame) => JSON.stringify(frame).includes(`"alert_id":"${ids.get(price)}"`)),
      )
    }
    const chatOf = async (price: number) => {
      const found = (await alertNotifications(client())).filter(({ alert_id }) => alert_id === ids.get(price))
      assert.equal(found.length, 1)
      return found[0]?.deliveries.find(({ channel }) => channel === 'chat')
    }
    const ends = (price: number, state: 'sent' | 'not_sent') =>
      until(`the end of 0.${price}`, async () => (await chatOf(price))?.state === state)
    const placed = async () => {
      const { result } = await client().ok('placeOrder', {
        body: {
          client_order_id: randomUUIDv7(),
          outcome_id: outcomeId,
          side: 'BUY',
          price: '0.3',
          size: '10',
          time_in_force: 'GTC',
          post_only: true,
        },
      })
      return result
    }
    const arrived = async (price: number) =>
      (await chatTexts(venue)).filter((text) => text.includes(`at or above 0.${price}`)).length
    const lastFailure = async () => (await client().ok('readStatus')).chat?.last_failure?.reason ?? ''

    // Nobody there.
    await fault('http.refuse_connect')
    await cross(41)
    await ends(41, 'not_sent')
    assert.match((await chatOf(41))?.reason ?? '', /no (answer|connection)/)

    // The token is not taken.
    await fault('chat.401')
    await cross(42)
    await ends(42, 'not_sent')
    assert.match((await chatOf(42))?.reason ?? '', /refused \(401: invalid token/)
    assert.match(await lastFailure(), /401/)

    // An answer after 30 s: orders and alerts go on, what waits leaves when the terminal no longer waits for it.
    await fault('http.delay', { ms: 30_000 })
    await cross(43)
    assert.equal(await placed(), 'accepted')
    await cross(44)
    await ends(43, 'not_sent')
    assert.match((await chatOf(43))?.reason ?? '', /it may have arrived/)
    await ends(44, 'sent')
    assert.equal(await lastFailure(), '')

    // A wait of 10 s: repeated once.
    await fault('chat.429', { s: 10 })
    await cross(45)
    await ends(45, 'sent')

    // A wait of 300 s: that message is given up, the next one waits, also for the next life.
    await fault('chat.429', { s: 300 })
    await cross(46)
    await ends(46, 'not_sent')
    assert.match((await chatOf(46))?.reason ?? '', /no more messages for 300 s/)
    await cross(47)
    assert.equal(await placed(), 'accepted')
    assert.equal((await chatOf(47))?.state, 'queued')
    assert.equal((await client().ok('readStatus')).chat?.queued, 1)
    await terminal.restart()
    await ends(47, 'sent')
    const counts = await Promise.all([41, 42, 44, 45, 46, 47].map(arrived))
    assert.deepEqual(counts, [0, 0, 1, 1, 0, 1])
  })

  test('orders cancelled by the start of a game are notified and placed again once, at their old prices', async (context) => {
    const fixture = await startTradingFixture(context, 'notices-start', startTerminal)
    const { client, venue, outcomeId } = fixture
    await arm(client())
    const place = (client_order_id: string, price: string) =>
      client().ok('placeOrder', {
        body: {
          client_order_id,
          outcome_id: outcomeId,
          side: 'BUY',
          price,
          size: '10',
          time_in_force: 'GTC',
          post_only: true,
        },
      })
    const first = await place(randomUUIDv7(), '0.35')
    const second = await place(randomUUIDv7(), '0.36')
    await venue.control('/faults', { name: 'catalog.game_start', args: { at: Date.now() } })
    await until(
      'the catalog to tell the start',
      async () =>
        (await client().ok('readMarket', { params: { market_id: `pm:${venue.market.conditionId}` } }))
          .cancels_at_start,
    )
    await venue.control('/order', { kind: 'game_start_cancel', condition_id: venue.market.conditionId })
    const found = await until('the notification', async () =>
      (await client().ok('listNotifications', { query: { kind: 'game_start_orders' } })).items.find(
        ({ orders }) => orders.length === 2,
      ),
    )
    assert.deepEqual(
      found.orders.map(({ order_id }) => order_id).toSorted(),
      [String(first.order?.id), String(second.order?.id)].toSorted(),
    )

    // The book was cleared: others come back with another price.
    await venue.placeForeign('BUY', 4_200, 100)
    await venue.placeForeign('SELL', 4_800, 100)
    const params = { notification_id: found.id }
    const quotes = await until('the quotes', async () => {
      const { items } = await client().ok('quoteRepost', { params })
      return items.every(({ best_bid: bid }) => bid === '0.42') ? items : null
    })
    const orders = quotes.map(({ order, size }) => ({
      order_id: order.order_id,
      client_order_id: randomUUIDv7(),
      price: order.price,
      size,
    }))
    const { items } = await client().ok('repostOrders', { params, body: { orders } })
    assert.deepEqual(
      items.map(({ result }) => [result?.result, result?.order?.price, result?.order?.post_only]),
      orders.map(({ price }) => ['accepted', price, true]),
    )
    // A second page asks for the same: nothing is sent.
    const again = await client().ok('repostOrders', {
      params,
      body: { orders: orders.map((order) => ({ ...order, client_order_id: randomUUIDv7() })) },
    })
    assert.deepEqual(
      again.items.map(({ already_reposted_as }) => already_reposted_as),
      orders.map(({ client_order_id }) => client_order_id),
    )
    assert.equal((await client().ok('listOrders')).items.length, 2)
  })
})
