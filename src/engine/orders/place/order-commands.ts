/** The commands that become orders, each once per client order id. */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import { roundSizeDown, type Micros } from '#core/money.ts'
import type { OrderIntent, Order } from '#core/order/order.ts'
import { sizedOrder } from '#core/order/order-amounts.ts'
import { rejection } from '#core/reject-codes.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { Orders, PlaceResult } from '../contract.ts'
import { intentDetails, placeBody } from '../record/order-history.ts'
import { rowsOf } from '../record/submissions.ts'
import { createBothSides } from './both-sides.ts'
import { placeOrder, ready, refuseCommand, refuseRecorded } from './order-placement.ts'
import type { PlacementRequest, PlaceRoom } from './order-placement.ts'
import { proveOver } from './order-proof.ts'
import { createReplace, replaceBody, replaceDetails } from './order-replace.ts'
import { createQuotedOrders, type QuotedOrders } from './quoted-orders.ts'
import { createWayOut, type WayOut } from './way-out.ts'

export type OrderCommands = Pick<Orders, 'place' | 'placeBothSides' | 'replace' | 'unpriced' | 'isVoid'> & {
  /** The order of an id, of a previous run too; null when none was signed, or the account does not show it. */
  readonly findBy: (id: ClientOrderId) => Promise<Order | null>
  /** Final fill of a cancelled or ended order; null when it could not be proven in time. */
  readonly proveOver: (id: OrderId) => Promise<Micros | null>
  /** Orders that the backend quotes. */
  readonly quoted: QuotedOrders
}

/** Builds the commands. */
export function createOrderCommands(room: PlaceRoom): OrderCommands {
  const { replay } = room
  const { ledger, barriers } = room.book
  const runReplace = createReplace(room)
  const wayOut = createWayOut(room)
  const placeOne: OrderCommands['place'] = (asked, epoch = barriers.epoch()) =>
    place({ ...room, wayOut }, asked, epoch)
  return {
    place: placeOne,
    placeBothSides: createBothSides({ ...room, placeOne }),
    replace: (intent) => replay.once(intent.clientOrderId, replaceBody(intent), () => runReplace(intent)),
    unpriced: createUnpriced(room),
    isVoid: replay.isVoid,
    findBy: replay.findBy,
    async proveOver(id) {
      const key = ledger.entry(id)?.key ?? null
      return key === null ? null : proveOver(room, key)
    },
    quoted: createQuotedOrders({ ...room, wayOut }),
  }
}

/** Builds the answer to commands whose price is not one: the gates are reported first, as for every order. */
function createUnpriced(parts: PlaceRoom): OrderCommands['unpriced'] {
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
      const refusal =
        parts.gate(parts.book.barriers.epoch()) ?? rejection('invalid_price', { message, value: price })
      return refuseCommand(parts, { clientOrderId, action }, asked, refusal)
    })
  }
}

async function place(
  parts: PlaceRoom & { readonly wayOut: WayOut },
  asked: OrderIntent,
  epoch: number,
): ReturnType<OrderCommands['place']> {
  const { gate } = parts
  parts.point('place.received')
  const body = placeBody(asked)
  return parts.replay.once(asked.clientOrderId, body, async () => {
    const intent = sizedOrder(asked)
    const { clientOrderId } = intent
    // An order that is refused anyway does not wait for a gate to open.
    if (gate(epoch) === null) await ready(parts, intent)
    const details = intentDetails(intent, body, asked.size)
    const request = { intent, action: 'place', epoch } as const
    const sales = gate(epoch) === null ? parts.check.inTheWay(intent) : []
    return sales.length === 0
      ? placeOrder(parts, { ...request, intentEntry: rowsOf(clientOrderId, 'place')('intent', details) })
      : placeFreed(parts, request, details, sales)
  })
}

const SOLD_MEANWHILE = 'The own sales in its way have sold all that was held before they were gone.'

/** A sale that takes the shares of own sales that rest. */
async function placeFreed(
  room: PlaceRoom & { readonly wayOut: WayOut },
  request: Omit<PlacementRequest, 'intentEntry'>,
  details: AuditDetails,
  sales: readonly Order[],
): Promise<PlaceResult> {
  const { wayOut, check, funds } = room
  const { intent, action } = request
  const { clientOrderId, outcomeId } = intent
  const command = { clientOrderId, action }
  const checked = check.checkInPlaceOf(intent, sales)
  const refusal = wayOut.refusal(outcomeId) ?? (checked.ok ? null : checked.rejection)
  if (refusal !== null) return refuseCommand(room, command, details, refusal)
  return wayOut.run({
    ...command,
    details,
    outcomeId,
    sales,
    async send() {
      await funds.ensure(intent)
      // Sales in its way may have sold some meanwhile: the rest is sold.
      const free = check.freeShares(outcomeId)
      const left = free !== null && free < intent.size ? roundSizeDown(free) : intent.size
      const sized = left > 0n ? sizedOrder({ ...intent, size: left }) : null
      return sized === null
        ? refuseRecorded(room, command, rejection('no_position', { message: SOLD_MEANWHILE }))
        : placeOrder(room, { ...request, intent: sized })
    },
  })
}
