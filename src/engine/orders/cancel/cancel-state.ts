/**
 * State of the cancels, the cancels by id that no command asks for as such, and what is answered of a cancel: each id in exactly one
 * list (INV-20).
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { TokenBucket } from '#lib/token-bucket.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { CancelTarget } from '../book-of-orders/asked-cancels.ts'
import {
  isDelayed,
  isEnded,
  isOnItsWay,
  isResting,
  type LedgerEntry,
} from '../book-of-orders/ledger-entry.ts'
import type { CancelAnswer, CancelCause, CancelResult } from '../contract.ts'
import type { Room } from '../outside.ts'
import { callById, cancelPauseMs, isTemporary, reasonsOf } from './cancel-calls.ts'
import type { CancelQueue } from './cancel-queue.ts'

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
}

export type Cancels = Room & {
  /** One complete read of own orders; false when it failed. */
  readonly readNow: () => Promise<boolean>
  readonly queue: CancelQueue
  /** In-flight orders that are cancelled as soon as the venue shows them. */
  readonly pursued: Set<OrderId>
  readonly chased: Set<OrderId>
  /** By the name under which each is stored. */
  readonly standing: Map<string, Standing>
  /** Ids of no open order that each kind of caller may still have the venue asked about. */
  readonly doubtful: Record<'person' | 'program', TokenBucket>
  sweeps: number
  /** Last failure of a cancel of many. */
  lastFailure: CancelOutcome
}

/** The answer of a cancel that has not come. */
export const NOT_TAKEN: CancelOutcome = {
  kind: 'failed',
  rejection: rejection('venue_unavailable', {
    message: 'The venue has not taken the cancel yet. It is sent again until it does.',
  }),
}

const SWEEPS = 3
const NOT_KNOWN =
  'The venue has not said what became of it. It is read, and cancelled by id if it is open; what comes of that is notified.'

export function pursue({ pursued }: Cancels, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) if (isOnItsWay(entry)) pursued.add(entry.key)
}

/** Has the queue send these by their ids, but those that are on their way, which are cancelled on sight. */
export function keepEntries(
  { book, queue }: Cancels,
  entries: readonly LedgerEntry[],
  afterMs: number,
): void {
  const open = book.ledger.current(entries).filter((one) => !isOnItsWay(one))
  const resting: OrderId[] = []
  for (const entry of open) {
    if (isDelayed(entry)) queue.add(entry)
    else resting.push(entry.key)
  }
  queue.keep(resting, afterMs)
}

/** Has the queue send again what the venue could not take; what it refuses for good is answered so. */
export function keepFailed({ queue }: Cancels, ids: readonly OrderId[], outcome: CancelOutcome): void {
  const failed = outcome.kind === 'failed' ? { ids, rejection: outcome.rejection } : outcome.unanswered
  if (failed !== undefined && isTemporary(failed.rejection))
    queue.keep(failed.ids, cancelPauseMs(failed.rejection, 0))
}

/** Cancels one order by id and answers how that ended. */
export async function cancelOne(state: Cancels, id: OrderId, cause: CancelCause): Promise<CancelAnswer> {
  const outcome = await callById(state, [id], cause)
  if (cause !== 'ignored') keepFailed(state, [id], outcome)
  if (outcome.kind === 'failed') return 'failed'
  return outcome.cancelled.includes(state.book.ledger.venueId(id)) ? 'cancelled' : 'refused'
}

/** Cancels by id what rests of these, as far as the ledger knows; null when nothing does or no answer came. */
export async function cancelResting(
  state: Cancels,
  affected: readonly LedgerEntry[],
): Promise<readonly OrderId[] | null> {
  const ids = state.book.ledger.current(affected).flatMap((entry) => (isResting(entry) ? entry.key : []))
  if (ids.length === 0) return null
  const outcome = await callById(state, ids, 'left_behind')
  keepFailed(state, ids, outcome)
  return outcome.kind === 'failed' ? null : outcome.cancelled
}

/** Cancels by id what the one call has left behind. */
export async function sweep(
  state: Cancels,
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

/** Puts each id into exactly one list (INV-20); those of no order that waits by `why`, which is null for a cancelled one. */
function sortOut(
  { book: { ledger }, queue }: Cancels,
  ids: Iterable<OrderId>,
  why: (id: OrderId, entry: LedgerEntry | null) => Rejection | null,
): CancelResult {
  const cancelled: OrderId[] = []
  const queued: CancelResult['queued'][number][] = []
  const failed: CancelResult['failed'][number][] = []
  for (const asked of ids) {
    const [id, sendAt] = [ledger.venueId(asked), queue.sendAt(asked)]
    const refusal = why(id, ledger.entry(asked))
    if (sendAt !== null) queued.push({ id, sendAt })
    else if (refusal === null) cancelled.push(id)
    else failed.push({ id, rejection: refusal })
  }
  return { cancelled, queued, failed }
}

/** Result of a call by id; a reason of the venue is believed only as the start of a read. */
export function resultOfCall(state: Cancels, ids: readonly OrderId[], outcome: CancelOutcome): CancelResult {
  // Without an answer, a frame may have said what became of it.
  if (outcome.kind === 'failed')
    return sortOut(state, ids, (_, entry) => (isEnded(entry) ? null : outcome.rejection))
  const [named, reasons] = [new Set(outcome.cancelled), reasonsOf(outcome)]
  return sortOut(state, ids, (id) =>
    named.has(id) ? null : (reasons.get(id) ?? rejection('not_cancellable')),
  )
}

/** Result of what was left to the queue. */
export function resultOfKept(state: Cancels, ids: readonly OrderId[]): CancelResult {
  return sortOut(state, ids, (_, entry) => (isEnded(entry) ? null : leftOpen(entry, true)))
}

/**
 * Result of a cancel of many.
 *
 * @param swept  what was cancelled by id afterwards; null while the reads after the cancel have not come back
 */
export function resultOfMany(
  state: Cancels,
  outcome: CancelOutcome,
  affected: readonly LedgerEntry[],
  swept: readonly OrderId[] | null,
): CancelResult {
  const { ledger } = state.book
  const there = ledger.current(affected).filter((entry) => !isOnItsWay(entry) || state.queue.has(entry.key))
  const ids = there.map(({ key }) => ledger.venueId(key))
  // The one call never passed, but what was cancelled by id meanwhile is.
  if (outcome.kind === 'failed') return resultOfKept(state, ids)
  const named = new Set([...outcome.cancelled, ...(swept ?? [])])
  const reasons = reasonsOf(outcome)
  return sortOut(state, new Set([...named, ...reasons.keys(), ...ids]), (id, entry) =>
    named.has(id) || isEnded(entry) ? null : (reasons.get(id) ?? leftOpen(entry, swept !== null)),
  )
}

function leftOpen(entry: LedgerEntry | null, isSwept: boolean): Rejection {
  if (entry === null) return rejection('not_cancellable')
  return isSwept || !isOpen(entry.order.status)
    ? rejection('not_cancellable', { message: `The order is ${entry.order.status}.` })
    : rejection('venue_unavailable', { message: NOT_KNOWN })
}
