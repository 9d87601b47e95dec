/** What a failed read says to the engine. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { Reply } from './http.ts'
import { venueWords } from './words.ts'

/** A fault of our own making, without a wait. */
export function fault(kind: ReadFault['kind'], detail: string): ReadFault {
  return { kind, detail, retryAfterMs: null }
}

/** The error text of a venue's error body; empty when there is none. */
export function errorText(json: unknown): string {
  if (typeof json !== 'object' || json === null) return ''
  const { error, errorMsg, error_msg: errorMessage } = json as Record<string, unknown>
  const text = [error, errorMsg, errorMessage].find((one) => typeof one === 'string' && one !== '')
  return typeof text === 'string' ? venueWords(text) : ''
}

/** The JSON of a 200, or why there is none. */
export function readJson(reply: Reply): Result<unknown, ReadFault> {
  switch (reply.kind) {
    case 'answered': {
      const { status, json, retryAfterMs } = reply
      if (status === 200)
        return json === undefined ? err(fault('unreadable', 'status 200 without JSON')) : ok(json)
      const detail = `status ${status} ${errorText(json)}`.trim()
      if (status === 401) return err({ kind: 'unauthorized', detail, retryAfterMs })
      if (status === 429) return err({ kind: 'rate_limited', detail, retryAfterMs })
      if (status >= 300 && status < 400)
        return err(fault('unreadable', 'a redirect, which is never followed'))
      return err({ kind: 'unavailable', detail, retryAfterMs })
    }
    case 'no_credentials':
      return err(fault('no_credentials', 'no credentials'))
    case 'held':
      return err({ kind: 'rate_limited', detail: 'asked to wait', retryAfterMs: reply.retryAfterMs })
    case 'stopped':
      return err(fault('unavailable', reply.code))
    case 'not_sent':
    case 'no_answer':
      return err(fault('network', reply.detail))
    default:
      return reply satisfies never
  }
}
