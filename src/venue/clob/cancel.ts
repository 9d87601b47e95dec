/** Cancels: every id that was asked for ends in exactly one list of the answer. */
import type { OrderId } from '#core/ids.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { answerWords } from '../faults.ts'
import { fieldsOf } from '../fields.ts'
import type { Reply } from '../http.ts'
import { venueWords } from '../words.ts'
import { refusalFromStatus } from './refusals.ts'
import { orderIdFromWire } from './translate.ts'

type Answered = Extract<CancelOutcome, { kind: 'answered' }>

const ELSEWHERE = 'Cancel on the venue’s own page, or revoke the session key.'

function failure(reply: Exclude<Reply, { kind: 'answered'; status: 200 }>): Rejection {
  switch (reply.kind) {
    case 'stopped':
      return reply.code === 'no_credentials'
        ? rejection(reply.code, {
            message: `Not sent to the venue: no credentials. ${ELSEWHERE}`,
          })
        : rejection(reply.code, { retryAfterMs: reply.retryAfterMs })
    case 'answered': {
      const words = answerWords(reply)
      if (reply.status === 401) {
        const said = words === '' ? '' : ` (${words})`
        return rejection('no_credentials', {
          message: `The venue refused the credentials${said}: nothing was cancelled. ${ELSEWHERE}`,
        })
      }
      // A refusal that is not the venue's: trying again may get through.
      if (reply.source !== 'venue' && words !== '' && reply.status !== 429) {
        return rejection('venue_unavailable', { message: words })
      }
      return (
        refusalFromStatus(reply) ?? rejection('venue_unavailable', words === '' ? {} : { message: words })
      )
    }
    case 'not_sent':
    case 'no_answer':
      return rejection('venue_unavailable')
    default:
      return reply satisfies never
  }
}

/**
 * Reads the answer to a cancel.
 *
 * @param asked  the ids that were named; null for a cancel by market or of everything
 */
export function cancelOutcome(reply: Reply, asked: readonly OrderId[] | null): CancelOutcome {
  if (reply.kind !== 'answered' || reply.status !== 200) return { kind: 'failed', rejection: failure(reply) }
  const fields = fieldsOf(reply.json)
  const canceled = fields?.list('canceled') ?? null
  const refused = fields?.raw('not_canceled') ?? {}
  const isRead = canceled?.every((id) => typeof id === 'string') === true && fieldsOf(refused) !== null
  if (!isRead) return { kind: 'failed', rejection: rejection('venue_unavailable') }
  const reasons = new Map<OrderId, string>()
  for (const [text, reason] of Object.entries(refused) as readonly (readonly [string, unknown])[]) {
    const id = orderIdFromWire(text)
    if (id !== null) reasons.set(id, typeof reason === 'string' ? venueWords(reason) : 'not cancelled')
  }
  const named = new Set<OrderId>()
  for (const text of canceled) {
    const id = orderIdFromWire(text)
    if (id !== null && !reasons.has(id)) named.add(id)
  }
  for (const id of asked ?? []) {
    if (!named.has(id) && !reasons.has(id)) reasons.set(id, 'not named in the answer')
  }
  return {
    kind: 'answered',
    cancelled: [...named],
    notCancelled: [...reasons].map(([id, reason]) => ({ id, reason })),
  }
}

/** The answers to the parts of one cancel as one. */
export function joinCancels(
  parts: readonly { readonly ids: readonly OrderId[]; readonly outcome: CancelOutcome | null }[],
): CancelOutcome {
  const failed = parts.find((part) => part.outcome?.kind === 'failed')?.outcome
  if (failed?.kind === 'failed' && parts.every((part) => part.outcome?.kind !== 'answered')) return failed
  const answers = parts.flatMap(({ outcome }): readonly Answered[] =>
    outcome?.kind === 'answered' ? [outcome] : [],
  )
  const ids = parts.flatMap((part) => (part.outcome?.kind === 'answered' ? [] : part.ids))
  return {
    kind: 'answered',
    cancelled: answers.flatMap((answer) => answer.cancelled),
    notCancelled: answers.flatMap((answer) => answer.notCancelled),
    ...(failed?.kind === 'failed' && ids.length > 0
      ? { unanswered: { ids, rejection: failed.rejection } }
      : {}),
  }
}
