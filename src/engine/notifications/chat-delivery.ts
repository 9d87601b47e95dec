/**
 * Brings notifications to chat by the rules of the queue. Each step of a delivery is on disk before the next one: what
 * was queued leaves after a restart, what may have left before a crash is never sent again and says so.
 */
import { chatText, plainChatText } from '#core/notification/chat-text.ts'
import type { NotificationId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { ChatStatus, Delivery, DeliveryState, Notification } from '#core/notification/notification.ts'
import {
  CHAT_QUEUE_START,
  limitedReason,
  stepChatQueue,
  waitOutsideQueue,
} from '#core/machines/chat-queue.ts'
import type { ChatBatch, ChatEffect, ChatEvent, ChatOutcome, ChatQueue } from '#core/machines/chat-queue.ts'
import { runMachine, type Machine } from '#lib/machine.ts'
import { unreachable } from '#lib/never.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { ChatService } from '#ports/chat.ts'
import type { Clock } from '#ports/clock.ts'

const TEST_EVERY_MS = 10_000
/** The longest wait after which a refused message is repeated: how long it was is not on disk. */
const RETRY_WAIT_MS = 60_000
const STOP_WITHIN_MS = 2_000
const TEST_TEXT = 'Sesame: this is a test message.'
const CUT_OFF = 'the terminal stopped while it was being sent; it may have arrived'

export type ChatTestFault =
  | { readonly kind: 'too_soon'; readonly retryAfterMs: number }
  | { readonly kind: 'failed'; readonly reason: string }

export type ChatDelivery = ReturnType<typeof createChatDelivery>

type ChatDeliveryParts = {
  readonly clock: Clock
  readonly service: ChatService
  readonly write: (ids: readonly NotificationId[], delivery: Delivery) => void
  readonly onChange: () => void
  readonly point: (name: string) => void
}

type ChatDeliveryState = ChatDeliveryParts & {
  readonly waiting: Map<NotificationId, Notification>
  lastSentAt: Instant | null
  lastFailure: ChatStatus['lastFailure']
  testAllowedAt: { readonly wall: Instant; readonly monotonic: number } | null
  cancelWake: (() => void) | null
  isStopped: boolean
  onIdle: (() => void) | null
  readonly machine: Machine<ChatQueue, ChatEvent>
}

/**
 * Builds the delivery.
 *
 * @param write  writes a state to disk and publishes it
 * @param onChange  the status is another
 */
export function createChatDelivery(parts: ChatDeliveryParts) {
  const delivery: ChatDeliveryState = {
    ...parts,
    waiting: new Map(),
    lastSentAt: null,
    lastFailure: null,
    testAllowedAt: null,
    cancelWake: null,
    isStopped: false,
    onIdle: null,
    machine: runMachine({
      initial: CHAT_QUEUE_START,
      step: stepChatQueue,
      perform: (effect) => perform(delivery, effect),
    }),
  }

  return {
    enqueue: (notification: Notification): void => enqueue(delivery, notification),
    /**
     * Loads what a previous run left.
     *
     * @param ended  when its requests of the last minute ended: they count in the limit
     */
    resume(open: readonly Notification[], ended: readonly Instant[]): void {
      for (const at of ended)
        send(delivery, { type: 'noted', at: delivery.clock.monotonic() - (delivery.clock.now() - at) })
      resumeWait(delivery, open)
      for (const notification of open) {
        const state = notification.deliveries.find(({ channel }) => channel === 'chat')?.state
        if (state === 'sending') {
          note(delivery, [notification.id], 'not_sent', CUT_OFF)
          continue
        }
        if (state !== 'retrying') {
          enqueue(delivery, notification)
          continue
        }
        delivery.waiting.set(notification.id, notification)
        const isUrgent = notification.severity === 'urgent'
        const batch = { ids: [notification.id], isUrgent, isRetry: true }
        send(delivery, { type: 'resumed', batch, at: delivery.clock.monotonic() })
      }
    },
    /** Sends one message now, outside the queue but within the service's minute and wait; once in 10 s. */
    async test(): Promise<Result<Instant, ChatTestFault>> {
      const now = delivery.clock.monotonic()
      const waitMs = Math.max(
        (delivery.testAllowedAt?.monotonic ?? now) - now,
        waitOutsideQueue(delivery.machine.state(), now),
      )
      if (waitMs > 0) return err({ kind: 'too_soon', retryAfterMs: waitMs })
      delivery.testAllowedAt = { wall: delivery.clock.now() + TEST_EVERY_MS, monotonic: now + TEST_EVERY_MS }
      send(delivery, { type: 'noted', at: now })
      delivery.onChange()
      const result = tested(delivery, await delivery.service.send(plainChatText(TEST_TEXT)))
      delivery.onChange()
      return result
    },
    status: (): ChatStatus => ({
      queued: delivery.waiting.size,
      lastSentAt: delivery.lastSentAt,
      lastFailure: delivery.lastFailure,
      testAllowedAt:
        delivery.testAllowedAt === null || delivery.clock.monotonic() >= delivery.testAllowedAt.monotonic
          ? null
          : delivery.testAllowedAt.wall,
    }),
    /** Waits 2 s at most for what is on its way. */
    async stop(): Promise<void> {
      if (delivery.machine.state().sending.length > 0) {
        const { promise, resolve } = Promise.withResolvers<undefined>()
        const cancel = delivery.clock.after(STOP_WITHIN_MS, () => {
          resolve(undefined)
        })
        delivery.onIdle = () => {
          resolve(undefined)
        }
        await promise
        cancel()
      }
      delivery.isStopped = true
      delivery.cancelWake?.()
      await delivery.service.close()
    },
  }
}

function send(delivery: ChatDeliveryState, event: ChatEvent): void {
  delivery.cancelWake?.()
  delivery.cancelWake = null
  delivery.machine.send(event)
}

function note(
  delivery: ChatDeliveryState,
  ids: readonly NotificationId[],
  state: DeliveryState,
  reason: string | null,
): void {
  delivery.write(ids, { channel: 'chat', state, reason, at: delivery.clock.now() })
}

function perform(delivery: ChatDeliveryState, effect: ChatEffect): void {
  switch (effect.type) {
    case 'send':
      if (!delivery.isStopped) void sendBatch(delivery, effect.batch)
      return
    case 'retry_later':
      note(delivery, effect.batch.ids, 'retrying', null)
      return
    case 'ended':
      end(delivery, effect.batch, effect.failure)
      return
    case 'wake':
      delivery.cancelWake?.()
      delivery.cancelWake = delivery.clock.after(Math.max(0, effect.at - delivery.clock.monotonic()), () => {
        send(delivery, { type: 'clock', at: delivery.clock.monotonic() })
      })
      return
    default:
      unreachable(effect)
  }
}

async function sendBatch(delivery: ChatDeliveryState, batch: ChatBatch): Promise<void> {
  note(delivery, batch.ids, 'sending', null)
  const waiting = batch.ids.flatMap((id) => delivery.waiting.get(id) ?? [])
  const text = chatText(
    waiting.map((one) => ({ ...one, isUrgent: one.severity === 'urgent' })),
    timeText,
  )
  const outcome = await delivery.service.send(text)
  delivery.point('notify.chat.sent')
  send(delivery, { type: 'answered', batch, outcome, at: delivery.clock.monotonic() })
  if (delivery.machine.state().sending.length === 0) delivery.onIdle?.()
}

function end(delivery: ChatDeliveryState, { ids }: ChatBatch, failure: string | null): void {
  const at = delivery.clock.now()
  for (const id of ids) delivery.waiting.delete(id)
  if (failure === null) {
    delivery.lastSentAt = at
    delivery.lastFailure = null
  } else {
    delivery.lastFailure = { reason: failure, at }
  }
  note(delivery, ids, failure === null ? 'sent' : 'not_sent', failure)
  delivery.onChange()
}

function enqueue(delivery: ChatDeliveryState, notification: Notification): void {
  delivery.waiting.set(notification.id, notification)
  const isUrgent = notification.severity === 'urgent'
  send(delivery, { type: 'added', id: notification.id, isUrgent, at: delivery.clock.monotonic() })
  delivery.onChange()
}

/** A refusal for rate in a previous run counts in the minute, and its wait goes on. */
function resumeWait(delivery: ChatDeliveryState, open: readonly Notification[]): void {
  const refused = open.flatMap(({ deliveries }) =>
    deliveries.filter(({ channel, state }) => channel === 'chat' && state === 'retrying'),
  )
  for (const passedMs of new Set(refused.map(({ at }) => Math.max(0, delivery.clock.now() - at)))) {
    const now = delivery.clock.monotonic()
    send(delivery, { type: 'noted', at: now - passedMs })
    send(delivery, { type: 'held', waitMs: RETRY_WAIT_MS - passedMs, at: now })
  }
}

function tested(delivery: ChatDeliveryState, outcome: ChatOutcome): Result<Instant, ChatTestFault> {
  const at = delivery.clock.now()
  if (outcome.kind === 'sent') {
    delivery.lastSentAt = at
    delivery.lastFailure = null
    return ok(at)
  }
  if (outcome.kind === 'limited') {
    send(delivery, { type: 'held', waitMs: outcome.retryAfterMs, at: delivery.clock.monotonic() })
  }
  const reason = outcome.kind === 'limited' ? limitedReason(outcome.retryAfterMs) : outcome.reason
  delivery.lastFailure = { reason, at }
  return err({ kind: 'failed', reason })
}

function timeText(at: Instant): string {
  const seconds = Math.floor(at / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)} UTC`
}
