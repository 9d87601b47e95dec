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
  createHandClock,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  settle,
  silentLog,
  whole,
} from '../testing/market-fakes.ts'
import type { HandClock } from '../testing/market-fakes.ts'
import { createMemoryNotices, createScriptedChat } from '../testing/memory-notices.ts'
import type { MemoryNotices, ScriptedChat } from '../testing/memory-notices.ts'

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

type DeskOptions = {
  readonly memory?: MemoryNotices
  readonly settings?: SettingsStore
  readonly clock?: HandClock
  readonly chat?: ScriptedChat | null
}

let ids = 0

/** The actor with its triggers, on one bus. */
function createDesk(options: DeskOptions = {}) {
  const memory = options.memory ?? createMemoryNotices()
  const settings = options.settings ?? memorySettings()
  const clock = options.clock ?? createHandClock()
  const chat = options.chat === undefined ? createScriptedChat() : options.chat
  const bus = createBus((_, error) => {
    throw error
  })
  const event = sampleEvent(1)
  const [market] = event.markets
  const heard: Notification[] = []
  bus.subscribe('notification', (notification) => heard.push(notification))
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
  const story: AuditRow[] = []
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
    audit: { story: () => story },
    history: notifications,
    record: (drafts) => notifications.record(drafts, []),
  })
  return {
    bus,
    clock,
    chat,
    heard,
    memory,
    settings,
    notifications,
    story,
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
function pricesOf(told: Notification | undefined): readonly string[] {
  return (told?.prices ?? []).map(({ at, text }) => told?.text.slice(at, at + text.length) ?? '')
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
    const desk = createDesk()
    const fill = sampleFill(desk.clock.now())
    for (const status of ['matched', 'mined', 'confirmed', 'failed', 'failed'] as const) {
      desk.bus.publish('fill', { ...fill, status })
    }
    await desk.clock.advance(0)
    assert.deepEqual(
      desk
        .all()
        .map(({ text }) => text)
        .toSorted(),
      [
        'Fill reversed: BUY 10 at 0.57. The trade failed to settle, so shares and cash are as before it; the order is not put back.',
        'Filled: BUY 10 at 0.57, as maker.',
      ],
    )
    const severities = desk.all().map(({ kind, severity }) => `${kind} ${severity}`)
    assert.deepEqual(severities.toSorted(), ['fill info', 'fill_reversed urgent'])
  })

  test('fills from before the first start, and those of an earlier life that were told, are no news', async () => {
    const desk = createDesk()
    desk.bus.publish('fill', sampleFill(desk.clock.now() - 6_001))
    await desk.clock.advance(0)
    assert.deepEqual(desk.kinds(), [])
    const fill = sampleFill(desk.clock.now())
    desk.bus.publish('fill', fill)
    await desk.clock.advance(60_000)
    desk.stop()
    const again = createDesk({ memory: desk.memory, settings: desk.settings, clock: desk.clock })
    again.bus.publish('fill', fill)
    again.bus.publish('fill', { ...fill, tradeId: 't2' as TradeId })
    await desk.clock.advance(0)
    assert.deepEqual(again.kinds(), ['fill', 'fill'])
  })

  test('a rejected order tells the reason of its audit rows; an unknown one is told once', async () => {
    const desk = createDesk()
    const prices = [{ at: 8, price: '0.67', tick_size: '0.01', kind: 'price' }]
    desk.story.push({ details: { message: 'At most 0.67.', prices } } as unknown as AuditRow)
    desk.bus.publish('order', sampleOrder({ status: 'rejected' }))
    desk.bus.publish('order', sampleOrder({ status: 'unknown' }))
    desk.bus.publish('order', sampleOrder({ status: 'unknown' }))
    desk.bus.publish('order', sampleOrder({ status: 'live' }))
    await desk.clock.advance(0)
    assert.deepEqual(desk.kinds().toSorted(), ['order_rejected', 'order_unknown'])
    const rejected = desk.all().find(({ kind }) => kind === 'order_rejected')
    assert.match(rejected?.text ?? '', / At most 0\.67\.$/)
    const last = rejected?.prices.at(-1)
    assert.deepEqual([last?.text, last?.tickSize], ['0.67', 100])
    assert.ok(rejected?.text.slice(last?.at).startsWith('0.67'))
  })

  test('orders that a game start cancelled come with what is left of each', async () => {
    const desk = createDesk()
    desk.bus.publish('game_start_orders', {
      marketId: marketId(1),
      orders: [sampleOrder({ filledSize: whole(4) })],
      at: desk.clock.now(),
    })
    await desk.clock.advance(0)
    const [told] = desk.all()
    assert.equal(told?.kind, 'game_start_orders')
    assert.deepEqual(pricesOf(told), ['0.57'])
    assert.deepEqual(
      told?.orders.map(({ size, outcomeName, repostedAs }) => [size, outcomeName, repostedAs]),
      [[6_000_000n, 'Yes', null]],
    )
  })

  test('an order that a start took is told once, also when a later life finds it gone with another', async () => {
    const desk = createDesk()
    const fact = { marketId: marketId(1), orders: [sampleOrder()], at: desk.clock.now() }
    desk.bus.publish('game_start_orders', fact)
    await desk.clock.advance(0)
    desk.stop()
    const again = createDesk({ memory: desk.memory, settings: desk.settings, clock: desk.clock })
    const other = sampleOrder({ id: 'pm:0xother' as OrderId })
    again.bus.publish('game_start_orders', fact)
    again.bus.publish('game_start_orders', { ...fact, orders: [sampleOrder(), other] })
    await desk.clock.advance(0)
    assert.deepEqual(
      again.all().map(({ orders }) => orders.map(({ orderId }) => orderId)),
      [[other.id], [sampleOrder().id]],
    )
  })

  test('a feed that is down is told after 30 s, once per outage', async () => {
    const desk = createDesk()
    desk.bus.publish('feeds', [feed('down')])
    await desk.clock.advance(29_000)
    assert.deepEqual(desk.kinds(), [])
    await desk.clock.advance(2_000)
    desk.bus.publish('feeds', [feed('connecting')])
    await desk.clock.advance(60_000)
    assert.deepEqual(desk.kinds(), ['feed_down'])
    desk.bus.publish('feeds', [feed('live')])
    desk.bus.publish('feeds', [feed('stale')])
    await desk.clock.advance(31_000)
    assert.deepEqual(desk.kinds(), ['feed_down', 'feed_down'])
  })

  test('SAFE is told with its cause, but not when the trader did it or the program stops', async () => {
    const desk = createDesk()
    for (const cause of ['user', 'stop', 'idle', 'foreign_activity'] as const) {
      desk.bus.publish('disarmed', { cause, at: desk.clock.now() })
    }
    desk.bus.publish('foreign_activity', { reason: 'order', order: sampleOrder(), at: desk.clock.now() })
    await desk.clock.advance(0)
    assert.deepEqual(desk.kinds().toSorted(), ['foreign_activity', 'trading_safe', 'trading_safe'])
  })

  test('an order that is called cancelled and lives is told as urgently as an unknown one, each time it happens', async () => {
    const desk = createDesk()
    const order = sampleOrder({ status: 'cancelled' })
    for (const at of [1, 1, 2]) desk.bus.publish('cancel_ignored', { order, at })
    await desk.clock.advance(0)
    assert.deepEqual(desk.kinds(), ['order_unknown', 'order_unknown'])
    assert.match(desk.all()[0]?.text ?? '', /said that it cancelled .* still shows it live/)
  })

  test('the session key is told once per key, also across a restart', async () => {
    const desk = createDesk()
    const fact = { validUntil: desk.clock.now() + 86_400_000, at: desk.clock.now() }
    desk.bus.publish('session_key_expiring', fact)
    await desk.clock.advance(0)
    const again = createDesk({ memory: desk.memory, settings: desk.settings, clock: desk.clock })
    again.bus.publish('session_key_expiring', fact)
    await desk.clock.advance(0)
    assert.deepEqual(again.kinds(), ['session_key_expiring'])
  })

  test('credentials are told when they fail, and when the network keeps them away for 30 s', async () => {
    const desk = createDesk()
    desk.bus.publish('status', statusWith({ state: 'pending', reason: 'network' }))
    await desk.clock.advance(31_000)
    assert.deepEqual(desk.kinds(), ['credentials'])
    desk.bus.publish('status', statusWith({ state: 'failed', reason: 'auth_rejected' }))
    desk.bus.publish('status', statusWith({ state: 'failed', reason: 'auth_rejected' }))
    await desk.clock.advance(0)
    assert.deepEqual(desk.kinds(), ['credentials', 'credentials'])
  })

  test('a combo is told once per accept', async () => {
    const desk = createDesk()
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
      at: desk.clock.now(),
    }
    desk.bus.publish('combo_ended', ended)
    desk.bus.publish('combo_ended', ended)
    desk.bus.publish('combo_ended', { ...ended, result: 'failed' })
    await desk.clock.advance(0)
    const told = desk.all()
    assert.deepEqual(
      told.map(({ kind, clientOrderId }) => [kind, clientOrderId]),
      [['combo_filled', CLIENT]],
    )
  })

  test('history: 30 days, by words, unread and page', async () => {
    const desk = createDesk()
    desk.notifications.tell({ kind: 'fill', key: null, title: 'Hawks win', text: 'Filled at Málaga.' })
    await desk.clock.advance(1_000)
    desk.notifications.tell({ kind: 'alert', key: null, title: 'Owls', text: 'Spread.' })
    const search = (...words: readonly string[]): number => desk.notifications.list({ ...ALL, words }).length
    assert.deepEqual([search('hawk', 'malag'), search('awks'), search('hawk', 'owls')], [1, 0, 0])
    const [newest] = desk.notifications.list({ ...ALL, limit: 1 })
    assert.ok(newest)
    assert.equal(desk.notifications.list({ ...ALL, before: newest })[0]?.title, 'Hawks win')
    desk.notifications.markRead([newest.id])
    assert.equal(desk.notifications.unread(), 1)
    assert.equal(desk.heard.at(-1)?.read, true)
    desk.stop()
    desk.clock.jump(30 * 86_400_000)
    await desk.clock.advance(3_600_000)
    assert.equal(desk.all().length, 0)
  })
})

const told = { kind: 'fill', key: null, title: 'Hawks', text: 'Filled.' } as const

describe('how it is delivered', () => {
  test('by the rule of its kind; sound not at volume 0; locked rules cannot be cleared', () => {
    const desk = createDesk()
    const changed = desk.notifications.changeSettings({
      rules: { fill: { chat: false, desktop: false } },
      soundVolume: 0,
    })
    assert.ok(changed.ok)
    desk.notifications.tell(told)
    assert.deepEqual(
      desk.all()[0]?.deliveries.map(({ channel, state }) => [channel, state]),
      [['toast', 'queued']],
    )
    for (const { kind, channel } of LOCKED_RULES) {
      const locked = desk.notifications.changeSettings({
        rules: { [kind]: { [channel]: false } },
        soundVolume: 9,
      })
      assert.deepEqual(locked, { ok: false, error: { code: 'rule_locked', kind, channel } })
    }
    assert.equal(desk.notifications.settings().soundVolume, 0)
    const again = createDesk({ settings: desk.settings })
    assert.equal(again.notifications.settings().rules.fill.chat, false)
  })

  test('the kinds of VEN-14 go to chat by default, and no others', () => {
    const { rules } = createDesk().notifications.settings()
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
    const desk = createDesk()
    assert.ok(desk.chat)
    desk.chat.isHanging = true
    desk.notifications.tell(told)
    const [first] = desk.heard
    assert.ok(first)
    assert.equal(deliveryOf(first, 'chat')?.state, 'queued')
    assert.equal(desk.chatState(first.id)?.state, 'sending')
    assert.deepEqual(desk.chat.texts, ['Hawks. Filled.'])
    desk.chat.release()
    await settle()
    assert.equal(desk.chatState(first.id)?.state, 'sent')
    assert.equal(desk.notifications.chat()?.queued, 0)
  })

  test('without chat a message that was asked for says so, and nothing is an error', () => {
    const desk = createDesk({ chat: null })
    desk.notifications.tell(told)
    const [one] = desk.all()
    assert.equal(deliveryOf(one ?? null, 'chat')?.state, 'not_configured')
    assert.equal(desk.notifications.chat(), null)
  })

  test('after a crash what was queued is sent, and what may have left is not sent again', async () => {
    const desk = createDesk()
    assert.ok(desk.chat)
    desk.chat.isHanging = true
    desk.notifications.tell(told)
    desk.notifications.tell({ ...told, title: 'Owls' })
    desk.notifications.tell({ ...told, title: 'Bears' })
    const chat = createScriptedChat()
    const again = createDesk({ memory: desk.memory, settings: desk.settings, chat })
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
    const desk = createDesk()
    for (let n = 0; n < 15; n += 1) {
      desk.notifications.tell({ ...told, title: `Hawks ${n}` })
      await desk.clock.advance(100)
    }
    assert.equal(desk.chat?.texts.length, 15)
    const chat = createScriptedChat()
    const again = createDesk({ memory: desk.memory, settings: desk.settings, clock: desk.clock, chat })
    again.notifications.tell({ ...told, title: 'Owls' })
    await settle()
    assert.deepEqual(chat.texts, [])
    await desk.clock.advance(60_000)
    assert.deepEqual(chat.texts, ['Owls. Filled.'])
  })

  test('a refusal is told with the delivery and in the status, until a later message is sent', async () => {
    const desk = createDesk()
    desk.chat?.answers.push({ kind: 'failed', reason: 'the chat service refused (401: Unauthorized)' })
    desk.notifications.tell(told)
    await settle()
    const [one] = desk.all()
    assert.equal(deliveryOf(one ?? null, 'chat')?.reason, 'the chat service refused (401: Unauthorized)')
    assert.match(desk.notifications.chat()?.lastFailure?.reason ?? '', /401/)
    desk.notifications.tell(told)
    await settle()
    assert.equal(desk.notifications.chat()?.lastFailure, null)
  })

  test('a test goes to chat whatever the rules say, once in 10 s, and says what went wrong', async () => {
    const desk = createDesk()
    const tested = await desk.notifications.testChat()
    assert.ok(tested.ok)
    assert.deepEqual(await desk.notifications.testChat(), {
      ok: false,
      error: { kind: 'too_soon', retryAfterMs: 10_000 },
    })
    await desk.clock.advance(10_000)
    desk.chat?.answers.push({ kind: 'limited', retryAfterMs: 7_000 })
    const limited = await desk.notifications.testChat()
    assert.deepEqual(limited, {
      ok: false,
      error: { kind: 'failed', reason: 'the chat service takes no more messages for 7 s' },
    })
    assert.equal(desk.all().length, 0)
  })

  test('of several pages the first that reports takes the delivery', () => {
    const desk = createDesk()
    desk.notifications.tell(told)
    const [one] = desk.all()
    assert.ok(one)
    const sent = { channel: 'desktop', state: 'sent', reason: null } as const
    assert.equal(desk.notifications.report(one.id, sent), true)
    assert.equal(desk.notifications.report(one.id, sent), false)
    assert.equal(desk.notifications.report('nobody' as NotificationId, sent), false)
    assert.equal(deliveryOf(desk.notifications.find(one.id), 'desktop')?.state, 'sent')
  })

  test('what the disk refuses is told all the same, and written once the disk takes it', async () => {
    const desk = createDesk()
    desk.memory.isRefusing = true
    desk.notifications.tell({ ...told, key: 'fill:t' })
    desk.notifications.tell({ ...told, key: 'fill:t' })
    assert.equal(new Set(desk.heard.map(({ id }) => id)).size, 1)
    assert.deepEqual(desk.chat?.texts, ['Hawks. Filled.'])
    assert.equal(desk.memory.rows.size, 0)
    desk.memory.isRefusing = false
    await desk.clock.advance(5_000)
    const [late] = desk.all()
    assert.equal(deliveryOf(late ?? null, 'chat')?.state, 'sent')
  })
})
