/** From the requester's codes to reject codes (venue reference, Combos requester: errors). Unknown codes are refusals too. */
import { rejection, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import { answerWords } from '../faults.ts'
import { fieldsOf } from '../fields.ts'
import type { Reply } from '../http.ts'
import { venueWords } from '../words.ts'

const KNOWN: Readonly<Record<string, RejectCode>> = {
  BALANCE_VALIDATION_FAILED: 'venue_balance',
  ALLOWANCE_VALIDATION_FAILED: 'venue_balance',
  PRE_EXECUTION_BALANCE_RESERVATION_FAILED: 'venue_balance',
  ADDRESS_MISMATCH: 'wallet_mismatch',
  INVALID_IDENTITY: 'wallet_mismatch',
  UNAUTHENTICATED: 'no_credentials',
  UNAUTHORIZED_ROLE: 'combos_unavailable',
  UNKNOWN_RFQ: 'venue_not_found',
  QUOTE_MISMATCH: 'combo_quote_mismatch',
  EXPIRED_RFQ: 'combo_expired',
  EXPIRED: 'combo_expired',
  SUBMISSION_WINDOW_CLOSED: 'combo_expired',
  CONTRADICTORY_LEGS: 'combo_contradictory_legs',
  LEG_METADATA_UNAVAILABLE: 'combo_ineligible',
  RATE_LIMITED: 'venue_rate_limited',
  SERVICE_UNAVAILABLE: 'venue_unavailable',
  NO_QUOTES: 'combo_no_response',
  SIZE_TOO_LARGE: 'combo_no_response',
}

/** A code with its words, as a rejection; `fallback` for a code that is not in the table. */
export function refusalOfCode(
  code: string,
  words: string,
  fallback: RejectCode,
  retryAfterMs: number | null = null,
): Rejection {
  const message = venueWords(words === '' ? code : words)
  return rejection(Object.hasOwn(KNOWN, code) ? (KNOWN[code] ?? fallback) : fallback, {
    ...(message === '' ? {} : { message }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  })
}

/** The code of an error body; empty when there is none. */
export function errorCode(json: unknown): string {
  return fieldsOf(json)?.word('code') ?? ''
}

/** An error answer as a rejection. */
export function refusalOfReply(
  reply: Extract<Reply, { readonly kind: 'answered' }>,
  fallback: RejectCode,
): Rejection {
  const words = fieldsOf(reply.json)?.word('error') ?? answerWords(reply)
  const byStatus: RejectCode =
    reply.status === 401 ? 'no_credentials' : reply.status === 429 ? 'venue_rate_limited' : fallback
  return refusalOfCode(errorCode(reply.json), words, byStatus, reply.retryAfterMs)
}
