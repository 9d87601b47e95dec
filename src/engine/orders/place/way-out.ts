/**
 * A way out that own sales are in the way of: its intent is on disk, they are cancelled, the venue proves what they have filled, and
 * only then is sent what sells the shares that are free by then. What keeps it from being sent is notified with the orders
 * that are gone for it (INV-81).
 */
import type { OrderId, OutcomeId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditEntry } from '#ports/audit-log.ts'
import type { CancelAnswer, PlaceResult } from '../contract.ts'
import { intentRow, record, refused, refuse, type Command, type PlaceRoom } from './order-placement.ts'
import { proveEnd } from './order-proof.ts'

type WayOut = {
  /** The outcome whose shares the sales offer. */
  readonly outcomeId: OutcomeId
  readonly sales: readonly Order[]
  /** Judges again and sends, with the intent row on disk. */
  readonly send: (command: Command) => Promise<PlaceResult>
  /** Many that leave together; without it the sales are cancelled by id. */
  readonly together?: WaysOutTogether
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

export async function goThroughSales(room: PlaceRoom, asked: Command, way: WayOut): Promise<PlaceResult> {
  const { outcomeId, sales } = way
  const { bus, book, clock } = room
  const { clientOrderId, action } = asked
  room.leaving.add(outcomeId)
  let isHedged = false
  try {
    const ids = sales.flatMap(({ id }) => id ?? [])
    const calls = await start(room, { ...asked, details: { ...asked.details, cancels_first: ids } }, way, ids)
    if (calls === null) return refused(clientOrderId, rejection('audit_unavailable'))
    const command = { ...asked, details: null }
    room.point('way_out.cancel_sent')
    const ends = await Promise.all(
      ids.map(async (id, at) => {
        const end = await proveEnd(room, id, calls[at])
        book.ledger.mark(id, { cancelling: false })
        return end.filled
      }),
    )
    room.point('way_out.cancel_proved')
    const result = ends.includes(null) ? refuse(room, command, NOT_PROVEN) : await way.send(command)
    isHedged = action === 'hedge' && result.result !== 'rejected'
    if (result.result === 'rejected') {
      const orders = ids.flatMap((id) => book.ledger.entry(id)?.order ?? [])
      bus.publish('way_out_unsold', { clientOrderId, outcomeId, orders, why: result.reject, at: clock.now() })
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
  command: Command,
  { outcomeId, together }: WayOut,
  orderIds: readonly OrderId[],
): Promise<readonly Promise<CancelAnswer>[] | null> {
  const onRecorded = (): void => {
    room.point('way_out.recorded')
    // Before the first cancel is answered, so that what an exit had resting is not taken for cancelled by somebody else.
    room.bus.publish('way_out', { outcomeId, orderIds, step: 'begins' })
  }
  if (together !== undefined) {
    const isWritten = await together.join(intentRow(command), onRecorded)
    return isWritten ? orderIds.map(async () => 'refused' as const) : null
  }
  if (!record(room, command)) return null
  onRecorded()
  const calls = orderIds.map((id) => room.cancelOne(id, 'way_out'))
  for (const id of orderIds) room.book.ledger.mark(id, { cancelling: true })
  return calls
}
