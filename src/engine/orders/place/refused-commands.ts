/**
 * Commands that are refused before there is an order: recorded, and their id is used up like that of any other (INV-08).
 */
import type { ClientOrderId } from '#core/ids.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { Result } from '#lib/result.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { PlaceResult, UnpricedCommand } from '../contract.ts'
import { rowsOf, type Submissions } from '../record/submissions.ts'
import type { OrderGate } from './order-gate.ts'
import { replaceBody, replaceDetails, type ReplaceResult } from './order-replace.ts'
import type { OrderReplay } from './order-replay.ts'
import { decisionDetails, intentDetails, placeBody } from '../record/order-history.ts'

/** Writes intent and decision and answers; what cannot be written is refused for that. */
export function refuseCommand(
  { refuse }: Pick<Submissions, 'refuse'>,
  command: {
    readonly clientOrderId: ClientOrderId
    readonly action: AuditAction
    /** The request, with its canonical text, as the intent row keeps it. */
    readonly asked: AuditDetails
  },
  refusal: Rejection,
): PlaceResult {
  const { clientOrderId } = command
  const row = rowsOf(clientOrderId, command.action)
  const rows = [row('intent', command.asked), row('decision', decisionDetails(refusal))]
  return {
    clientOrderId,
    result: 'rejected',
    order: null,
    reject: refuse(rows, refusal),
    replayed: false,
  }
}

/** Builds the answer to commands whose price is not one: the gates are reported first, as for every order. */
export function createUnpriced(parts: {
  readonly replay: OrderReplay
  readonly submissions: Pick<Submissions, 'refuse'>
  readonly gate: OrderGate
  /** Counts the cancels so far. */
  readonly epoch: () => number
}): (command: UnpricedCommand) => Promise<Result<ReplaceResult, 'idempotency_conflict'>> {
  return (command) => {
    const { action, intent } = command
    const { clientOrderId, price } = intent
    const body = command.action === 'place' ? placeBody(command.intent) : replaceBody(command.intent)
    const asked =
      command.action === 'place'
        ? intentDetails(command.intent, body)
        : { body, ...replaceDetails(command.intent) }
    return parts.replay.once(clientOrderId, body, async () => {
      const message = `The price ${price} must lie between 0 and 1, with at most 4 decimals.`
      const refusal = parts.gate(parts.epoch()) ?? rejection('invalid_price', { message, value: price })
      return {
        ...refuseCommand(parts.submissions, { clientOrderId, action, asked }, refusal),
        cancelled: false,
      }
    })
  }
}
