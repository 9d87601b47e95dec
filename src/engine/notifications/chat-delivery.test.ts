import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationId } from '#core/ids.ts'
import type { Delivery, Notification } from '#core/notification/notification.ts'
import { createChatDelivery } from './chat-delivery.ts'
import { createManualClock, settle } from '../testing/market-fakes.ts'
import { createScriptedChat } from '../testing/memory-notifications.ts'

function setUp() {
  const clock = createManualClock()
  const service = createScriptedChat()
  const written: Delivery[] = []
  const chat = createChatDelivery({
    clock,
    service,
    write: (_, delivery) => void written.push(delivery),
    onChange() {},
    point() {},
  })
  return { clock, service, chat, written }
}

function sample(n: number, changes: Partial<Notification> = {}): Notification {
  return {
    id: `n${n}` as NotificationId,
    kind: 'trading_safe',
    severity: 'urgent',
    title: `Title ${n}`,
    text: 'Text.',
    prices: [],
    clientOrderId: null,
    outcomeId: null,
    marketId: null,
    gameId: null,
    alertId: null,
    orders: [],
    read: false,
    at: 0,
    deliveries: [],
    ...changes,
  }
}

test('INV-47 a test counts in the minute: the 21st message says how long to wait and does not leave', async () => {
  const { clock, service, chat } = setUp()
  for (let n = 0; n < 20; n += 1) {
    chat.enqueue(sample(n))
    await clock.advance(100)
  }
  assert.equal(service.texts.length, 20)
  assert.deepEqual(await chat.test(), { ok: false, error: { kind: 'too_soon', retryAfterMs: 58_000 } })
  assert.equal(service.texts.length, 20)
  await clock.advance(58_000)
  assert.equal((await chat.test()).ok, true)
})

test('INV-47 no test leaves while the service asked to wait, and what it answers a test holds the queue too', async () => {
  const { clock, service, chat } = setUp()
  service.answers.push({ kind: 'limited', retryAfterMs: 30_000 }, { kind: 'limited', retryAfterMs: 20_000 })
  chat.enqueue(sample(1, { severity: 'info' }))
  await settle()
  assert.deepEqual(await chat.test(), { ok: false, error: { kind: 'too_soon', retryAfterMs: 30_000 } })
  await clock.advance(30_000)
  assert.equal(service.texts.length, 2, 'the one repetition')
  await clock.advance(20_000)
  service.answers.push({ kind: 'limited', retryAfterMs: 25_000 })
  assert.equal((await chat.test()).ok, false)
  chat.enqueue(sample(2))
  await clock.advance(24_000)
  assert.equal(service.texts.length, 3)
  await clock.advance(1_000)
  assert.equal(service.texts.length, 4)
})

test('INV-47 a restart keeps the wait of a message that was refused as one too many, a minute from its refusal', async () => {
  for (const [refusedAgo, waitMs] of [
    [20_000, 40_000],
    [-3_600_000, 60_000],
    [90_000, 0],
  ] as const) {
    const { clock, service, chat } = setUp()
    const at = clock.now() - refusedAgo
    const deliveries = [{ channel: 'chat', state: 'retrying', reason: null, at }] as const
    chat.resume([sample(1), sample(2, { deliveries })], [])
    chat.enqueue(sample(3))
    await settle()
    if (waitMs > 0) {
      assert.deepEqual(service.texts, [])
      await clock.advance(waitMs - 1)
      assert.deepEqual(service.texts, [])
    }
    await clock.advance(1_000)
    assert.equal(service.texts.length, 3)
  }
})
