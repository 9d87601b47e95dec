/** Answer and rows of a cancel: pure translations of the venue's answer and of the ledger. */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { CancelResult } from '../contract.ts'
import { isEnded, isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'

/** The answer of a cancel of many that has not come. */
export const NOT_TAKEN: CancelOutcome = {
  kind: 'failed',
  rejection: rejection('venue_unavailable', {
    message: 'The venue has not taken the cancel yet. It is sent again until it does.',
  }),
}

const NOT_KNOWN =
  'The venue has not said what became of it. It is read, and cancelled by id if it is open; what comes of that is notified.'

/**
 * Puts every order that a cancel of many meant into one list (INV-20).
 *
 * @param swept  what was cancelled by id afterwards; null while the reads after the cancel have not come back
 * @param left.isAllKnown  there is nothing at the venue that its failure could concern but what is known
 */
export function collectCancelled(
  ledger: Pick<OrderLedger, 'entry' | 'venueId'>,
  outcome: CancelOutcome,
  affected: readonly LedgerEntry[],
  swept: readonly OrderId[] | null,
  { queued, isAllKnown }: { readonly queued: CancelResult['queued']; readonly isAllKnown: boolean },
): Omit<CancelResult, 'queued'> {
  const waiting = new Set(queued.map(({ id }) => id))
  if (outcome.kind === 'failed') {
    // The one call never passed, but what was cancelled by id meanwhile is.
    const rest = affected.filter((entry) => !isOnItsWay(entry) && !waiting.has(ledger.venueId(entry.key)))
    const { cancelled, failed } = collectKept(
      ledger,
      () => null,
      rest.map(({ key }) => key),
    )
    return {
      cancelled,
      failed: [...(isAllKnown ? [] : [{ id: null, rejection: outcome.rejection }]), ...failed],
    }
  }
  const cancelled = new Set([...outcome.cancelled, ...(swept ?? [])])
  const failed = new Map<OrderId, Rejection>()
  for (const { id, reason } of outcome.notCancelled) {
    failed.set(id, rejection('not_cancellable', { message: reason }))
  }
  for (const { key } of affected) {
    const entry = ledger.entry(key)
    const id = ledger.venueId(key)
    if (isEnded(entry)) cancelled.add(id)
    else if (entry !== null && !isOnItsWay(entry) && !failed.has(id)) {
      failed.set(id, leftOpen(entry, swept !== null))
    }
  }
  return {
    cancelled: [...cancelled],
    failed: [...failed]
      .filter(([id]) => !cancelled.has(id) && !waiting.has(id))
      .map(([id, reason]) => ({ id, rejection: reason })),
  }
}

/**
 * Results of orders that were left to the queue. @param sendAt when the cancel of an order leaves next; null when
 * none waits
 */
export function collectKept(
  ledger: Pick<OrderLedger, 'entry' | 'venueId'>,
  sendAt: (key: OrderId) => Instant | null,
  ids: readonly OrderId[],
): CancelResult {
  const [cancelled, queued, failed]: [
    OrderId[],
    CancelResult['queued'][number][],
    CancelResult['failed'][number][],
  ] = [[], [], []]
  for (const asked of ids) {
    const entry = ledger.entry(asked)
    const at = sendAt(entry?.key ?? asked)
    const id = ledger.venueId(asked)
    if (at !== null) queued.push({ id, sendAt: at })
    else if (isEnded(entry)) cancelled.push(id)
    else if (entry !== null) failed.push({ id, rejection: leftOpen(entry, true) })
    else failed.push({ id, rejection: rejection('not_cancellable') })
  }
  return { cancelled, queued, failed }
}

function leftOpen({ order }: LedgerEntry, isSwept: boolean): Rejection {
  return isSwept || !isOpen(order.status)
    ? rejection('not_cancellable', { message: `The order is ${order.status}.` })
    : rejection('venue_unavailable', { message: NOT_KNOWN })
}

/** The response row of a command. */
export function resultDetails(result: CancelResult): AuditDetails {
  return {
    cancelled: result.cancelled,
    queued: result.queued.map(({ id, sendAt }) => ({ order_id: id, send_at: sendAt })),
    failed: result.failed.map(({ id, rejection: { code, message } }) => ({ order_id: id, code, message })),
  }
}

/** The response row of a cancel by id: the venue's own answer, or the lack of one. */
export function outcomeDetails(ids: readonly OrderId[], outcome: CancelOutcome): AuditDetails {
  const result: Omit<CancelResult, 'queued'> =
    outcome.kind === 'failed'
      ? { cancelled: [], failed: ids.map((id) => ({ id, rejection: outcome.rejection })) }
      : {
          cancelled: outcome.cancelled,
          failed: outcome.notCancelled.map(({ id, reason }) => ({
            id,
            rejection: rejection('not_cancellable', { message: reason }),
          })),
        }
  return resultDetails({ ...result, queued: [] })
}
