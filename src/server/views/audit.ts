/** Audit rows on the wire, as stored: a reader can recompute their hashes. */
import { inertText } from '#lib/inert-text.ts'
import type { z } from 'zod'
import type { auditRow, listedAuditRow } from '#contract/audit.ts'
import { parseOutcomeId } from '#core/ids.ts'
import type { Catalog } from '#engine/markets/contract.ts'
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

/** That, with the names of its outcome as the catalog has them now. */
export function listedAuditRowView(
  row: AuditRow,
  catalog: Pick<Catalog, 'outcome'>,
): z.input<typeof listedAuditRow> {
  const id = row.details['outcome_id']
  const outcomeId = typeof id === 'string' ? parseOutcomeId(id) : null
  const known = outcomeId === null ? null : catalog.outcome(outcomeId)
  return {
    ...auditRowView(row),
    place:
      known === null
        ? null
        : {
            outcome_name: inertText(known.outcome.name),
            market_title: inertText(known.market.groupTitle ?? known.market.question),
            event_title: inertText(known.event.title),
          },
  }
}
