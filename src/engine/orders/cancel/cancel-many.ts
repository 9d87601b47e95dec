/**
 * Cancels of everything, or of a market: the one call, what it has left behind, what is answered of it, and what stays in force until
 * the venue has taken it.
 */
import { parseMarketId, parseOutcomeId, type OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { pause } from '#lib/pause.ts'
import type { QueuedCancel } from '#ports/stores.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isInScope, type CancelTarget } from '../book-of-orders/cancel-barriers.ts'
import { isEnded, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelResult } from '../contract.ts'
import { cancelPauseMs, isTemporary } from './cancel-calls.ts'
import { forget } from './cancel-queue.ts'
import { NOT_TAKEN, resultDetails, resultOfMany } from './cancel-results.ts'
import {
  afterSending,
  ANSWER_MS,
  applyCancelled,
  cancelResting,
  isDelayed,
  keepEntries,
  KEPT_AFTER_MS,
  pursue,
  record,
  sweep,
  TAKEN_WITHIN_MS,
} from './cancel-state.ts'
import type { CancelsState, Standing } from './cancel-state.ts'

/** After the venue's answer to a cancel of many; what is not known by then is reported later. */
const KNOWN_WITHIN_MS = 2_000

/** The venue's own call. */
function callOf({ trading }: CancelsState, target: CancelTarget): Promise<CancelOutcome> {
  return target === null ? trading.cancelAll() : trading.cancelMarket(target)
}

/** One call for many, while which nothing that it means leaves: what it could miss is known by its end and pursued. */
export function callMany(
  state: CancelsState,
  target: CancelTarget,
  send: () => Promise<CancelOutcome>,
): Promise<CancelOutcome> {
  const release = state.book.barriers.hold(target === null ? { type: 'all' } : { type: 'market', target })
  if (target === null) state.point('cancel_all.barrier')
  state.lastFailure = NOT_TAKEN
  const close = state.book.requests.scope(target)
  return send().then((outcome) => {
    release()
    close(outcome.kind === 'answered')
    return outcome
  })
}

/**
 * One call that ends many orders costs a token for each, and more than the venue's bucket holds never passes: then
 * what is open is cancelled by id, and the one call that is repeated has little left to do.
 */
export async function insistOnMany(
  state: CancelsState,
  target: CancelTarget,
  affected: () => readonly LedgerEntry[],
): Promise<CancelOutcome> {
  const call = async (): Promise<CancelOutcome> => {
    const outcome = await callOf(state, target)
    if (outcome.kind === 'failed') state.lastFailure = outcome
    return outcome
  }
  const first = await state.insist(call, 'unless_limited')
  if (first.kind === 'answered' || first.rejection.code !== 'venue_rate_limited') return first
  // No read comes before it: it may take long, and what the ledger knows may rest.
  const byId = (await cancelResting(state, affected())) ?? []
  const swept = [...byId, ...(await sweep(state, affected))]
  const outcome = await state.insist(call, 'always')
  if (outcome.kind === 'answered') return { ...outcome, cancelled: [...swept, ...outcome.cancelled] }
  // Refused to the end: what is open is known all the same once it has been read, and is reported by id.
  const isReported = outcome.rejection.code === 'venue_rate_limited' && (await state.readNow())
  return isReported ? { kind: 'answered', cancelled: swept, notCancelled: [] } : outcome
}

/** Answers within seconds; what is not known by then is read, and cancelled by id. */
export async function cancelMany(
  state: CancelsState,
  target: CancelTarget,
  affected: readonly LedgerEntry[],
  call: Promise<CancelOutcome>,
): Promise<CancelResult> {
  const [auditId, askedMonotonic] = [state.random.uuidV7(), state.clock.monotonic()]
  const action = target === null ? 'cancel_all' : 'cancel_market'
  pursue(state, affected)
  for (const entry of affected) state.book.ledger.mark(entry.key, { cancelling: true })
  await afterSending(state)
  for (const entry of affected.flatMap(({ key }) => state.book.ledger.entry(key) ?? []))
    if (isDelayed(entry)) state.queue.add(entry)
  record(state, auditId, action, 'intent', { ...target })
  const outcome = await answerOfMany(state, target, affected, call)
  state.point(`${action}.answer`)
  const sweeping = outcome.kind === 'answered' ? sweepOf(state, affected) : null
  const swept = await Promise.race([sweeping ?? [], pause(state.clock, KNOWN_WITHIN_MS)])
  for (const entry of affected) state.book.ledger.mark(entry.key, { cancelling: false })
  // Meanwhile the venue, the sweep or a fill may have ended what was to wait.
  const { book, queue } = state
  const known = { ledger: book.ledger, sendAt: queue.sendAt }
  const { failed, ...lists } = resultOfMany(known, outcome, affected, swept ?? null)
  /** Nothing is at the venue that its failure could concern but what is known. */
  const isAllKnown =
    book.proofs.isReconciled() && (lists.queued.length > 0 || book.proofs.isReadSince(askedMonotonic))
  const unknown =
    outcome.kind === 'answered' || isAllKnown ? [] : [{ id: null, rejection: outcome.rejection }]
  const result = { ...lists, failed: [...unknown, ...failed] }
  record(state, auditId, action, 'response', resultDetails(result))
  if (swept === undefined) void sweeping?.then(() => reportUnconfirmed(state, affected, result))
  return result
}

/** Result of the one call within a few seconds; the queue cancels the rest by id. */
async function answerOfMany(
  state: CancelsState,
  target: CancelTarget,
  affected: readonly LedgerEntry[],
  call: Promise<CancelOutcome>,
): Promise<CancelOutcome> {
  const askedAt = state.clock.now()
  let isOver = false
  void call.then((outcome) => {
    isOver = true
    if (outcome.kind === 'failed') {
      if (isTemporary(outcome.rejection)) leaveToQueue(0)
    } else {
      applyCancelled(state, outcome.cancelled)
      endStanding(state, nameOf(target))
    }
  })
  function leaveToQueue(afterMs: number): void {
    keepEntries(state, affected, afterMs)
    addStanding(state, target, askedAt)
  }
  await Promise.race([call, pause(state.clock, KEPT_AFTER_MS)])
  if (!isOver) leaveToQueue(ANSWER_MS - KEPT_AFTER_MS)
  return (await Promise.race([call, pause(state.clock, TAKEN_WITHIN_MS)])) ?? state.lastFailure
}

/** A stop waits for it. */
async function sweepOf(state: CancelsState, affected: readonly LedgerEntry[]): Promise<readonly OrderId[]> {
  state.sweeps += 1
  try {
    return await sweep(state, () => affected)
  } finally {
    state.sweeps -= 1
  }
}

/** Reports orders that were answered as not known and stayed open or filled. */
function reportUnconfirmed(
  state: CancelsState,
  affected: readonly LedgerEntry[],
  { failed }: CancelResult,
): void {
  const unknown = new Set(failed.map(({ id }) => id))
  for (const { key } of affected) {
    const entry = state.book.ledger.entry(key)
    if (entry !== null && unknown.has(state.book.ledger.venueId(key)) && !isEnded(entry))
      state.book.late('unconfirmed', entry)
  }
}

const LOOK_EVERY_MS = 1_000

/**
 * Keeps a cancel of many that the venue has not taken: what was open then is in the queue by its id, and this finds the rest of what
 * was there. Orders placed after the press are not meant (INV-18, INV-78).
 */
export function addStanding(state: CancelsState, target: CancelTarget, askedAt: Instant): void {
  const name = nameOf(target)
  const known = state.standing.get(name)
  if (known !== undefined && known.askedAt >= askedAt) return
  try {
    state.cancelQueue.put([{ orderId: name, sendAt: askedAt }])
  } catch (error) {
    // Nothing local stops a cancel: without the disk it is in memory alone.
    state.log.error('cancel.queue_not_stored', { order_id: name, error: String(error) })
  }
  begin(state, target, askedAt)
}

/** Takes over what a previous run left. */
export function restoreStanding(state: CancelsState, rows: readonly QueuedCancel[]): void {
  for (const { orderId, sendAt } of rows) {
    const target = targetOf(orderId)
    if (target === undefined) forget(state, orderId)
    else begin(state, target, sendAt)
  }
}

/** It is over, or the venue has taken it after all. */
function endStanding(state: CancelsState, name: string): void {
  if (!state.standing.has(name)) return
  state.standing.get(name)?.stop()
  state.standing.delete(name)
  forget(state, name)
}

function begin(state: CancelsState, target: CancelTarget, askedAt: Instant): void {
  const { clock, standing } = state
  const name = nameOf(target)
  standing.get(name)?.stop()
  const one: Standing = {
    target,
    askedAt,
    askedMonotonic: clock.monotonic() - Math.max(0, clock.now() - askedAt),
    failures: 0,
    isTaken: false,
    stop: () => {},
  }
  standing.set(name, one)
  look(state, name, one, LOOK_EVERY_MS)
}

function look(state: CancelsState, name: string, one: Standing, afterMs: number): void {
  one.stop = state.clock.after(afterMs, () => {
    void stepStanding(state, name, one)
  })
}

async function stepStanding(state: CancelsState, name: string, one: Standing): Promise<void> {
  const { ledger, proofs, tell } = state.book
  if (proofs.isReadSince(one.askedMonotonic)) {
    keepEntries(
      state,
      ledger.openEntries().filter((entry) => isMeant(entry, one)),
      0,
    )
    endStanding(state, name)
    return
  }
  // Before own state has been read nothing can have been placed since, and only the venue knows its orders.
  if (proofs.isReconciled() || one.isTaken) {
    tell('read_wanted', 0)
    look(state, name, one, LOOK_EVERY_MS)
    return
  }
  const outcome = await callMany(state, one.target, () =>
    state.insist(() => callOf(state, one.target), 'once'),
  )
  if (state.standing.get(name) !== one) return
  one.isTaken = outcome.kind === 'answered'
  if (outcome.kind === 'answered') look(state, name, one, LOOK_EVERY_MS)
  else {
    look(state, name, one, cancelPauseMs(outcome.rejection, one.failures))
    one.failures += 1
  }
}

/** It was at the venue, or on its way there, when the cancel was asked for: by both clocks, where both are known. */
function isMeant({ order, sentAt }: LedgerEntry, { target, askedAt, askedMonotonic }: Standing): boolean {
  if (order.createdAt > askedAt || (!order.foreign && sentAt > askedMonotonic)) return false
  return isInScope(order, target)
}

const ALL = 'all'
const MARKET = 'market '
const OUTCOME = 'outcome '

/** As it is stored, beside ids of orders. */
function nameOf(target: CancelTarget): string {
  if (target === null) return ALL
  return 'marketId' in target ? `${MARKET}${target.marketId}` : `${OUTCOME}${target.outcomeId}`
}

function targetOf(name: string): CancelTarget | undefined {
  if (name === ALL) return null
  const marketId = name.startsWith(MARKET) ? parseMarketId(name.slice(MARKET.length)) : null
  if (marketId !== null) return { marketId }
  const outcomeId = name.startsWith(OUTCOME) ? parseOutcomeId(name.slice(OUTCOME.length)) : null
  return outcomeId === null ? undefined : { outcomeId }
}
