/**
 * Commands that become an order by a quote of the backend. The quote is taken and the order is judged in one turn, so
 * that nothing moves in between; a repeat of the id gets the first result. Own sales in its way are cancelled first (INV-81).
 */
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import { ZERO, type Micros } from '#core/money.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { quoteFreeing, restingSales } from '#core/order/way-out.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { Result } from '#lib/result.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { PlaceResult } from '../contract.ts'
import { intentDetails } from '../record/order-history.ts'
import { placeOrder, refuseCommand, refuseRecorded, type PlaceRoom } from './order-placement.ts'
import type { WayOut, WaysOutTogether } from './way-out.ts'

type QuotedCommand = {
  readonly clientOrderId: ClientOrderId
  readonly action: 'exit' | 'hedge'
  /** Canonical text of what was asked for, to distinguish a repeat from a conflict. */
  readonly body: string
  /** The request, as the intent row keeps it. */
  readonly asked: AuditDetails
  /** The outcome whose own sales are cancelled as far as they are in the way. */
  readonly leaves: OutcomeId
  /** Reads what the quote needs; sends no order. */
  readonly prepare: () => Promise<void>
  /** The order in its current state, with so many of the shares in own sales freed. */
  readonly quote: (freed: Micros) => Result<OrderIntent, Rejection>
  /** Command that the order is a part of; without it the order is a command of its own, received now. */
  readonly group?: QuotedGroup | undefined
}

/** Several quoted commands that are one. */
export type QuotedGroup = WaysOutTogether & {
  /** Resolves once what comes before each of them is over: the count of cancels that they obey. */
  readonly epoch: Promise<number>
}

export type QuotedOrders = (command: QuotedCommand) => Promise<Result<PlaceResult, 'idempotency_conflict'>>

type QuotedParts = PlaceRoom & { readonly wayOut: WayOut }

/**
 * Builds the entry for quoted orders.
 *
 * @param gate  asked first: while it is closed nothing is read and nothing is quoted
 */
export function createQuotedOrders(parts: QuotedParts): QuotedOrders {
  return (command) =>
    parts.replay.once(command.clientOrderId, command.body, async () => {
      const { group } = command
      return group === undefined
        ? run(parts, command, parts.book.barriers.epoch())
        : runInGroup(parts, command, group)
    })
}

function refuse(parts: QuotedParts, command: QuotedCommand, refusal: Rejection): PlaceResult {
  return refuseCommand(parts, command, { body: command.body, ...command.asked }, refusal)
}

/**
 * A leg of many: orders that offer its shares are cancelled with those of the others, and its intent is on disk
 * before that.
 */
async function runInGroup(
  parts: QuotedParts,
  command: QuotedCommand,
  group: QuotedGroup,
): Promise<PlaceResult> {
  const { clientOrderId, action, leaves, body, asked } = command
  const isOpen = parts.gate(parts.book.barriers.epoch()) === null
  const sales = isOpen ? restingSales(parts.open(), leaves) : []
  if (sales.length === 0 || parts.wayOut.refusal(leaves) !== null) {
    return run(parts, command, await group.epoch)
  }
  const details = { body, ...asked, outcome_id: leaves }
  const send = async (): Promise<PlaceResult> => sendFreed(parts, command, await group.epoch)
  return parts.wayOut.run({ clientOrderId, action, details, outcomeId: leaves, sales, send, together: group })
}

async function run(parts: QuotedParts, command: QuotedCommand, epoch: number): Promise<PlaceResult> {
  const { clientOrderId, action, leaves, body, asked } = command
  const closed = parts.gate(epoch) ?? parts.wayOut.refusal(leaves)
  if (closed !== null) return refuse(parts, command, closed)
  await command.prepare()
  // Reading took a while: the shares may be those of another way out by now.
  const overtaken = parts.wayOut.refusal(leaves)
  if (overtaken !== null) return refuse(parts, command, overtaken)
  const quoted = quoteFreeing(restingSales(parts.open(), leaves), command.quote)
  if (!quoted.ok) return refuse(parts, command, quoted.error)
  const { terms, cancelsFirst: sales } = quoted.value
  const details = { ...asked, ...intentDetails(terms, body) }
  if (sales.length === 0) {
    const intentEntry = { clientOrderId, kind: 'intent', action, details } as const
    return placeOrder(parts, { intent: terms, action, epoch, intentEntry })
  }
  // A refusal must not cost the trader the orders in its way.
  const checked = parts.check.checkInPlaceOf(terms, sales)
  if (!checked.ok) return refuse(parts, command, checked.rejection)
  const send = (): Promise<PlaceResult> => sendFreed(parts, command, epoch)
  return parts.wayOut.run({ clientOrderId, action, details, outcomeId: leaves, sales, send })
}

/** With the sales in its way proven gone and the intent on disk: by what is free now. */
async function sendFreed(parts: QuotedParts, command: QuotedCommand, epoch: number): Promise<PlaceResult> {
  await command.prepare()
  const quoted = command.quote(ZERO)
  if (!quoted.ok) return refuseRecorded(parts, command, parts.gate(epoch) ?? quoted.error)
  return placeOrder(parts, { intent: quoted.value, action: command.action, epoch })
}
