/**
 * Cancels by id that no command asks for as such: one order for a cause, and what one call for many has left behind.
 */
import type { OrderId } from '#core/ids.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { CancelOutcome, VenueTrading } from '#ports/venue-trading.ts'
import type { Tools } from '../../tools.ts'
import { cancelPauseMs, isTemporary, pause, type InsistOnCancel } from './cancel-calls.ts'
import type { CancelQueue } from './cancel-queue.ts'
import type { CancelRequests } from '../book-of-orders/cancel-requests.ts'
import { outcomeDetails } from './cancel-results.ts'
import { isResting, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { OrderRecorder } from '../record/order-recorder.ts'

/**
 * Why one order is cancelled by id without a command for it: its delay is over, it came into sight after its cancel, a
 * Cancel All or cancel of its market has left it, its place is taken, it is in the way of a way out, or the venue keeps it though
 * it called it cancelled.
 */
export type CancelCause = 'queued' | 'on_sight' | 'left_behind' | 'replaced' | 'way_out' | 'ignored'

type CancelsByIdParts = Pick<Tools, 'clock' | 'random'> & {
  readonly trading: Pick<VenueTrading, 'cancel'>
  readonly ledger: Pick<OrderLedger, 'entry' | 'apply' | 'venueId'>
  readonly recorder: Pick<OrderRecorder, 'after'>
  /** Called with each request before it is sent. */
  readonly requests: Pick<CancelRequests, 'ids'>
  readonly insist: InsistOnCancel
  /** Takes over what the venue did not take. */
  readonly queue: () => Pick<CancelQueue, 'keep'>
  readonly readNow: () => Promise<boolean>
  readonly requestRead: (afterMs: number) => void
  readonly point: (name: string) => void
}

/** How one cancel ended: named as cancelled, named as not cancelled, or without an answer. */
export type CancelAnswer = 'cancelled' | 'refused' | 'failed'

const SWEEPS = 3

/** Writes one row of a cancel, after its request. */
export function record(
  parts: CancelsByIdParts,
  id: string,
  action: AuditAction,
  kind: 'intent' | 'response',
  details: AuditDetails,
): void {
  parts.recorder.after([{ clientOrderId: id, kind, action, details }])
  if (kind === 'response') parts.point('cancel.recorded')
}

/**
 * Nothing here writes to the disk before the request's bytes are out: a slow disk, or one that refuses only after a
 * while, would hold them up.
 */
export function afterSending(parts: CancelsByIdParts): Promise<void> {
  return pause(parts.clock, 0)
}

/** Tells the ledger what the venue named as cancelled. */
export function applyCancelled(parts: CancelsByIdParts, ids: readonly OrderId[]): void {
  for (const id of ids) parts.ledger.apply(id, { type: 'cancelled' })
  // Only a read decides their final fill.
  parts.requestRead(0)
}

/** Its rows follow it, whatever waits for the answer goes on with it. */
async function cancelById(
  parts: CancelsByIdParts,
  ids: readonly OrderId[],
  cause: CancelCause,
): Promise<CancelOutcome> {
  const [auditId, names] = [parts.random.uuidV7(), ids.map(parts.ledger.venueId)]
  parts.requests.ids(names)
  const call = parts.insist(() => parts.trading.cancel(names), 'once')
  const noted = afterSending(parts).then(() =>
    record(parts, auditId, 'cancel', 'intent', { order_ids: names, cause }),
  )
  const outcome = await call
  void noted.then(() => record(parts, auditId, 'cancel', 'response', outcomeDetails(names, outcome)))
  if (cause !== 'ignored' && cause !== 'queued') keepFailed(parts, ids, outcome)
  return outcome
}

/** Has the queue send again what the venue could not take; what it refuses for good is answered so. */
export function keepFailed(
  parts: Pick<CancelsByIdParts, 'queue'>,
  ids: readonly OrderId[],
  outcome: CancelOutcome,
): void {
  const failed = outcome.kind === 'failed' ? { ids, rejection: outcome.rejection } : outcome.unanswered
  if (failed !== undefined && isTemporary(failed.rejection))
    parts.queue().keep(failed.ids, cancelPauseMs(failed.rejection, 0))
}

/**
 * Sends cancels of the queue by one call. Of an outage only the first try has rows, and the one that is answered: it may
 * last for days.
 */
export async function cancelQueued(
  parts: CancelsByIdParts,
  ids: readonly OrderId[],
  isRepeat: boolean,
): Promise<CancelOutcome> {
  if (!isRepeat) {
    const outcome = await cancelById(parts, ids, 'queued')
    if (outcome.kind === 'answered') applyCancelled(parts, outcome.cancelled)
    else parts.requestRead(0)
    return outcome
  }
  const names = ids.map(parts.ledger.venueId)
  const outcome = await parts.insist(() => parts.trading.cancel(names), 'once')
  if (outcome.kind === 'failed') return outcome
  const auditId = parts.random.uuidV7()
  applyCancelled(parts, outcome.cancelled)
  record(parts, auditId, 'cancel', 'intent', { order_ids: names, cause: 'queued' })
  record(parts, auditId, 'cancel', 'response', outcomeDetails(names, outcome))
  return outcome
}

/** Cancels one order by id and answers how that ended. */
export async function cancelOne(
  parts: CancelsByIdParts,
  id: OrderId,
  cause: CancelCause,
): Promise<CancelAnswer> {
  const outcome = await cancelById(parts, [id], cause)
  const isCancelled = outcome.kind === 'answered' && outcome.cancelled.includes(parts.ledger.venueId(id))
  if (isCancelled) applyCancelled(parts, [id])
  else parts.requestRead(0)
  if (outcome.kind === 'failed') return 'failed'
  return isCancelled ? 'cancelled' : 'refused'
}

/** Cancels by id what rests of these, as far as the ledger knows; null when nothing does or no answer came. */
export async function cancelResting(
  parts: CancelsByIdParts,
  affected: readonly LedgerEntry[],
): Promise<readonly OrderId[] | null> {
  const left = affected.flatMap(({ key }) => parts.ledger.entry(key) ?? []).filter(isResting)
  if (left.length === 0) return null
  const outcome = await cancelById(
    parts,
    left.map(({ key }) => key),
    'left_behind',
  )
  if (outcome.kind === 'failed') return null
  applyCancelled(parts, outcome.cancelled)
  return outcome.cancelled
}

/** Cancels by id what the one call has left behind. */
export async function sweep(
  parts: CancelsByIdParts,
  affected: () => readonly LedgerEntry[],
): Promise<readonly OrderId[]> {
  const swept: OrderId[] = []
  for (let round = 0; round < SWEEPS; round += 1) {
    // A read that fails stops no cancel (INV-16): the ledger knows what rested last.
    await parts.readNow()
    parts.point('cancel_all.sweep')
    const cancelled = await cancelResting(parts, affected())
    if (cancelled === null) return swept
    swept.push(...cancelled)
  }
  return swept
}
