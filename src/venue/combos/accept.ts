/** The signed acceptance, and what its answer and a status read prove. What is not proven is read again, never sent. */
import { rejection } from '#core/reject-codes.ts'
import type { AcceptOutcome, StatusOutcome } from '#ports/venue-combos.ts'
import { fieldsOf } from '../fields.ts'
import type { Reply } from '../http.ts'
import type { SignedFields } from '../signing/order.ts'
import { errorCode, refusalOfCode, refusalOfReply } from './refusals.ts'

/**
 * Body of POST /requests/{rfq_id}/accept: salt as text, side as a number, no expiration (venue reference, Combos
 * requester).
 */
export function acceptBody(quoteId: string, order: SignedFields, signature: string): string {
  return JSON.stringify({
    quote_id: quoteId,
    signed_order: {
      salt: String(order.salt),
      maker: order.maker,
      signer: order.signer,
      tokenId: String(order.tokenId),
      makerAmount: String(order.makerAmount),
      takerAmount: String(order.takerAmount),
      side: order.side === 'BUY' ? 0 : 1,
      signatureType: order.signatureType,
      timestamp: String(order.timestamp),
      metadata: order.metadata,
      builder: order.builder,
      signature,
    },
  })
}

const WITHOUT_CREDENTIALS_MS = 1_000
const UNDER_WAY = ['AWAITING_MAKER_CONFIRMATION', 'EXECUTING', 'MATCHED', 'MINED', 'RETRYING']
const NOT_ACCEPTED = 'AWAITING_REQUESTER_ACCEPTANCE'
/** 409s that prove that nothing was taken up; any other is read. */
const PROVEN_409 = ['QUOTE_MISMATCH', 'EXPIRED_RFQ', 'SUBMISSION_WINDOW_CLOSED']

/** Proof in the answer to the one acceptance. */
export function acceptOutcome(reply: Reply): AcceptOutcome {
  switch (reply.kind) {
    case 'stopped':
      return { kind: 'not_sent', code: reply.code }
    case 'not_sent':
      return { kind: 'not_sent', code: 'venue_unavailable' }
    case 'no_answer':
      return { kind: 'no_answer', reason: reply.detail, rejection: null }
    case 'answered':
      return reply.status === 200 ? fromAccept(reply.json) : fromAcceptError(reply)
    default:
      return reply satisfies never
  }
}

function fromAccept(json: unknown): AcceptOutcome {
  const read = readStatus(json)
  switch (read.kind) {
    case 'filled':
    case 'failed':
      return read
    case 'executing':
      return { kind: 'executing' }
    // Only a status read may make an end of a word that is new to us.
    case 'unknown_word':
    case 'absent':
      return { kind: 'conflict', rejection: null }
    case 'unreadable':
      return { kind: 'no_answer', reason: 'unreadable answer', rejection: null }
    default:
      return read satisfies never
  }
}

function fromAcceptError(reply: Extract<Reply, { readonly kind: 'answered' }>): AcceptOutcome {
  const { status } = reply
  const code = errorCode(reply.json)
  const refusal = refusalOfReply(reply, 'venue_rejected')
  if (status === 409 && !PROVEN_409.includes(code)) return { kind: 'conflict', rejection: null }
  if (status === 400 && code === '') return { kind: 'no_answer', reason: 'status 400', rejection: null }
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', rejection: refusal }
  return {
    kind: 'no_answer',
    reason: `status ${status} ${code}`.trim(),
    rejection: code === '' ? null : refusal,
  }
}

/** Proof in one status read. `onNewStatus` is called with each unknown status word. */
export function statusOutcome(reply: Reply, onNewStatus: (word: string) => void = () => {}): StatusOutcome {
  if (reply.kind === 'stopped') {
    // Being made or missing: nothing was asked, and it is for others to get them.
    const waitMs = reply.code === 'no_credentials' ? WITHOUT_CREDENTIALS_MS : reply.retryAfterMs
    return { kind: 'no_answer', retryAfterMs: waitMs }
  }
  if (reply.kind !== 'answered') return { kind: 'no_answer', retryAfterMs: null }
  if (reply.status === 401) return { kind: 'unauthorized' }
  if (reply.status === 409) return { kind: 'absent' }
  // A 404 that is not the service's own proves nothing.
  if (reply.status === 404 && errorCode(reply.json) === 'UNKNOWN_RFQ') return { kind: 'absent' }
  if (reply.status !== 200) return { kind: 'no_answer', retryAfterMs: reply.retryAfterMs }
  const read = readStatus(reply.json)
  switch (read.kind) {
    case 'unknown_word':
      onNewStatus(read.word)
      return { kind: 'failed', rejection: read.rejection }
    case 'unreadable':
      return { kind: 'no_answer', retryAfterMs: null }
    default:
      return read
  }
}

type Read =
  | Extract<StatusOutcome, { readonly kind: 'filled' | 'executing' | 'failed' | 'absent' }>
  | {
      readonly kind: 'unknown_word'
      readonly word: string
      readonly rejection: Extract<StatusOutcome, { readonly kind: 'failed' }>['rejection']
    }
  | { readonly kind: 'unreadable' }

function readStatus(json: unknown): Read {
  const fields = fieldsOf(json)
  const status = fields?.raw('status')
  if (fields === null || typeof status !== 'string') return { kind: 'unreadable' }
  const hash = fields.word('tx_hash')
  const txHash = /^0x[0-9a-fA-F]{64}$/.test(hash) ? hash.toLowerCase() : null
  if (status === 'CONFIRMED' || status === 'FILLED') return { kind: 'filled', txHash }
  if (UNDER_WAY.includes(status)) return { kind: 'executing', txHash }
  if (status === NOT_ACCEPTED) return { kind: 'absent' }
  const error = fieldsOf(fields.raw('error'))
  const code = error?.word('code') ?? ''
  const words = error?.word('message') ?? ''
  if (status === 'FAILED' || status === 'REJECTED') {
    return { kind: 'failed', rejection: refusalOfCode(code, words === '' ? status : words, 'venue_rejected') }
  }
  if (status === 'EXPIRED' || status === 'CANCELED') {
    return {
      kind: 'failed',
      rejection: rejection(status === 'EXPIRED' ? 'combo_expired' : 'venue_rejected', {
        message: words === '' ? `The venue says ${status}.` : words,
      }),
    }
  }
  return {
    kind: 'unknown_word',
    word: status,
    rejection: refusalOfCode('', `The venue says ${status}.`, 'venue_rejected'),
  }
}
