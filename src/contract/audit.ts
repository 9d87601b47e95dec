/** Requests for the audit log (API-5). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import * as records from './records/audit.ts'
import { read } from './route.ts'
import { pageQuery, time } from './values.ts'

const auditQuery = z.strictObject({
  client_order_id: z.string().max(60).optional().describe('All rows of one command'),
  kind: schemaOf(records.auditKind).optional(),
  from: time.optional().describe('First instant'),
  to: time.optional().describe('Last instant'),
  ...pageQuery,
})

const auditExportQuery = auditQuery.omit({ limit: true, cursor: true })

export const auditRoutes = {
  listAudit: read('Audit rows, newest first', { query: auditQuery, answer: records.auditList }),
  verifyAudit: read('Check the chain', { answer: records.auditVerdict }),
  exportAudit: read('Audit rows as CSV, newest first', {
    query: auditExportQuery,
    file: 'text/csv',
  }),
  exportAuditLines: read(
    'Audit rows as lines of JSON, newest first, complete: their hashes can be recomputed',
    { query: auditExportQuery, file: 'application/jsonl' },
  ),
} as const
