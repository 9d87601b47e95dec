/**
 * Cancels that the venue would refuse now because the order is still in its matching delay. They are on disk before
 * the caller gets its answer, leave when the delay ends, and survive restarts.
 */
import { parseOrderId } from '#core/ids.ts'
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isOpen } from '#core/order/order.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { CancelQueueStore, QueuedCancel } from '#ports/stores.ts'
import type { VenueOrder } from '#ports/venue-account.ts'
import type { LedgerEntry } from '../ledger/ledger-entry.ts'
import type { OrderLedger } from '../ledger/order-ledger.ts'
import type { AccountReads } from '../reconcile/reconciliation.ts'

export type CancelQueue = {
  /** Answers when the cancel will leave. */
  readonly add: (entry: LedgerEntry) => Instant
  /** An order changed: one that is over needs no cancel. */
  readonly observe: (entry: LedgerEntry) => void
  readonly has: (key: OrderId) => boolean
  /** Whether a cancel is under way, or leaves by then. */
  readonly isDueBy: (at: Instant) => boolean
  /** Loads what a previous run left; what is overdue leaves at once. */
  readonly start: () => void
  readonly stop: () => void
}

/** After the delay the venue's own clock decides; its frame may lag ours a little. */
const MARGIN_MS = 100
const AGAIN_MS = 1_000
/** Refusals of the venue for an order that nothing here knows, before the venue is asked whether it has it at all. */
const BLIND_REFUSALS = 5

/** How one cancel ended: named as cancelled, named as not cancelled, or without an answer. */
export type CancelAnswer = 'cancelled' | 'refused' | 'failed'

/**
 * Builds the queue.
 *
 * @param send  cancels one order
 * @param isReconciled  own state has been read once since the start
 * @param onTooLate  called with an order that is over and had filled, some or all of it, before its cancel
 * @param onRow  called with a row that the venue shows of an order that nothing here knew
 */
export function createCancelQueue(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly store: CancelQueueStore
  readonly ledger: Pick<OrderLedger, 'entry' | 'mark' | 'markTooLate' | 'venueId'>
  readonly send: (id: OrderId) => Promise<CancelAnswer>
  readonly reads: Pick<AccountReads, 'order'>
  readonly isReconciled: () => boolean
  readonly onRow: (row: VenueOrder) => void
  readonly onTooLate: (entry: LedgerEntry) => void
  readonly point: (name: string) => void
}): CancelQueue {
  const { clock, log, store, ledger, point } = parts
  const waiting = new Map<OrderId, { readonly sendAt: Instant; readonly stop: () => void }>()

  function stored(): readonly QueuedCancel[] {
    try {
      return store.all()
    } catch (error) {
      log.error('cancel.queue_not_read', { error: String(error) })
      return []
    }
  }

  function put(id: OrderId, sendAt: Instant): void {
    try {
      store.put({ orderId: id, sendAt })
    } catch (error) {
      // Nothing local stops a cancel: without the disk it waits in memory alone.
      log.error('cancel.queue_not_stored', { order_id: id, error: String(error) })
    }
  }

  function forget(id: string): void {
    try {
      store.remove(id)
    } catch (error) {
      log.error('cancel.queue_not_cleared', { order_id: id, error: String(error) })
    }
  }

  function remove(id: OrderId): void {
    waiting.get(id)?.stop()
    waiting.delete(id)
    forget(id)
    ledger.mark(id, { cancelQueued: false })
    point('cancel.queue.cleared')
  }

  /** The order is over: the cancel has taken what it could, or came too late (INV-55). */
  function finish(entry: LedgerEntry): void {
    remove(entry.key)
    if (entry.order.filledSize === 0n) return
    ledger.markTooLate(entry.key)
    parts.onTooLate(ledger.entry(entry.key) ?? entry)
  }

  function schedule(id: OrderId, sendAt: Instant, refusals: number): void {
    waiting.get(id)?.stop()
    const stop = clock.after(Math.max(0, sendAt - clock.now()), () => {
      point('cancel.queue.due')
      void leave(id, refusals)
    })
    waiting.set(id, { sendAt, stop })
  }

  async function leave(id: OrderId, before: number): Promise<void> {
    const answer = await parts.send(id)
    point('cancel.queue.sent')
    if (!waiting.has(id)) return
    const refusals = before + (answer === 'refused' ? 1 : 0)
    const isOver = answer === 'cancelled' || (await isKnownOver(id, refusals))
    if (!waiting.has(id)) return
    if (isOver) remove(id)
    else schedule(id, clock.now() + AGAIN_MS, refusals)
  }

  /** Whether there is nothing left to cancel. After a restart an order is known only once it has been read. */
  async function isKnownOver(id: OrderId, refusals: number): Promise<boolean> {
    const entry = ledger.entry(id)
    if (entry !== null) return !isOpen(entry.order.status)
    if (refusals < BLIND_REFUSALS || !parts.isReconciled()) return false
    const row = await parts.reads.order(ledger.venueId(id))
    // Failing to look is no evidence.
    if (!row.ok) return false
    if (row.value !== null) parts.onRow(row.value)
    const seen = ledger.entry(id)
    if (seen !== null) return !isOpen(seen.order.status)
    if (row.value === null) log.warn('cancel.queue_unknown', { order_id: id })
    return row.value === null
  }

  return {
    add(entry) {
      const known = waiting.has(entry.key)
      const sendAt = Math.max(clock.now(), (entry.order.delayEndsAt ?? clock.now()) + MARGIN_MS)
      if (known) return sendAt
      put(entry.key, sendAt)
      point('cancel.queue.stored')
      schedule(entry.key, sendAt, 0)
      ledger.mark(entry.key, { cancelQueued: true })
      return sendAt
    },
    observe(entry) {
      if (waiting.has(entry.key) && !isOpen(entry.order.status)) finish(entry)
      else if (waiting.has(entry.key)) ledger.mark(entry.key, { cancelQueued: true })
    },
    has: (key) => waiting.has(key),
    isDueBy: (at) => [...waiting.values()].some(({ sendAt }) => sendAt <= at),
    start() {
      for (const { orderId, sendAt } of stored()) {
        const id = parseOrderId(orderId)
        if (id === null) forget(orderId)
        else schedule(id, sendAt, 0)
      }
    },
    stop() {
      for (const { stop } of waiting.values()) stop()
      waiting.clear()
    },
  }
}
