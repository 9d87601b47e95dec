/** The course of each cancel command once its call has left, and what is answered of it: each id in exactly one list (INV-20). */
import type { OrderId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { pause } from '#lib/pause.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isDelayed, isEnded, isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelResult } from '../contract.ts'
import {
  afterSending,
  applyCancelled,
  type Cancels,
  keepFailed,
  reasonsOf,
  recordCancel,
  resultDetails,
  sweep,
} from './cancel-calls.ts'
import { isTemporary } from './cancel-queue.ts'

/** A cancel without an answer after so long is in the queue, which sends it again only after the longest of answers. */
const KEPT_AFTER_MS = 1_000
const ANSWER_MS = 5_000
/** A cancel not taken by then is answered as queued. */
const TAKEN_WITHIN_MS = 3_000
/** After the venue's answer to a cancel of many; what is not known by then is reported later. */
const KNOWN_WITHIN_MS = 2_000
const LOOK_EVERY_MS = 100
const NOT_KNOWN =
  'The venue has not said what became of it. It is read, and cancelled by id if it is open; what comes of that is notified.'
/** The answer of a cancel that has not come. */
const NOT_TAKEN: CancelOutcome = {
  kind: 'failed',
  rejection: rejection('venue_unavailable', {
    message: 'The venue has not taken the cancel yet. It is sent again until it does.',
  }),
}

export type CancelCommand = {
  readonly action: 'cancel' | 'cancel_market' | 'cancel_all'
  /** Details of its intent row. */
  readonly intent: AuditDetails
  /** Orders that it means: of a cancel of many the open ones. */
  readonly ids: readonly OrderId[]
  /** Its call, which has left. */
  readonly call: Promise<CancelOutcome>
  /** A cancel of many: called when the venue did not take it, then stays in force until it does. */
  readonly many: { readonly stays: () => void; readonly isTaken: () => void } | null
}

/** Answers within seconds; an order whose end is not known by then is read, and cancelled by id. */
export async function answer(state: Cancels, command: CancelCommand): Promise<CancelResult> {
  const { queue, clock } = state
  const { ledger, proofs, tell } = state.book
  const { action, ids, call, many } = command
  const askedAt = clock.monotonic()
  const record = recordCancel(state, action)
  const delayed = new Set(ids.filter((id) => isDelayed(ledger.entry(id))))
  const direct = ids.filter((id) => !delayed.has(id) && !queue.has(id))
  const ending: { outcome: CancelOutcome | null } = { outcome: null }

  function mark(cancelling: boolean): void {
    for (const id of direct) ledger.mark(id, { cancelling })
  }

  /** Nobody sends again an id of no order once all orders are known; what is on its way when many are cancelled is pursued. */
  function mayKeep(id: OrderId): boolean {
    const entry = ledger.entry(id)
    if (entry === null) return !proofs.isReconciled()
    return many === null || !isOnItsWay(entry)
  }

  function take(outcome: CancelOutcome | null): void {
    ending.outcome = outcome
    if (outcome?.kind === 'answered') {
      applyCancelled(state, outcome)
      many?.isTaken()
    } else if (outcome === null || isTemporary(outcome.rejection)) {
      many?.stays()
      tell('read_wanted', 0)
    }
    const keepable = direct.filter(mayKeep)
    if (outcome === null) queue.keep(keepable, ANSWER_MS - KEPT_AFTER_MS)
    else keepFailed(state, keepable, outcome, many !== null)
  }

  mark(true)
  await afterSending(state)
  queue.addAll(delayed)
  record('intent', command.intent)
  void call.then(take)
  await Promise.race([call, pause(clock, KEPT_AFTER_MS)])
  if (ending.outcome === null) take(null)
  const kept = ids.filter((id) => queue.has(id) && !delayed.has(id))
  const isOver = (): boolean => {
    const { outcome } = ending
    if (many !== null && outcome?.kind === 'answered') return true
    if (kept.some(queue.has)) return false
    if (many === null || outcome?.kind !== 'failed') return many === null
    return !isTemporary(outcome.rejection) || proofs.isReadSince(askedAt)
  }
  const until = clock.monotonic() + TAKEN_WITHIN_MS
  while (!isOver() && clock.monotonic() < until) await pause(clock, LOOK_EVERY_MS)
  state.point(`${action}.answer`)
  const outcome = ending.outcome ?? NOT_TAKEN
  const sweeping = many !== null && outcome.kind === 'answered' ? sweep(state, ids) : null
  const swept = sweeping === null ? [] : await Promise.race([sweeping, pause(clock, KNOWN_WITHIN_MS)])
  mark(false)
  const result = resultOf(state, command, outcome, [...delayed, ...kept], swept ?? null, askedAt)
  record('response', resultDetails(result))
  if (swept === undefined) void sweeping?.then(() => reportUnconfirmed(state, ids, result))
  return result
}

/** Reports orders that were answered as not known and stayed open or filled. */
function reportUnconfirmed({ book }: Cancels, ids: readonly OrderId[], { failed }: CancelResult): void {
  const unknown = new Set(failed.map(({ id }) => id))
  for (const entry of ids.flatMap((id) => book.ledger.entry(id) ?? []))
    if (unknown.has(book.ledger.venueId(entry.key)) && !isEnded(entry)) book.late('unconfirmed', entry)
}

/**
 * Puts each id into one list. A reason of the venue is believed only as the start of a read; what was left to the queue, and what a call
 * without an answer meant, is known by the ledger.
 *
 * @param left  orders that were left to the queue
 * @param swept  orders cancelled by id afterwards; null while the reads after the cancel have not come back
 */
function resultOf(
  { book: { ledger, proofs }, queue }: Cancels,
  { ids, many }: CancelCommand,
  outcome: CancelOutcome,
  left: readonly OrderId[],
  swept: readonly OrderId[] | null,
  askedAt: number,
): CancelResult {
  const isFailed = outcome.kind === 'failed'
  const named = new Set([...(isFailed ? [] : outcome.cancelled), ...(swept ?? [])])
  const reasons = reasonsOf(outcome)
  const isMeant = (id: OrderId): boolean => {
    const entry = many === null ? null : ledger.entry(id)
    return entry === null || !isOnItsWay(entry) || queue.has(id)
  }

  function why(id: OrderId, entry: LedgerEntry | null): Rejection | null {
    const isLeft = many !== null || left.some((key) => ledger.venueId(key) === id)
    if (named.has(id) || (isEnded(entry) && (isFailed || isLeft))) return null
    if (isFailed && !isLeft) return outcome.rejection
    return reasons.get(id) ?? leftOpen(entry, swept !== null)
  }

  const cancelled: OrderId[] = []
  const queued: CancelResult['queued'][number][] = []
  const failed: CancelResult['failed'][number][] = []
  for (const id of new Set([...named, ...reasons.keys(), ...ids.filter(isMeant).map(ledger.venueId)])) {
    const [sendAt, refusal] = [queue.sendAt(id), why(id, ledger.entry(id))]
    if (sendAt !== null) queued.push({ id, sendAt })
    else if (refusal === null) cancelled.push(id)
    else failed.push({ id, rejection: refusal })
  }
  /** Nothing is at the venue that the failure of a cancel of many could concern but what is known. */
  const isAllKnown = proofs.isReconciled() && (queued.length > 0 || proofs.isReadSince(askedAt))
  if (many !== null && isFailed && !isAllKnown) failed.unshift({ id: null, rejection: outcome.rejection })
  return { cancelled, queued, failed }
}

function leftOpen(entry: LedgerEntry | null, isSwept: boolean): Rejection {
  if (entry === null) return rejection('not_cancellable')
  return isSwept || !isOpen(entry.order.status)
    ? rejection('not_cancellable', { message: `The order is ${entry.order.status}.` })
    : rejection('venue_unavailable', { message: NOT_KNOWN })
}
