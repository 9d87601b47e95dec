/** The room that reads: what the venue shows of this account goes to the book, and what that proves is reported. */
import type { Room } from '../outside.ts'
import { createOrderEndings } from './order-endings.ts'
import { createOrderIntake } from './order-intake.ts'
import { createInterruptedWaysOut, createPastOrders, createRecall } from './previous-runs.ts'
import { createReconciliation } from './reconciliation.ts'

export type Reconcile = ReturnType<typeof createReconcile>

/** Builds it; nothing is read before it starts. */
export function createReconcile(room: Room) {
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
    /** Reads what previous runs have left in the rows. */
    recall: createRecall(room),
    /** An order by its id; one that ended in a previous run is asked for at the venue, else taken from its audit rows. */
    find,
    stop(): void {
      for (const part of [reconciliation, endings]) part.stop()
    },
  }
}
