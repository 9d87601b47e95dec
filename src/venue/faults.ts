/** The fault of a failed read, for the engine. */
import { err, ok, type Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import { ownWords } from './bodies.ts'
import type { Reply } from './http.ts'

/** A fault of our own making, without a wait. */
export function fault(kind: ReadFault['kind'], detail: string): ReadFault {
  return { kind, detail, retryAfterMs: null }
}

type Answered = Extract<Reply, { readonly kind: 'answered' }>

/** Text for an answer of the delivery network without the venue's own words, and the remedy; or empty. */
function networkWords({ status, text, source }: Answered): string {
  if (source === 'unclear' && text !== '') {
    return `A page came in place of the venue's answer: status ${status}, “${text}”.`
  }
  if (source !== 'delivery_network') return ''
  const what = `The delivery network in front of the venue answered instead of it: status ${status}, “${text}”.`
  return status === 429
    ? `${what} It asks to wait a minute.`
    : `${what} Try again in a minute; if it stays, ask the venue why it blocks this address.`
}

/** The words of an error answer, whoever wrote it; empty when there are none. */
export function answerWords(reply: Answered): string {
  return networkWords(reply) || ownWords(reply)
}

/** The JSON of a 200, or why there is none. */
export function readJson(reply: Reply): Result<unknown, ReadFault> {
  switch (reply.kind) {
    case 'answered': {
      const { status, json, retryAfterMs } = reply
      if (status === 200 && json !== undefined) return ok(json)
      const detail = networkWords(reply) || `status ${status} ${ownWords(reply)}`.trim()
      if (status === 200) return err(fault('unreadable', networkWords(reply) || 'status 200 without JSON'))
      if (status === 401) return err({ kind: 'unauthorized', detail, retryAfterMs })
      if (status === 429) return err({ kind: 'rate_limited', detail, retryAfterMs })
      if (status >= 300 && status < 400)
        return err(fault('unreadable', 'a redirect, which is never followed'))
      return err({ kind: 'unavailable', detail, retryAfterMs })
    }
    case 'stopped':
      return err(
        reply.code === 'no_credentials'
          ? fault('no_credentials', 'no credentials')
          : { kind: 'rate_limited', detail: 'asked to wait', retryAfterMs: reply.retryAfterMs },
      )
    case 'not_sent':
    case 'no_answer':
      return err(fault('network', reply.detail))
    default:
      return reply satisfies never
  }
}

/** The JSON of a 200 as `read` reads it; a fault where there is none, or where it is no `what`. */
export function readAs<T>(
  reply: Reply,
  what: string,
  read: (json: unknown) => T | null,
): Result<T, ReadFault> {
  const json = readJson(reply)
  if (!json.ok) return json
  const value = read(json.value)
  return value === null ? err(fault('unreadable', `the answer is no ${what}`)) : ok(value)
}

/** The same; null where there is nothing of the kind. */
export function readKnown<T>(
  reply: Reply,
  what: string,
  read: (json: unknown) => T | null,
): Result<T | null, ReadFault> {
  return reply.kind === 'answered' && reply.status === 404 ? ok(null) : readAs(reply, what, read)
}
