/** Audit rows on the wire, as stored: a reader can recompute their hashes. */
import type { z } from 'zod'
import type { auditRow } from '#contract/audit.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import { timeText } from './values.ts'

export function auditRowView(row: AuditRow): z.input<typeof auditRow> {
  return {
    seq: row.seq,
    at: timeText(row.at),
    client_order_id: row.clientOrderId,
    kind: row.kind,
    action: row.action,
    details: { ...row.details },
    previous_hash: row.previousHash,
    hash: row.hash,
  }
}
