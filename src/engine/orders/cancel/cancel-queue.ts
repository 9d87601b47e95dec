/**
 * Cancels that the venue cannot take now: the order is still in its matching delay, or the venue restarts, refuses or is
 * away. They are on disk before the caller gets its answer, leave when the delay ends or the venue is back, together, and
 * survive restarts (INV-19, INV-78).
 */
import { parseOrderId } from '#core/ids.ts'
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import { isOpen } from '#core/order/order.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { CancelQueueStore, QueuedCancel } from '#ports/stores.ts'
import type { VenueOrder } from '#ports/venue-account.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { cancelPauseMs, isTemporary } from './cancel-calls.ts'
import type { LedgerEntry } from '../ledger/ledger-entry.ts'
import type { OrderLedger } from '../ledger/order-ledger.ts'
import type { AccountReads } from '../reconcile/reconciliation.ts'

export type CancelQueue = {
  /** Of an order in its matching delay. Answers when the cancel will leave. */
  readonly add: (entry: LedgerEntry) => Instant
  /** The venue did not take their cancel: it is sent again `afterMs` from now and until it is taken. */
  readonly keep: (ids: readonly OrderId[], afterMs: number) => void
  /** An order changed: one that is over needs no cancel. */
  readonly observe: (entry: LedgerEntry) => void
  readonly has: (key: OrderId) => boolean
  /** When the cancel of this order leaves next; null when none waits. */
  readonly sendAt: (key: OrderId) => Instant | null
  /** A sign that the venue takes requests again: what it did not take is sent now. */
  readonly wake: () => void
  /** Whether a cancel is under way, or leaves by then. */
  readonly isDueBy: (at: Instant) => boolean
  /** Loads what a previous run left; what is overdue leaves at once. Answers the rows that are of no order. */
  readonly start: () => readonly QueuedCancel[]
  readonly stop: () => void
}

type Waiting = {
  /** Monotonic. */
  dueAt: number
  isSending: boolean
  refusals: number
  /** Monotonic; when the venue first failed to take it; null while it waits for its delay. */
  failingSince: number | null
  isReported: boolean
  /** What had filled when it was asked for; null while that is not known. */
  filledThen: Micros | null
}

/** After the delay the venue's own clock decides; its frame may lag ours a little. */
const MARGIN_MS = 100
const AGAIN_MS = 1_000
/** However many signs there are that the venue is back. */
const MIN_GAP_MS = 250
/** No delay is longer: what a run with another clock has stored waits no longer either. */
const MAX_WAIT_AT_START_MS = 60_000
/** So long without being taken, a cancel is reported as not sent; sooner when waiting alone will not help. */
const REPORT_AFTER_MS = 60_000
const REPORT_REFUSED_AFTER_MS = 10_000
/** Refusals of the venue for an order that nothing here knows, before the venue is asked whether it has it at all. */
const BLIND_REFUSALS = 5

/**
 * Builds the queue.
 *
 * @param send  cancels these orders by one call, once; `isRepeat` when it failed before for all of them
 * @param isReconciled  own state has been read once since the start
 * @param onTooLate  called with an order that is over and had filled, some or all of it, before its cancel
 * @param onStuck  called once with an order whose cancel has not been taken for long
 * @param onRow  called with a row that the venue shows of an order that nothing here knew
 */
export function createCancelQueue(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly store: CancelQueueStore
  readonly ledger: Pick<OrderLedger, 'entry' | 'mark' | 'markTooLate' | 'venueId'>
  readonly send: (ids: readonly OrderId[], isRepeat: boolean) => Promise<CancelOutcome>
  readonly reads: Pick<AccountReads, 'order'>
  readonly isReconciled: () => boolean
  readonly onRow: (row: VenueOrder) => void
  readonly onTooLate: (entry: LedgerEntry) => void
  readonly onStuck: (entry: LedgerEntry, why: Rejection) => void
  readonly point: (name: string) => void
}): CancelQueue {
  const { clock, log, store, ledger, point } = parts
  const waiting = new Map<OrderId, Waiting>()
  let stopTimer: (() => void) | null = null
  /** Calls in a row that the venue did not take. */
  let failures = 0
  let lastSentAt = Number.NEGATIVE_INFINITY

  function stored(): readonly QueuedCancel[] {
    try {
      return store.all()
    } catch (error) {
      log.error('cancel.queue_not_read', { error: String(error) })
      return []
    }
  }

  function put(ids: readonly OrderId[], sendAt: Instant): void {
    try {
      store.put(ids.map((orderId) => ({ orderId, sendAt })))
    } catch (error) {
      // Nothing local stops a cancel: without the disk it waits in memory alone.
      log.error('cancel.queue_not_stored', { count: ids.length, error: String(error) })
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
    waiting.delete(id)
    forget(id)
    ledger.mark(id, { cancelQueued: false })
    point('cancel.queue.cleared')
  }

  /** The order is over: the cancel has taken what it could, or came too late (INV-55). */
  function finish(entry: LedgerEntry, filledThen: Micros | null): void {
    remove(entry.key)
    if (entry.order.filledSize <= (filledThen ?? 0n)) return
    ledger.markTooLate(entry.key)
    parts.onTooLate(ledger.entry(entry.key) ?? entry)
  }

  function wait(id: OrderId, afterMs: number, changes: Partial<Waiting>): void {
    waiting.set(id, {
      isSending: false,
      refusals: 0,
      failingSince: null,
      isReported: false,
      filledThen: null,
      ...changes,
      dueAt: clock.monotonic() + afterMs,
    })
  }

  function schedule(): void {
    stopTimer?.()
    stopTimer = null
    const idle = [...waiting.values()].filter(({ isSending }) => !isSending)
    if (idle.length === 0) return
    const next = idle.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), Infinity)
    stopTimer = clock.after(Math.max(0, next - clock.monotonic()), () => {
      stopTimer = null
      point('cancel.queue.due')
      void leave()
    })
  }

  async function leave(): Promise<void> {
    const now = clock.monotonic()
    const due = [...waiting].filter(([, { isSending, dueAt }]) => !isSending && dueAt <= now)
    for (const [, one] of due) one.isSending = true
    schedule()
    if (due.length === 0) return
    lastSentAt = now
    const ids = due.map(([id]) => id)
    const isRepeat = due.every(([, { failingSince }]) => failingSince !== null)
    const outcome = await parts.send(ids, isRepeat)
    point('cancel.queue.sent')
    failures = outcome.kind === 'failed' ? failures + 1 : 0
    await Promise.all(due.map(([id, one]) => settle(id, one, outcome)))
    schedule()
  }

  /** One of those that one call was about. */
  async function settle(id: OrderId, one: Waiting, outcome: CancelOutcome): Promise<void> {
    const failed = failureOf(outcome, ledger.venueId(id))
    const isNamed = outcome.kind === 'answered' && outcome.cancelled.includes(ledger.venueId(id))
    if (failed === null && !isNamed) one.refusals += 1
    const isOver = isNamed || (await isKnownOver(id, one.refusals))
    one.isSending = false
    if (waiting.get(id) !== one) return
    if (isOver) remove(id)
    else if (failed === null) one.dueAt = clock.monotonic() + AGAIN_MS
    else {
      one.dueAt = clock.monotonic() + cancelPauseMs(failed, failures - 1)
      one.failingSince ??= clock.monotonic()
      reportStuck(id, one, failed)
    }
  }

  function reportStuck(id: OrderId, one: Waiting, why: Rejection): void {
    const entry = ledger.entry(id)
    const patienceMs = isTemporary(why) ? REPORT_AFTER_MS : REPORT_REFUSED_AFTER_MS
    if (one.isReported || entry === null || clock.monotonic() - (one.failingSince ?? 0) < patienceMs) return
    one.isReported = true
    parts.onStuck(entry, why)
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

  function sendAt(key: OrderId): Instant | null {
    const one = waiting.get(key)
    return one === undefined ? null : clock.now() + Math.max(0, Math.ceil(one.dueAt - clock.monotonic()))
  }

  return {
    add(entry) {
      const known = sendAt(entry.key)
      if (known !== null) return known
      const afterMs = Math.max(0, (entry.order.delayEndsAt ?? clock.now()) + MARGIN_MS - clock.now())
      put([entry.key], clock.now() + afterMs)
      point('cancel.queue.stored')
      wait(entry.key, afterMs, { filledThen: entry.order.filledSize })
      schedule()
      ledger.mark(entry.key, { cancelQueued: true })
      return clock.now() + afterMs
    },
    keep(asked, afterMs) {
      const ids = [...new Set(asked.map((id) => ledger.entry(id)?.key ?? id))].filter((id) => {
        const entry = ledger.entry(id)
        return !waiting.has(id) && (entry === null || isOpen(entry.order.status) || entry.isContradicted)
      })
      if (ids.length === 0) return
      put(ids, clock.now())
      point('cancel.queue.kept')
      for (const id of ids) {
        const filledThen = ledger.entry(id)?.order.filledSize ?? null
        wait(id, afterMs, { failingSince: clock.monotonic(), filledThen })
        ledger.mark(id, { cancelling: false, cancelQueued: true })
      }
      schedule()
    },
    observe(entry) {
      const one = waiting.get(entry.key)
      if (one === undefined) return
      if (!isOpen(entry.order.status)) {
        finish(entry, one.filledThen)
        return
      }
      one.filledThen ??= entry.order.filledSize
      ledger.mark(entry.key, { cancelQueued: true })
    },
    has: (key) => waiting.has(key),
    sendAt,
    wake() {
      const at = Math.max(clock.monotonic(), lastSentAt + MIN_GAP_MS)
      for (const one of waiting.values()) if (one.failingSince !== null) one.dueAt = Math.min(one.dueAt, at)
      schedule()
    },
    isDueBy: (at) =>
      [...waiting.values()].some(
        ({ isSending, dueAt }) => isSending || dueAt - clock.monotonic() <= at - clock.now(),
      ),
    start() {
      const others: QueuedCancel[] = []
      for (const row of stored()) {
        const id = parseOrderId(row.orderId)
        if (id === null) others.push(row)
        else wait(id, Math.min(MAX_WAIT_AT_START_MS, Math.max(0, row.sendAt - clock.now())), {})
      }
      schedule()
      return others
    },
    stop() {
      stopTimer?.()
      waiting.clear()
    },
  }
}

/** Why the venue did not take the cancel of one order; null when it did, whatever it answered. */
function failureOf(outcome: CancelOutcome, id: OrderId): Rejection | null {
  if (outcome.kind === 'failed') return outcome.rejection
  return outcome.unanswered?.ids.includes(id) === true ? outcome.unanswered.rejection : null
}
