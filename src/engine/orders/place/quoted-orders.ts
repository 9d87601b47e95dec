/**
 * Commands that become an order by a quote of the backend. The quote is taken and the order is judged in one turn, so
 * that nothing moves in between; a repeat of the id gets the first result.
 */
import type { ClientOrderId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { Result } from '#lib/result.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { PlaceResult } from '../contract.ts'
import type { Submissions } from '../once/submissions.ts'
import type { Placements } from './order-placement.ts'
import type { OrderReplay } from './order-replay.ts'
import type { OrderGate } from './order-gate.ts'
import { intentDetails } from './order-history.ts'
import { refuseCommand } from './refused-commands.ts'

export type QuotedCommand = {
  readonly clientOrderId: ClientOrderId
  readonly action: 'exit' | 'hedge'
  /** Canonical text of what was asked for, to distinguish a repeat from a conflict. */
  readonly body: string
  /** What was asked for, as the intent row keeps it. */
  readonly asked: AuditDetails
  /** Reads what the quote needs; sends no order. */
  readonly prepare: () => Promise<void>
  /** The order in its current state. */
  readonly quote: () => Result<OrderIntent, Rejection>
  /** Of the command that the order is a part of; without it the order is a command of its own, received now. */
  readonly epoch?: number | undefined
}

export type QuotedOrders = (command: QuotedCommand) => Promise<Result<PlaceResult, 'idempotency_conflict'>>

/**
 * Builds the entry for quoted orders.
 *
 * @param gate  asked first: while it is closed nothing is read and nothing is quoted
 */
export function createQuotedOrders(parts: {
  readonly replay: OrderReplay
  readonly submissions: Pick<Submissions, 'refuse'>
  readonly placements: Pick<Placements, 'place'>
  readonly gate: OrderGate
  /** Counts the cancels so far. */
  readonly epoch: () => number
}): QuotedOrders {
  function refuse({ clientOrderId, action, body, asked }: QuotedCommand, refusal: Rejection): PlaceResult {
    return refuseCommand(parts.submissions, { clientOrderId, action, asked: { body, ...asked } }, refusal)
  }

  async function run(command: QuotedCommand): Promise<PlaceResult> {
    const { epoch = parts.epoch() } = command
    const closed = parts.gate(epoch)
    if (closed !== null) return refuse(command, closed)
    await command.prepare()
    const quoted = command.quote()
    if (!quoted.ok) return refuse(command, quoted.error)
    const { clientOrderId, action, body, asked } = command
    const details = { ...asked, ...intentDetails(quoted.value, body) }
    return parts.placements.place({
      intent: quoted.value,
      action,
      epoch,
      replaces: null,
      intentEntry: { clientOrderId, kind: 'intent', action, details },
    })
  }

  return (command) =>
    parts.replay.once(command.clientOrderId, command.body, async () => ({
      ...(await run(command)),
      cancelled: false,
    }))
}
