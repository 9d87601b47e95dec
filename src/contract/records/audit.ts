/** Rows of the audit log, as stored: a reader can compute their hashes again (API-5). */
import { nullable, partOrNull, record, same, says } from '../codec/codec.ts'
import { flag, instant, integer, oneOf, text } from '../codec/fields.ts'
import { page } from './lists.ts'
import { titles } from './shared.ts'

export const auditKind = oneOf(['intent', 'decision', 'signed', 'response', 'reconcile'])

export const auditRow = record('AuditRow', {
  seq: says(integer, 'From 1, without gaps'),
  at: says(instant, 'When it was written'),
  clientOrderId: says(text, 'Of the order; a cancel has an id of its own'),
  kind: says(auditKind, 'Step of the command'),
  action: says(text, 'Kind of command'),
  details: says(same<Readonly<Record<string, unknown>>>({ kind: 'details' }), 'As stored'),
  previousHash: says(text, 'Hash of the row before'),
  hash: says(text, 'SHA-256 over this row and the hash before'),
})

/** A row and the names of its outcome, which no hash covers. */
const listedAuditRow = record('ListedAuditRow', {
  ...auditRow.fields,
  place: partOrNull('Names of the outcome in the details; null without one, or where it is no longer known', {
    outcomeName: titles.outcomeName,
    marketTitle: titles.marketTitle,
    eventTitle: titles.eventTitle,
  }),
})

export const auditList = page(null, listedAuditRow, {})

export const auditVerdict = record('AuditVerdict', {
  ok: says(flag, 'Every hash follows from the row before'),
  rows: says(integer, 'Rows that were checked'),
  firstBadSeq: says(nullable(integer), 'First row that does not fit'),
  headHash: says(text, 'Hash of the newest row'),
  problem: says(nullable(text), 'What is wrong, in words'),
})
