/**
 * Cancels: sent first and recorded right after, in every state of the terminal. Each id of an answer ends in exactly
 * one list, what the venue cannot take goes to the queue, and an order that surfaces after a Cancel All is cancelled on
 * sight.
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { MarketTarget } from '../book-of-orders/cancel-barriers.ts'
import { afterSending, applyCancelled, cancelOne, cancelQueued, keepFailed, record } from './cancel-by-id.ts'
import type { CancelAnswer, CancelCause } from './cancel-by-id.ts'
import { createCancelCalls, pause } from './cancel-calls.ts'
import { collectKept, NOT_TAKEN, resultDetails } from './cancel-results.ts'
import type { UnansweredCancel } from './cancel-recall.ts'
import { createDoubtfulCancels } from './doubtful-cancels.ts'
import { callMany, callOf, cancelMany, insistOnMany } from './cancel-many.ts'
import {
  ANSWER_MS,
  enqueue,
  isDelayed,
  keepEntries,
  KEPT_AFTER_MS,
  pursue,
  TAKEN_WITHIN_MS,
} from './cancel-state.ts'
import type { CancelsParts, CancelsState } from './cancel-state.ts'
import { createStandingCancels, type StandingCancels } from './standing-cancels.ts'
import type { CancelAllResult, CancelResult } from '../contract.ts'
import { isEnded, isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'

export type Cancels = {
  readonly cancel: (ids: readonly OrderId[]) => Promise<CancelResult>
  readonly cancelMarket: (target: MarketTarget) => Promise<CancelResult>
  readonly cancelAll: () => Promise<CancelAllResult>
  /** One order, and why; its rows say so. */
  readonly cancelOne: (id: OrderId, cause: CancelCause) => Promise<CancelAnswer>
  /** For the queue: one call, once. */
  readonly cancelQueued: (ids: readonly OrderId[], isRepeat: boolean) => Promise<CancelOutcome>
  readonly standing: StandingCancels
  /**
   * Restores cancels of a previous run: orders in flight, which are cancelled on sight, and requests without an
   * answer, which are sent again.
   */
  readonly restore: (keys: readonly OrderId[], unanswered: readonly UnansweredCancel[]) => void
  /** An order changed: one that is pursued is cancelled on sight. */
  readonly observe: (entry: LedgerEntry) => void
  /** True if the cancel of an order waits until the venue takes it. */
  readonly isKept: (id: OrderId) => boolean
  /** True if an order that has come into sight is being cancelled. */
  readonly isChasing: () => boolean
}

const PURSUE_AGAIN_MS = 1_000
const LOOK_EVERY_MS = 100

/**
 * Builds the cancels.
 *
 * @param recover  after a 401: true when there are new credentials and one more try makes sense
 * @param readNow  one complete read of own orders; false when it failed
 */
export function createCancels(parts: CancelsParts): Cancels {
  const state: CancelsState = {
    ...parts,
    insist: createCancelCalls(parts),
    divide: createDoubtfulCancels(parts),
    standing: createStandingCancels({
      ...parts,
      openEntries: parts.ledger.openEntries,
      call: (target) => {
        const { call, release } = callMany(state, target, () =>
          state.insist(() => callOf(state, target), 'once'),
        )
        return call.finally(release)
      },
      keep: (entries) => keepEntries(state, entries, 0),
    }),
    pursued: new Set(),
    chased: new Set(),
    sweeps: 0,
    lastFailure: NOT_TAKEN,
  }

  return {
    cancel: (asked) => cancel(state, asked),
    cancelOne: (id, cause) => cancelOne(state, id, cause),
    cancelQueued: (ids, isRepeat) => cancelQueued(state, ids, isRepeat),
    standing: state.standing,
    cancelMarket(target) {
      const affected = state.ledger.openEntries().filter(({ order }) => isIn(order, target))
      const { call } = callMany(state, target, () => insistOnMany(state, target, () => affected))
      return cancelMany(state, target, affected, call)
    },
    async cancelAll() {
      const { call } = callMany(state, null, () => insistOnMany(state, null, state.ledger.openEntries))
      state.point('cancel_all.sent')
      const affected = state.ledger.openEntries()
      const onTheirWay = affected.filter(isOnItsWay)
      const result = await cancelMany(state, null, affected, call)
      return {
        ...result,
        inFlight: clientIds(onTheirWay.flatMap(({ key }) => state.ledger.entry(key) ?? [])),
      }
    },
    restore(keys, unanswered) {
      for (const key of keys) state.pursued.add(key)
      for (const one of unanswered) {
        if ('ids' in one) state.queue().keep(one.ids, 0)
        else state.standing.add(one.target, one.askedAt)
      }
    },
    observe: (entry) => observe(state, entry),
    isKept: (id) => state.queue().has(state.ledger.entry(id)?.key ?? id),
    isChasing: () => state.chased.size > 0 || state.sweeps > 0,
  }
}

async function cancel(state: CancelsState, asked: readonly OrderId[]): Promise<CancelResult> {
  state.point('cancel.received')
  const isLeft = (id: OrderId): boolean => {
    const entry = state.ledger.entry(id)
    return (entry !== null && isDelayed(entry)) || state.queue().has(entry?.key ?? id)
  }
  const all = [...new Set(asked)]
  // A second press on what the queue sends anyway sends nothing.
  const { go: direct, stay } = state.divide(all.filter((id) => !isLeft(id)))
  const staying = new Set(stay.map(({ id }) => id))
  const ids = all.filter((id) => !staying.has(id))
  const entries = all.flatMap((id) => state.ledger.entry(id) ?? [])
  const named = new Set([...ids, ...entries.flatMap(({ key, order }) => [key, order.id ?? key])])
  state.barriers.raise({ type: 'orders', ids: named })
  if (ids.length === 0) return { cancelled: [], queued: [], failed: stay }
  const waiting = entries.filter(isDelayed)
  const auditId = state.random.uuidV7()
  // Whoever cancels an order that is being moved means the one that takes its place as well.
  const successors = state.ledger
    .openEntries()
    .filter(({ order }) => order.replaces !== null && named.has(order.replaces))
  pursue(state, [...entries, ...successors].filter(isOnItsWay))
  const names = direct.map(state.ledger.venueId)
  state.requests.ids(names)
  const call = direct.length === 0 ? null : state.insist(() => state.trading.cancel(names), 'once')
  state.point('cancel.sent')
  for (const id of direct) state.ledger.mark(id, { cancelling: true })
  await afterSending(state)
  enqueue(state, waiting)
  record(state, auditId, 'cancel', 'intent', { order_ids: ids })
  const first = call === null ? NOTHING : await Promise.race([call, pause(state.clock, KEPT_AFTER_MS)])
  state.point('cancel.answer')
  const keepable = direct.filter((id) => state.ledger.entry(id) !== null || !state.isReconciled())
  if (first === undefined) keepUntilAnswered(state, keepable, call)
  else keepFailed({ queue: state.queue }, keepable, first)
  const kept = ids.filter(
    (id) => isLeft(id) && !waiting.some(({ key }) => key === state.ledger.entry(id)?.key),
  )
  if (kept.length > 0) state.requestRead(0)
  await untilTaken(state, kept)
  const result = joined(
    sortOut(
      state,
      direct.filter((id) => !kept.includes(id)),
      first ?? NOT_TAKEN,
    ),
    collectKept(state.ledger, state.queue().sendAt, [...waiting.map(({ key }) => key), ...kept]),
  )
  record(state, auditId, 'cancel', 'response', resultDetails(result))
  return { ...result, failed: [...result.failed, ...stay] }
}

const NOTHING: CancelOutcome = { kind: 'answered', cancelled: [], notCancelled: [] }

function joined(one: CancelResult, other: CancelResult): CancelResult {
  return {
    cancelled: [...one.cancelled, ...other.cancelled],
    queued: [...one.queued, ...other.queued],
    failed: [...one.failed, ...other.failed],
  }
}

/** Its answer may still come, and says then what the queue need not send. */
function keepUntilAnswered(
  state: CancelsState,
  ids: readonly OrderId[],
  call: Promise<CancelOutcome> | null,
): void {
  state.queue().keep(ids, ANSWER_MS - KEPT_AFTER_MS)
  void call?.then((late) => {
    if (late.kind === 'answered') applyCancelled(state, late.cancelled)
  })
}

/** Until none of these waits any more, and not for long. */
async function untilTaken(state: CancelsState, ids: readonly OrderId[]): Promise<void> {
  const until = state.clock.monotonic() + TAKEN_WITHIN_MS
  const isWaiting = (id: OrderId): boolean => state.queue().has(state.ledger.entry(id)?.key ?? id)
  while (ids.some(isWaiting) && state.clock.monotonic() < until) await pause(state.clock, LOOK_EVERY_MS)
}

/** Puts every id into one list; a reason of the venue is believed only as the start of a read. */
function sortOut(state: CancelsState, ids: readonly OrderId[], outcome: CancelOutcome): CancelResult {
  if (outcome.kind === 'failed') {
    for (const id of ids) state.ledger.mark(id, { cancelling: false })
    // Without an answer, a frame may have said what became of it.
    const isOver = (id: OrderId): boolean => isEnded(state.ledger.entry(id))
    const failed = ids.filter((id) => !isOver(id)).map((id) => ({ id, rejection: outcome.rejection }))
    return { cancelled: ids.filter(isOver).map(state.ledger.venueId), queued: [], failed }
  }
  const named = new Set(outcome.cancelled)
  const cancelled = ids.filter((id) => named.has(state.ledger.venueId(id)))
  const failed = ids
    .filter((id) => !named.has(state.ledger.venueId(id)))
    .map((id) => {
      state.ledger.mark(id, { cancelling: false })
      const reason = outcome.notCancelled.find((entry) => entry.id === state.ledger.venueId(id))?.reason
      return {
        id,
        rejection: rejection('not_cancellable', reason === undefined ? {} : { message: reason }),
      }
    })
  if (ids.length > 0) applyCancelled(state, cancelled)
  return { cancelled, queued: [], failed }
}

function observe(state: CancelsState, entry: LedgerEntry): void {
  state.queue().observe(entry)
  if (!state.pursued.has(entry.key)) return
  if (!isOpen(entry.order.status)) {
    // A rejected order that left may still turn up at the venue: it stays pursued.
    if (entry.order.status === 'rejected' && entry.progress.left) return
    state.pursued.delete(entry.key)
    if (entry.order.status !== 'rejected') state.onLate('overtaken', entry)
    return
  }
  if (isOnItsWay(entry) || state.queue().has(entry.key)) return
  state.pursued.delete(entry.key)
  if (isDelayed(entry)) {
    state.queue().add(entry)
    return
  }
  state.chased.add(entry.key)
  void cancelOne(state, entry.key, 'on_sight').then((answer) => {
    if (answer === 'cancelled') {
      state.chased.delete(entry.key)
      state.onLate('overtaken', state.ledger.entry(entry.key) ?? entry)
      return
    }
    state.pursued.add(entry.key)
    if (state.queue().has(entry.key)) state.chased.delete(entry.key)
    else
      state.clock.after(PURSUE_AGAIN_MS, () => {
        state.chased.delete(entry.key)
        const current = state.ledger.entry(entry.key)
        if (current !== null) observe(state, current)
      })
  })
}

function isIn(order: LedgerEntry['order'], target: MarketTarget): boolean {
  return 'marketId' in target ? order.marketId === target.marketId : order.outcomeId === target.outcomeId
}

function clientIds(entries: readonly LedgerEntry[]): readonly ClientOrderId[] {
  return entries.filter(isOnItsWay).flatMap(({ order }) => order.clientOrderId ?? [])
}
