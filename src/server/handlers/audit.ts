/** The audit log as read (API-5). */
import { ok } from '#lib/result.ts'
import { cursorOf, numberOf } from '../http/cursors.ts'
import type { AuditQuery } from '#ports/audit-log.ts'
import type { Input } from '#contract/routes.ts'
import { listedAuditRowView } from '../views/audit.ts'
import type { Handlers, Services } from './handler.ts'

export function auditHandlers(services: Services): Pick<Handlers, 'listAudit' | 'verifyAudit'> {
  const { audit, catalog } = services.engine
  return {
    listAudit({ query }) {
      const before = numberOf(query.cursor)
      if (!before.ok) return before
      const rows = audit.rows({
        ...auditFilter(query),
        ...(before.value === null ? {} : { before: before.value }),
        limit: query.limit + 1,
      })
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      return ok({
        items: page.map((row) => listedAuditRowView(row, catalog)),
        next_cursor: rows.length > page.length && last !== undefined ? cursorOf(String(last.seq)) : null,
      })
    },

    async verifyAudit() {
      const verdict = await audit.verify()
      return ok({
        ok: verdict.ok,
        rows: verdict.rows,
        first_bad_seq: verdict.firstBadSeq,
        head_hash: verdict.headHash,
        problem: verdict.problem,
      })
    },
  }
}

/** The part of a query that narrows the rows. */
export function auditFilter(query: Input<'exportAudit'>['query']): Omit<AuditQuery, 'limit' | 'before'> {
  return {
    ...(query.client_order_id === undefined ? {} : { clientOrderId: query.client_order_id }),
    ...(query.kind === undefined ? {} : { kind: query.kind }),
    ...(query.from === undefined ? {} : { from: Date.parse(query.from) }),
    ...(query.to === undefined ? {} : { to: Date.parse(query.to) }),
  }
}
