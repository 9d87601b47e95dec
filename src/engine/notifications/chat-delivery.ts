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
import type { ChatBatch, ChatEffect, ChatEvent, ChatOutcome } from '#core/machines/chat-queue.ts'
import { runMachine } from '#lib/machine.ts'
import { unreachable } from '#lib/never.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
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

export type ChatDelivery = {
  enqueue(notification: Notification): void
  /**
   * Takes up what an earlier life left.
   *
   * @param ended  when its requests of the last minute ended: they count in the limit
   */
  resume(open: readonly Notification[], ended: readonly Instant[]): void
  /** Sends one message now, outside the queue but within the service's minute and wait; once in 10 s. */
  test(): Promise<Result<Instant, ChatTestFault>>
  status(): ChatStatus
  /** Waits 2 s at most for what is on its way. */
  stop(): Promise<void>
}

/**
 * Builds the delivery.
 *
 * @param write  notes a state on disk and tells it
 * @param onChange  the status is another
 */
export function createChatDelivery(parts: {
  readonly clock: Clock
  readonly service: ChatService
  readonly write: (ids: readonly NotificationId[], delivery: Delivery) => void
  readonly onChange: () => void
  readonly point: (name: string) => void
}): ChatDelivery {
  const { clock, service, point } = parts
  const waiting = new Map<NotificationId, Notification>()
  let lastSentAt: Instant | null = null
  let lastFailure: ChatStatus['lastFailure'] = null
  let testAllowedAt: { readonly wall: Instant; readonly monotonic: number } | null = null
  let cancelWake: (() => void) | null = null
  let isStopped = false
  let onIdle: (() => void) | null = null

  const machine = runMachine({ initial: CHAT_QUEUE_START, step: stepChatQueue, perform })

  function send(event: ChatEvent): void {
    cancelWake?.()
    cancelWake = null
    machine.send(event)
  }

  function note(ids: readonly NotificationId[], state: DeliveryState, reason: string | null): void {
    parts.write(ids, { channel: 'chat', state, reason, at: clock.now() })
  }

  function perform(effect: ChatEffect): void {
    switch (effect.type) {
      case 'send':
        if (!isStopped) void sendBatch(effect.batch)
        return
      case 'retry_later':
        note(effect.batch.ids, 'retrying', null)
        return
      case 'ended':
        end(effect.batch, effect.failure)
        return
      case 'wake':
        cancelWake?.()
        cancelWake = clock.after(Math.max(0, effect.at - clock.monotonic()), () => {
          send({ type: 'clock', at: clock.monotonic() })
        })
        return
      default:
        unreachable(effect)
    }
  }

  async function sendBatch(batch: ChatBatch): Promise<void> {
    note(batch.ids, 'sending', null)
    const told = batch.ids.flatMap((id) => waiting.get(id) ?? [])
    const text = chatText(
      told.map((one) => ({ ...one, isUrgent: one.severity === 'urgent' })),
      timeText,
    )
    const outcome = await service.send(text)
    point('notify.chat.sent')
    send({ type: 'answered', batch, outcome, at: clock.monotonic() })
    if (machine.state().sending.length === 0) onIdle?.()
  }

  function end({ ids }: ChatBatch, failure: string | null): void {
    const at = clock.now()
    for (const id of ids) waiting.delete(id)
    if (failure === null) {
      lastSentAt = at
      lastFailure = null
    } else {
      lastFailure = { reason: failure, at }
    }
    note(ids, failure === null ? 'sent' : 'not_sent', failure)
    parts.onChange()
  }

  function enqueue(notification: Notification): void {
    waiting.set(notification.id, notification)
    const isUrgent = notification.severity === 'urgent'
    send({ type: 'added', id: notification.id, isUrgent, at: clock.monotonic() })
    parts.onChange()
  }

  /** What an earlier life was refused as one too many counts in the minute, and its wait goes on. */
  function resumeWait(open: readonly Notification[]): void {
    const refused = open.flatMap(({ deliveries }) =>
      deliveries.filter(({ channel, state }) => channel === 'chat' && state === 'retrying'),
    )
    for (const passedMs of new Set(refused.map(({ at }) => Math.max(0, clock.now() - at)))) {
      const now = clock.monotonic()
      send({ type: 'noted', at: now - passedMs })
      send({ type: 'held', waitMs: RETRY_WAIT_MS - passedMs, at: now })
    }
  }

  function tested(outcome: ChatOutcome): Result<Instant, ChatTestFault> {
    const at = clock.now()
    if (outcome.kind === 'sent') {
      lastSentAt = at
      lastFailure = null
      return ok(at)
    }
    if (outcome.kind === 'limited') {
      send({ type: 'held', waitMs: outcome.retryAfterMs, at: clock.monotonic() })
    }
    const reason = outcome.kind === 'limited' ? limitedReason(outcome.retryAfterMs) : outcome.reason
    lastFailure = { reason, at }
    return err({ kind: 'failed', reason })
  }

  return {
    enqueue,
    resume(open, ended) {
      for (const at of ended) send({ type: 'noted', at: clock.monotonic() - (clock.now() - at) })
      resumeWait(open)
      for (const notification of open) {
        const state = notification.deliveries.find(({ channel }) => channel === 'chat')?.state
        if (state === 'sending') {
          note([notification.id], 'not_sent', CUT_OFF)
          continue
        }
        if (state !== 'retrying') {
          enqueue(notification)
          continue
        }
        waiting.set(notification.id, notification)
        const isUrgent = notification.severity === 'urgent'
        const batch = { ids: [notification.id], isUrgent, isRetry: true }
        send({ type: 'resumed', batch, at: clock.monotonic() })
      }
    },
    async test() {
      const now = clock.monotonic()
      const waitMs = Math.max((testAllowedAt?.monotonic ?? now) - now, waitOutsideQueue(machine.state(), now))
      if (waitMs > 0) return err({ kind: 'too_soon', retryAfterMs: waitMs })
      testAllowedAt = { wall: clock.now() + TEST_EVERY_MS, monotonic: now + TEST_EVERY_MS }
      send({ type: 'noted', at: now })
      parts.onChange()
      const result = tested(await service.send(plainChatText(TEST_TEXT)))
      parts.onChange()
      return result
    },
    status: () => ({
      queued: waiting.size,
      lastSentAt,
      lastFailure,
      testAllowedAt:
        testAllowedAt === null || clock.monotonic() >= testAllowedAt.monotonic ? null : testAllowedAt.wall,
    }),
    async stop() {
      if (machine.state().sending.length > 0) {
        const { promise, resolve } = Promise.withResolvers<undefined>()
        const cancel = clock.after(STOP_WITHIN_MS, () => {
          resolve(undefined)
        })
        onIdle = () => {
          resolve(undefined)
        }
        await promise
        cancel()
      }
      isStopped = true
      cancelWake?.()
      await service.close()
    },
  }
}

function timeText(at: Instant): string {
  const seconds = Math.floor(at / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)} UTC`
}
