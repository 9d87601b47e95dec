/**
 * Single orders: at a price of the trader, or by a quote of the backend. A quote is taken and the order is judged in one turn, so
 * that nothing moves in between; a repeat of the id gets the first result. Own sales in its way are cancelled first (INV-81).
 */
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import { roundSizeDown, ZERO, type Micros } from '#core/money.ts'
import { sizedOrder } from '#core/order/order-amounts.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { quoteFreeing, restingSales } from '#core/order/way-out.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { Result } from '#lib/result.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { Orders, PlaceResult } from '../contract.ts'
import { intentDetails, placeBody } from '../record/order-history.ts'
import { refusalOf } from './order-check.ts'
import { placeOrder, ready, refuseCommand, refuseRecorded, type PlaceRoom } from './order-placement.ts'
import { goThroughSales, wayOutRefusal, type WaysOutTogether } from './way-out.ts'

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

const SOLD_MEANWHILE = 'The own sales in its way have sold all that was held before they were gone.'

/** An order at a price of the trader. */
export function place(room: PlaceRoom, asked: OrderIntent, epoch: number): ReturnType<Orders['place']> {
  const { check } = room
  room.point('place.received')
  const body = placeBody(asked)
  return room.replay.once(asked.clientOrderId, body, async () => {
    const intent = sizedOrder(asked)
    const { clientOrderId, outcomeId } = intent
    // An order that is refused anyway does not wait for a gate to open.
    if (room.gate(epoch) === null) await ready(room, intent)
    const details = intentDetails(intent, body, asked.size)
    const request = { intent, action: 'place', epoch } as const
    const sales = room.gate(epoch) === null ? check.inTheWay(intent) : []
    if (sales.length === 0) return placeOrder(room, { ...request, details })
    const command = { clientOrderId, action: 'place', details, outcomeId, sales } as const
    const refusal = wayOutRefusal(room, outcomeId) ?? refusalOf(check.check(intent, sales))
    if (refusal !== null) return refuseCommand(room, command, details, refusal)
    return goThroughSales(room, {
      ...command,
      async send() {
        await room.funds.ensure(intent)
        // Sales in its way may have sold some meanwhile: the rest is sold.
        const free = check.freeShares(outcomeId)
        const left = free !== null && free < intent.size ? roundSizeDown(free) : intent.size
        return left > 0n
          ? placeOrder(room, { ...request, intent: sizedOrder({ ...intent, size: left }) })
          : refuseRecorded(room, command, rejection('no_position', { message: SOLD_MEANWHILE }))
      },
    })
  })
}

/** An order by a quote of the backend. */
export function placeQuoted(room: PlaceRoom, command: QuotedCommand): ReturnType<QuotedOrders> {
  const { clientOrderId, body, group } = command
  return room.replay.once(clientOrderId, body, async () =>
    group === undefined ? run(room, command, room.book.cancels.epoch()) : runInGroup(room, command, group),
  )
}

/**
 * A leg of many: orders that offer its shares are cancelled with those of the others, and its intent is on disk
 * before that.
 */
async function runInGroup(room: PlaceRoom, command: QuotedCommand, group: QuotedGroup): Promise<PlaceResult> {
  const { clientOrderId, action, leaves, body, asked } = command
  const isOpen = room.gate(room.book.cancels.epoch()) === null
  const sales = isOpen ? restingSales(room.book.open(), leaves) : []
  if (sales.length === 0 || wayOutRefusal(room, leaves) !== null) {
    return run(room, command, await group.epoch)
  }
  const details = { body, ...asked, outcome_id: leaves }
  const send = async (): Promise<PlaceResult> => sendFreed(room, command, await group.epoch)
  return goThroughSales(room, {
    clientOrderId,
    action,
    details,
    outcomeId: leaves,
    sales,
    send,
    together: group,
  })
}

async function run(room: PlaceRoom, command: QuotedCommand, epoch: number): Promise<PlaceResult> {
  const { clientOrderId, action, leaves, body, asked } = command
  const refuse = (why: Rejection): PlaceResult => refuseCommand(room, command, { body, ...asked }, why)
  const closed = room.gate(epoch) ?? wayOutRefusal(room, leaves)
  if (closed !== null) return refuse(closed)
  await command.prepare()
  // Reading took a while: the shares may be those of another way out by now.
  const overtaken = wayOutRefusal(room, leaves)
  if (overtaken !== null) return refuse(overtaken)
  const quoted = quoteFreeing(restingSales(room.book.open(), leaves), command.quote)
  if (!quoted.ok) return refuse(quoted.error)
  const { terms, cancelsFirst: sales } = quoted.value
  const details = { ...asked, ...intentDetails(terms, body) }
  if (sales.length === 0) return placeOrder(room, { intent: terms, action, epoch, details })
  // A refusal must not cost the trader the orders in its way.
  const refusal = refusalOf(room.check.check(terms, sales))
  if (refusal !== null) return refuse(refusal)
  const send = (): Promise<PlaceResult> => sendFreed(room, command, epoch)
  return goThroughSales(room, { clientOrderId, action, details, outcomeId: leaves, sales, send })
}

/** With the sales in its way proven gone and the intent on disk: by what is free now. */
async function sendFreed(room: PlaceRoom, command: QuotedCommand, epoch: number): Promise<PlaceResult> {
  await command.prepare()
  const quoted = command.quote(ZERO)
  if (!quoted.ok) return refuseRecorded(room, command, room.gate(epoch) ?? quoted.error)
  return placeOrder(room, { intent: quoted.value, action: command.action, epoch })
}
