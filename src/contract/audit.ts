/** Queries of the audit log (API-5). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import { auditKind } from './records/audit.ts'
import { pageQuery, time } from './values.ts'

export const auditQuery = z.strictObject({
  client_order_id: z.string().max(60).optional().describe('All rows of one command'),
  kind: schemaOf(auditKind).optional(),
  from: time.optional().describe('First instant'),
  to: time.optional().describe('Last instant'),
  ...pageQuery,
})

export const auditExportQuery = auditQuery.omit({ limit: true, cursor: true })
