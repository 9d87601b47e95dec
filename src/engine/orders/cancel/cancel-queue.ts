/**
 * Every cancel that waits: for the end of a matching delay, for a venue that takes it, or for its order to come into sight. Those of the
 * first two kinds are on disk, leave together and survive restarts (INV-19, INV-78); of the third the audit rows tell after one.
 */
import { parseOrderId, type OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import { cancelPatienceMs, cancelPauseMs } from '#core/order/cancel-pauses.ts'
import { isOpen } from '#core/order/order.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { QueuedCancel } from '#ports/stores.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isOnItsWay, mayRest, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelCause } from '../contract.ts'
import type { Room } from '../outside.ts'

export type CancelQueue = ReturnType<typeof createCancelQueue>

type Waiting = {
  /** `queued`: on disk, and answered as queued. */
  cause: CancelCause
  /** Monotonic; null until the venue shows the order. */
  dueAt: number | null
  isSending: boolean
  /** The cancel was asked for while nobody knew whether the venue has the order. */
  readonly isOnSight: boolean
  refusals: number
  /** Monotonic; when the venue first failed to take it; null while it waits for its delay. */
  failingSince: number | null
  isReported: boolean
  /** Filled size at the request; null while that is not known. */
  filledThen: Micros | null
}

const NEW: Waiting = {
  cause: 'on_sight',
  dueAt: null,
  isSending: false,
  isOnSight: false,
  refusals: 0,
  failingSince: null,
  isReported: false,
  filledThen: null,
}

/** After the delay the venue's own clock decides; its frame may lag ours a little. */
const MARGIN_MS = 100
const AGAIN_MS = 1_000
/** However many signs there are that the venue is back. */
const MIN_GAP_MS = 250
/** No delay is longer: what a run with another clock has stored waits no longer either. */
const MAX_WAIT_AT_START_MS = 60_000
/** Refusals of the venue for an order that nothing here knows, before the venue is asked whether it has it at all. */
const BLIND_REFUSALS = 5

/** Sends cancels of these orders by one call, once; `isRepeat` when it failed before for all of them. */
type Send = (ids: readonly OrderId[], cause: CancelCause, isRepeat: boolean) => Promise<CancelOutcome>

/**
 * Sends what is due, those that are kept and those that have come into sight by a call each.
 *
 * @param settle  called with how one of a call ended, and how many calls in a row the venue did not take before it
 */
function createDepartures(
  { clock, point }: Room,
  waiting: ReadonlyMap<OrderId, Waiting>,
  send: Send,
  settle: (id: OrderId, one: Waiting, outcome: CancelOutcome, failures: number) => Promise<void>,
) {
  let stopTimer: (() => void) | null = null
  /** Calls in a row that the venue did not take. */
  let failures = 0
  /** Monotonic. */
  let lastSentAt = Number.NEGATIVE_INFINITY

  function schedule(): void {
    stopTimer?.()
    stopTimer = null
    const idle = [...waiting.values()].flatMap(({ isSending, dueAt }) => (isSending ? [] : (dueAt ?? [])))
    if (idle.length === 0) return
    stopTimer = clock.after(Math.max(0, Math.min(...idle) - clock.monotonic()), () => {
      stopTimer = null
      point('cancel.queue.due')
      void leave()
    })
  }

  async function leave(): Promise<void> {
    const now = clock.monotonic()
    const due = [...waiting].filter(([, { isSending, dueAt }]) => !isSending && (dueAt ?? Infinity) <= now)
    for (const [, one] of due) one.isSending = true
    schedule()
    await Promise.all([...Map.groupBy(due, ([, { cause }]) => cause)].map(call))
  }

  async function call([cause, due]: readonly [
    CancelCause,
    readonly (readonly [OrderId, Waiting])[],
  ]): Promise<void> {
    lastSentAt = clock.monotonic()
    const isRepeat = due.every(([, { failingSince }]) => failingSince !== null)
    const outcome = await send(
      due.map(([id]) => id),
      cause,
      isRepeat,
    )
    point('cancel.queue.sent')
    failures = outcome.kind === 'failed' ? failures + 1 : 0
    await Promise.all(due.map(([id, one]) => settle(id, one, outcome, failures - 1)))
    schedule()
  }

  return {
    schedule,
    leave,
    /** A sign that the venue takes requests again: what it did not take is sent now. */
    wake: (): void => {
      const at = Math.max(clock.monotonic(), lastSentAt + MIN_GAP_MS)
      for (const one of waiting.values())
        if (one.failingSince !== null) one.dueAt = Math.min(one.dueAt ?? at, at)
      schedule()
    },
    stop: (): void => stopTimer?.(),
  }
}

export function createCancelQueue(room: Room, send: Send) {
  const { clock, point, book } = room
  const { ledger } = book
  const waiting = new Map<OrderId, Waiting>()
  const departures = createDepartures(room, waiting, send, settle)
  const { schedule } = departures

  const isKept = (one: Waiting | undefined): boolean => one?.cause === 'queued'
  const has = (id: OrderId): boolean => isKept(waiting.get(ledger.keyOf(id)))

  function put(key: OrderId, changes: Partial<Waiting>): Waiting {
    const one = Object.assign(waiting.get(key) ?? { ...NEW }, changes)
    waiting.set(key, one)
    return one
  }

  /** On disk first. */
  function keepAt(ids: readonly OrderId[], sendAt: Instant, name: string, changes: Partial<Waiting>): void {
    const rows = ids.map((orderId) => ({ orderId, sendAt }))
    store(room, rows)
    point(name)
    for (const id of ids) {
      const one = put(id, { ...changes, cause: 'queued' })
      one.filledThen ??= ledger.entry(id)?.order.filledSize ?? null
    }
    schedule()
    for (const id of ids) ledger.mark(id, { cancelling: false, cancelQueued: true })
  }

  function remove(id: OrderId): void {
    const one = waiting.get(id)
    waiting.delete(id)
    if (!isKept(one)) return
    forget(room, id)
    ledger.mark(id, { cancelQueued: false })
    point('cancel.queue.cleared')
  }

  /** When the cancel of this order leaves next; null when none waits. */
  function sendAt(id: OrderId): Instant | null {
    const dueAt = waiting.get(ledger.keyOf(id))?.dueAt ?? null
    return dueAt === null || !has(id) ? null : clock.now() + Math.max(0, Math.ceil(dueAt - clock.monotonic()))
  }

  /** One of those that one call was about. */
  async function settle(id: OrderId, one: Waiting, outcome: CancelOutcome, failures: number): Promise<void> {
    const failed = failureOf(outcome, ledger.venueId(id))
    const isNamed = outcome.kind === 'answered' && outcome.cancelled.includes(ledger.venueId(id))
    if (failed === null && !isNamed) one.refusals += 1
    const isOver = isNamed || (await isKnownOver(room, id, one.refusals))
    one.isSending = false
    if (waiting.get(id) !== one) return
    const entry = ledger.entry(id)
    if (isOver) {
      remove(id)
      if (one.isOnSight && entry !== null) book.late('overtaken', entry)
      // The venue may book it later.
      else if (one.isOnSight && !isNamed) pursue(id)
    } else if (failed === null) one.dueAt = clock.monotonic() + AGAIN_MS
    else if (!isKept(one)) keep([id], cancelPauseMs(failed, 0))
    else if (isStuck(one, failed, failures, clock.monotonic()) && entry !== null) {
      one.isReported = true
      book.late('not_cancelled', entry)
    }
  }

  /** The venue did not take their cancel: it is sent again `afterMs` from now and until it is taken. */
  function keep(asked: readonly OrderId[], afterMs: number): void {
    const ids = [...new Set(asked.map(ledger.keyOf))].filter((id) => {
      const entry = ledger.entry(id)
      return !has(id) && (entry === null || mayRest(entry))
    })
    if (ids.length === 0) return
    const now = clock.monotonic()
    keepAt(ids, clock.now(), 'cancel.queue.kept', { dueAt: now + afterMs, failingSince: now })
  }

  /** Adds an order in its matching delay. Returns when the cancel will leave. */
  function add({ key, order }: LedgerEntry): Instant {
    const known = sendAt(key)
    if (known !== null) return known
    const now = clock.now()
    const at = Math.max(now, (order.delayEndsAt ?? now) + MARGIN_MS)
    keepAt([key], at, 'cancel.queue.stored', { dueAt: clock.monotonic() + at - now })
    return at
  }

  /** Cancels an order as soon as the venue shows it. */
  function pursue(key: OrderId): void {
    put(key, { isOnSight: true })
  }

  /** Those that do not wait already are cancelled now, and until they are over. Resolves with the first call. */
  function now(entries: readonly LedgerEntry[], cause: CancelCause): Promise<void> {
    for (const { key } of entries)
      if ((waiting.get(key)?.dueAt ?? null) === null) put(key, { dueAt: clock.monotonic(), cause })
    return departures.leave()
  }

  function whileOpen(entry: LedgerEntry, one: Waiting): void {
    const { key, order } = entry
    if (isKept(one)) {
      one.filledThen ??= order.filledSize
      ledger.mark(key, { cancelQueued: true })
    } else if (one.dueAt === null && !isOnItsWay(entry)) {
      if (order.status === 'delayed') add(entry)
      else void now([entry], 'on_sight')
    }
  }

  /** An order changed: one that is over needs no cancel, which has taken what it could, or came too late (INV-55). */
  function observe(entry: LedgerEntry): void {
    const { key, order, progress } = entry
    const one = waiting.get(key)
    if (one === undefined) return
    if (isOpen(order.status)) return whileOpen(entry, one)
    remove(key)
    // A rejected order that left may still turn up at the venue.
    if (one.isOnSight && order.status !== 'rejected') book.late('overtaken', entry)
    else if (one.isOnSight && progress.left) pursue(key)
    if (!isKept(one) || order.filledSize <= (one.filledThen ?? 0n)) return
    ledger.markTooLate(key)
    book.late('cancel_too_late', ledger.entry(key) ?? entry)
  }

  return {
    add,
    keep,
    /** Those in their matching delay are cancelled at its end, the others now. */
    addAll(ids: Iterable<OrderId>): void {
      const resting: OrderId[] = []
      for (const id of ids) {
        const entry = ledger.entry(id)
        if (entry?.order.status === 'delayed') add(entry)
        else resting.push(id)
      }
      keep(resting, 0)
    },
    now,
    pursue,
    /** Those of them that are on their way. */
    pursueAll: (entries: readonly LedgerEntry[]): void => {
      for (const entry of entries) if (isOnItsWay(entry)) pursue(entry.key)
    },
    observe,
    /** True if the cancel of an order waits until the venue takes it. */
    has,
    sendAt,
    wake: departures.wake,
    /** True if a cancel is under way, or leaves by then. */
    isDueBy: (at: Instant): boolean =>
      [...waiting.values()].some(
        ({ isSending, dueAt }) => isSending || (dueAt ?? Infinity) - clock.monotonic() <= at - clock.now(),
      ),
    /** Loads what a previous run left; what is overdue leaves at once. Answers the rows that are of no order. */
    start(): readonly QueuedCancel[] {
      const rows = onDisk(room, 'cancel.queue_not_read', () => room.cancelQueue.all()) ?? []
      const others = rows.filter(({ orderId, sendAt: at }) => {
        const id = parseOrderId(orderId)
        const afterMs = Math.min(MAX_WAIT_AT_START_MS, Math.max(0, at - clock.now()))
        if (id !== null) put(id, { cause: 'queued', dueAt: clock.monotonic() + afterMs })
        return id === null
      })
      schedule()
      return others
    },
    stop(): void {
      departures.stop()
      waiting.clear()
    },
  }
}

/** It is sent again later; true where that has lasted for so long that it is to be reported. */
function isStuck(one: Waiting, failed: Rejection, failures: number, now: number): boolean {
  one.dueAt = now + cancelPauseMs(failed, failures)
  one.failingSince ??= now
  return !one.isReported && now - one.failingSince >= cancelPatienceMs(failed)
}

/** Nothing local stops a cancel: without the disk it waits in memory alone. */
function onDisk<T>({ log }: Room, fault: string, access: () => T): T | null {
  try {
    return access()
  } catch (error) {
    log.error(fault, { error: String(error) })
    return null
  }
}

export function store(room: Room, cancels: readonly QueuedCancel[]): void {
  onDisk(room, 'cancel.queue_not_stored', () => room.cancelQueue.put(cancels))
}

/** Takes it off the disk: it is not sent again after a restart. */
export function forget(room: Room, id: string): void {
  onDisk(room, 'cancel.queue_not_cleared', () => room.cancelQueue.remove(id))
}

/** True if nothing is left to cancel. After a restart an order is known only once it has been read. */
async function isKnownOver({ book, reads, log }: Room, id: OrderId, refusals: number): Promise<boolean> {
  const entry = book.ledger.entry(id)
  if (entry !== null) return !isOpen(entry.order.status)
  if (refusals < BLIND_REFUSALS || !book.proofs.isReconciled()) return false
  const row = await reads.order(book.ledger.venueId(id))
  // Failing to look is no evidence.
  if (!row.ok) return false
  if (row.value !== null) book.tell('looked_up', row.value)
  const seen = book.ledger.entry(id)
  if (seen !== null) return !isOpen(seen.order.status)
  if (row.value === null) log.warn('cancel.queue_unknown', { order_id: id })
  return row.value === null
}

/** Why the venue did not take the cancel of one order; null when it did, whatever it answered. */
function failureOf(outcome: CancelOutcome, id: OrderId): Rejection | null {
  if (outcome.kind === 'failed') return outcome.rejection
  return outcome.unanswered?.ids.includes(id) === true ? outcome.unanswered.rejection : null
}
