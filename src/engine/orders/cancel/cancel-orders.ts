/**
 * Cancels: sent first and recorded right after, in every state of the terminal. Each id of an answer ends in exactly
 * one list, what the venue cannot take goes to the queue, and an order that surfaces after a Cancel All is cancelled on
 * sight.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { pause } from '#lib/pause.ts'
import { bucketWaitMs, fullBucket, spendTokens, tokensAt } from '#lib/token-bucket.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isInScope, type MarketTarget } from '../book-of-orders/cancel-barriers.ts'
import { isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CancelAllResult, CancelAnswer, CancelCause, CancelResult } from '../contract.ts'
import type { Room } from '../outside.ts'
import { createCancelCalls } from './cancel-calls.ts'
import { addStanding, callMany, cancelMany, insistOnMany, restoreStanding } from './cancel-many.ts'
import { createCancelQueue } from './cancel-queue.ts'
import { cancelledOnTheirWay, unansweredCancels } from './cancel-recall.ts'
import { NOT_TAKEN, resultDetails, resultOfCall, resultOfKept } from './cancel-results.ts'
import {
  afterSending,
  ANSWER_MS,
  applyCancelled,
  callById,
  cancelOne,
  isDelayed,
  keepFailed,
  KEPT_AFTER_MS,
  pursue,
  record,
  TAKEN_WITHIN_MS,
} from './cancel-state.ts'
import type { CancelsState } from './cancel-state.ts'
import { watchIgnoredCancels } from './ignored-cancels.ts'

/** Ids of a cancel that leave now, in this order, and those that are not sent to the venue. */
type DividedCancel = {
  readonly go: readonly OrderId[]
  readonly stay: readonly { readonly id: OrderId; readonly rejection: Rejection }[]
}

type Divided = CancelsState & { readonly divide: (ids: readonly OrderId[]) => DividedCancel }

/** Half of what the lowest tier of the venue refills, for people and programs together. */
const PER_SECOND = 20
const PURSUE_AGAIN_MS = 1_000
const LOOK_EVERY_MS = 100

/**
 * Builds the cancels.
 *
 * @param readNow  one complete read of own orders; false when it failed
 */
export function createCancels(room: Room, readNow: () => Promise<boolean>) {
  const { bus, book } = room
  const { ledger } = book
  const calls = { ...room, insist: createCancelCalls(room) }
  const queue = createCancelQueue({
    ...room,
    send: (ids, isRepeat) => callById(calls, ids, 'queued', isRepeat),
  })
  const state: Divided = {
    ...calls,
    readNow,
    queue,
    divide: createDoubtfulCancels(room),
    standing: new Map(),
    pursued: new Set(),
    chased: new Set(),
    sweeps: 0,
    lastFailure: NOT_TAKEN,
  }
  book.on('venue_takes', queue.wake)
  book.on('changed', (entry) => observe(state, entry))
  watchIgnoredCancels(state)
  // Orders in flight are cancelled on sight, and requests without an answer are sent again.
  book.on('recalled', (rows) => {
    for (const key of cancelledOnTheirWay(rows)) state.pursued.add(key)
    for (const one of unansweredCancels(rows)) {
      if ('ids' in one) queue.keep(one.ids, 0)
      else addStanding(state, one.target, one.askedAt)
    }
  })

  function cancelMarket(target: MarketTarget): Promise<CancelResult> {
    const affected = ledger.openEntries().filter(({ order }) => isInScope(order, target))
    const call = callMany(state, target, () => insistOnMany(state, target, () => affected))
    return cancelMany(state, target, affected, call)
  }

  async function cancelAll(): Promise<CancelAllResult> {
    const call = callMany(state, null, () => insistOnMany(state, null, ledger.openEntries))
    state.point('cancel_all.sent')
    const affected = ledger.openEntries()
    const onTheirWay = affected.filter(isOnItsWay)
    const result = await cancelMany(state, null, affected, call)
    const still = onTheirWay.flatMap(({ key }) => ledger.entry(key) ?? []).filter(isOnItsWay)
    return { ...result, inFlight: still.flatMap(({ order }) => order.clientOrderId ?? []) }
  }

  /** A cancel of many is published once its request is on its way, which nothing may hold up (INV-16). */
  function announced<Answer>(target: MarketTarget | 'all', answer: Answer): Answer {
    bus.publish('cancel_asked', { target })
    return answer
  }

  return {
    cancel: (asked: readonly OrderId[]): Promise<CancelResult> => cancel(state, asked),
    /** One order, and why; its rows say so. */
    cancelOne: (id: OrderId, cause: CancelCause): Promise<CancelAnswer> => cancelOne(state, id, cause),
    cancelMarket: (target: MarketTarget): Promise<CancelResult> => announced(target, cancelMarket(target)),
    cancelAll: (): Promise<CancelAllResult> => announced('all', cancelAll()),
    /** True if the cancel of an order waits until the venue takes it. */
    isKept: (id: OrderId): boolean => queue.has(ledger.entry(id)?.key ?? id),
    /** True while an order that has come into sight is being cancelled, or a cancel of the queue leaves by then. */
    isBusy: (until: Instant): boolean => state.chased.size > 0 || state.sweeps > 0 || queue.isDueBy(until),
    /** Loads the cancels that a previous run could not send. */
    start: (): void => restoreStanding(state, queue.start()),
    stop(): void {
      queue.stop()
      for (const { stop } of state.standing.values()) stop()
      state.standing.clear()
    },
  }
}

async function cancel(state: Divided, asked: readonly OrderId[]): Promise<CancelResult> {
  state.point('cancel.received')
  const { book, queue } = state
  const { ledger } = book
  const isLeft = (id: OrderId): boolean => {
    const entry = ledger.entry(id)
    return (entry !== null && isDelayed(entry)) || queue.has(entry?.key ?? id)
  }
  const all = [...new Set(asked)]
  // A second press on what the queue sends anyway sends nothing.
  const { go: direct, stay } = state.divide(all.filter((id) => !isLeft(id)))
  const staying = new Set(stay.map(({ id }) => id))
  const ids = all.filter((id) => !staying.has(id))
  const entries = all.flatMap((id) => ledger.entry(id) ?? [])
  const named = new Set([...ids, ...entries.flatMap(({ key, order }) => [key, order.id ?? key])])
  book.barriers.raise({ type: 'orders', ids: named })
  if (ids.length === 0) return { cancelled: [], queued: [], failed: stay }
  const waiting = entries.filter(isDelayed)
  const auditId = state.random.uuidV7()
  // Whoever cancels an order that is being moved means the one that takes its place as well.
  const successors = ledger
    .openEntries()
    .filter(({ order: { replaces } }) => replaces !== null && named.has(replaces))
  pursue(state, [...entries, ...successors])
  const names = direct.map(ledger.venueId)
  book.requests.ids(names)
  const call = names.length === 0 ? NOTHING : state.insist(() => state.trading.cancel(names), 'once')
  state.point('cancel.sent')
  for (const id of direct) ledger.mark(id, { cancelling: true })
  await afterSending(state)
  for (const entry of waiting) queue.add(entry)
  record(state, auditId, 'cancel', 'intent', { order_ids: ids })
  const first = await Promise.race([call, pause(state.clock, KEPT_AFTER_MS)])
  state.point('cancel.answer')
  const keepable = direct.filter((id) => ledger.entry(id) !== null || !book.proofs.isReconciled())
  if (first === undefined) keepUntilAnswered(state, keepable, call)
  else keepFailed(state, keepable, first)
  const delayed = new Set(waiting.map(({ key }) => key))
  const kept = ids.filter((id) => isLeft(id) && !delayed.has(ledger.entry(id)?.key ?? id))
  if (kept.length > 0) book.tell('read_wanted', 0)
  await untilTaken(state, kept)
  const known = { ledger, sendAt: queue.sendAt }
  const answered = direct.filter((id) => !kept.includes(id))
  const result = joined(
    resultOfCall(known, answered, first ?? NOT_TAKEN),
    resultOfKept(known, [...delayed, ...kept]),
  )
  for (const id of answered) ledger.mark(id, { cancelling: false })
  if (first?.kind === 'answered' && answered.length > 0) applyCancelled(state, first.cancelled)
  record(state, auditId, 'cancel', 'response', resultDetails(result))
  return { ...result, failed: [...result.failed, ...stay] }
}

const NOTHING = Promise.resolve<CancelOutcome>({ kind: 'answered', cancelled: [], notCancelled: [] })

function joined(one: CancelResult, other: CancelResult): CancelResult {
  return {
    cancelled: [...one.cancelled, ...other.cancelled],
    queued: [...one.queued, ...other.queued],
    failed: [...one.failed, ...other.failed],
  }
}

/** Its answer may still come, and says then what the queue need not send. */
function keepUntilAnswered(state: CancelsState, ids: readonly OrderId[], call: Promise<CancelOutcome>): void {
  state.queue.keep(ids, ANSWER_MS - KEPT_AFTER_MS)
  void call.then((late) => {
    if (late.kind === 'answered') applyCancelled(state, late.cancelled)
  })
}

/** Until none of these waits any more, and not for long. */
async function untilTaken(state: CancelsState, ids: readonly OrderId[]): Promise<void> {
  const until = state.clock.monotonic() + TAKEN_WITHIN_MS
  const isWaiting = (id: OrderId): boolean => state.queue.has(state.book.ledger.entry(id)?.key ?? id)
  while (ids.some(isWaiting) && state.clock.monotonic() < until) await pause(state.clock, LOOK_EVERY_MS)
}

function observe(state: CancelsState, entry: LedgerEntry): void {
  state.queue.observe(entry)
  if (!state.pursued.has(entry.key)) return
  if (!isOpen(entry.order.status)) {
    // A rejected order that left may still turn up at the venue: it stays pursued.
    if (entry.order.status === 'rejected' && entry.progress.left) return
    state.pursued.delete(entry.key)
    if (entry.order.status !== 'rejected') state.book.late('overtaken', entry)
    return
  }
  if (isOnItsWay(entry) || state.queue.has(entry.key)) return
  state.pursued.delete(entry.key)
  if (isDelayed(entry)) {
    state.queue.add(entry)
    return
  }
  state.chased.add(entry.key)
  void cancelOne(state, entry.key, 'on_sight').then((answer) => {
    if (answer === 'cancelled') {
      state.chased.delete(entry.key)
      state.book.late('overtaken', state.book.ledger.entry(entry.key) ?? entry)
      return
    }
    state.pursued.add(entry.key)
    if (state.queue.has(entry.key)) state.chased.delete(entry.key)
    else
      state.clock.after(PURSUE_AGAIN_MS, () => {
        state.chased.delete(entry.key)
        const current = state.book.ledger.entry(entry.key)
        if (current !== null) observe(state, current)
      })
  })
}

/**
 * Divides a cancel: ids of which nothing here says that they rest are a watchdog's old list, or somebody's guesses. What the venue
 * lets a signer cancel is for orders that do, so these go out behind them and in small numbers (INV-90). Before own state has been read each id may be one that rests.
 */
function createDoubtfulCancels(room: Room): (ids: readonly OrderId[]) => DividedCancel {
  const { clock } = room
  const { ledger, proofs } = room.book
  const full = () => fullBucket({ rate: PER_SECOND, burst: PER_SECOND }, clock.monotonic())
  const buckets = { person: full(), program: full() }

  function mayRest(id: OrderId): boolean {
    const entry = ledger.entry(id)
    if (entry === null) return false
    // Whoever names an order that has been moved means the one in its place.
    return isOpen(entry.order.status) || entry.isContradicted || isReplaced(entry)
  }

  function isReplaced({ key, order: { id } }: LedgerEntry): boolean {
    return ledger.openEntries().some(({ order }) => order.replaces === key || order.replaces === id)
  }

  return (ids) => {
    const resting = proofs.isReconciled() ? ids.filter(mayRest) : ids
    if (resting.length === ids.length) return { go: ids, stay: [] }
    const known = new Set(resting)
    const doubtful = ids.filter((id) => !known.has(id))
    const caller = (room.commandBy?.() ?? null) === null ? 'person' : 'program'
    const now = clock.monotonic()
    const count = Math.min(doubtful.length, Math.floor(tokensAt(buckets[caller], now)))
    buckets[caller] = spendTokens(buckets[caller], count, now)
    const left = doubtful.slice(count)
    const retryAfterMs = bucketWaitMs(buckets[caller], left.length, now)
    const why = rejection('not_cancellable', { message: TOO_MANY, retryAfterMs })
    return {
      go: [...resting, ...doubtful.slice(0, count)],
      stay: left.map((id) => ({ id, rejection: why })),
    }
  }
}

const TOO_MANY = `No open order here has this id. The venue is asked about ${PER_SECOND} such ids a second: send it again, or use Cancel All.`
