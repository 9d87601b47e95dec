/**
 * Cancels: sent first and recorded right after, in every state of the terminal. Each id of an answer ends in exactly
 * one list, what the venue cannot take goes to the queue, and an order that surfaces after a Cancel All is cancelled on
 * sight.
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { CancelQueueStore } from '#ports/stores.ts'
import type { CancelOutcome, VenueTrading } from '#ports/venue-trading.ts'
import type { CancelBarriers, MarketTarget } from './cancel-barriers.ts'
import {
  afterSending,
  applyCancelled,
  cancelOne,
  cancelQueued,
  cancelResting,
  keepFailed,
  record,
  sweep,
} from './cancel-by-id.ts'
import type { CancelAnswer, CancelCause } from './cancel-by-id.ts'
import { createCancelCalls, isTemporary, pause } from './cancel-calls.ts'
import type { InsistOnCancel } from './cancel-calls.ts'
import type { CancelQueue } from './cancel-queue.ts'
import { collectCancelled, collectKept, NOT_TAKEN, resultDetails } from './cancel-results.ts'
import type { UnansweredCancel } from './cancel-recall.ts'
import { createStandingCancels } from './standing-cancels.ts'
import type { CancelTarget, StandingCancels } from './standing-cancels.ts'
import type { CancelRequests } from './cancel-requests.ts'
import type { CancelAllResult, CancelResult } from '../contract.ts'
import type { ReportLateOrder } from '../reconcile/late-orders.ts'
import { isEnded, isOnItsWay } from '../ledger/ledger-entry.ts'
import type { LedgerEntry } from '../ledger/ledger-entry.ts'
import type { OrderLedger } from '../ledger/order-ledger.ts'
import type { OrderRecorder } from '../place/order-recorder.ts'

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
   * What a previous run was asked to cancel: orders that were on their way, which are cancelled on sight, and what had no
   * answer, which is sent again.
   */
  readonly restore: (keys: readonly OrderId[], unanswered: readonly UnansweredCancel[]) => void
  /** An order changed: one that is pursued is cancelled on sight. */
  readonly observe: (entry: LedgerEntry) => void
  /** Whether the cancel of an order waits until the venue takes it. */
  readonly isKept: (id: OrderId) => boolean
  /** Whether an order that has come into sight is being cancelled. */
  readonly isChasing: () => boolean
}

/** After the venue's answer to a cancel of many; what is not known by then is reported later. */
const KNOWN_WITHIN_MS = 2_000
const PURSUE_AGAIN_MS = 1_000
/** A cancel without an answer after so long is in the queue, which sends it again only after the longest of answers. */
const KEPT_AFTER_MS = 1_000
const ANSWER_MS = 5_000
/** What the venue has not taken by then is answered as queued. */
const TAKEN_WITHIN_MS = 3_000
const LOOK_EVERY_MS = 100

type CancelsParts = {
  readonly clock: Clock
  readonly random: Random
  readonly trading: Pick<VenueTrading, 'cancel' | 'cancelMarket' | 'cancelAll'>
  readonly ledger: OrderLedger
  readonly recorder: OrderRecorder
  readonly queue: () => CancelQueue
  readonly store: CancelQueueStore
  readonly log: Log
  readonly isReconciled: () => boolean
  readonly isReadSince: (monotonic: number) => boolean
  /** Called with each request before it is sent. */
  readonly requests: CancelRequests
  /** Called with each cancel of the trader as it comes: what waits to leave and is meant stays. */
  readonly barriers: Pick<CancelBarriers, 'raise' | 'hold'>
  readonly recover: (asked: number) => Promise<boolean>
  readonly credentialGeneration: () => number
  readonly onCancelAnswer: (outcome: CancelOutcome) => void
  readonly readNow: () => Promise<boolean>
  readonly requestRead: (afterMs: number) => void
  /** Called with an order that a cancel met on its way, once it is over, and of one that stayed open after its answer. */
  readonly onLate: ReportLateOrder
  readonly point: (name: string) => void
}

type CancelsState = CancelsParts & {
  readonly insist: InsistOnCancel
  readonly standing: StandingCancels
  readonly pursued: Set<OrderId>
  readonly chased: Set<OrderId>
  sweeps: number
  /** Of a cancel of many. */
  lastFailure: CancelOutcome
}

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

function callOf({ trading }: CancelsState, target: CancelTarget): Promise<CancelOutcome> {
  return target === null ? trading.cancelAll() : trading.cancelMarket(target)
}

/** One call for many, while which nothing that it means leaves: what it could miss is known by its end and pursued. */
function callMany(
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
async function insistOnMany(
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

/** Orders that may still be on their way cannot be cancelled for certain: they are when they show up. */
function pursue(state: CancelsState, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) state.pursued.add(entry.key)
}

function enqueue(state: CancelsState, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) state.queue().add(entry)
}

/** Has the queue send these by their ids, but those that are on their way, which are cancelled on sight. */
function keepEntries(state: CancelsState, entries: readonly LedgerEntry[], afterMs: number): void {
  const open = entries.flatMap(({ key }) => state.ledger.entry(key) ?? []).filter((one) => !isOnItsWay(one))
  enqueue(state, open.filter(isDelayed))
  state.queue().keep(
    open.filter((one) => !isDelayed(one)).map(({ key }) => key),
    afterMs,
  )
}

async function cancel(state: CancelsState, asked: readonly OrderId[]): Promise<CancelResult> {
  state.point('cancel.received')
  const ids = [...new Set(asked)]
  const entries = ids.flatMap((id) => state.ledger.entry(id) ?? [])
  const named = new Set([...ids, ...entries.flatMap(({ key, order }) => [key, order.id ?? key])])
  state.barriers.raise({ type: 'orders', ids: named })
  const waiting = entries.filter(isDelayed)
  const isLeft = (id: OrderId): boolean => {
    const entry = state.ledger.entry(id)
    return (entry !== null && isDelayed(entry)) || state.queue().has(entry?.key ?? id)
  }
  // A second press on what the queue sends anyway sends nothing.
  const direct = ids.filter((id) => !isLeft(id))
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
  return result
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

async function cancelMany(
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

/** What the one call has come to within a few seconds; what it has not ended by then the queue cancels by id. */
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

/** What was reported as not known, and has stayed open or filled. */
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

function isDelayed({ order }: LedgerEntry): boolean {
  return order.status === 'delayed'
}

function isIn(order: LedgerEntry['order'], target: MarketTarget): boolean {
  return 'marketId' in target ? order.marketId === target.marketId : order.outcomeId === target.outcomeId
}

function clientIds(entries: readonly LedgerEntry[]): readonly ClientOrderId[] {
  return entries.filter(isOnItsWay).flatMap(({ order }) => order.clientOrderId ?? [])
}
