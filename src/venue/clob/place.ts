/** Proof in the ending of the one POST (ORD-2). Refusal only by proof; everything else is unknown. */
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { PlaceOutcome, PreparedOrder } from '#ports/venue-trading.ts'
import { fieldsOf } from '../fields.ts'
import type { Reply } from '../http.ts'
import { venueWords } from '../words.ts'
import { refusalFromStatus, refusalFromText } from './refusals.ts'
import { orderIdFromWire } from './translate.ts'

const PLACED = ['live', 'matched', 'delayed', 'unmatched'] as const

function unknown(reason: string): PlaceOutcome {
  return { kind: 'unknown', reason }
}

/** "Trading is disabled" is a mode of the venue that its next answer ends: it is applied for a while even without a wait time. */
const DISABLED_MS = 30_000

function refused(refusal: Rejection): PlaceOutcome {
  const isDisabled = refusal.code === 'venue_unavailable' && refusal.retryAfterMs === null
  return { kind: 'refused', rejection: isDisabled ? { ...refusal, retryAfterMs: DISABLED_MS } : refusal }
}

function fromAnswer(json: unknown): PlaceOutcome {
  const fields = fieldsOf(json)
  const success = fields?.raw('success')
  const error = fields?.strict('errorMsg') ?? null
  const order = fields?.strict('orderID') ?? null
  const word = fields?.strict('status') ?? null
  if (typeof success !== 'boolean' || error === null || order === null || word === null)
    return unknown('unreadable answer')
  const errorMsg = venueWords(error)
  if (!success || errorMsg !== '') {
    if (order !== '') return unknown('the answer names an order and an error')
    const refusal = refusalFromText(errorMsg, null)
    if (refusal !== null) return refused(refusal)
    return errorMsg === ''
      ? { kind: 'refused', rejection: rejection('venue_rejected') }
      : unknown('the answer leaves it open')
  }
  const orderId = orderIdFromWire(order)
  if (orderId === null) return unknown('the answer names no order')
  const status = PLACED.find((known) => known === word.toLowerCase())
  return status === undefined ? unknown('unrecognised status') : { kind: 'accepted', orderId, status }
}

/** The reply to a placement; `geoblocked`: a 403 that the geographic check has confirmed. */
export type PlaceReply = Reply | { readonly kind: 'geoblocked' }

/** The outcome of a placement. */
export function placeOutcome(reply: PlaceReply): PlaceOutcome {
  switch (reply.kind) {
    case 'geoblocked':
      return refused(rejection('geoblocked'))
    case 'stopped':
      return { kind: 'not_sent', code: reply.code }
    case 'not_sent':
      return { kind: 'refused', rejection: rejection('venue_unavailable') }
    case 'no_answer':
      return unknown(reply.detail)
    case 'answered': {
      if (reply.status === 200) return fromAnswer(reply.json)
      const refusal = refusalFromStatus(reply)
      return refusal === null ? unknown(`status ${reply.status}`) : refused(refusal)
    }
    default:
      return reply satisfies never
  }
}

/** Outcomes of a batch, in the order of its orders: each by its own row, or all by the answer as a whole. */
export function placeOutcomes(
  reply: PlaceReply,
  orders: readonly Pick<PreparedOrder, 'orderId'>[],
): readonly PlaceOutcome[] {
  if (reply.kind !== 'answered' || reply.status !== 200) {
    const outcome = placeOutcome(reply)
    return orders.map(() => outcome)
  }
  const rows: readonly unknown[] = Array.isArray(reply.json) ? reply.json : []
  if (rows.length !== orders.length) return orders.map(() => unknown('unreadable answer'))
  const outcomes = rows.map(fromAnswer)
  const isNamed = (at: number, orderId: PreparedOrder['orderId']): boolean => {
    const outcome = outcomes[at]
    return outcome?.kind === 'accepted' && outcome.orderId === orderId
  }
  // A row with the hash of another order of the batch: the rows are not in its order, and only those with a hash say whose they are.
  const isInOrder = orders.every((order, at) =>
    outcomes.every((_, row) => row === at || !isNamed(row, order.orderId)),
  )
  if (isInOrder) return outcomes
  return orders.map(
    ({ orderId }) =>
      outcomes.find((_, row) => isNamed(row, orderId)) ?? unknown('the answer is in another order'),
  )
}
