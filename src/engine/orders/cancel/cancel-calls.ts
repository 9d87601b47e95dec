/**
 * Calls that cancel, which may be repeated as they cannot create anything, the rows right after them, and how each ended; cancels of
 * many stay in force until the venue has taken them.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isInScope, namedTarget, targetName, type CancelTarget } from '#core/order/cancel-barriers.ts'
import { cancelPauseMs, isTemporary } from '#core/order/cancel-pauses.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { pause } from '#lib/pause.ts'
import type { TokenBucket } from '#lib/token-bucket.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { QueuedCancel } from '#ports/stores.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelCause, CancelResult } from '../contract.ts'
import type { Room } from '../outside.ts'
import { rowsOf } from '../record/submissions.ts'
import { type CancelQueue, forget, store } from './cancel-queue.ts'

export type Cancels = Room & {
  /** One complete read of own orders; false when it failed. */
  readonly readNow: () => Promise<boolean>
  readonly queue: CancelQueue
  /** By the name under which each is stored. */
  readonly standing: Map<string, Standing>
  /** Ids of no open order that each kind of caller may still have the venue asked about. */
  readonly doubtful: Record<'person' | 'program', TokenBucket>
  sweeps: number
}

/** A cancel of many that the venue has not taken. */
export type Standing = {
  readonly target: CancelTarget
  readonly askedAt: Instant
  /** Monotonic. */
  readonly askedMonotonic: number
}

const STANDING_EVERY_MS = 1_000

/**
 * Sends once, and once more after refused credentials, which may have been renewed: the answer carried the venue’s time, which alone
 * may have been wrong.
 */
export async function send(
  room: Room,
  call: () => Promise<CancelOutcome>,
  isLast = false,
): Promise<CancelOutcome> {
  const asked = room.credentials.generation()
  const ending = async (): Promise<CancelOutcome> => call()
  const outcome = await ending().catch((error: unknown): CancelOutcome => ({
    kind: 'failed',
    rejection: rejection('venue_unavailable', { message: String(error) }),
  }))
  if (outcome.kind === 'answered') room.book.tell('venue_takes', null)
  room.onCancelAnswer(outcome)
  if (isLast || outcome.kind === 'answered' || outcome.rejection.code !== 'no_credentials') return outcome
  await room.credentials.recover(asked)
  return send(room, call, true)
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
  const call = send(room, () => room.trading.cancel(names))
  const noted = isRepeat ? null : afterSending(room).then(intent)
  const outcome = await call
  if (isRepeat && outcome.kind === 'failed') return outcome
  if (noted === null) intent()
  void Promise.resolve(noted).then(() => record('response', outcomeDetails(names, outcome)))
  applyCancelled(room, outcome)
  return outcome
}

/** Orders that an answer names as not cancelled, with the venue's reasons. */
export function reasonsOf(outcome: CancelOutcome): ReadonlyMap<OrderId, Rejection> {
  const refused = outcome.kind === 'answered' ? outcome.notCancelled : []
  return new Map(refused.map(({ id, reason }) => [id, rejection('not_cancellable', { message: reason })]))
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

/**
 * Has the queue send again what the venue could not take; what it refuses for good is answered so.
 *
 * @param atOnce  by their ids, after a call that did not name them
 */
export function keepFailed(
  { queue }: Cancels,
  ids: readonly OrderId[],
  outcome: CancelOutcome,
  atOnce = false,
): void {
  const failed = outcome.kind === 'failed' ? { ids, rejection: outcome.rejection } : outcome.unanswered
  if (failed !== undefined && isTemporary(failed.rejection))
    queue.keep(failed.ids, atOnce ? 0 : cancelPauseMs(failed.rejection, 0))
}

/** Cancels one order by id; true if the venue names it as cancelled. */
export async function cancelOne(state: Cancels, id: OrderId, cause: CancelCause): Promise<boolean> {
  const outcome = await callById(state, [id], cause)
  if (cause !== 'ignored') keepFailed(state, [id], outcome)
  return outcome.kind === 'answered' && outcome.cancelled.includes(state.book.ledger.venueId(id))
}

/** Sends the one call at once, which nothing may hold up (INV-16); until the release nothing that it means leaves. */
export function callMany(state: Cancels, target: CancelTarget) {
  const { book, trading } = state
  const release = book.cancels.hold(target)
  if (target === null) state.point('cancel_all.barrier')
  const call = send(state, () => (target === null ? trading.cancelAll() : trading.cancelMarket(target)))
  return { call, release }
}

/**
 * Keeps a cancel of many that the venue has not taken: what was open then is in the queue by its id, and this finds the rest of what
 * was there. Orders placed after the press are not meant (INV-18, INV-78).
 */
export function addStanding(state: Cancels, one: Standing): void {
  const name = targetName(one.target)
  const known = state.standing.get(name)
  if (known !== undefined && known.askedAt >= one.askedAt) return
  store(state, [{ orderId: name, sendAt: one.askedAt }])
  void stand(state, name, one)
}

/** Takes over what a previous run left. */
export function restoreStanding(state: Cancels, rows: readonly QueuedCancel[]): void {
  for (const { orderId: name, sendAt } of rows) {
    const target = namedTarget(name)
    if (target === undefined) forget(state, name)
    else void stand(state, name, standingOf(state, target, sendAt))
  }
}

/** A cancel that a previous run was asked for. */
export function standingOf({ clock }: Cancels, target: CancelTarget, askedAt: Instant): Standing {
  return { target, askedAt, askedMonotonic: clock.monotonic() - Math.max(0, clock.now() - askedAt) }
}

/** It is over, or the venue has taken it after all. */
export function endStanding(state: Cancels, { target }: Pick<Standing, 'target'>): void {
  const name = targetName(target)
  if (state.standing.delete(name)) forget(state, name)
}

async function stand(state: Cancels, name: string, one: Standing): Promise<void> {
  const { clock, standing, book, queue } = state
  const { ledger, proofs } = book
  standing.set(name, one)
  let [failures, isTaken, waitMs] = [0, false, STANDING_EVERY_MS]
  for (;;) {
    await pause(clock, waitMs)
    if (standing.get(name) !== one) return
    if (proofs.isReadSince(one.askedMonotonic)) break
    waitMs = STANDING_EVERY_MS
    // Before own state has been read nothing can have been placed since, and only the venue knows its orders.
    if (proofs.isReconciled() || isTaken) book.tell('read_wanted', 0)
    else {
      const { call, release } = callMany(state, one.target)
      const outcome = await call
      isTaken = outcome.kind === 'answered'
      release(isTaken)
      if (outcome.kind === 'failed') waitMs = cancelPauseMs(outcome.rejection, failures++)
    }
  }
  const meant = ledger.openEntries().filter((entry) => !isOnItsWay(entry) && isMeant(entry, one))
  queue.addAll(meant.map(({ key }) => key))
  endStanding(state, one)
}

/** It was at the venue, or on its way there, when the cancel was asked for: by both clocks, where both are known. */
function isMeant({ order, sentAt }: LedgerEntry, { target, askedAt, askedMonotonic }: Standing): boolean {
  if (order.createdAt > askedAt || (!order.foreign && sentAt > askedMonotonic)) return false
  return isInScope(order, target)
}
