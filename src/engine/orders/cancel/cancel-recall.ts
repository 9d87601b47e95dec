/**
 * What previous runs were asked to cancel while it was still on its way. The venue may book such an order after its
 * cancel, and once the terminal has been restarted only the rows know that it is not wanted (ORD-5).
 */
import type { OrderId } from '#core/ids.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import { isInScope, readCancelIntent } from './cancel-requests.ts'
import { readSigned, readVerdict } from '../place/order-history.ts'
import type { SignedOrder } from '../place/order-history.ts'

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

function isAskedFor(row: AuditRow, signed: SignedOrder): boolean {
  if (row.action === 'replace') return false
  const asked = readCancelIntent(row)
  if (asked === null) return false
  if ('scope' in asked) return isInScope(signed, asked.scope)
  return (
    asked.ids.includes(signed.orderId) || (signed.replaces !== null && asked.ids.includes(signed.replaces))
  )
}

/** What the venue has answered for was at the venue when the cancel came there: it needs no eye on it. */
function isEnd({ kind, details }: AuditRow): boolean {
  return kind === 'reconcile' || (kind === 'response' && readVerdict(details)?.result !== 'unknown')
}
