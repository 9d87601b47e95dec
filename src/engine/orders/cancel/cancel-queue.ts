/**
 * Cancels that the venue cannot take now: the order is still in its matching delay, or the venue restarts, refuses or is
 * away. They are on disk before the caller gets its answer, leave when the delay ends or the venue is back, together, and
 * survive restarts (INV-19, INV-78).
 */
import { parseOrderId, type OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import { isOpen } from '#core/order/order.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { QueuedCancel } from '#ports/stores.ts'
import type { VenueOrder } from '#ports/venue-account.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { cancelPauseMs, isTemporary } from './cancel-calls.ts'
import type { LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { ReadProofs } from '../book-of-orders/read-proofs.ts'
import type { Room } from '../outside.ts'

export type CancelQueue = ReturnType<typeof createCancelQueue>

type Waiting = {
  /** Monotonic. */
  dueAt: number
  isSending: boolean
  refusals: number
  /** Monotonic; when the venue first failed to take it; null while it waits for its delay. */
  failingSince: number | null
  isReported: boolean
  /** Filled size at the request; null while that is not known. */
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

type QueueParts = Pick<Room, 'clock' | 'log' | 'cancelQueue' | 'point'> & {
  readonly reads: Pick<Room['reads'], 'order'>
  readonly book: Pick<Room['book'], 'late'> & {
    readonly ledger: Pick<OrderLedger, 'entry' | 'mark' | 'markTooLate' | 'venueId'>
    readonly proofs: Pick<ReadProofs, 'isReconciled'>
    readonly tell: (name: 'looked_up', row: VenueOrder) => void
  }
  /** Cancels these orders by one call, once; `isRepeat` when it failed before for all of them. */
  readonly send: (ids: readonly OrderId[], isRepeat: boolean) => Promise<CancelOutcome>
}

type QueueState = QueueParts & {
  readonly waiting: Map<OrderId, Waiting>
  stopTimer: (() => void) | null
  /** Calls in a row that the venue did not take. */
  failures: number
  /** Monotonic. */
  lastSentAt: number
}

/** Builds the queue. */
export function createCancelQueue(parts: QueueParts) {
  const state: QueueState = {
    ...parts,
    waiting: new Map(),
    stopTimer: null,
    failures: 0,
    lastSentAt: Number.NEGATIVE_INFINITY,
  }

  return {
    /** Adds an order in its matching delay. Returns when the cancel will leave. */
    add(entry: LedgerEntry): Instant {
      const known = sendAt(state, entry.key)
      if (known !== null) return known
      const afterMs = Math.max(
        0,
        (entry.order.delayEndsAt ?? state.clock.now()) + MARGIN_MS - state.clock.now(),
      )
      put(state, [entry.key], state.clock.now() + afterMs)
      state.point('cancel.queue.stored')
      wait(state, entry.key, afterMs, { filledThen: entry.order.filledSize })
      schedule(state)
      state.book.ledger.mark(entry.key, { cancelQueued: true })
      return state.clock.now() + afterMs
    },
    /** The venue did not take their cancel: it is sent again `afterMs` from now and until it is taken. */
    keep(asked: readonly OrderId[], afterMs: number): void {
      const ids = [...new Set(asked.map((id) => state.book.ledger.entry(id)?.key ?? id))].filter((id) => {
        const entry = state.book.ledger.entry(id)
        return (
          !state.waiting.has(id) && (entry === null || isOpen(entry.order.status) || entry.isContradicted)
        )
      })
      if (ids.length === 0) return
      put(state, ids, state.clock.now())
      state.point('cancel.queue.kept')
      for (const id of ids) {
        const filledThen = state.book.ledger.entry(id)?.order.filledSize ?? null
        wait(state, id, afterMs, { failingSince: state.clock.monotonic(), filledThen })
        state.book.ledger.mark(id, { cancelling: false, cancelQueued: true })
      }
      schedule(state)
    },
    /** An order changed: one that is over needs no cancel. */
    observe(entry: LedgerEntry): void {
      const one = state.waiting.get(entry.key)
      if (one === undefined) return
      if (!isOpen(entry.order.status)) {
        finish(state, entry, one.filledThen)
        return
      }
      one.filledThen ??= entry.order.filledSize
      state.book.ledger.mark(entry.key, { cancelQueued: true })
    },
    has: (key: OrderId): boolean => state.waiting.has(key),
    /** When the cancel of this order leaves next; null when none waits. */
    sendAt: (key: OrderId): Instant | null => sendAt(state, key),
    /** A sign that the venue takes requests again: what it did not take is sent now. */
    wake: (): void => {
      const at = Math.max(state.clock.monotonic(), state.lastSentAt + MIN_GAP_MS)
      for (const one of state.waiting.values())
        if (one.failingSince !== null) one.dueAt = Math.min(one.dueAt, at)
      schedule(state)
    },
    /** True if a cancel is under way, or leaves by then. */
    isDueBy: (at: Instant): boolean =>
      [...state.waiting.values()].some(
        ({ isSending, dueAt }) => isSending || dueAt - state.clock.monotonic() <= at - state.clock.now(),
      ),
    /** Loads what a previous run left; what is overdue leaves at once. Answers the rows that are of no order. */
    start(): readonly QueuedCancel[] {
      const others: QueuedCancel[] = []
      for (const row of stored(state)) {
        const id = parseOrderId(row.orderId)
        if (id === null) others.push(row)
        else wait(state, id, Math.min(MAX_WAIT_AT_START_MS, Math.max(0, row.sendAt - state.clock.now())), {})
      }
      schedule(state)
      return others
    },
    stop(): void {
      state.stopTimer?.()
      state.waiting.clear()
    },
  }
}

function stored(state: QueueState): readonly QueuedCancel[] {
  try {
    return state.cancelQueue.all()
  } catch (error) {
    state.log.error('cancel.queue_not_read', { error: String(error) })
    return []
  }
}

function put(state: QueueState, ids: readonly OrderId[], sendAt: Instant): void {
  try {
    state.cancelQueue.put(ids.map((orderId) => ({ orderId, sendAt })))
  } catch (error) {
    // Nothing local stops a cancel: without the disk it waits in memory alone.
    state.log.error('cancel.queue_not_stored', { count: ids.length, error: String(error) })
  }
}

/** Takes it off the disk: it is not sent again after a restart. */
export function forget({ cancelQueue, log }: Pick<Room, 'cancelQueue' | 'log'>, id: string): void {
  try {
    cancelQueue.remove(id)
  } catch (error) {
    log.error('cancel.queue_not_cleared', { order_id: id, error: String(error) })
  }
}

function remove(state: QueueState, id: OrderId): void {
  state.waiting.delete(id)
  forget(state, id)
  state.book.ledger.mark(id, { cancelQueued: false })
  state.point('cancel.queue.cleared')
}

/** The order is over: the cancel has taken what it could, or came too late (INV-55). */
function finish(state: QueueState, entry: LedgerEntry, filledThen: Micros | null): void {
  remove(state, entry.key)
  if (entry.order.filledSize <= (filledThen ?? 0n)) return
  state.book.ledger.markTooLate(entry.key)
  state.book.late('cancel_too_late', state.book.ledger.entry(entry.key) ?? entry)
}

function wait(state: QueueState, id: OrderId, afterMs: number, changes: Partial<Waiting>): void {
  state.waiting.set(id, {
    isSending: false,
    refusals: 0,
    failingSince: null,
    isReported: false,
    filledThen: null,
    ...changes,
    dueAt: state.clock.monotonic() + afterMs,
  })
}

function schedule(state: QueueState): void {
  state.stopTimer?.()
  state.stopTimer = null
  const idle = [...state.waiting.values()].filter(({ isSending }) => !isSending)
  if (idle.length === 0) return
  const next = idle.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), Infinity)
  state.stopTimer = state.clock.after(Math.max(0, next - state.clock.monotonic()), () => {
    state.stopTimer = null
    state.point('cancel.queue.due')
    void leave(state)
  })
}

async function leave(state: QueueState): Promise<void> {
  const now = state.clock.monotonic()
  const due = [...state.waiting].filter(([, { isSending, dueAt }]) => !isSending && dueAt <= now)
  for (const [, one] of due) one.isSending = true
  schedule(state)
  if (due.length === 0) return
  state.lastSentAt = now
  const ids = due.map(([id]) => id)
  const isRepeat = due.every(([, { failingSince }]) => failingSince !== null)
  const outcome = await state.send(ids, isRepeat)
  state.point('cancel.queue.sent')
  state.failures = outcome.kind === 'failed' ? state.failures + 1 : 0
  await Promise.all(due.map(([id, one]) => settle(state, id, one, outcome)))
  schedule(state)
}

/** One of those that one call was about. */
async function settle(state: QueueState, id: OrderId, one: Waiting, outcome: CancelOutcome): Promise<void> {
  const failed = failureOf(outcome, state.book.ledger.venueId(id))
  const isNamed = outcome.kind === 'answered' && outcome.cancelled.includes(state.book.ledger.venueId(id))
  if (failed === null && !isNamed) one.refusals += 1
  const isOver = isNamed || (await isKnownOver(state, id, one.refusals))
  one.isSending = false
  if (state.waiting.get(id) !== one) return
  if (isOver) remove(state, id)
  else if (failed === null) one.dueAt = state.clock.monotonic() + AGAIN_MS
  else {
    one.dueAt = state.clock.monotonic() + cancelPauseMs(failed, state.failures - 1)
    one.failingSince ??= state.clock.monotonic()
    reportStuck(state, id, one, failed)
  }
}

function reportStuck(state: QueueState, id: OrderId, one: Waiting, why: Rejection): void {
  const entry = state.book.ledger.entry(id)
  const patienceMs = isTemporary(why) ? REPORT_AFTER_MS : REPORT_REFUSED_AFTER_MS
  if (one.isReported || entry === null || state.clock.monotonic() - (one.failingSince ?? 0) < patienceMs)
    return
  one.isReported = true
  state.book.late('not_cancelled', entry)
}

/** True if nothing is left to cancel. After a restart an order is known only once it has been read. */
async function isKnownOver(state: QueueState, id: OrderId, refusals: number): Promise<boolean> {
  const entry = state.book.ledger.entry(id)
  if (entry !== null) return !isOpen(entry.order.status)
  if (refusals < BLIND_REFUSALS || !state.book.proofs.isReconciled()) return false
  const row = await state.reads.order(state.book.ledger.venueId(id))
  // Failing to look is no evidence.
  if (!row.ok) return false
  if (row.value !== null) state.book.tell('looked_up', row.value)
  const seen = state.book.ledger.entry(id)
  if (seen !== null) return !isOpen(seen.order.status)
  if (row.value === null) state.log.warn('cancel.queue_unknown', { order_id: id })
  return row.value === null
}

function sendAt(state: QueueState, key: OrderId): Instant | null {
  const one = state.waiting.get(key)
  return one === undefined
    ? null
    : state.clock.now() + Math.max(0, Math.ceil(one.dueAt - state.clock.monotonic()))
}

/** Why the venue did not take the cancel of one order; null when it did, whatever it answered. */
function failureOf(outcome: CancelOutcome, id: OrderId): Rejection | null {
  if (outcome.kind === 'failed') return outcome.rejection
  return outcome.unanswered?.ids.includes(id) === true ? outcome.unanswered.rejection : null
}
