/** The room that reads: what the venue shows of this account goes to the book, and what that proves is reported. */
import type { OrderId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import type { Room } from '../outside.ts'
import { createOrderEndings } from './order-endings.ts'
import { createOrderIntake } from './order-intake.ts'
import { createInterruptedWaysOut, createPastOrders, createRecall } from './previous-runs.ts'
import { createReconciliation, type Reconciliation } from './reconciliation.ts'

export type Reconcile = Reconciliation & {
  /** Reads what previous runs have left in the rows. */
  readonly recall: () => void
  /** An order by its id; one that ended in a previous run is asked for at the venue, else taken from its audit rows. */
  readonly find: (id: OrderId) => Promise<Order | null>
}

/** Builds it; nothing is read before it starts. */
export function createReconcile(room: Room): Reconcile {
  const intake = createOrderIntake(room)
  const find = createPastOrders(room)
  const endings = createOrderEndings(room, intake, find)
  const reportInterrupted = createInterruptedWaysOut(room, find)
  const reconciliation = createReconciliation(room, intake)
  room.book.on('reconciled', () => {
    room.onChange()
    endings.look()
    void reportInterrupted()
    void intake.reconciled()
  })
  return {
    ...reconciliation,
    recall: createRecall(room),
    find,
    stop() {
      for (const part of [reconciliation, endings]) part.stop()
    },
  }
}
