/** The audit log as read (API-5). */
import { parseOutcomeId } from '#core/ids.ts'
import type { Catalog } from '#engine/markets/catalog.ts'
import { namesOf, type Names } from '#engine/markets/titles.ts'
import { ok } from '#lib/result.ts'
import { firstOf, mapped, numberOf } from '../http/cursors.ts'
import type { AuditQuery, AuditRow } from '#ports/audit-log.ts'
import type { Input } from '#contract/routes.ts'
import type { Handlers, Services } from './handler.ts'

export function auditHandlers(services: Services) {
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
      const page = firstOf(rows, ({ seq }) => String(seq), query.limit)
      return mapped(ok(page), (row) => ({ ...row, place: placeOf(row, catalog) }))
    },

    async verifyAudit() {
      return ok(await audit.verify())
    },
  } satisfies Partial<Handlers>
}

/** Names of a row's outcome, as the catalog has them now. */
function placeOf({ details }: AuditRow, catalog: Pick<Catalog, 'outcome'>): Names | null {
  const id = details['outcome_id']
  const outcomeId = typeof id === 'string' ? parseOutcomeId(id) : null
  const known = outcomeId === null ? null : catalog.outcome(outcomeId)
  return known && namesOf(known)
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
