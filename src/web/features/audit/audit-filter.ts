/** Filters of the audit log: the same for the list and for the download. Days are whole days in UTC. */
import { addressOf } from '../../platform/api/client.ts'

export type AuditFilter = {
  readonly clientOrderId: string
  /** `2026-11-20`, first and last day; empty for open. */
  readonly from: string
  readonly to: string
}

export const NO_FILTER: AuditFilter = { clientOrderId: '', from: '', to: '' }

/** The query of a filter; an empty text is left out of the address. */
export function auditQueryOf({ clientOrderId, from, to }: AuditFilter) {
  return {
    clientOrderId: clientOrderId.trim(),
    from: from && `${from}T00:00:00.000Z`,
    to: to && `${to}T23:59:59.999Z`,
  }
}

/** Address of the download with the same filter. */
export function exportAddress(filter: AuditFilter, format: 'csv' | 'jsonl'): string {
  return addressOf(format === 'csv' ? 'exportAudit' : 'exportAuditLines', { query: auditQueryOf(filter) })
}
