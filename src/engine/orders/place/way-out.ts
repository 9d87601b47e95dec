/**
 * A way out that own sales are in the way of: its intent is on disk, they are cancelled, the venue proves what they have filled, and
 * only then is sent what sells the shares that are free by then. What keeps it from being sent is notified with the orders
 * that are gone for it (INV-81).
 */
import type { ClientOrderId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditAction, AuditDetails, AuditEntry } from '#ports/audit-log.ts'
import type { CancelAnswer, PlaceResult } from '../contract.ts'
import { rowsOf } from '../record/submissions.ts'
import { refused, refuseRecorded, type PlaceRoom } from './order-placement.ts'
import { awaitEnd, proveOver } from './order-proof.ts'

/** A command that goes through own sales. */
type WayOutCommand = {
  readonly clientOrderId: ClientOrderId
  readonly action: AuditAction
  /** The request, as the intent row keeps it. */
  readonly details: AuditDetails
  /** The outcome whose shares the sales offer. */
  readonly outcomeId: OutcomeId
  readonly sales: readonly Order[]
  /** Judges again and sends, with the intent row on disk. */
  readonly send: () => Promise<PlaceResult>
  /** Many that leave together; without it the sales are cancelled by id. */
  readonly together?: WaysOutTogether | undefined
}

/** Several ways out whose intents are written in one transaction before one cancel. */
export type WaysOutTogether = {
  /**
   * Resolves once the cancel is answered; to false where the disk refused the rows.
   *
   * @param onRecorded  called with the rows on disk and before the cancel leaves
   */
  readonly join: (intent: AuditEntry, onRecorded: () => void) => Promise<boolean>
}

/** Why another way out of these shares has to wait, or null: one at a time goes through the sales of an outcome. */
export function wayOutRefusal({ leaving }: PlaceRoom, outcomeId: OutcomeId): Rejection | null {
  return leaving.has(outcomeId) ? rejection('way_out_under_way') : null
}

export async function goThroughSales(room: PlaceRoom, command: WayOutCommand): Promise<PlaceResult> {
  const { outcomeId, clientOrderId, action, sales } = command
  const { bus, book } = room
  room.leaving.add(outcomeId)
  let isHedged = false
  try {
    const ids = sales.flatMap(({ id }) => id ?? [])
    const calls = await start(room, command, ids)
    if (calls === null) return refused(clientOrderId, rejection('audit_unavailable'))
    room.point('way_out.cancel_sent')
    const areProven = await prove(room, sales, calls)
    room.point('way_out.cancel_proved')
    const result = areProven ? await command.send() : refuseRecorded(room, command, NOT_PROVEN)
    isHedged = action === 'hedge' && result.result !== 'rejected'
    if (result.result === 'rejected') {
      const orders = ids.flatMap((id) => book.ledger.entry(id)?.order ?? [])
      const at = room.clock.now()
      bus.publish('way_out_unsold', { clientOrderId, outcomeId, orders, why: result.reject, at })
    }
    return { ...result, cancelledFirst: ids }
  } finally {
    room.leaving.delete(outcomeId)
    bus.publish('way_out', { outcomeId, orderIds: [], step: isHedged ? 'hedged' : 'over' })
  }
}

const NOT_PROVEN = rejection('not_cancellable', {
  message:
    'The venue has not proven in time that the own sales in the way are gone, so nothing was sent. Their cancels were asked for: see the open orders.',
})

/** The intent on disk, then the cancels; null where the disk refused, and nothing was cancelled. */
async function start(
  room: PlaceRoom,
  { clientOrderId, action, details, outcomeId, together }: WayOutCommand,
  orderIds: readonly OrderId[],
): Promise<readonly Promise<CancelAnswer>[] | null> {
  const intent = rowsOf(clientOrderId, action)('intent', { ...details, cancels_first: orderIds })
  const onRecorded = (): void => {
    room.point('way_out.recorded')
    // Before the first cancel is answered, so that what an exit had resting is not taken for cancelled by somebody else.
    room.bus.publish('way_out', { outcomeId, orderIds, step: 'begins' })
  }
  if (together !== undefined) {
    return (await together.join(intent, onRecorded)) ? orderIds.map(async () => 'refused' as const) : null
  }
  if (!room.submissions.before([intent]).ok) return null
  onRecorded()
  const calls = orderIds.map((id) => room.cancelOne(id, 'way_out'))
  for (const id of orderIds) room.book.ledger.mark(id, { cancelling: true })
  return calls
}

/** Proof that each of them is over, with its fills. */
async function prove(
  room: PlaceRoom,
  sales: readonly Order[],
  calls: readonly Promise<CancelAnswer>[],
): Promise<boolean> {
  const { ledger, usage } = room.book
  const proofs = await Promise.all(
    sales.map(async ({ id, clientOrderId }, at) => {
      const key = id === null ? null : (ledger.entry(id)?.key ?? null)
      const call = calls[at]
      if (key === null || call === undefined) return false
      await awaitEnd(room, key, call)
      const filled = await proveOver(room, key)
      ledger.mark(key, { cancelling: false })
      if (filled !== null) usage.proved(clientOrderId)
      return filled !== null
    }),
  )
  return proofs.every(Boolean)
}
