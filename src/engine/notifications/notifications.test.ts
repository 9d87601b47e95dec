import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ClientOrderId, NotificationId, OrderId, TradeId } from '#core/ids.ts'
import { LOCKED_RULES, type Delivery, type Notification } from '#core/notification/notification.ts'
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

type SetupOptions = {
  readonly memory?: MemoryNotifications
  readonly settings?: SettingsStore
  readonly clock?: ManualClock
  readonly chat?: ScriptedChat | null
}

let ids = 0

/** The actor with its triggers, on one bus. */
function setUp(options: SetupOptions = {}) {
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
    cash: whole(6),
    fee: null,
    role: 'maker',
    status: 'matched',
    txHash: null,
    at,
    ...changes,
  }
}

/** Prices in the text, by the notification's own notes. */
const pricesOf = (one: Notification | undefined): readonly string[] =>
  (one?.prices ?? []).map(({ at, text }) => one?.text.slice(at, at + text.length) ?? '')

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

describe('what is reported', () => {
  test('a fill is reported once, whatever its later states, and once more when it is taken back', async () => {
    const setup = setUp()
    const fill = sampleFill(setup.clock.now())
    for (const status of ['matched', 'mined', 'confirmed', 'failed', 'failed'] as const) {
      setup.bus.publish('fill', { ...fill, status })
    }
    await setup.clock.advance(0)
    assert.deepEqual(
      setup
        .all()
        .map(({ text }) => text)
        .toSorted(),
      [
        'Fill reversed: BUY 10 at 0.57. The trade failed to settle; its shares and cash were put back, the order was not.',
        'Filled: BUY 10 at 0.57, as maker.',
      ],
    )
    const severities = setup.all().map(({ kind, severity }) => `${kind} ${severity}`)
    assert.deepEqual(severities.toSorted(), ['fill info', 'fill_reversed urgent'])
  })

  test('fills from before the first start, and those of a previous run that were reported, are no news', async () => {
    const setup = setUp()
    setup.bus.publish('fill', sampleFill(setup.clock.now() - 6_001))
    await setup.clock.advance(0)
    assert.deepEqual(setup.kinds(), [])
    const fill = sampleFill(setup.clock.now())
    setup.bus.publish('fill', fill)
    await setup.clock.advance(60_000)
    setup.stop()
    const again = setUp({ memory: setup.memory, settings: setup.settings, clock: setup.clock })
    again.bus.publish('fill', fill)
    again.bus.publish('fill', { ...fill, tradeId: 't2' as TradeId })
    await setup.clock.advance(0)
    assert.deepEqual(again.kinds(), ['fill', 'fill'])
  })

  test('a rejected order shows the reason of its audit rows; an unknown one is reported once', async () => {
    const setup = setUp()
    const prices = [{ at: 8, price: '0.67', tick_size: '0.01', kind: 'price' }]
    setup.history.push({ details: { message: 'At most 0.67.', prices } } as unknown as AuditRow)
    setup.bus.publish('order', sampleOrder({ status: 'rejected' }))
    setup.bus.publish('order', sampleOrder({ status: 'unknown' }))
    setup.bus.publish('order', sampleOrder({ status: 'unknown' }))
    setup.bus.publish('order', sampleOrder({ status: 'live' }))
    await setup.clock.advance(0)
    assert.deepEqual(setup.kinds().toSorted(), ['order_rejected', 'order_unknown'])
    const rejected = setup.all().find(({ kind }) => kind === 'order_rejected')
    assert.match(rejected?.text ?? '', / At most 0\.67\.$/)
    const last = rejected?.prices.at(-1)
    assert.deepEqual([last?.text, last?.tickSize], ['0.67', 100])
    assert.ok(rejected?.text.slice(last?.at).startsWith('0.67'))
  })

  test('orders that a game start cancelled come with what is left of each', async () => {
    const setup = setUp()
    setup.bus.publish('game_start_orders', {
      marketId: marketId(1),
      orders: [sampleOrder({ filledSize: whole(4) })],
      at: setup.clock.now(),
    })
    await setup.clock.advance(0)
    const [started] = setup.all()
    assert.equal(started?.kind, 'game_start_orders')
    assert.deepEqual(pricesOf(started), ['0.57'])
    assert.deepEqual(
      started?.orders.map(({ size, outcomeName, repostedAs }) => [size, outcomeName, repostedAs]),
      [[6_000_000n, 'Yes', null]],
    )
  })

  test('an order that a start took is reported once, also when a later run finds it gone with another', async () => {
    const setup = setUp()
    const fact = { marketId: marketId(1), orders: [sampleOrder()], at: setup.clock.now() }
    setup.bus.publish('game_start_orders', fact)
    await setup.clock.advance(0)
    setup.stop()
    const again = setUp({ memory: setup.memory, settings: setup.settings, clock: setup.clock })
    const other = sampleOrder({ id: 'pm:0xother' as OrderId })
    again.bus.publish('game_start_orders', fact)
    again.bus.publish('game_start_orders', { ...fact, orders: [sampleOrder(), other] })
    await setup.clock.advance(0)
    assert.deepEqual(
      again.all().map(({ orders }) => orders.map(({ orderId }) => orderId)),
      [[other.id], [sampleOrder().id]],
    )
  })

  test('a feed that is down is reported after 30 s, once per outage', async () => {
    const setup = setUp()
    setup.bus.publish('feeds', [feed('down')])
    await setup.clock.advance(29_000)
    assert.deepEqual(setup.kinds(), [])
    await setup.clock.advance(2_000)
    setup.bus.publish('feeds', [feed('connecting')])
    await setup.clock.advance(60_000)
    assert.deepEqual(setup.kinds(), ['feed_down'])
    setup.bus.publish('feeds', [feed('live')])
    setup.bus.publish('feeds', [feed('stale')])
    await setup.clock.advance(31_000)
    assert.deepEqual(setup.kinds(), ['feed_down', 'feed_down'])
  })

  test('SAFE is reported with its cause, but not when the trader did it or the program stops', async () => {
    const setup = setUp()
    for (const cause of ['user', 'stop', 'idle', 'foreign_activity'] as const) {
      setup.bus.publish('disarmed', { cause, at: setup.clock.now(), afterMs: null })
    }
    setup.bus.publish('foreign_activity', { reason: 'order', order: sampleOrder(), at: setup.clock.now() })
    await setup.clock.advance(0)
    assert.deepEqual(setup.kinds().toSorted(), ['foreign_activity', 'trading_safe', 'trading_safe'])
  })

  test('an order that is called cancelled and is open is reported as urgently as an unknown one, each time it happens', async () => {
    const setup = setUp()
    const order = sampleOrder({ status: 'cancelled' })
    for (const at of [1, 1, 2]) setup.bus.publish('cancel_ignored', { order, at })
    await setup.clock.advance(0)
    assert.deepEqual(setup.kinds(), ['order_unknown', 'order_unknown'])
    assert.match(setup.all()[0]?.text ?? '', /confirmed the cancel of .* still shows it live/)
  })

  test('the session key is reported once per key, also across a restart', async () => {
    const setup = setUp()
    const fact = { validUntil: setup.clock.now() + 86_400_000, at: setup.clock.now() }
    setup.bus.publish('session_key_expiring', fact)
    await setup.clock.advance(0)
    const again = setUp({ memory: setup.memory, settings: setup.settings, clock: setup.clock })
    again.bus.publish('session_key_expiring', fact)
    await setup.clock.advance(0)
    assert.deepEqual(again.kinds(), ['session_key_expiring'])
  })

  test('credentials are reported when they fail, and when the network keeps them away for 30 s', async () => {
    const setup = setUp()
    setup.bus.publish('status', statusWith({ state: 'pending', reason: 'network' }))
    await setup.clock.advance(31_000)
    assert.deepEqual(setup.kinds(), ['credentials'])
    setup.bus.publish('status', statusWith({ state: 'failed', reason: 'auth_rejected' }))
    setup.bus.publish('status', statusWith({ state: 'failed', reason: 'auth_rejected' }))
    await setup.clock.advance(0)
    assert.deepEqual(setup.kinds(), ['credentials', 'credentials'])
  })

  test('a combo is reported once per accept', async () => {
    const setup = setUp()
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
      at: setup.clock.now(),
    }
    setup.bus.publish('combo_ended', ended)
    setup.bus.publish('combo_ended', ended)
    setup.bus.publish('combo_ended', { ...ended, result: 'failed' })
    await setup.clock.advance(0)
    const all = setup.all()
    assert.deepEqual(
      all.map(({ kind, clientOrderId }) => [kind, clientOrderId]),
      [['combo_filled', CLIENT]],
    )
  })

  test('history: 30 days, by words, unread and page', async () => {
    const setup = setUp()
    setup.notifications.notify({ kind: 'fill', key: null, title: 'Hawks win', text: 'Filled at Málaga.' })
    await setup.clock.advance(1_000)
    setup.notifications.notify({ kind: 'alert', key: null, title: 'Owls', text: 'Spread.' })
    const search = (...words: readonly string[]): number => setup.notifications.list({ ...ALL, words }).length
    assert.deepEqual([search('hawk', 'malag'), search('awks'), search('hawk', 'owls')], [1, 0, 0])
    const [newest] = setup.notifications.list({ ...ALL, limit: 1 })
    assert.ok(newest)
    assert.equal(setup.notifications.list({ ...ALL, before: newest })[0]?.title, 'Hawks win')
    setup.notifications.markRead([newest.id])
    assert.equal(setup.notifications.unread(), 1)
    assert.equal(setup.received.at(-1)?.read, true)
    setup.stop()
    setup.clock.jump(30 * 86_400_000)
    await setup.clock.advance(3_600_000)
    assert.equal(setup.all().length, 0)
  })
})

const draft = { kind: 'fill', key: null, title: 'Hawks', text: 'Filled.' } as const

describe('how it is delivered', () => {
  test('by the rule of its kind; sound not at volume 0; locked rules cannot be cleared', () => {
    const setup = setUp()
    const changed = setup.notifications.changeSettings({
      rules: { fill: { chat: false, desktop: false } },
      soundVolume: 0,
    })
    assert.ok(changed.ok)
    setup.notifications.notify(draft)
    assert.deepEqual(
      setup.all()[0]?.deliveries.map(({ channel, state }) => [channel, state]),
      [['toast', 'queued']],
    )
    for (const { kind, channel } of LOCKED_RULES) {
      const locked = setup.notifications.changeSettings({
        rules: { [kind]: { [channel]: false } },
        soundVolume: 9,
      })
      assert.deepEqual(locked, { ok: false, error: { code: 'rule_locked', kind, channel } })
    }
    assert.equal(setup.notifications.settings().soundVolume, 0)
    const again = setUp({ settings: setup.settings })
    assert.equal(again.notifications.settings().rules.fill.chat, false)
  })

  test('VEN-14 its kinds go to chat by default, and no others', () => {
    const silent = [
      'order_rejected',
      'order_unknown',
      'trading_safe',
      'session_key_expiring',
      'recording_stopped',
    ]
    assert.deepEqual(
      Object.entries(setUp().notifications.settings().rules).flatMap(([kind, rule]) =>
        rule.chat ? [] : kind,
      ),
      silent,
    )
  })

  test('written, then published, then sent; each step is on disk', async () => {
    const setup = setUp()
    assert.ok(setup.chat)
    setup.chat.isHanging = true
    setup.notifications.notify(draft)
    const [first] = setup.received
    assert.ok(first)
    assert.equal(deliveryOf(first, 'chat')?.state, 'queued')
    assert.equal(setup.chatState(first.id)?.state, 'sending')
    assert.deepEqual(setup.chat.texts, ['Hawks. Filled.'])
    setup.chat.release()
    await settle()
    assert.equal(setup.chatState(first.id)?.state, 'sent')
    assert.equal(setup.notifications.chat()?.queued, 0)
  })

  test('without chat a message that was asked for says so, and nothing is an error', () => {
    const setup = setUp({ chat: null })
    setup.notifications.notify(draft)
    const [one] = setup.all()
    assert.equal(deliveryOf(one ?? null, 'chat')?.state, 'not_configured')
    assert.equal(setup.notifications.chat(), null)
  })

  test('after a crash what was queued is sent, and what may have left is not sent again', async () => {
    const setup = setUp()
    assert.ok(setup.chat)
    setup.chat.isHanging = true
    setup.notifications.notify(draft)
    setup.notifications.notify({ ...draft, title: 'Owls' })
    setup.notifications.notify({ ...draft, title: 'Bears' })
    const chat = createScriptedChat()
    const again = setUp({ memory: setup.memory, settings: setup.settings, chat })
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

  test('the minute of a previous run counts in the limit', async () => {
    const setup = setUp()
    for (let n = 0; n < 15; n += 1) {
      setup.notifications.notify({ ...draft, title: `Hawks ${n}` })
      await setup.clock.advance(100)
    }
    assert.equal(setup.chat?.texts.length, 15)
    const chat = createScriptedChat()
    const again = setUp({ memory: setup.memory, settings: setup.settings, clock: setup.clock, chat })
    again.notifications.notify({ ...draft, title: 'Owls' })
    await settle()
    assert.deepEqual(chat.texts, [])
    await setup.clock.advance(60_000)
    assert.deepEqual(chat.texts, ['Owls. Filled.'])
  })

  test('a refusal is reported with the delivery and in the status, until a later message is sent', async () => {
    const setup = setUp()
    setup.chat?.answers.push({ kind: 'failed', reason: 'the chat service refused (401: Unauthorized)' })
    setup.notifications.notify(draft)
    await settle()
    const [one] = setup.all()
    assert.equal(deliveryOf(one ?? null, 'chat')?.reason, 'the chat service refused (401: Unauthorized)')
    assert.match(setup.notifications.chat()?.lastFailure?.reason ?? '', /401/)
    setup.notifications.notify(draft)
    await settle()
    assert.equal(setup.notifications.chat()?.lastFailure, null)
  })

  test('a test goes to chat whatever the rules say, once in 10 s, and says what went wrong', async () => {
    const setup = setUp()
    const tested = await setup.notifications.testChat()
    assert.ok(tested.ok)
    assert.deepEqual(await setup.notifications.testChat(), {
      ok: false,
      error: { kind: 'too_soon', retryAfterMs: 10_000 },
    })
    await setup.clock.advance(10_000)
    setup.chat?.answers.push({ kind: 'limited', retryAfterMs: 7_000 })
    const limited = await setup.notifications.testChat()
    assert.deepEqual(limited, {
      ok: false,
      error: { kind: 'failed', reason: 'the chat service accepts no more messages for 7 s' },
    })
    assert.equal(setup.all().length, 0)
  })

  test('of several pages the first that reports takes the delivery', () => {
    const setup = setUp()
    setup.notifications.notify(draft)
    const [one] = setup.all()
    assert.ok(one)
    const sent = { channel: 'desktop', state: 'sent', reason: null } as const
    assert.equal(setup.notifications.report(one.id, sent), true)
    assert.equal(setup.notifications.report(one.id, sent), false)
    assert.equal(setup.notifications.report('nobody' as NotificationId, sent), false)
    assert.equal(deliveryOf(setup.notifications.find(one.id), 'desktop')?.state, 'sent')
  })

  test('what the disk refuses is reported all the same, and written once the disk takes it', async () => {
    const setup = setUp()
    setup.memory.isRefusing = true
    setup.notifications.notify({ ...draft, key: 'fill:t' })
    setup.notifications.notify({ ...draft, key: 'fill:t' })
    assert.equal(new Set(setup.received.map(({ id }) => id)).size, 1)
    assert.deepEqual(setup.chat?.texts, ['Hawks. Filled.'])
    assert.equal(setup.memory.rows.size, 0)
    setup.memory.isRefusing = false
    await setup.clock.advance(5_000)
    const [late] = setup.all()
    assert.equal(deliveryOf(late ?? null, 'chat')?.state, 'sent')
  })
})
