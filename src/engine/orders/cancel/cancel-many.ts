/** Cancels of everything, or of a market: the one call, what it has left behind, and what is answered of it. */
import type { OrderId } from '#core/ids.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { afterSending, applyCancelled, cancelResting, record, sweep } from './cancel-by-id.ts'
import { isTemporary, pause } from './cancel-calls.ts'
import { collectCancelled, collectKept, NOT_TAKEN, resultDetails } from './cancel-results.ts'
import {
  ANSWER_MS,
  enqueue,
  isDelayed,
  keepEntries,
  KEPT_AFTER_MS,
  pursue,
  TAKEN_WITHIN_MS,
} from './cancel-state.ts'
import type { CancelsState } from './cancel-state.ts'
import type { CancelTarget } from './standing-cancels.ts'
import type { CancelResult } from '../contract.ts'
import { isEnded, isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'

/** After the venue's answer to a cancel of many; what is not known by then is reported later. */
const KNOWN_WITHIN_MS = 2_000

/** The venue's own call. */
export function callOf({ trading }: CancelsState, target: CancelTarget): Promise<CancelOutcome> {
  return target === null ? trading.cancelAll() : trading.cancelMarket(target)
}

/** One call for many, while which nothing that it means leaves: what it could miss is known by its end and pursued. */
export function callMany(
  state: CancelsState,
  target: CancelTarget,
  send: () => Promise<CancelOutcome>,
): { readonly call: Promise<CancelOutcome>; readonly release: () => void } {
  const release = state.barriers.hold(target === null ? { type: 'all' } : { type: 'market', target })
  if (target === null) state.point('cancel_all.barrier')
  state.lastFailure = NOT_TAKEN
  const close = state.requests.scope(target ?? {})
  const call = send().then((outcome) => {
    release()
    close(outcome.kind === 'answered')
    return outcome
  })
  return { call, release }
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
  pursue(state, affected.filter(isOnItsWay))
  for (const entry of affected) state.ledger.mark(entry.key, { cancelling: true })
  await afterSending(state)
  enqueue(state, affected.flatMap(({ key }) => state.ledger.entry(key) ?? []).filter(isDelayed))
  record(state, auditId, action, 'intent', { ...target })
  const outcome = await answerOfMany(state, target, affected, call)
  state.point(`${action}.answer`)
  const sweeping = outcome.kind === 'answered' ? sweepOf(state, affected) : null
  const swept = await Promise.race([sweeping ?? [], pause(state.clock, KNOWN_WITHIN_MS)])
  for (const entry of affected) state.ledger.mark(entry.key, { cancelling: false })
  // Meanwhile the venue, the sweep or a fill may have ended what was to wait.
  const { queued } = collectKept(
    state.ledger,
    state.queue().sendAt,
    affected.map(({ key }) => key),
  )
  const result = {
    ...collectCancelled(state.ledger, outcome, affected, swept ?? null, {
      queued,
      isAllKnown: state.isReconciled() && (queued.length > 0 || state.isReadSince(askedMonotonic)),
    }),
    queued,
  }
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
      state.standing.taken(target)
    }
  })
  function leaveToQueue(afterMs: number): void {
    keepEntries(state, affected, afterMs)
    state.standing.add(target, askedAt)
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
    const entry = state.ledger.entry(key)
    if (entry !== null && unknown.has(state.ledger.venueId(key)) && !isEnded(entry))
      state.onLate('unconfirmed', entry)
  }
}
