/**
 * Cancels of everything, or of a market: the one call, what it has left behind, what is answered of it, and what stays in force until
 * the venue has taken it.
 */
import { parseMarketId, parseOutcomeId, type OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { pause } from '#lib/pause.ts'
import type { QueuedCancel } from '#ports/stores.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isInScope, type CancelTarget } from '../book-of-orders/asked-cancels.ts'
import { isDelayed, isEnded, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelResult } from '../contract.ts'
import {
  afterSending,
  ANSWER_MS,
  applyCancelled,
  cancelResting,
  type Cancels,
  insist,
  keepEntries,
  KEPT_AFTER_MS,
  NOT_TAKEN,
  pursue,
  recordCancel,
  resultDetails,
  resultOfMany,
  type Standing,
  sweep,
  TAKEN_WITHIN_MS,
} from './cancel-calls.ts'
import { cancelPauseMs, forget, isTemporary, store } from './cancel-queue.ts'

/** After the venue's answer to a cancel of many; what is not known by then is reported later. */
const KNOWN_WITHIN_MS = 2_000

/** One call for many, while which nothing that it means leaves: what it could miss is known by its end and pursued. */
async function callMany(
  state: Cancels,
  target: CancelTarget,
  send: (call: () => Promise<CancelOutcome>) => Promise<CancelOutcome>,
): Promise<CancelOutcome> {
  const { book, trading } = state
  const release = book.cancels.hold(target)
  if (target === null) state.point('cancel_all.barrier')
  state.lastFailure = NOT_TAKEN
  const outcome = await send(() => (target === null ? trading.cancelAll() : trading.cancelMarket(target)))
  release(outcome.kind === 'answered')
  return outcome
}

/**
 * One call that ends many orders costs a token for each, and more than the venue's bucket holds never passes: then
 * what is open is cancelled by id, and the one call that is repeated has little left to do.
 */
async function insistOnMany(
  state: Cancels,
  affected: () => readonly LedgerEntry[],
  callOnce: () => Promise<CancelOutcome>,
): Promise<CancelOutcome> {
  const call = async (): Promise<CancelOutcome> => {
    const outcome = await callOnce()
    if (outcome.kind === 'failed') state.lastFailure = outcome
    return outcome
  }
  const first = await insist(state, call, 'unless_limited')
  if (first.kind === 'answered' || first.rejection.code !== 'venue_rate_limited') return first
  // No read comes before it: it may take long, and what the ledger knows may rest.
  const byId = (await cancelResting(state, affected())) ?? []
  const swept = [...byId, ...(await sweep(state, affected))]
  const outcome = await insist(state, call, 'always')
  if (outcome.kind === 'answered') return { ...outcome, cancelled: [...swept, ...outcome.cancelled] }
  // Refused to the end: what is open is known all the same once it has been read, and is reported by id.
  const isReported = outcome.rejection.code === 'venue_rate_limited' && (await state.readNow())
  return isReported ? { kind: 'answered', cancelled: swept, notCancelled: [] } : outcome
}

/** Sends the one call at once, which nothing may hold up (INV-16). The result comes within seconds. */
export function cancelMany(
  state: Cancels,
  target: CancelTarget,
): { readonly affected: readonly LedgerEntry[]; readonly result: Promise<CancelResult> } {
  const { ledger } = state.book
  const affected = ledger.openEntries().filter(({ order }) => isInScope(order, target))
  const open = target === null ? ledger.openEntries : () => affected
  const call = callMany(state, target, (callOnce) => insistOnMany(state, open, callOnce))
  if (target === null) state.point('cancel_all.sent')
  const result = answerMany(state, target, affected, call)
  state.bus.publish('cancel_asked', { target: target ?? 'all' })
  return { affected, result }
}

/** Answers within seconds; an order whose end is not known by then is read, and cancelled by id. */
async function answerMany(
  state: Cancels,
  target: CancelTarget,
  affected: readonly LedgerEntry[],
  call: Promise<CancelOutcome>,
): Promise<CancelResult> {
  const { book, queue, clock } = state
  const { ledger, proofs } = book
  const askedMonotonic = clock.monotonic()
  const action = target === null ? 'cancel_all' : 'cancel_market'
  const record = recordCancel(state, action)
  const mark = (cancelling: boolean): void => {
    for (const { key } of affected) ledger.mark(key, { cancelling })
  }
  pursue(state, affected)
  mark(true)
  await afterSending(state)
  for (const entry of ledger.current(affected)) if (isDelayed(entry)) queue.add(entry)
  record('intent', { ...target })
  const outcome = await answerOfMany(state, target, affected, call)
  state.point(`${action}.answer`)
  const sweeping = outcome.kind === 'answered' ? sweepOf(state, affected) : null
  const swept = await Promise.race([sweeping ?? [], pause(clock, KNOWN_WITHIN_MS)])
  mark(false)
  // Meanwhile the venue, the sweep or a fill may have ended what was to wait.
  const { failed, ...lists } = resultOfMany(state, outcome, affected, swept ?? null)
  /** Nothing is at the venue that its failure could concern but what is known. */
  const isAllKnown = proofs.isReconciled() && (lists.queued.length > 0 || proofs.isReadSince(askedMonotonic))
  const unknown =
    outcome.kind === 'answered' || isAllKnown ? [] : [{ id: null, rejection: outcome.rejection }]
  const result = { ...lists, failed: [...unknown, ...failed] }
  record('response', resultDetails(result))
  if (swept === undefined) void sweeping?.then(() => reportUnconfirmed(state, affected, result))
  return result
}

/** Result of the one call within a few seconds; the queue cancels the rest by id. */
async function answerOfMany(
  state: Cancels,
  target: CancelTarget,
  affected: readonly LedgerEntry[],
  call: Promise<CancelOutcome>,
): Promise<CancelOutcome> {
  const { clock } = state
  const askedAt = clock.now()
  let isOver = false
  void call.then((outcome) => {
    isOver = true
    if (outcome.kind === 'answered') {
      applyCancelled(state, outcome)
      endStanding(state, nameOf(target))
    } else if (isTemporary(outcome.rejection)) leaveToQueue(0)
  })
  function leaveToQueue(afterMs: number): void {
    keepEntries(state, affected, afterMs)
    addStanding(state, target, askedAt)
  }
  await Promise.race([call, pause(clock, KEPT_AFTER_MS)])
  if (!isOver) leaveToQueue(ANSWER_MS - KEPT_AFTER_MS)
  return (await Promise.race([call, pause(clock, TAKEN_WITHIN_MS)])) ?? state.lastFailure
}

/** A stop waits for it. */
async function sweepOf(state: Cancels, affected: readonly LedgerEntry[]): Promise<readonly OrderId[]> {
  state.sweeps += 1
  try {
    return await sweep(state, () => affected)
  } finally {
    state.sweeps -= 1
  }
}

/** Reports orders that were answered as not known and stayed open or filled. */
function reportUnconfirmed(
  { book }: Cancels,
  affected: readonly LedgerEntry[],
  { failed }: CancelResult,
): void {
  const unknown = new Set(failed.map(({ id }) => id))
  for (const entry of book.ledger.current(affected))
    if (unknown.has(book.ledger.venueId(entry.key)) && !isEnded(entry)) book.late('unconfirmed', entry)
}

const LOOK_EVERY_MS = 1_000

/**
 * Keeps a cancel of many that the venue has not taken: what was open then is in the queue by its id, and this finds the rest of what
 * was there. Orders placed after the press are not meant (INV-18, INV-78).
 */
export function addStanding(state: Cancels, target: CancelTarget, askedAt: Instant): void {
  const name = nameOf(target)
  const known = state.standing.get(name)
  if (known !== undefined && known.askedAt >= askedAt) return
  store(state, [{ orderId: name, sendAt: askedAt }])
  void begin(state, target, askedAt)
}

/** Takes over what a previous run left. */
export function restoreStanding(state: Cancels, rows: readonly QueuedCancel[]): void {
  for (const { orderId, sendAt } of rows) {
    const target = targetOf(orderId)
    if (target === undefined) forget(state, orderId)
    else void begin(state, target, sendAt)
  }
}

/** It is over, or the venue has taken it after all. */
function endStanding(state: Cancels, name: string): void {
  if (state.standing.delete(name)) forget(state, name)
}

async function begin(state: Cancels, target: CancelTarget, askedAt: Instant): Promise<void> {
  const { clock, standing, book } = state
  const { ledger, proofs } = book
  const name = nameOf(target)
  const askedMonotonic = clock.monotonic() - Math.max(0, clock.now() - askedAt)
  const one: Standing = { target, askedAt, askedMonotonic }
  standing.set(name, one)
  let [failures, isTaken, waitMs] = [0, false, LOOK_EVERY_MS]
  for (;;) {
    await pause(clock, waitMs)
    if (standing.get(name) !== one) return
    if (proofs.isReadSince(askedMonotonic)) break
    waitMs = LOOK_EVERY_MS
    // Before own state has been read nothing can have been placed since, and only the venue knows its orders.
    if (proofs.isReconciled() || isTaken) book.tell('read_wanted', 0)
    else {
      const outcome = await callMany(state, target, (call) => insist(state, call, 'once'))
      isTaken = outcome.kind === 'answered'
      if (outcome.kind === 'failed') waitMs = cancelPauseMs(outcome.rejection, failures++)
    }
  }
  const meant = ledger.openEntries().filter((entry) => isMeant(entry, one))
  keepEntries(state, meant, 0)
  endStanding(state, name)
}

/** It was at the venue, or on its way there, when the cancel was asked for: by both clocks, where both are known. */
function isMeant({ order, sentAt }: LedgerEntry, { target, askedAt, askedMonotonic }: Standing): boolean {
  if (order.createdAt > askedAt || (!order.foreign && sentAt > askedMonotonic)) return false
  return isInScope(order, target)
}

/** As it is stored, beside ids of orders. */
function nameOf(target: CancelTarget): string {
  if (target === null) return 'all'
  return 'marketId' in target ? `market ${target.marketId}` : `outcome ${target.outcomeId}`
}

function targetOf(name: string): CancelTarget | undefined {
  if (name === 'all') return null
  const [kind, id = ''] = name.split(' ')
  const marketId = kind === 'market' ? parseMarketId(id) : null
  if (marketId !== null) return { marketId }
  const outcomeId = kind === 'outcome' ? parseOutcomeId(id) : null
  return outcomeId === null ? undefined : { outcomeId }
}
