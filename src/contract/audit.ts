/** The audit log as shown (API-5). */
import { z } from 'zod'
import { pageQuery, time } from './values.ts'

const auditKind = z.enum(['intent', 'decision', 'signed', 'response', 'reconcile'])

export const auditRow = z
  .strictObject({
    seq: z.number().int(),
    at: time,
    client_order_id: z.string(),
    kind: auditKind,
    action: z.string(),
    details: z.record(z.string(), z.unknown()),
    previous_hash: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AuditRow' })

/** A row as listed: as stored, and beside it what its outcome is called, which no hash covers. */
export const listedAuditRow = auditRow
  .extend({
    place: z
      .strictObject({ outcome_name: z.string(), market_title: z.string(), event_title: z.string() })
      .nullable()
      .meta({
        description: 'Names of the outcome in the details; null without one, or where it is no longer known',
      }),
  })
  .meta({ id: 'ListedAuditRow' })

export const auditQuery = z.strictObject({
  client_order_id: z.string().max(60).optional().describe('All rows of one command'),
  kind: auditKind.optional(),
  from: time.optional().describe('First instant'),
  to: time.optional().describe('Last instant'),
  ...pageQuery,
})

export const auditExportQuery = auditQuery.omit({ limit: true, cursor: true })

export const auditVerdict = z
  .strictObject({
    ok: z.boolean(),
    rows: z.number().int(),
    first_bad_seq: z.number().int().nullable(),
    head_hash: z.string(),
    problem: z.string().nullable(),
  })
  .meta({ id: 'AuditVerdict' })
