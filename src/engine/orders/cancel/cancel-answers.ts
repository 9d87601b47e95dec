/** The course of each cancel command once its call has left, and what is answered of it: each id in exactly one list (INV-20). */
import type { OrderId } from '#core/ids.ts'
import { isInScope, type CancelTarget } from '#core/order/cancel-barriers.ts'
import { isTemporary } from '#core/order/cancel-pauses.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { pause } from '#lib/pause.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isEnded, isOnItsWay, isResting, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelResult } from '../contract.ts'
import {
  addStanding,
  afterSending,
  applyCancelled,
  callMany,
  type Cancels,
  endStanding,
  keepFailed,
  reasonsOf,
  recordCancel,
  resultDetails,
  type Standing,
  standingOf,
} from './cancel-calls.ts'

/** A cancel without an answer after so long is in the queue, which sends it again only after the longest of answers. */
const KEPT_AFTER_MS = 1_000
const ANSWER_MS = 5_000
/** A cancel not taken by then is answered as queued. */
const TAKEN_WITHIN_MS = 3_000
/** After the venue's answer to a cancel of many; what is not known by then is reported later. */
const KNOWN_WITHIN_MS = 2_000
const LOOK_EVERY_MS = 100
const NOT_KNOWN =
  'No clear answer from the venue. Sesame checks, cancels by id if it is open, and notifies you.'
/** The answer of a cancel that has not come. */
const NOT_TAKEN: CancelOutcome = {
  kind: 'failed',
  rejection: rejection('venue_unavailable', {
    message: 'The venue has not accepted the cancel yet. Sesame resends it until it does.',
  }),
}

type CancelCommand = {
  readonly action: 'cancel' | 'cancel_market' | 'cancel_all'
  /** Details of its intent row. */
  readonly intent: AuditDetails
  /** Orders that it means: of a cancel of many the open ones. */
  readonly ids: readonly OrderId[]
  /** Its call, which has left. */
  readonly call: Promise<CancelOutcome>
  /** A cancel of many, which stays in force where the venue does not take it. */
  readonly many: Standing | null
}

/** Answers within seconds; an order whose end is not known by then is read, and cancelled by id. */
export async function answer(state: Cancels, command: CancelCommand): Promise<CancelResult> {
  const { queue, clock } = state
  const { ledger, proofs, tell } = state.book
  const { action, ids, call, many } = command
  const record = recordCancel(state, action)
  const delayed = new Set(ids.filter((id) => ledger.entry(id)?.order.status === 'delayed'))
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
      if (many !== null) endStanding(state, many)
    } else if (outcome === null || isTemporary(outcome.rejection)) {
      if (many !== null) addStanding(state, many)
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
    return !isTemporary(outcome.rejection) || proofs.isReadSince(many.askedMonotonic)
  }
  const until = clock.monotonic() + TAKEN_WITHIN_MS
  while (!isOver() && clock.monotonic() < until) await pause(clock, LOOK_EVERY_MS)
  state.point(`${action}.answer`)
  const outcome = ending.outcome ?? NOT_TAKEN
  const sweeping = many !== null && outcome.kind === 'answered' ? sweep(state, ids) : null
  const isKnown = (await Promise.race([sweeping, pause(clock, KNOWN_WITHIN_MS)])) !== undefined
  mark(false)
  const result = resultOf(state, command, outcome, [...delayed, ...kept], isKnown)
  record('response', resultDetails(result))
  if (!isKnown) void sweeping?.then(() => reportUnconfirmed(state, ids, result))
  return result
}

/** Cancels by id what the one call has left behind. A stop waits for it. */
async function sweep(state: Cancels, affected: readonly OrderId[]): Promise<true> {
  const { ledger } = state.book
  state.sweeps += 1
  try {
    // A read that fails stops no cancel (INV-16): the ledger knows what rested last.
    await state.readNow()
    state.point('cancel_all.sweep')
    const resting = affected.flatMap((id) => ledger.entry(id) ?? []).filter(isResting)
    await state.queue.now(resting, 'left_behind')
    return true
  } finally {
    state.sweeps -= 1
  }
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
 * @param isKnown  the reads after a cancel of many have come back
 */
function resultOf(
  { book: { ledger, proofs }, queue }: Cancels,
  { ids, many }: CancelCommand,
  outcome: CancelOutcome,
  left: readonly OrderId[],
  isKnown: boolean,
): CancelResult {
  const isFailed = outcome.kind === 'failed'
  const named = new Set(isFailed ? [] : outcome.cancelled)
  const reasons = reasonsOf(outcome)
  const isMeant = (id: OrderId): boolean => {
    const entry = many === null ? null : ledger.entry(id)
    return entry === null || !isOnItsWay(entry) || queue.has(id)
  }

  function why(id: OrderId, entry: LedgerEntry | null): Rejection | null {
    const isLeft = many !== null || left.some((key) => ledger.venueId(key) === id)
    if (named.has(id) || (isEnded(entry) && (isFailed || isLeft))) return null
    if (isFailed && !isLeft) return outcome.rejection
    return reasons.get(id) ?? leftOpen(entry, isKnown)
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
  // Nothing is at the venue that the failure of a cancel of many could concern but what is known.
  const isAllKnown =
    many === null || (proofs.isReconciled() && (queued.length > 0 || proofs.isReadSince(many.askedMonotonic)))
  if (isFailed && !isAllKnown) failed.unshift({ id: null, rejection: outcome.rejection })
  return { cancelled, queued, failed }
}

function leftOpen(entry: LedgerEntry | null, isKnown: boolean): Rejection {
  if (entry === null) return rejection('not_cancellable')
  return isKnown || !isOpen(entry.order.status)
    ? rejection('not_cancellable', { message: `The order is ${entry.order.status}.` })
    : rejection('venue_unavailable', { message: NOT_KNOWN })
}

/** Cancels all that is open of a target: `affected`, as far as it is known. The result comes within seconds. */
export function cancelMany(
  state: Cancels,
  target: CancelTarget,
): { readonly affected: readonly LedgerEntry[]; readonly result: Promise<CancelResult> } {
  const { book, clock, queue } = state
  const affected = book.ledger.openEntries().filter(({ order }) => isInScope(order, target))
  const { call, release } = callMany(state, target)
  if (target === null) state.point('cancel_all.sent')
  queue.pursueAll(affected)
  const result = answer(state, {
    action: target === null ? 'cancel_all' : 'cancel_market',
    intent: { ...target },
    ids: affected.map(({ key }) => key),
    call,
    many: standingOf(state, target, clock.now()),
  })
  void call.then(async ({ kind }) => {
    // A call that failed goes on by id: the orders that it could miss are known by its end.
    if (kind === 'failed') await Promise.allSettled([result])
    release(kind === 'answered')
  })
  state.bus.publish('cancel_asked', { target: target ?? 'all' })
  return { affected, result }
}
