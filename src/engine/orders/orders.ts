/**
 * Own orders: the book is their state, and the rooms that read, cancel and place write to it. Each room is built on
 * what is there; the trader's commands, frames of the user feed and reads of the account enter here.
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import type { Order, OrderLabels } from '#core/order/order.ts'
import { pause } from '#lib/pause.ts'
import type { BookOfOrders } from './book-of-orders/book.ts'
import type { SettlingShares } from './book-of-orders/order-usage.ts'
import { createCancels } from './cancel/cancel-orders.ts'
import type { Outside, Room } from './outside.ts'
import { createOrderCheck, createOrderGate } from './place/order-check.ts'
import { createOrderCommands } from './place/order-commands.ts'
import { createOrderReplay } from './place/order-replay.ts'
import { finding } from './record/order-history.ts'
import { createSubmissions } from './record/submissions.ts'
import { createOrderEndings } from './reconcile/order-endings.ts'
import { completedReads, createOrderIntake } from './reconcile/order-intake.ts'
import { findPast, recall, reportInterruptedWaysOut } from './reconcile/previous-runs.ts'
import { createReconciliation } from './reconcile/reconciliation.ts'

export type OrdersActor = ReturnType<typeof createOrders>

const STOP_STEP_MS = 50

/** Builds them on the book; nothing happens before `restore` and `start`. */
export function createOrders(outside: Outside, book: BookOfOrders) {
  const { clock } = outside
  let isStopping = false
  const { ledger, usage, proofs } = book
  const submissions = createSubmissions({ ...outside, onUnavailable: () => outside.disarm('audit') })
  const reads = completedReads(outside.reads, book.own.termsOf)
  const room: Room = { ...outside, reads, book, submissions, begunAt: clock.now() }
  recordFindings(room)
  const intake = createOrderIntake(room)
  const endings = createOrderEndings(room, intake)
  const reconciliation = createReconciliation(room, intake, () => {
    room.onChange()
    endings.look()
    void reportInterruptedWaysOut(room)
    void intake.reconciled()
  })
  const cancels = createCancels(room, reconciliation.readNow)

  const find = (id: OrderId): Promise<Order | null> => findPast(room, id)
  const settling: SettlingShares = (outcomeId, shown) =>
    usage.settling(outcomeId, shown, outside.funds.doubted(outcomeId))
  const gate = createOrderGate(room, () => isStopping)
  const check = createOrderCheck({ ...room, settling, gate })
  const replay = createOrderReplay(room, find)
  const commands = createOrderCommands({ ...room, ...cancels, busy: new Set(), check, gate, replay })

  return {
    ...commands,
    ...cancels,
    ...reconciliation,
    find,
    open: book.open,
    order: (id: OrderId): Order | null => ledger.entry(id)?.order ?? null,
    byClientOrderId: (id: ClientOrderId): Order | null => ledger.byClientOrderId(id)?.order ?? null,
    labels: (id: OrderId): OrderLabels => ledger.ids.of(id)?.labels ?? {},
    fills: book.fills.all,
    /** How many fills have got their fee only after they were reported. */
    feesLearnt: book.fills.feesLearnt,
    isReconciled: proofs.isReconciled,
    usage,
    settling,
    /** The one way on which anything is sent that creates an order. */
    submissions,
    /** The check that placing goes through, gates included; changes nothing. */
    judge: check,
    gate,
    epoch: book.cancels.epoch,
    /** Loads what a previous run left in the audit log and the cancel queue; synchronous, before anything else. */
    restore(): void {
      cancels.recall()
      recall(room)
    },
    /**
     * Waits so long at most for answers in flight, for the cancels that they set off and for queued ones that leave in that
     * time, and writes their rows.
     */
    async stop(withinMs: number): Promise<void> {
      isStopping = true
      const deadline = clock.monotonic() + withinMs
      const dueBy = clock.now() + withinMs
      const isBusy = (): boolean => submissions.inFlight() > 0 || cancels.isBusy(dueBy)
      while (isBusy() && clock.monotonic() < deadline) await pause(clock, STOP_STEP_MS)
      for (const part of [reconciliation, endings, cancels, submissions]) part.stop()
    },
  }
}

/** Writes the rows of what the book finds out after an order had been answered for. */
function recordFindings({ book, submissions, log, random, disarm }: Room): void {
  book.on('settled', ({ id, action, entry, refusal }) => {
    submissions.after([finding(id, action, entry, refusal)])
    log.warn('order.reconciled', {
      client_order_id: id,
      result: refusal === null ? 'accepted' : 'rejected',
    })
  })
  book.on('corrected', ({ entry, from }) => {
    submissions.after([finding(random.uuidV7(), 'correction', entry, null)])
    const { id, clientOrderId, status } = entry.order
    if (from !== 'rejected') return log.warn('order.corrected', { order_id: id, from, to: status })
    log.error('order.corrected', { client_order_id: clientOrderId, status })
    disarm('correction')
    book.late('found', entry)
  })
}
