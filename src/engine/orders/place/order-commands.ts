/** The commands that become orders, each once per client order id. */
import { roundSizeDown } from '#core/money.ts'
import type { OrderIntent, Order } from '#core/order/order.ts'
import { sizedOrder } from '#core/order/order-amounts.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Cancels } from '../cancel/cancel-orders.ts'
import type { OrderCheck } from './order-check.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { OrderUsage } from '../book-of-orders/order-usage.ts'
import type { OrdersActor, OrdersParts } from '../orders-parts.ts'
import { createBothSides } from './both-sides.ts'
import { createQuotedOrders } from './quoted-orders.ts'
import type { OrderGate } from './order-gate.ts'
import type { Placements } from './order-placement.ts'
import { proveOver } from './order-proof.ts'
import type { Submissions } from '../record/submissions.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { PlaceResult } from '../contract.ts'
import type { PlacementRequest } from './placement-request.ts'
import type { OrderRecorder } from '../record/order-recorder.ts'
import type { OrderReplay } from './order-replay.ts'
import { createReplace, replaceBody } from './order-replace.ts'
import { intentDetails, placeBody } from '../record/order-history.ts'
import { createUnpriced, refuseCommand } from './refused-commands.ts'
import { createWayOut, type WayOut } from './way-out.ts'

type OrderCommands = Pick<
  OrdersActor,
  'place' | 'placeBothSides' | 'replace' | 'unpriced' | 'isVoid' | 'findBy' | 'proveOver' | 'quoted'
>

type OrderCommandsParts = Pick<OrdersParts, 'clock' | 'bus' | 'funds' | 'reads' | 'bookWait' | 'point'> & {
  readonly replay: OrderReplay
  readonly recorder: OrderRecorder
  readonly submissions: Submissions
  readonly ledger: OrderLedger
  readonly check: OrderCheck
  readonly gate: OrderGate
  /** Counts the cancels so far. */
  readonly epoch: () => number
  readonly placements: Placements
  readonly usage: Pick<OrderUsage, 'proved'>
  readonly cancels: Pick<Cancels, 'cancelOne' | 'isKept'>
  /** Own open orders. */
  readonly open: () => readonly Order[]
}

/** Builds the commands. */
export function createOrderCommands(parts: OrderCommandsParts): OrderCommands {
  const { replay } = parts
  const ready = async (intent: OrderIntent): Promise<void> => {
    await Promise.all([parts.funds.ensure(intent), parts.bookWait(intent.outcomeId, 'first')])
  }
  const runReplace = createReplace({ ...parts, ready })
  const wayOut = createWayOut(parts)
  const placeOne: OrderCommands['place'] = (asked, epoch = parts.epoch()) =>
    place({ ...parts, wayOut, ready }, asked, epoch)
  return {
    place: placeOne,
    placeBothSides: createBothSides({ ...parts, ready, place: placeOne }),
    replace: (intent) => replay.once(intent.clientOrderId, replaceBody(intent), () => runReplace(intent)),
    unpriced: createUnpriced(parts),
    isVoid: replay.isVoid,
    findBy: replay.findBy,
    async proveOver(id) {
      const key = parts.ledger.entry(id)?.key ?? null
      return key === null ? null : proveOver(parts, key)
    },
    quoted: createQuotedOrders({ ...parts, wayOut }),
  }
}

async function place(
  parts: OrderCommandsParts & {
    readonly wayOut: WayOut
    readonly ready: (intent: OrderIntent) => Promise<void>
  },
  asked: Parameters<OrderCommands['place']>[0],
  epoch: number,
): ReturnType<OrderCommands['place']> {
  const { gate, placements } = parts
  parts.point('place.received')
  const body = placeBody(asked)
  return parts.replay.once(asked.clientOrderId, body, async () => {
    const intent = sizedOrder(asked)
    const { clientOrderId } = intent
    // An order that is refused anyway does not wait for a gate to open.
    if (gate(epoch) === null) await parts.ready(intent)
    const details = intentDetails(intent, body, asked.size)
    const request = { intent, action: 'place', epoch, replaces: null } as const
    const sales = gate(epoch) === null ? parts.check.inTheWay(intent) : []
    const placed = await (sales.length === 0
      ? placements.place({
          ...request,
          intentEntry: { clientOrderId, kind: 'intent', action: 'place', details },
        })
      : placeFreed(parts, request, details, sales))
    return { ...placed, cancelled: false }
  })
}

const SOLD_MEANWHILE = 'The own sales in its way have sold all that was held before they were gone.'

/** A sale that takes the shares of own sales that rest. */
async function placeFreed(
  { wayOut, check, funds, placements, submissions }: OrderCommandsParts & { readonly wayOut: WayOut },
  request: Omit<PlacementRequest, 'intentEntry'>,
  details: AuditDetails,
  sales: readonly Order[],
): Promise<PlaceResult> {
  const { intent, action } = request
  const { clientOrderId, outcomeId } = intent
  const checked = check.checkInPlaceOf(intent, sales)
  const refusal = wayOut.refusal(outcomeId) ?? (checked.ok ? null : checked.rejection)
  if (refusal !== null) return refuseCommand(submissions, { clientOrderId, action, asked: details }, refusal)
  return wayOut.run({
    clientOrderId,
    action,
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
        ? wayOut.refuse({ clientOrderId, action }, rejection('no_position', { message: SOLD_MEANWHILE }))
        : placements.place({ ...request, intent: sized, intentEntry: null })
    },
  })
}
