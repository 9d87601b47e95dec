import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ClientOrderId, NotificationId, OrderId, TradeId } from '#core/ids.ts'
import { LOCKED_RULES } from '#core/notification/notification.ts'
import type { Delivery, Notification } from '#core/notification/notification.ts'
import type { Fill, Order } from '#core/order/order.ts'
import type { CredentialStatus, FeedHealth, Status } from '#core/trading-state.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import { ok } from '#lib/result.ts'
import type { SettingsStore } from '#ports/stores.ts'
import { createBus } from '../bus.ts'
import { startNotificationTriggers } from './notification-triggers.ts'
import { createNotifications } from './notifications.ts'
import {
  createManualClock,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  settle,
  silentLog,
  whole,
} from '../testing/market-fakes.ts'
import type { ManualClock } from '../testing/market-fakes.ts'
import { createMemoryNotifications, createScriptedChat } from '../testing/memory-notifications.ts'
import type { MemoryNotifications, ScriptedChat } from '../testing/memory-notifications.ts'

const CLIENT = '01890a5d-ac96-774b-bcce-b302099a8057' as ClientOrderId
const ALL = { words: [], unread: null, kind: null, before: null, limit: 200 } as const

function memorySettings(): SettingsStore {
  const rows = new Map<string, string>()
  return {
    read: (name) => rows.get(name) ?? null,
    write(name, json) {
      rows.set(name, json)
      return ok(undefined)
    },
  }
}

type FixtureOptions = {
  readonly memory?: MemoryNotifications
  readonly settings?: SettingsStore
  readonly clock?: ManualClock
  readonly chat?: ScriptedChat | null
}

let ids = 0

/** The actor with its triggers, on one bus. */
function createTradingFixture(options: FixtureOptions = {}) {
  const memory = options.memory ?? createMemoryNotifications()
  const settings = options.settings ?? memorySettings()
  const clock = options.clock ?? createManualClock()
  const chat = options.chat === undefined ? createScriptedChat() : options.chat
  const bus = createBus((_, error) => {
    throw error
  })
  const event = sampleEvent(1)
  const [market] = event.markets
  const received: Notification[] = []
  bus.subscribe('notification', (notification) => received.push(notification))
  const notifications = createNotifications({
    clock,
    bus,
    settings,
    chat,
    random: {
      bytes: (length) => new Uint8Array(length),
      uuidV7: () => `01890a5d-ac96-774b-bcce-${(ids += 1).toString(16).padStart(12, '0')}`,
    },
    log: silentLog,
    store: memory.notifications,
    point() {},
  })
  notifications.start()
  const history: AuditRow[] = []
  const stop = startNotificationTriggers({
    clock,
    bus,
    settings,
    catalog: {
      outcome: (id) => {
        const outcome = market?.outcomes.find((one) => one.id === id)
        return market === undefined || outcome === undefined ? null : { outcome, market, event }
      },
    },
    orders: { order: () => null },
    audit: { orderHistory: () => history },
    history: notifications,
    record: (drafts) => notifications.record(drafts, []),
  })
  return {
    bus,
    clock,
    chat,
    received,
    memory,
    settings,
    notifications,
    history,
    stop,
    all: () => notifications.list(ALL),
    kinds: () => notifications.list(ALL).map(({ kind }) => kind),
    chatState: (id: NotificationId) => deliveryOf(notifications.find(id), 'chat'),
  }
}

function deliveryOf(notification: Notification | null, channel: Delivery['channel']): Delivery | undefined {
  return notification?.deliveries.find((one) => one.channel === channel)
}

function sampleFill(at: number, changes: Partial<Fill> = {}): Fill {
  return {
    tradeId: 't1' as TradeId,
    orderId: `pm:0x${'1'.padStart(64, '0')}` as OrderId,
    outcomeId: outcomeId(2),
    marketId: marketId(1),
    side: 'BUY',
    price: price(5700),
    size: whole(10),
    fee: null,
    role: 'maker',
    status: 'matched',
    txHash: null,
    at,
    ...changes,
  }
}

/** What the notification's own notes say of the prices in its text. */
function pricesOf(published: Notification | undefined): readonly string[] {
  return (published?.prices ?? []).map(({ at, text }) => published?.text.slice(at, at + text.length) ?? '')
}

function sampleOrder(changes: Partial<Order> = {}): Order {
  return {
    id: `pm:0x${'1'.padStart(64, '0')}` as OrderId,
    clientOrderId: CLIENT,
    outcomeId: outcomeId(2),
    marketId: marketId(1),
    side: 'BUY',
    price: price(5700),
    size: whole(10),
    filledSize: whole(0),
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    status: 'cancelled',
    delayEndsAt: null,
    cancelling: false,
    cancelQueued: false,
    cancelTooLate: false,
    foreign: false,
    replaces: null,
    submittedAt: 0,
    createdAt: 0,
    updatedAt: 0,
    ...changes,
  }
}

const feed = (state: FeedHealth['state']): FeedHealth => ({
  name: 'market',
  state,
  connections: 0,
  subscriptions: 0,
  lastMessageAt: null,
  reconnects: 0,
  detail: 'ECONNREFUSED',
})

const statusWith = (credentials: Partial<CredentialStatus>): Status =>
  ({ credentials: { state: 'ready', reason: null, ...credentials }, storageProblem: null }) as Status

describe('what is told', () => {
  test('a fill is told once, whatever its later states, and once more when it is taken back', async () => {
    const fixture = createTradingFixture()
    const fill = sampleFill(fixture.clock.now())
    for (const status of ['matched', 'mined', 'confirmed', 'failed', 'failed'] as const) {
      fixture.bus.publish('fill', { ...fill, status })
    }
    await fixture.clock.advance(0)
    assert.deepEqual(
      fixture
        .all()
        .map(({ text }) => text)
        .toSorted(),
      [
        'Fill reversed: BUY 10 at 0.57. The trade failed to settle, so shares and cash are as before it; the order is not put back.',
        'Filled: BUY 10 at 0.57, as maker.',
      ],
    )
    const severities = fixture.all().map(({ kind, severity }) => `${kind} ${severity}`)
    assert.deepEqual(severities.toSorted(), ['fill info', 'fill_reversed urgent'])
  })

  test('fills from before the first start, and those of an earlier life that were told, are no news', async () => {
    const fixture = createTradingFixture()
    fixture.bus.publish('fill', sampleFill(fixture.clock.now() - 6_001))
    await fixture.clock.advance(0)
    assert.deepEqual(fixture.kinds(), [])
    const fill = sampleFill(fixture.clock.now())
    fixture.bus.publish('fill', fill)
    await fixture.clock.advance(60_000)
    fixture.stop()
    const again = createTradingFixture({
      memory: fixture.memory,
      settings: fixture.settings,
      clock: fixture.clock,
    })
    again.bus.publish('fill', fill)
    again.bus.publish('fill', { ...fill, tradeId: 't2' as TradeId })
    await fixture.clock.advance(0)
    assert.deepEqual(again.kinds(), ['fill', 'fill'])
  })

  test('a rejected order tells the reason of its audit rows; an unknown one is told once', async () => {
    const fixture = createTradingFixture()
    const prices = [{ at: 8, price: '0.67', tick_size: '0.01', kind: 'price' }]
    fixture.history.push({ details: { message: 'At most 0.67.', prices } } as unknown as AuditRow)
    fixture.bus.publish('order', sampleOrder({ status: 'rejected' }))
    fixture.bus.publish('order', sampleOrder({ status: 'unknown' }))
    fixture.bus.publish('order', sampleOrder({ status: 'unknown' }))
    fixture.bus.publish('order', sampleOrder({ status: 'live' }))
    await fixture.clock.advance(0)
    assert.deepEqual(fixture.kinds().toSorted(), ['order_rejected', 'order_unknown'])
    const rejected = fixture.all().find(({ kind }) => kind === 'order_rejected')
    assert.match(rejected?.text ?? '', / At most 0\.67\.$/)
    const last = rejected?.prices.at(-1)
    assert.deepEqual([last?.text, last?.tickSize], ['0.67', 100])
    assert.ok(rejected?.text.slice(last?.at).startsWith('0.67'))
  })

  test('orders that a game start cancelled come with what is left of each', async () => {
    const fixture = createTradingFixture()
    fixture.bus.publish('game_start_orders', {
      marketId: marketId(1),
      orders: [sampleOrder({ filledSize: whole(4) })],
      at: fixture.clock.now(),
    })
    await fixture.clock.advance(0)
    const [published] = fixture.all()
    assert.equal(published?.kind, 'game_start_orders')
    assert.deepEqual(pricesOf(published), ['0.57'])
    assert.deepEqual(
      published?.orders.map(({ size, outcomeName, repostedAs }) => [size, outcomeName, repostedAs]),
      [[6_000_000n, 'Yes', null]],
    )
  })

  test('an order that a start took is told once, also when a later life finds it gone with another', async () => {
    const fixture = createTradingFixture()
    const fact = { marketId: marketId(1), orders: [sampleOrder()], at: fixture.clock.now() }
    fixture.bus.publish('game_start_orders', fact)
    await fixture.clock.advance(0)
    fixture.stop()
    const again = createTradingFixture({
      memory: fixture.memory,
      settings: fixture.settings,
      clock: fixture.clock,
    })
    const other = sampleOrder({ id: 'pm:0xother' as OrderId })
    again.bus.publish('game_start_orders', fact)
    again.bus.publish('game_start_orders', { ...fact, orders: [sampleOrder(), other] })
    await fixture.clock.advance(0)
    assert.deepEqual(
      again.all().map(({ orders }) => orders.map(({ orderId }) => orderId)),
      [[other.id], [sampleOrder().id]],
    )
  })

  test('a feed that is down is told after 30 s, once per outage', async () => {
    const fixture = createTradingFixture()
    fixture.bus.publish('feeds', [feed('down')])
    await fixture.clock.advance(29_000)
    assert.deepEqual(fixture.kinds(), [])
    await fixture.clock.advance(2_000)
    fixture.bus.publish('feeds', [feed('connecting')])
    await fixture.clock.advance(60_000)
    assert.deepEqual(fixture.kinds(), ['feed_down'])
    fixture.bus.publish('feeds', [feed('live')])
    fixture.bus.publish('feeds', [feed('stale')])
    await fixture.clock.advance(31_000)
    assert.deepEqual(fixture.kinds(), ['feed_down', 'feed_down'])
  })

  test('SAFE is told with its cause, but not when the trader did it or the program stops', async () => {
    const fixture = createTradingFixture()
    for (const cause of ['user', 'stop', 'idle', 'foreign_activity'] as const) {
      fixture.bus.publish('disarmed', { cause, at: fixture.clock.now() })
    }
    fixture.bus.publish('foreign_activity', {
      reason: 'order',
      order: sampleOrder(),
      at: fixture.clock.now(),
    })
    await fixture.clock.advance(0)
    assert.deepEqual(fixture.kinds().toSorted(), ['foreign_activity', 'trading_safe', 'trading_safe'])
  })

  test('an order that is called cancelled and lives is told as urgently as an unknown one, each time it happens', async () => {
    const fixture = createTradingFixture()
    const order = sampleOrder({ status: 'cancelled' })
    for (const at of [1, 1, 2]) fixture.bus.publish('cancel_ignored', { order, at })
    await fixture.clock.advance(0)
    assert.deepEqual(fixture.kinds(), ['order_unknown', 'order_unknown'])
    assert.match(fixture.all()[0]?.text ?? '', /said that it cancelled .* still shows it live/)
  })

  test('the session key is told once per key, also across a restart', async () => {
    const fixture = createTradingFixture()
    const fact = { validUntil: fixture.clock.now() + 86_400_000, at: fixture.clock.now() }
    fixture.bus.publish('session_key_expiring', fact)
    await fixture.clock.advance(0)
    const again = createTradingFixture({
      memory: fixture.memory,
      settings: fixture.settings,
      clock: fixture.clock,
    })
    again.bus.publish('session_key_expiring', fact)
    await fixture.clock.advance(0)
    assert.deepEqual(again.kinds(), ['session_key_expiring'])
  })

  test('credentials are told when they fail, and when the network keeps them away for 30 s', async () => {
    const fixture = createTradingFixture()
    fixture.bus.publish('status', statusWith({ state: 'pending', reason: 'network' }))
    await fixture.clock.advance(31_000)
    assert.deepEqual(fixture.kinds(), ['credentials'])
    fixture.bus.publish('status', statusWith({ state: 'failed', reason: 'auth_rejected' }))
    fixture.bus.publish('status', statusWith({ state: 'failed', reason: 'auth_rejected' }))
    await fixture.clock.advance(0)
    assert.deepEqual(fixture.kinds(), ['credentials', 'credentials'])
  })

  test('a combo is told once per accept', async () => {
    const fixture = createTradingFixture()
    const ended = {
      clientOrderId: CLIENT,
      result: 'filled' as const,
      rfqId: 'r',
      side: 'BUY' as const,
      legs: [outcomeId(2)],
      total: whole(5),
      shares: whole(20),
      txHash: null,
      reject: null,
      at: fixture.clock.now(),
    }
    fixture.bus.publish('combo_ended', ended)
    fixture.bus.publish('combo_ended', ended)
    fixture.bus.publish('combo_ended', { ...ended, result: 'failed' })
    await fixture.clock.advance(0)
    const published = fixture.all()
    assert.deepEqual(
      published.map(({ kind, clientOrderId }) => [kind, clientOrderId]),
      [['combo_filled', CLIENT]],
    )
  })

  test('history: 30 days, by words, unread and page', async () => {
    const fixture = createTradingFixture()
    fixture.notifications.notify({ kind: 'fill', key: null, title: 'Hawks win', text: 'Filled at Málaga.' })
    await fixture.clock.advance(1_000)
    fixture.notifications.notify({ kind: 'alert', key: null, title: 'Owls', text: 'Spread.' })
    const search = (...words: readonly string[]): number =>
      fixture.notifications.list({ ...ALL, words }).length
    assert.deepEqual([search('hawk', 'malag'), search('awks'), search('hawk', 'owls')], [1, 0, 0])
    const [newest] = fixture.notifications.list({ ...ALL, limit: 1 })
    assert.ok(newest)
    assert.equal(fixture.notifications.list({ ...ALL, before: newest })[0]?.title, 'Hawks win')
    fixture.notifications.markRead([newest.id])
    assert.equal(fixture.notifications.unread(), 1)
    assert.equal(fixture.received.at(-1)?.read, true)
    fixture.stop()
    fixture.clock.jump(30 * 86_400_000)
    await fixture.clock.advance(3_600_000)
    assert.equal(fixture.all().length, 0)
  })
})

const published = { kind: 'fill', key: null, title: 'Hawks', text: 'Filled.' } as const

describe('how it is delivered', () => {
  test('by the rule of its kind; sound not at volume 0; locked rules cannot be cleared', () => {
    const fixture = createTradingFixture()
    const changed = fixture.notifications.changeSettings({
      rules: { fill: { chat: false, desktop: false } },
      soundVolume: 0,
    })
    assert.ok(changed.ok)
    fixture.notifications.notify(published)
    assert.deepEqual(
      fixture.all()[0]?.deliveries.map(({ channel, state }) => [channel, state]),
      [['toast', 'queued']],
    )
    for (const { kind, channel } of LOCKED_RULES) {
      const locked = fixture.notifications.changeSettings({
        rules: { [kind]: { [channel]: false } },
        soundVolume: 9,
      })
      assert.deepEqual(locked, { ok: false, error: { code: 'rule_locked', kind, channel } })
    }
    assert.equal(fixture.notifications.settings().soundVolume, 0)
    const again = createTradingFixture({ settings: fixture.settings })
    assert.equal(again.notifications.settings().rules.fill.chat, false)
  })

  test('the kinds of VEN-14 go to chat by default, and no others', () => {
    const { rules } = createTradingFixture().notifications.settings()
    assert.deepEqual(
      Object.entries(rules).flatMap(([kind, rule]) => (rule.chat ? kind : [])),
      [
        'alert',
        'fill',
        'game_start_orders',
        'feed_down',
        'foreign_activity',
        'credentials',
        'combo_filled',
        'combo_failed',
        'shutdown_cancel_failed',
        'logins_refused',
        'late_order',
        'fill_reversed',
        'audit_problem',
      ],
    )
  })

  test('written, then told, then sent; each step is on disk', async () => {
    const fixture = createTradingFixture()
    assert.ok(fixture.chat)
    fixture.chat.isHanging = true
    fixture.notifications.notify(published)
    const [first] = fixture.received
    assert.ok(first)
    assert.equal(deliveryOf(first, 'chat')?.state, 'queued')
    assert.equal(fixture.chatState(first.id)?.state, 'sending')
    assert.deepEqual(fixture.chat.texts, ['Hawks. Filled.'])
    fixture.chat.release()
    await settle()
    assert.equal(fixture.chatState(first.id)?.state, 'sent')
    assert.equal(fixture.notifications.chat()?.queued, 0)
  })

  test('without chat a message that was asked for says so, and nothing is an error', () => {
    const fixture = createTradingFixture({ chat: null })
    fixture.notifications.notify(published)
    const [one] = fixture.all()
    assert.equal(deliveryOf(one ?? null, 'chat')?.state, 'not_configured')
    assert.equal(fixture.notifications.chat(), null)
  })

  test('after a crash what was queued is sent, and what may have left is not sent again', async () => {
    const fixture = createTradingFixture()
    assert.ok(fixture.chat)
    fixture.chat.isHanging = true
    fixture.notifications.notify(published)
    fixture.notifications.notify({ ...published, title: 'Owls' })
    fixture.notifications.notify({ ...published, title: 'Bears' })
    const chat = createScriptedChat()
    const again = createTradingFixture({ memory: fixture.memory, settings: fixture.settings, chat })
    await settle()
    assert.equal(chat.texts.length, 2)
    assert.ok(chat.texts.every((text) => !text.includes('Hawks')))
    assert.deepEqual(
      again
        .all()
        .map(({ title, id }) => `${title} ${again.chatState(id)?.state}`)
        .toSorted(),
      ['Bears sent', 'Hawks not_sent', 'Owls sent'],
    )
  })

  test('the minute of an earlier life counts in the limit', async () => {
    const fixture = createTradingFixture()
    for (let n = 0; n < 15; n += 1) {
      fixture.notifications.notify({ ...published, title: `Hawks ${n}` })
      await fixture.clock.advance(100)
    }
    assert.equal(fixture.chat?.texts.length, 15)
    const chat = createScriptedChat()
    const again = createTradingFixture({
      memory: fixture.memory,
      settings: fixture.settings,
      clock: fixture.clock,
      chat,
    })
    again.notifications.notify({ ...published, title: 'Owls' })
    await settle()
    assert.deepEqual(chat.texts, [])
    await fixture.clock.advance(60_000)
    assert.deepEqual(chat.texts, ['Owls. Filled.'])
  })

  test('a refusal is told with the delivery and in the status, until a later message is sent', async () => {
    const fixture = createTradingFixture()
    fixture.chat?.answers.push({ kind: 'failed', reason: 'the chat service refused (401: Unauthorized)' })
    fixture.notifications.notify(published)
    await settle()
    const [one] = fixture.all()
    assert.equal(deliveryOf(one ?? null, 'chat')?.reason, 'the chat service refused (401: Unauthorized)')
    assert.match(fixture.notifications.chat()?.lastFailure?.reason ?? '', /401/)
    fixture.notifications.notify(published)
    await settle()
    assert.equal(fixture.notifications.chat()?.lastFailure, null)
  })

  test('a test goes to chat whatever the rules say, once in 10 s, and says what went wrong', async () => {
    const fixture = createTradingFixture()
    const tested = await fixture.notifications.testChat()
    assert.ok(tested.ok)
    assert.deepEqual(await fixture.notifications.testChat(), {
      ok: false,
      error: { kind: 'too_soon', retryAfterMs: 10_000 },
    })
    await fixture.clock.advance(10_000)
    fixture.chat?.answers.push({ kind: 'limited', retryAfterMs: 7_000 })
    const limited = await fixture.notifications.testChat()
    assert.deepEqual(limited, {
      ok: false,
      error: { kind: 'failed', reason: 'the chat service takes no more messages for 7 s' },
    })
    assert.equal(fixture.all().length, 0)
  })

  test('of several pages the first that reports takes the delivery', () => {
    const fixture = createTradingFixture()
    fixture.notifications.notify(published)
    const [one] = fixture.all()
    assert.ok(one)
    const sent = { channel: 'desktop', state: 'sent', reason: null } as const
    assert.equal(fixture.notifications.report(one.id, sent), true)
    assert.equal(fixture.notifications.report(one.id, sent), false)
    assert.equal(fixture.notifications.report('nobody' as NotificationId, sent), false)
    assert.equal(deliveryOf(fixture.notifications.find(one.id), 'desktop')?.state, 'sent')
  })

  test('what the disk refuses is told all the same, and written once the disk takes it', async () => {
    const fixture = createTradingFixture()
    fixture.memory.isRefusing = true
    fixture.notifications.notify({ ...published, key: 'fill:t' })
    fixture.notifications.notify({ ...published, key: 'fill:t' })
    assert.equal(new Set(fixture.received.map(({ id }) => id)).size, 1)
    assert.deepEqual(fixture.chat?.texts, ['Hawks. Filled.'])
    assert.equal(fixture.memory.rows.size, 0)
    fixture.memory.isRefusing = false
    await fixture.clock.advance(5_000)
    const [late] = fixture.all()
    assert.equal(deliveryOf(late ?? null, 'chat')?.state, 'sent')
  })
})
