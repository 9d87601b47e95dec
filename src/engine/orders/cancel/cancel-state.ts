/**
 * State of the cancels, and the cancels by id that no command asks for as such: one order for a cause, and what one call for many has
 * left behind.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { pause } from '#lib/pause.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { CancelTarget } from '../book-of-orders/cancel-barriers.ts'
import { isOnItsWay, isResting, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelAnswer, CancelCause } from '../contract.ts'
import type { Room } from '../outside.ts'
import { rowsOf } from '../record/submissions.ts'
import { cancelPauseMs, isTemporary, type InsistOnCancel } from './cancel-calls.ts'
import type { CancelQueue } from './cancel-queue.ts'
import { outcomeDetails } from './cancel-results.ts'

/** A cancel without an answer after so long is in the queue, which sends it again only after the longest of answers. */
export const KEPT_AFTER_MS = 1_000
export const ANSWER_MS = 5_000
/** A cancel not taken by then is answered as queued. */
export const TAKEN_WITHIN_MS = 3_000

/** A cancel of many that the venue has not taken. */
export type Standing = {
  readonly target: CancelTarget
  readonly askedAt: Instant
  /** Monotonic. */
  readonly askedMonotonic: number
  failures: number
  isTaken: boolean
  stop: () => void
}

export type CancelCalls = Room & { readonly insist: InsistOnCancel }

export type CancelsState = CancelCalls & {
  /** One complete read of own orders; false when it failed. */
  readonly readNow: () => Promise<boolean>
  readonly queue: CancelQueue
  /** In-flight orders that are cancelled as soon as the venue shows them. */
  readonly pursued: Set<OrderId>
  readonly chased: Set<OrderId>
  /** Cancels of many that the venue has not taken. */
  readonly standing: Map<string, Standing>
  sweeps: number
  /** Last failure of a cancel of many. */
  lastFailure: CancelOutcome
}

const SWEEPS = 3

/** In-flight orders are cancelled as soon as the venue shows them. */
export function pursue({ pursued }: CancelsState, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) if (isOnItsWay(entry)) pursued.add(entry.key)
}

/** Has the queue send these by their ids, but those that are on their way, which are cancelled on sight. */
export function keepEntries(
  { book, queue }: CancelsState,
  entries: readonly LedgerEntry[],
  afterMs: number,
): void {
  const open = entries.flatMap(({ key }) => book.ledger.entry(key) ?? []).filter((one) => !isOnItsWay(one))
  for (const entry of open.filter(isDelayed)) queue.add(entry)
  const rest = open.filter((one) => !isDelayed(one))
  queue.keep(
    rest.map(({ key }) => key),
    afterMs,
  )
}

/** In its matching delay. */
export function isDelayed({ order }: LedgerEntry): boolean {
  return order.status === 'delayed'
}

/** Writes one row of a cancel, after its request. */
export function record(
  room: Room,
  id: string,
  action: AuditAction,
  kind: 'intent' | 'response',
  details: AuditDetails,
): void {
  room.submissions.after([rowsOf(id, action)(kind, details)])
  if (kind === 'response') room.point('cancel.recorded')
}

/**
 * Nothing here writes to the disk before the request's bytes are out: a slow disk, or one that refuses only after a
 * while, would hold them up.
 */
export function afterSending({ clock }: Room): Promise<void> {
  return pause(clock, 0)
}

/** Tells the ledger what the venue named as cancelled; only a read decides their final fill. */
export function applyCancelled({ book }: Room, ids: readonly OrderId[]): void {
  for (const id of ids) book.ledger.apply(id, { type: 'cancelled' })
  book.tell('read_wanted', 0)
}

/**
 * One call by id. Its rows follow it, whatever waits for the answer goes on with it. Of an outage, which may last for days, only
 * the first try has rows, and the one that is answered.
 *
 * @param isRepeat  it failed before
 */
export async function callById(
  room: CancelCalls,
  ids: readonly OrderId[],
  cause: CancelCause,
  isRepeat = false,
): Promise<CancelOutcome> {
  const [auditId, names] = [room.random.uuidV7(), ids.map(room.book.ledger.venueId)]
  const intent = (): void => record(room, auditId, 'cancel', 'intent', { order_ids: names, cause })
  room.book.requests.ids(names)
  const call = room.insist(() => room.trading.cancel(names), 'once')
  const noted = isRepeat ? null : afterSending(room).then(intent)
  const outcome = await call
  if (isRepeat && outcome.kind === 'failed') return outcome
  if (noted === null) intent()
  void Promise.resolve(noted).then(() =>
    record(room, auditId, 'cancel', 'response', outcomeDetails(names, outcome)),
  )
  applyCancelled(room, outcome.kind === 'answered' ? outcome.cancelled : [])
  return outcome
}

/** Has the queue send again what the venue could not take; what it refuses for good is answered so. */
export function keepFailed({ queue }: CancelsState, ids: readonly OrderId[], outcome: CancelOutcome): void {
  const failed = outcome.kind === 'failed' ? { ids, rejection: outcome.rejection } : outcome.unanswered
  if (failed !== undefined && isTemporary(failed.rejection))
    queue.keep(failed.ids, cancelPauseMs(failed.rejection, 0))
}

/** Cancels one order by id and answers how that ended. */
export async function cancelOne(state: CancelsState, id: OrderId, cause: CancelCause): Promise<CancelAnswer> {
  const outcome = await callById(state, [id], cause)
  if (cause !== 'ignored') keepFailed(state, [id], outcome)
  if (outcome.kind === 'failed') return 'failed'
  return outcome.cancelled.includes(state.book.ledger.venueId(id)) ? 'cancelled' : 'refused'
}

/** Cancels by id what rests of these, as far as the ledger knows; null when nothing does or no answer came. */
export async function cancelResting(
  state: CancelsState,
  affected: readonly LedgerEntry[],
): Promise<readonly OrderId[] | null> {
  const left = affected.flatMap(({ key }) => state.book.ledger.entry(key) ?? []).filter(isResting)
  if (left.length === 0) return null
  const ids = left.map(({ key }) => key)
  const outcome = await callById(state, ids, 'left_behind')
  keepFailed(state, ids, outcome)
  return outcome.kind === 'failed' ? null : outcome.cancelled
}

/** Cancels by id what the one call has left behind. */
export async function sweep(
  state: CancelsState,
  affected: () => readonly LedgerEntry[],
): Promise<readonly OrderId[]> {
  const swept: OrderId[] = []
  for (let round = 0; round < SWEEPS; round += 1) {
    // A read that fails stops no cancel (INV-16): the ledger knows what rested last.
    await state.readNow()
    state.point('cancel_all.sweep')
    const cancelled = await cancelResting(state, affected())
    if (cancelled === null) return swept
    swept.push(...cancelled)
  }
  return swept
}
