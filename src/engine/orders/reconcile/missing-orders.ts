/**
 * Orders that are open here and that a read of the venue's list has not shown: looked up by id, and gone only once
 * complete reads prove it (ORD-3).
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isTaking } from '#core/order/order-amounts.ts'
import { isOpen } from '#core/order/order.ts'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { BookOfOrders } from '../book-of-orders/book.ts'
import { DELAY_MARGIN_MS, isInFlight, isUnknown, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { Room } from '../outside.ts'

type Lookups = {
  readonly faults: readonly ReadFault[]
  /** Keys of orders that the venue has, by rows that are not understood. */
  readonly unread: ReadonlySet<OrderId>
}

/** How many complete reads in a row without an order, and how long after it was last seen, prove that it is gone. */
const PROOF = {
  resting: { reads: 3, afterMs: 120_000 },
  /** Taking orders: only their last trades may still be on their way. */
  taking: { reads: 3, afterMs: 10_000 },
  /** Its delay is over, and nothing has said that it traded. */
  delayed: { reads: 2, afterMs: 5_000 },
} as const
const LOOKUPS_AT_ONCE = 8

/** Open here, not in the venue's list, and not received since the read began. */
export function isMissing(
  { ledger }: BookOfOrders,
  entry: LedgerEntry,
  startedAt: number,
  listed: ReadonlySet<OrderId>,
): boolean {
  const current = ledger.entry(entry.key)
  if (current === null || !isOpen(current.order.status)) return false
  if (listed.has(current.key) || (current.order.id !== null && listed.has(current.order.id))) return false
  return !isInFlight(current) && (current.seenAt <= startedAt || isUnknown(current))
}

/** Looks each order up: the venue may still return a finished order by its id. */
export async function lookUpMissing(
  { reads, book }: Room,
  missing: readonly LedgerEntry[],
): Promise<Lookups> {
  const faults: ReadFault[] = []
  const unreadKeys = new Set<OrderId>()
  for (let start = 0; start < missing.length; start += LOOKUPS_AT_ONCE) {
    const batch = missing.slice(start, start + LOOKUPS_AT_ONCE)
    const answers = await Promise.all(batch.map((entry) => guard(reads.order(entry.order.id ?? entry.key))))
    for (const [index, answer] of answers.entries()) {
      const key = batch[index]?.key
      if (answer.ok && answer.value !== null) book.tell('looked_up', answer.value)
      // The venue has it: nothing else of the read waits for its row to be understood.
      if (!answer.ok && answer.error.kind === 'incomplete' && key !== undefined) unreadKeys.add(key)
      else if (!answer.ok) faults.push(answer.error)
    }
  }
  return { faults, unread: unreadKeys }
}

/** Takes what a read has not shown for gone once enough reads prove it. */
export function judgeMissing(
  { clock, log, book }: Room,
  missing: readonly LedgerEntry[],
  isProof: (entry: LedgerEntry) => boolean,
  startedAt: number,
): void {
  const { ledger, proofs } = book
  for (const before of missing) {
    const entry = ledger.entry(before.key)
    if (entry === null || entry.seenAt > startedAt) continue
    const complete = isProof(entry) && !proofs.mayBeUnread(entry)
    if (isUnknown(entry)) {
      entry.placement?.send({ type: 'not_seen', complete, sinceSendMs: startedAt - entry.sentAt })
      continue
    }
    if (!isOpen(entry.order.status) || isInDelay(entry, clock.now())) continue
    const clean = ledger.missed(entry.key, complete)
    const { reads, afterMs } = proofOf(entry)
    if (clean < reads || startedAt - entry.seenAt < afterMs) continue
    log.warn('order.gone', { order_id: entry.order.id })
    ledger.apply(entry.key, { type: 'absent' })
  }
}

/** FOK and FAK never rest: their trades are final at once. */
function proofOf({ order: { timeInForce, status } }: LedgerEntry): (typeof PROOF)[keyof typeof PROOF] {
  if (!isTaking(timeInForce)) return PROOF.resting
  return status === 'delayed' ? PROOF.delayed : PROOF.taking
}

/** No list shows an order in its matching delay: that it is missing proves nothing until the delay is over. */
function isInDelay({ order }: LedgerEntry, now: Instant): boolean {
  if (order.delayEndsAt === null) return false
  const marginMs = isTaking(order.timeInForce) ? 0 : DELAY_MARGIN_MS
  return now < order.delayEndsAt + marginMs
}

/** Resolves with the answer, or with a fault where the read threw. */
export async function guard<T>(answer: Promise<Result<T, ReadFault>>): Promise<Result<T, ReadFault>> {
  try {
    return await answer
  } catch (error) {
    return {
      ok: false,
      error: { kind: 'unreadable', detail: String(error), retryAfterMs: null },
    }
  }
}
