/** Calls of cancels: repeated until they get through, as they cannot create anything, and recorded right after. */
import type { OrderId } from '#core/ids.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import { pause } from '#lib/pause.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { CancelCause, CancelResult } from '../contract.ts'
import type { Room } from '../outside.ts'
import { rowsOf } from '../record/submissions.ts'

const TRIES = 5
const MAX_WAIT_MS = 5_000
const PAUSE: Backoff = { firstMs: 250, maxMs: 4_000 }
/** Least duration of a restart, or of a refusal for the venue's limits. */
const RESTART_PAUSE_MS = 1_000
/** Asking again may help, and not soon. */
const REFUSED_PAUSE: Backoff = { firstMs: 2_000, maxMs: 30_000 }

/** True if waiting alone may help. */
export function isTemporary({ code }: Rejection): boolean {
  return code === 'venue_unavailable' || code === 'venue_restarting' || code === 'venue_rate_limited'
}

/**
 * How long after a cancel that was not taken the next one leaves; never sooner than the venue asks.
 *
 * @param earlier  cancels in a row before it that were not taken
 */
export function cancelPauseMs(why: Rejection, earlier: number): number {
  const own = backoffMs(isTemporary(why) ? PAUSE : REFUSED_PAUSE, earlier)
  const leastMs = why.code === 'venue_restarting' ? RESTART_PAUSE_MS : 0
  return Math.max(own, leastMs, why.retryAfterMs ?? 0)
}

/**
 * Resolves with the last outcome of up to five tries, each after a growing pause or the venue's own. `unless_limited` leaves a
 * refusal for the venue's limits to the caller at once, `once` all but refused credentials, which may have been renewed.
 */
export async function insist(
  room: Room,
  call: () => Promise<CancelOutcome>,
  repeat: 'always' | 'unless_limited' | 'once',
): Promise<CancelOutcome> {
  let hasRecovered = false
  for (let tries = 1; ; tries += 1) {
    const asked = room.credentialGeneration()
    const outcome = await attempt(room, call)
    if (outcome.kind === 'answered' || tries === TRIES) return outcome
    const { code } = outcome.rejection
    if (code === 'no_credentials' && !hasRecovered) {
      hasRecovered = true
      // Tried again whatever comes of it: the answer carried the venue’s time, which alone may have been wrong.
      await room.recover(asked)
    } else {
      if (!isTemporary(outcome.rejection) || repeat === 'once') return outcome
      if (code === 'venue_rate_limited' && repeat === 'unless_limited') return outcome
      const wait = cancelPauseMs(outcome.rejection, tries - 1)
      if (wait > MAX_WAIT_MS) return outcome
      await pause(room.clock, wait)
    }
  }
}

async function attempt(room: Room, call: () => Promise<CancelOutcome>): Promise<CancelOutcome> {
  let outcome: CancelOutcome
  try {
    outcome = await call()
  } catch (error) {
    outcome = { kind: 'failed', rejection: rejection('venue_unavailable', { message: String(error) }) }
  }
  if (outcome.kind === 'answered') room.book.tell('venue_takes', null)
  room.onCancelAnswer(outcome)
  return outcome
}

/** Writes the rows of one cancel, each after its request. */
export function recordCancel(
  { random, submissions, point }: Room,
  action: AuditAction,
): (kind: 'intent' | 'response', details: AuditDetails) => void {
  const row = rowsOf(random.uuidV7(), action)
  return (kind, details) => {
    submissions.after([row(kind, details)])
    if (kind === 'response') point('cancel.recorded')
  }
}

/**
 * Nothing here writes to the disk before the request's bytes are out: a slow disk, or one that refuses only after a
 * while, would hold them up.
 */
export function afterSending({ clock }: Room): Promise<void> {
  return pause(clock, 0)
}

/** Marks in the ledger what the venue named as cancelled; only a read decides their final fill. */
export function applyCancelled({ book }: Room, outcome: CancelOutcome): void {
  if (outcome.kind === 'answered')
    for (const id of outcome.cancelled) book.ledger.apply(id, { type: 'cancelled' })
  book.tell('read_wanted', 0)
}

/**
 * One call by id. Its rows follow it, whatever waits for the answer goes on with it. Of an outage, which may last for days, only
 * the first try has rows, and the one that is answered.
 *
 * @param isRepeat  it failed before
 */
export async function callById(
  room: Room,
  ids: readonly OrderId[],
  cause: CancelCause,
  isRepeat = false,
): Promise<CancelOutcome> {
  const names = ids.map(room.book.ledger.venueId)
  const record = recordCancel(room, 'cancel')
  const intent = (): void => record('intent', { order_ids: names, cause })
  room.book.cancels.nameIds(names)
  const call = insist(room, () => room.trading.cancel(names), 'once')
  const noted = isRepeat ? null : afterSending(room).then(intent)
  const outcome = await call
  if (isRepeat && outcome.kind === 'failed') return outcome
  if (noted === null) intent()
  void Promise.resolve(noted).then(() => record('response', outcomeDetails(names, outcome)))
  applyCancelled(room, outcome)
  return outcome
}

/** Orders that an answer names as not cancelled, with the venue's reasons. */
export function reasonsOf(
  outcome: Extract<CancelOutcome, { kind: 'answered' }>,
): ReadonlyMap<OrderId, Rejection> {
  return new Map(
    outcome.notCancelled.map(({ id, reason }) => [id, rejection('not_cancellable', { message: reason })]),
  )
}

/** The response row of a command. */
export function resultDetails({ cancelled, queued, failed }: CancelResult): AuditDetails {
  return {
    cancelled,
    queued: queued.map(({ id, sendAt }) => ({ order_id: id, send_at: sendAt })),
    failed: failed.map(({ id, rejection: { code, message } }) => ({ order_id: id, code, message })),
  }
}

/** The response row of a cancel by id: the venue's own answer, or the lack of one. */
function outcomeDetails(ids: readonly OrderId[], outcome: CancelOutcome): AuditDetails {
  const isFailed = outcome.kind === 'failed'
  const rejections = isFailed ? ids.map((id) => [id, outcome.rejection] as const) : [...reasonsOf(outcome)]
  const failed = rejections.map(([id, why]) => ({ id, rejection: why }))
  return resultDetails({ cancelled: isFailed ? [] : outcome.cancelled, queued: [], failed })
}
