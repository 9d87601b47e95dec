/** The commands that become orders, each once per client order id. */
import { sizedOrder } from '#core/order/order-amounts.ts'
import type { Cancels } from '../cancel/cancel-orders.ts'
import type { OrderCheck } from '../order-check.ts'
import type { OrderLedger } from '../ledger/order-ledger.ts'
import type { OrderUsage } from '../order-usage.ts'
import type { OrdersActor, OrdersParts } from '../orders-parts.ts'
import { createBothSides } from './both-sides.ts'
import { createQuotedOrders } from './quoted-orders.ts'
import type { OrderGate } from './order-gate.ts'
import type { Placements } from './order-placement.ts'
import { proveOver } from './order-proof.ts'
import type { Submissions } from '../once/submissions.ts'
import type { OrderRecorder } from './order-recorder.ts'
import type { OrderReplay } from './order-replay.ts'
import { createReplace, replaceBody } from './order-replace.ts'
import { intentDetails, placeBody } from './order-history.ts'
import { createUnpriced } from './refused-commands.ts'

type OrderCommands = Pick<
  OrdersActor,
  'place' | 'placeBothSides' | 'replace' | 'unpriced' | 'isVoid' | 'findBy' | 'proveOver' | 'quoted'
>

type OrderCommandsParts = Pick<OrdersParts, 'clock' | 'funds' | 'reads' | 'point'> & {
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
}

/** Builds the commands. */
export function createOrderCommands(parts: OrderCommandsParts): OrderCommands {
  const { replay } = parts
  const runReplace = createReplace({ ...parts, ensureFunds: parts.funds.ensure })
  const placeOne: OrderCommands['place'] = (asked, epoch = parts.epoch()) => place(parts, asked, epoch)
  return {
    place: placeOne,
    placeBothSides: createBothSides({ ...parts, place: placeOne }),
    replace: (intent) => replay.once(intent.clientOrderId, replaceBody(intent), () => runReplace(intent)),
    unpriced: createUnpriced(parts),
    isVoid: replay.isVoid,
    findBy: replay.findBy,
    async proveOver(id) {
      const key = parts.ledger.entry(id)?.key ?? null
      return key === null ? null : proveOver(parts, key)
    },
    quoted: createQuotedOrders(parts),
  }
}

async function place(
  parts: OrderCommandsParts,
  asked: Parameters<OrderCommands['place']>[0],
  epoch: number,
): ReturnType<OrderCommands['place']> {
  const { gate, placements } = parts
  parts.point('place.received')
  const body = placeBody(asked)
  return parts.replay.once(asked.clientOrderId, body, async () => {
    const intent = sizedOrder(asked)
    // What is refused anyway does not wait for a gate to open.
    if (gate(epoch) === null) await parts.funds.ensure(intent)
    const details = intentDetails(intent, body, asked.size)
    const placed = await placements.place({
      intent,
      action: 'place',
      epoch,
      replaces: null,
      intentEntry: { clientOrderId: intent.clientOrderId, kind: 'intent', action: 'place', details },
    })
    return { ...placed, cancelled: false }
  })
}
