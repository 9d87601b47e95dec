/** Filters of the audit log: the same for the list and for the download. Days are whole days in UTC. */
import { addressOf } from '../../platform/api/client.ts'

export type AuditFilter = {
  readonly clientOrderId: string
  /** `2026-11-20`, first and last day; empty for open. */
  readonly from: string
  readonly to: string
}

export const NO_FILTER: AuditFilter = { clientOrderId: '', from: '', to: '' }

export type AuditQueryPart = {
  readonly clientOrderId?: string
  readonly from?: string
  readonly to?: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The query of a filter; what is not set or not readable is left out. */
export function auditQueryOf(filter: AuditFilter): AuditQueryPart {
  const id = filter.clientOrderId.trim()
  return {
    ...(id === '' ? {} : { clientOrderId: id }),
    ...(DAY.test(filter.from) ? { from: `${filter.from}T00:00:00.000Z` } : {}),
    ...(DAY.test(filter.to) ? { to: `${filter.to}T23:59:59.999Z` } : {}),
  }
}

/** Address of the download with the same filter. */
export function exportAddress(filter: AuditFilter, format: 'csv' | 'jsonl'): string {
  return addressOf(format === 'csv' ? 'exportAudit' : 'exportAuditLines', { query: auditQueryOf(filter) })
}
