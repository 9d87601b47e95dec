/**
 * State of the cancels, their calls, which are repeated until they get through, as they cannot create anything, and recorded right
 * after, and what is answered of one: each id in exactly one list (INV-20).
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { pause } from '#lib/pause.ts'
import type { TokenBucket } from '#lib/token-bucket.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { CancelTarget } from '../book-of-orders/asked-cancels.ts'
import {
  isDelayed,
  isEnded,
  isOnItsWay,
  isResting,
  type LedgerEntry,
} from '../book-of-orders/ledger-entry.ts'
import type { CancelAnswer, CancelCause, CancelResult } from '../contract.ts'
import type { Room } from '../outside.ts'
import { rowsOf } from '../record/submissions.ts'
import { cancelPauseMs, type CancelQueue, isTemporary } from './cancel-queue.ts'

const TRIES = 5
const MAX_WAIT_MS = 5_000

/**
 * Resolves with the last outcome of up to five tries, each after a growing pause or the venue's own. `unless_limited` leaves a
 * refusal for the venue's limits to the caller at once, `once` all but refused credentials, which may have been renewed.
 */
export async function insist(
  room: Room,
  call: () => Promise<CancelOutcome>,
  repeat: 'always' | 'unless_limited' | 'once',
): Promise<CancelOutcome> {
  let hasRecovered = false
  for (let tries = 1; ; tries += 1) {
    const asked = room.credentialGeneration()
    const outcome = await attempt(room, call)
    if (outcome.kind === 'answered' || tries === TRIES) return outcome
    const { code } = outcome.rejection
    if (code === 'no_credentials' && !hasRecovered) {
      hasRecovered = true
      // Tried again whatever comes of it: the answer carried the venue’s time, which alone may have been wrong.
      await room.recover(asked)
    } else {
      if (!isTemporary(outcome.rejection) || repeat === 'once') return outcome
      if (code === 'venue_rate_limited' && repeat === 'unless_limited') return outcome
      const wait = cancelPauseMs(outcome.rejection, tries - 1)
      if (wait > MAX_WAIT_MS) return outcome
      await pause(room.clock, wait)
    }
  }
}

async function attempt(room: Room, call: () => Promise<CancelOutcome>): Promise<CancelOutcome> {
  let outcome: CancelOutcome
  try {
    outcome = await call()
  } catch (error) {
    outcome = { kind: 'failed', rejection: rejection('venue_unavailable', { message: String(error) }) }
  }
  if (outcome.kind === 'answered') room.book.tell('venue_takes', null)
  room.onCancelAnswer(outcome)
  return outcome
}

/** Writes the rows of one cancel, each after its request. */
export function recordCancel(
  { random, submissions, point }: Room,
  action: AuditAction,
): (kind: 'intent' | 'response', details: AuditDetails) => void {
  const row = rowsOf(random.uuidV7(), action)
  return (kind, details) => {
    submissions.after([row(kind, details)])
    if (kind === 'response') point('cancel.recorded')
  }
}

/**
 * Nothing here writes to the disk before the request's bytes are out: a slow disk, or one that refuses only after a
 * while, would hold them up.
 */
export function afterSending({ clock }: Room): Promise<void> {
  return pause(clock, 0)
}

/** Marks in the ledger what the venue named as cancelled; only a read decides their final fill. */
export function applyCancelled({ book }: Room, outcome: CancelOutcome): void {
  if (outcome.kind === 'answered')
    for (const id of outcome.cancelled) book.ledger.apply(id, { type: 'cancelled' })
  book.tell('read_wanted', 0)
}

/**
 * One call by id. Its rows follow it, whatever waits for the answer goes on with it. Of an outage, which may last for days, only
 * the first try has rows, and the one that is answered.
 *
 * @param isRepeat  it failed before
 */
export async function callById(
  room: Room,
  ids: readonly OrderId[],
  cause: CancelCause,
  isRepeat = false,
): Promise<CancelOutcome> {
  const names = ids.map(room.book.ledger.venueId)
  const record = recordCancel(room, 'cancel')
  const intent = (): void => record('intent', { order_ids: names, cause })
  room.book.cancels.nameIds(names)
  const call = insist(room, () => room.trading.cancel(names), 'once')
  const noted = isRepeat ? null : afterSending(room).then(intent)
  const outcome = await call
  if (isRepeat && outcome.kind === 'failed') return outcome
  if (noted === null) intent()
  void Promise.resolve(noted).then(() => record('response', outcomeDetails(names, outcome)))
  applyCancelled(room, outcome)
  return outcome
}

/** Orders that an answer names as not cancelled, with the venue's reasons. */
function reasonsOf(outcome: Extract<CancelOutcome, { kind: 'answered' }>): ReadonlyMap<OrderId, Rejection> {
  return new Map(
    outcome.notCancelled.map(({ id, reason }) => [id, rejection('not_cancellable', { message: reason })]),
  )
}

/** The response row of a command. */
export function resultDetails({ cancelled, queued, failed }: CancelResult): AuditDetails {
  return {
    cancelled,
    queued: queued.map(({ id, sendAt }) => ({ order_id: id, send_at: sendAt })),
    failed: failed.map(({ id, rejection: { code, message } }) => ({ order_id: id, code, message })),
  }
}

/** The response row of a cancel by id: the venue's own answer, or the lack of one. */
function outcomeDetails(ids: readonly OrderId[], outcome: CancelOutcome): AuditDetails {
  const isFailed = outcome.kind === 'failed'
  const rejections = isFailed ? ids.map((id) => [id, outcome.rejection] as const) : [...reasonsOf(outcome)]
  const failed = rejections.map(([id, why]) => ({ id, rejection: why }))
  return resultDetails({ cancelled: isFailed ? [] : outcome.cancelled, queued: [], failed })
}

/** A cancel without an answer after so long is in the queue, which sends it again only after the longest of answers. */
export const KEPT_AFTER_MS = 1_000
export const ANSWER_MS = 5_000
/** A cancel not taken by then is answered as queued. */
export const TAKEN_WITHIN_MS = 3_000

/** A cancel of many that the venue has not taken. */
export type Standing = {
  readonly target: CancelTarget
  readonly askedAt: Instant
  /** Monotonic. */
  readonly askedMonotonic: number
}

export type Cancels = Room & {
  /** One complete read of own orders; false when it failed. */
  readonly readNow: () => Promise<boolean>
  readonly queue: CancelQueue
  /** In-flight orders that are cancelled as soon as the venue shows them. */
  readonly pursued: Set<OrderId>
  readonly chased: Set<OrderId>
  /** By the name under which each is stored. */
  readonly standing: Map<string, Standing>
  /** Ids of no open order that each kind of caller may still have the venue asked about. */
  readonly doubtful: Record<'person' | 'program', TokenBucket>
  sweeps: number
  /** Last failure of a cancel of many. */
  lastFailure: CancelOutcome
}

/** The answer of a cancel that has not come. */
export const NOT_TAKEN: CancelOutcome = {
  kind: 'failed',
  rejection: rejection('venue_unavailable', {
    message: 'The venue has not taken the cancel yet. It is sent again until it does.',
  }),
}

const SWEEPS = 3
const NOT_KNOWN =
  'The venue has not said what became of it. It is read, and cancelled by id if it is open; what comes of that is notified.'

export function pursue({ pursued }: Cancels, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) if (isOnItsWay(entry)) pursued.add(entry.key)
}

/** Has the queue send these by their ids, but those that are on their way, which are cancelled on sight. */
export function keepEntries(
  { book, queue }: Cancels,
  entries: readonly LedgerEntry[],
  afterMs: number,
): void {
  const open = book.ledger.current(entries).filter((one) => !isOnItsWay(one))
  const resting: OrderId[] = []
  for (const entry of open) {
    if (isDelayed(entry)) queue.add(entry)
    else resting.push(entry.key)
  }
  queue.keep(resting, afterMs)
}

/** Has the queue send again what the venue could not take; what it refuses for good is answered so. */
export function keepFailed({ queue }: Cancels, ids: readonly OrderId[], outcome: CancelOutcome): void {
  const failed = outcome.kind === 'failed' ? { ids, rejection: outcome.rejection } : outcome.unanswered
  if (failed !== undefined && isTemporary(failed.rejection))
    queue.keep(failed.ids, cancelPauseMs(failed.rejection, 0))
}

/** Cancels one order by id and answers how that ended. */
export async function cancelOne(state: Cancels, id: OrderId, cause: CancelCause): Promise<CancelAnswer> {
  const outcome = await callById(state, [id], cause)
  if (cause !== 'ignored') keepFailed(state, [id], outcome)
  if (outcome.kind === 'failed') return 'failed'
  return outcome.cancelled.includes(state.book.ledger.venueId(id)) ? 'cancelled' : 'refused'
}

/** Cancels by id what rests of these, as far as the ledger knows; null when nothing does or no answer came. */
export async function cancelResting(
  state: Cancels,
  affected: readonly LedgerEntry[],
): Promise<readonly OrderId[] | null> {
  const ids = state.book.ledger.current(affected).flatMap((entry) => (isResting(entry) ? entry.key : []))
  if (ids.length === 0) return null
  const outcome = await callById(state, ids, 'left_behind')
  keepFailed(state, ids, outcome)
  return outcome.kind === 'failed' ? null : outcome.cancelled
}

/** Cancels by id what the one call has left behind. */
export async function sweep(
  state: Cancels,
  affected: () => readonly LedgerEntry[],
): Promise<readonly OrderId[]> {
  const swept: OrderId[] = []
  for (let round = 0; round < SWEEPS; round += 1) {
    // A read that fails stops no cancel (INV-16): the ledger knows what rested last.
    await state.readNow()
    state.point('cancel_all.sweep')
    const cancelled = await cancelResting(state, affected())
    if (cancelled === null) return swept
    swept.push(...cancelled)
  }
  return swept
}

/** Puts each id into one list; those of no order that waits by `why`, which is null for a cancelled one. */
function sortOut(
  { book: { ledger }, queue }: Cancels,
  ids: Iterable<OrderId>,
  why: (id: OrderId, entry: LedgerEntry | null) => Rejection | null,
): CancelResult {
  const cancelled: OrderId[] = []
  const queued: CancelResult['queued'][number][] = []
  const failed: CancelResult['failed'][number][] = []
  for (const asked of ids) {
    const [id, sendAt] = [ledger.venueId(asked), queue.sendAt(asked)]
    const refusal = why(id, ledger.entry(asked))
    if (sendAt !== null) queued.push({ id, sendAt })
    else if (refusal === null) cancelled.push(id)
    else failed.push({ id, rejection: refusal })
  }
  return { cancelled, queued, failed }
}

/** Result of a call by id; a reason of the venue is believed only as the start of a read. */
export function resultOfCall(state: Cancels, ids: readonly OrderId[], outcome: CancelOutcome): CancelResult {
  // Without an answer, a frame may have said what became of it.
  if (outcome.kind === 'failed')
    return sortOut(state, ids, (_, entry) => (isEnded(entry) ? null : outcome.rejection))
  const [named, reasons] = [new Set(outcome.cancelled), reasonsOf(outcome)]
  return sortOut(state, ids, (id) =>
    named.has(id) ? null : (reasons.get(id) ?? rejection('not_cancellable')),
  )
}

/** Result of what was left to the queue. */
export function resultOfKept(state: Cancels, ids: readonly OrderId[]): CancelResult {
  return sortOut(state, ids, (_, entry) => (isEnded(entry) ? null : leftOpen(entry, true)))
}

/**
 * Result of a cancel of many.
 *
 * @param swept  what was cancelled by id afterwards; null while the reads after the cancel have not come back
 */
export function resultOfMany(
  state: Cancels,
  outcome: CancelOutcome,
  affected: readonly LedgerEntry[],
  swept: readonly OrderId[] | null,
): CancelResult {
  const { ledger } = state.book
  const there = ledger.current(affected).filter((entry) => !isOnItsWay(entry) || state.queue.has(entry.key))
  const ids = there.map(({ key }) => ledger.venueId(key))
  // The one call never passed, but what was cancelled by id meanwhile is.
  if (outcome.kind === 'failed') return resultOfKept(state, ids)
  const named = new Set([...outcome.cancelled, ...(swept ?? [])])
  const reasons = reasonsOf(outcome)
  return sortOut(state, new Set([...named, ...reasons.keys(), ...ids]), (id, entry) =>
    named.has(id) || isEnded(entry) ? null : (reasons.get(id) ?? leftOpen(entry, swept !== null)),
  )
}

function leftOpen(entry: LedgerEntry | null, isSwept: boolean): Rejection {
  if (entry === null) return rejection('not_cancellable')
  return isSwept || !isOpen(entry.order.status)
    ? rejection('not_cancellable', { message: `The order is ${entry.order.status}.` })
    : rejection('venue_unavailable', { message: NOT_KNOWN })
}
