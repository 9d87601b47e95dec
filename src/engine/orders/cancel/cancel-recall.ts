/**
 * Cancels of previous runs for orders that were still in flight. The venue may book such an order after its cancel,
 * and after a restart only the rows know that it is not wanted (ORD-5).
 */
import { parseOrderId, type OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import { isInScope, readCancelIntent, type CancelTarget } from '../book-of-orders/asked-cancels.ts'
import { readSigned, readVerdict, type SignedOrder } from '../record/order-history.ts'

/**
 * The hashes of orders that a cancel was asked for after they were signed and before anybody knew how they ended.
 *
 * @param rows  oldest first, from the oldest order on whose end is still open
 */
export function cancelledOnTheirWay(rows: readonly AuditRow[]): readonly OrderId[] {
  const onTheirWay = new Map<string, SignedOrder>()
  const unwanted = new Set<OrderId>()
  for (const row of rows) {
    if (row.kind === 'intent') {
      for (const signed of onTheirWay.values()) if (isAskedFor(row, signed)) unwanted.add(signed.orderId)
    } else if (row.kind === 'signed') {
      const signed = readSigned(row)
      if (signed !== null) onTheirWay.set(row.clientOrderId, signed)
    } else if (isEnd(row)) {
      onTheirWay.delete(row.clientOrderId)
    }
  }
  return [...unwanted]
}

/** A cancel that a previous run was asked for, and whose answer nobody wrote down: it may never have come to the venue. */
export type UnansweredCancel =
  | { readonly ids: readonly OrderId[] }
  | { readonly target: CancelTarget; readonly askedAt: Instant }

/** @param rows  oldest first */
export function unansweredCancels(rows: readonly AuditRow[]): readonly UnansweredCancel[] {
  const asked = new Map<string, UnansweredCancel>()
  for (const row of rows) {
    if (row.kind === 'response') asked.delete(row.clientOrderId)
    // Alone it would cost the trader what was to take its place.
    const isPartOfMore = row.action === 'replace' || row.details['cancels_first'] !== undefined
    const intent = isPartOfMore ? null : readCancelIntent(row)
    if (intent === null) continue
    if ('ids' in intent)
      asked.set(row.clientOrderId, { ids: intent.ids.flatMap((id) => parseOrderId(id) ?? []) })
    else asked.set(row.clientOrderId, { target: intent.target, askedAt: row.at })
  }
  return [...asked.values()]
}

function isAskedFor(row: AuditRow, signed: SignedOrder): boolean {
  if (row.action === 'replace') return false
  const asked = readCancelIntent(row)
  if (asked === null) return false
  if ('target' in asked) return isInScope(signed, asked.target)
  return (
    asked.ids.includes(signed.orderId) || (signed.replaces !== null && asked.ids.includes(signed.replaces))
  )
}

/** An order that the venue has answered for was there when the cancel came: it needs no watch. */
function isEnd({ kind, details }: AuditRow): boolean {
  return kind === 'reconcile' || (kind === 'response' && readVerdict(details)?.result !== 'unknown')
}
