/** From the venue's words, codes and status to a reject code: what each answer to an order proves (INV-05). */
import { rejection, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import { ownWords } from '../bodies.ts'
import { answerWords } from '../faults.ts'
import type { Reply } from '../http.ts'

/** Words behind which an order may exist all the same: a duplicate is of the very hash that was sent, once. */
const UNPROVEN = /duplicated?\b|delay|time(?:d)? ?out|processing|check your orders/i

const KNOWN: readonly (readonly [pattern: RegExp, code: RejectCode])[] = [
  [/crosses (?:the )?book/i, 'post_only_would_cross'],
  [/minimum tick size/i, 'off_tick'],
  [/lower than the minimum|amount for a marketable/i, 'below_min_size'],
  [/invalid amounts/i, 'invalid_size'],
  [/allowance is not enough|not enough allowance/i, 'insufficient_allowance'],
  [/not enough balance|balance is not enough/i, 'insufficient_balance'],
  [/no orders found to match/i, 'no_liquidity'],
  [/invalid expiration/i, 'invalid_expiration'],
  [
    /signer(?:'s)? (?:address )?(?:has to|must|should) (?:be|equal|match)|owner has to be the owner of the API KEY/i,
    'wallet_mismatch',
  ],
  [/post[- ]only mode/i, 'venue_post_only'],
  [/cancel[- ]only/i, 'venue_cancel_only'],
  [/trading (?:is |has been )?(?:currently |temporarily )?disabled/i, 'venue_unavailable'],
]

function knownCode(text: string): RejectCode | null {
  return KNOWN.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** The rejection that a text proves; null when it is empty or does not prove that no order exists. */
export function refusalFromText(text: string, retryAfterMs: number | null): Rejection | null {
  if (text === '' || UNPROVEN.test(text)) return null
  const code = knownCode(text) ?? 'venue_rejected'
  return rejection(code, { message: text, ...(retryAfterMs === null ? {} : { retryAfterMs }) })
}

/** Seconds of a body's own `retry_after_seconds`, in milliseconds. */
function bodyWaitMs(json: unknown): number | null {
  if (typeof json !== 'object' || json === null) return null
  const seconds = (json as Record<string, unknown>)['retry_after_seconds']
  return typeof seconds === 'number' && seconds >= 0 && seconds <= 3600 ? Math.ceil(seconds * 1000) : null
}

/** The venue's one machine code, which holds whatever the words beside it. */
function isPostOnlyMode(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'code' in json && json.code === 'post_only_mode'
}

/** Proof about an order in an answer other than 200; null when the order may exist. 403 is judged by the caller. */
export function refusalFromStatus(reply: Extract<Reply, { kind: 'answered' }>): Rejection | null {
  const { status, json } = reply
  const text = ownWords(reply)
  const waitMs = reply.retryAfterMs ?? bodyWaitMs(json)
  const wait = waitMs === null ? {} : { retryAfterMs: waitMs }
  const all = answerWords(reply)
  const words = all === '' ? {} : { message: all }
  switch (status) {
    case 400:
    case 503: {
      if (isPostOnlyMode(json)) return rejection('venue_post_only', { ...words, ...wait })
      // Words that are not in the venue's form, or a 503 of anybody, prove something only where they are known.
      const isProof = (status === 400 && json !== undefined) || knownCode(text) !== null
      return isProof ? refusalFromText(text, waitMs) : null
    }
    case 401:
      return rejection('no_credentials', words)
    case 403:
    case 404:
    case 405:
    case 413:
    case 415:
    case 422:
      return rejection('venue_rejected', words)
    case 425:
      return rejection('venue_restarting', wait)
    case 429:
      return rejection('venue_rate_limited', { ...words, ...wait })
    default:
      return null
  }
}
