/** Answer of a cancel: a pure translation of the venue's answer and of the ledger. */
import type { OrderId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { BookOfOrders } from '../book-of-orders/book.ts'
import { isEnded, isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelResult } from '../contract.ts'
import { reasonsOf } from './cancel-calls.ts'
import type { CancelQueue } from './cancel-queue.ts'

type Known = { readonly book: BookOfOrders; readonly queue: CancelQueue }

/** The answer of a cancel that has not come. */
export const NOT_TAKEN: CancelOutcome = {
  kind: 'failed',
  rejection: rejection('venue_unavailable', {
    message: 'The venue has not taken the cancel yet. It is sent again until it does.',
  }),
}

const NOT_KNOWN =
  'The venue has not said what became of it. It is read, and cancelled by id if it is open; what comes of that is notified.'

/** Puts each id into exactly one list (INV-20); those of no order that waits by `why`, which is null for a cancelled one. */
function sortOut(
  { book: { ledger }, queue }: Known,
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
export function resultOfCall(known: Known, ids: readonly OrderId[], outcome: CancelOutcome): CancelResult {
  // Without an answer, a frame may have said what became of it.
  if (outcome.kind === 'failed')
    return sortOut(known, ids, (_, entry) => (isEnded(entry) ? null : outcome.rejection))
  const [named, reasons] = [new Set(outcome.cancelled), reasonsOf(outcome)]
  return sortOut(known, ids, (id) =>
    named.has(id) ? null : (reasons.get(id) ?? rejection('not_cancellable')),
  )
}

/** Result of what was left to the queue. */
export function resultOfKept(known: Known, ids: readonly OrderId[]): CancelResult {
  return sortOut(known, ids, (_, entry) => (isEnded(entry) ? null : leftOpen(entry, true)))
}

/**
 * Result of a cancel of many.
 *
 * @param swept  what was cancelled by id afterwards; null while the reads after the cancel have not come back
 */
export function resultOfMany(
  known: Known,
  outcome: CancelOutcome,
  affected: readonly LedgerEntry[],
  swept: readonly OrderId[] | null,
): CancelResult {
  const { ledger } = known.book
  const there = ledger.current(affected).filter((entry) => !isOnItsWay(entry) || known.queue.has(entry.key))
  const ids = there.map(({ key }) => ledger.venueId(key))
  // The one call never passed, but what was cancelled by id meanwhile is.
  if (outcome.kind === 'failed') return resultOfKept(known, ids)
  const named = new Set([...outcome.cancelled, ...(swept ?? [])])
  const reasons = reasonsOf(outcome)
  return sortOut(known, new Set([...named, ...reasons.keys(), ...ids]), (id, entry) =>
    named.has(id) || isEnded(entry) ? null : (reasons.get(id) ?? leftOpen(entry, swept !== null)),
  )
}

function leftOpen(entry: LedgerEntry | null, isSwept: boolean): Rejection {
  if (entry === null) return rejection('not_cancellable')
  return isSwept || !isOpen(entry.order.status)
    ? rejection('not_cancellable', { message: `The order is ${entry.order.status}.` })
    : rejection('venue_unavailable', { message: NOT_KNOWN })
}
