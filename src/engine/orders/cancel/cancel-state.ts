/**
 * State of the cancels, and the cancels by id that no command asks for as such: one order for a cause, and what one call for many has
 * left behind.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { TokenBucket } from '#lib/token-bucket.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { CancelTarget } from '../book-of-orders/asked-cancels.ts'
import { isDelayed, isOnItsWay, isResting, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelAnswer, CancelCause } from '../contract.ts'
import type { Room } from '../outside.ts'
import { callById, cancelPauseMs, isTemporary } from './cancel-calls.ts'
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

const SWEEPS = 3

/** In-flight orders are cancelled as soon as the venue shows them. */
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
  for (const entry of open.filter(isDelayed)) queue.add(entry)
  const rest = open.filter((one) => !isDelayed(one))
  queue.keep(
    rest.map(({ key }) => key),
    afterMs,
  )
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
