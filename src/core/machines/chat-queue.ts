/**
 * Queue of messages to chat: at most 20 requests in any minute, the last five of them for urgent messages only;
 * ordinary ones that had to wait leave together as one summary; a message that the service refused as one too many is
 * repeated once if the wait is at most a minute, and nothing else is ever repeated.
 */
import type { Step } from '#lib/machine.ts'
import type { NotificationId } from '../ids.ts'

/** One request: one urgent notification, or all ordinary ones that waited. */
export type ChatBatch = {
  readonly ids: readonly NotificationId[]
  readonly isUrgent: boolean
  readonly isRetry: boolean
}

export type ChatQueue = {
  /** Waiting, oldest first. */
  readonly ordinary: readonly NotificationId[]
  readonly urgent: readonly NotificationId[]
  /** To be repeated when the service takes messages again. */
  readonly retries: readonly ChatBatch[]
  /** Requests under way: at most one urgent and one ordinary, so that a slow answer holds up neither for long. */
  readonly sending: readonly ChatBatch[]
  /** Monotonic; when the requests of the last minute left, the first one first. */
  readonly left: readonly number[]
  /** Monotonic; the service asked to wait until then. */
  readonly heldUntil: number
}

export type ChatOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  /** In words. */
  | { readonly kind: 'failed'; readonly reason: string }

/** `at` is monotonic milliseconds. */
export type ChatEvent = { readonly at: number } & (
  | { readonly type: 'added'; readonly id: NotificationId; readonly isUrgent: boolean }
  /** A batch of a previous run that was refused as one too many and waits for its one repetition. */
  | { readonly type: 'resumed'; readonly batch: ChatBatch }
  /** A request outside the queue, such as a test. */
  | { readonly type: 'noted' }
  /** The service asked to wait outside the queue, or in a previous run. */
  | { readonly type: 'held'; readonly waitMs: number }
  | { readonly type: 'answered'; readonly batch: ChatBatch; readonly outcome: ChatOutcome }
  | { readonly type: 'clock' }
)

export type ChatEffect =
  | { readonly type: 'send'; readonly batch: ChatBatch }
  | { readonly type: 'retry_later'; readonly batch: ChatBatch }
  | { readonly type: 'ended'; readonly batch: ChatBatch; readonly failure: string | null }
  /** Look again then. */
  | { readonly type: 'wake'; readonly at: number }

export const CHAT_QUEUE_START: ChatQueue = {
  ordinary: [],
  urgent: [],
  retries: [],
  sending: [],
  left: [],
  heldUntil: 0,
}

const MINUTE_MS = 60_000
const PER_MINUTE = 20
const PER_MINUTE_ORDINARY = 15
const MAX_RETRY_WAIT_MS = 60_000
const MAX_HOLD_MS = 600_000

/** One event of the queue. */
export function stepChatQueue(queue: ChatQueue, event: ChatEvent): Step<ChatQueue, ChatEffect> {
  const effects: ChatEffect[] = []
  const noted = note(queue, event, effects)
  const drained = drain(noted, event.at, effects)
  return { state: drained, effects }
}

function note(queue: ChatQueue, event: ChatEvent, effects: ChatEffect[]): ChatQueue {
  switch (event.type) {
    case 'added':
      return event.isUrgent
        ? { ...queue, urgent: [...queue.urgent, event.id] }
        : { ...queue, ordinary: [...queue.ordinary, event.id] }
    case 'resumed':
      return { ...queue, retries: [...queue.retries, { ...event.batch, isRetry: true }] }
    case 'noted':
      return { ...queue, left: [...queue.left, event.at].toSorted((a, b) => a - b) }
    case 'held':
      return { ...queue, heldUntil: heldUntil(queue, event.at, event.waitMs) }
    case 'answered':
      return answered(queue, event.batch, event.outcome, event.at, effects)
    case 'clock':
      return queue
  }
}

function answered(
  queue: ChatQueue,
  batch: ChatBatch,
  outcome: ChatOutcome,
  at: number,
  effects: ChatEffect[],
): ChatQueue {
  const without = { ...queue, sending: queue.sending.filter((one) => one !== batch) }
  if (outcome.kind !== 'limited') {
    effects.push({ type: 'ended', batch, failure: outcome.kind === 'sent' ? null : outcome.reason })
    return without
  }
  const { retryAfterMs } = outcome
  const held = { ...without, heldUntil: heldUntil(without, at, retryAfterMs) }
  if (batch.isRetry || retryAfterMs > MAX_RETRY_WAIT_MS) {
    effects.push({ type: 'ended', batch, failure: limitedReason(retryAfterMs) })
    return held
  }
  const retry = { ...batch, isRetry: true }
  effects.push({ type: 'retry_later', batch: retry })
  return { ...held, retries: [...held.retries, retry] }
}

function heldUntil(queue: ChatQueue, at: number, waitMs: number): number {
  return Math.max(queue.heldUntil, at + Math.min(waitMs, MAX_HOLD_MS))
}

/** Milliseconds until a request outside the queue may leave, by the service's wait and the 20 of a minute; 0 when it may now. */
export function waitOutsideQueue({ heldUntil: until, left }: ChatQueue, at: number): number {
  const oldest = left.filter((one) => one > at - MINUTE_MS).at(-PER_MINUTE)
  return Math.max(0, until - at, oldest === undefined ? 0 : oldest + MINUTE_MS - at)
}

/** In words, that the service refused a message as one too many. */
export function limitedReason(retryAfterMs: number): string {
  return `the chat service accepts no more messages for ${Math.ceil(retryAfterMs / 1000)} s`
}

/** Sends what may leave now, and says when to look again. */
function drain(before: ChatQueue, at: number, effects: ChatEffect[]): ChatQueue {
  let queue: ChatQueue = { ...before, left: before.left.filter((one) => one > at - MINUTE_MS) }
  for (let next = nextBatch(queue, at); next !== null; next = nextBatch(queue, at)) {
    effects.push({ type: 'send', batch: next })
    queue = taken(queue, next, at)
  }
  const wakeAt = nextLook(queue, at)
  if (wakeAt !== null) effects.push({ type: 'wake', at: wakeAt })
  return queue
}

function nextBatch(queue: ChatQueue, at: number): ChatBatch | null {
  if (at < queue.heldUntil) return null
  const isFree = (isUrgent: boolean): boolean =>
    queue.left.length < (isUrgent ? PER_MINUTE : PER_MINUTE_ORDINARY) &&
    !queue.sending.some((one) => one.isUrgent === isUrgent)
  const retry = queue.retries.find((one) => isFree(one.isUrgent))
  if (retry !== undefined) return retry
  const [urgent] = queue.urgent
  if (urgent !== undefined && isFree(true)) return { ids: [urgent], isUrgent: true, isRetry: false }
  if (queue.ordinary.length === 0 || !isFree(false)) return null
  return { ids: queue.ordinary, isUrgent: false, isRetry: false }
}

function taken(queue: ChatQueue, batch: ChatBatch, at: number): ChatQueue {
  const gone = new Set(batch.isRetry ? [] : batch.ids)
  return {
    ...queue,
    retries: queue.retries.filter((one) => one !== batch),
    urgent: queue.urgent.filter((id) => !gone.has(id)),
    ordinary: queue.ordinary.filter((id) => !gone.has(id)),
    sending: [...queue.sending, batch],
    left: [...queue.left, at],
  }
}

/** Null when only an answer or a new message can change anything. */
function nextLook(queue: ChatQueue, at: number): number | null {
  const isWaiting = queue.ordinary.length + queue.urgent.length + queue.retries.length > 0
  if (!isWaiting) return null
  if (at < queue.heldUntil) return queue.heldUntil
  const oldest = queue.left[0]
  return oldest === undefined ? null : oldest + MINUTE_MS
}
