/**
 * Cancels: sent first and recorded right after, in every state of the terminal. Each id of an answer ends in exactly
 * one list, what the venue cannot take goes to the queue, and an order that surfaces after a Cancel All is cancelled on
 * sight.
 */
import { parseOrderId, type OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import { pause } from '#lib/pause.ts'
import { bucketWaitMs, fullBucket, spendTokens, tokensAt } from '#lib/token-bucket.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isDelayed, isOnItsWay, mayRest, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { CancelAllResult, CancelAnswer, CancelCause, CancelResult, MarketTarget } from '../contract.ts'
import type { Room } from '../outside.ts'
import {
  afterSending,
  ANSWER_MS,
  applyCancelled,
  callById,
  cancelOne,
  type Cancels,
  insist,
  keepFailed,
  KEPT_AFTER_MS,
  NOT_TAKEN,
  pursue,
  recordCancel,
  resultDetails,
  resultOfCall,
  resultOfKept,
  TAKEN_WITHIN_MS,
} from './cancel-calls.ts'
import { addStanding, cancelMany, restoreStanding } from './cancel-many.ts'
import { createCancelQueue } from './cancel-queue.ts'
import { watchIgnoredCancels } from './ignored-cancels.ts'

/** Half of what the lowest tier of the venue refills, for people and programs together. */
const PER_SECOND = 20
const PURSUE_AGAIN_MS = 1_000
const LOOK_EVERY_MS = 100

/** @param readNow  one complete read of own orders; false when it failed */
export function createCancels(room: Room, readNow: () => Promise<boolean>) {
  const { book, clock } = room
  const queue = createCancelQueue(room, (ids, isRepeat) => callById(room, ids, 'queued', isRepeat))
  const full = fullBucket({ rate: PER_SECOND, burst: PER_SECOND }, clock.monotonic())
  const state: Cancels = {
    ...room,
    readNow,
    queue,
    doubtful: { person: full, program: full },
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
  book.on('recalled', ({ onTheirWay, unanswered }) => {
    for (const key of onTheirWay) state.pursued.add(key)
    for (const one of unanswered) {
      if ('ids' in one)
        queue.keep(
          one.ids.flatMap((id) => parseOrderId(id) ?? []),
          0,
        )
      else addStanding(state, one.target, one.askedAt)
    }
  })

  return {
    cancel: (asked: readonly OrderId[]): Promise<CancelResult> => cancel(state, asked),
    /** One order, and why; its rows say so. */
    cancelOne: (id: OrderId, cause: CancelCause): Promise<CancelAnswer> => cancelOne(state, id, cause),
    cancelMarket: (target: MarketTarget): Promise<CancelResult> => cancelMany(state, target).result,
    cancelAll: async (): Promise<CancelAllResult> => {
      const { affected, result } = cancelMany(state, null)
      const lists = await result
      const still = book.ledger.current(affected.filter(isOnItsWay)).filter(isOnItsWay)
      return { ...lists, inFlight: still.flatMap(({ order }) => order.clientOrderId ?? []) }
    },
    isKept: queue.has,
    /** True while an order that has come into sight is being cancelled, or a cancel of the queue leaves by then. */
    isBusy: (until: Instant): boolean => state.chased.size > 0 || state.sweeps > 0 || queue.isDueBy(until),
    /** Loads the cancels that a previous run could not send. */
    recall: (): void => restoreStanding(state, queue.start()),
    stop(): void {
      queue.stop()
      state.standing.clear()
    },
  }
}

async function cancel(state: Cancels, asked: readonly OrderId[]): Promise<CancelResult> {
  state.point('cancel.received')
  const { book, queue, clock } = state
  const { ledger } = book
  const isLeft = (id: OrderId): boolean => isDelayed(ledger.entry(id)) || queue.has(id)
  const all = [...new Set(asked)]
  // A second press on what the queue sends anyway sends nothing.
  const { go: direct, stay } = divide(
    state,
    all.filter((id) => !isLeft(id)),
  )
  const staying = new Set(stay.map(({ id }) => id))
  const ids = all.filter((id) => !staying.has(id))
  const entries = all.flatMap((id) => ledger.entry(id) ?? [])
  const named = new Set([...ids, ...entries.flatMap(namesOf)])
  book.cancels.raise({ ids: named })
  if (ids.length === 0) return { cancelled: [], queued: [], failed: stay }
  const waiting = entries.filter(isDelayed)
  const record = recordCancel(state, 'cancel')
  // Whoever cancels an order that is being moved means the one that takes its place as well.
  pursue(state, [...entries, ...successors(ledger, named)])
  const names = direct.map(ledger.venueId)
  book.cancels.nameIds(names)
  const call = names.length === 0 ? NOTHING : insist(state, () => state.trading.cancel(names), 'once')
  state.point('cancel.sent')
  for (const id of direct) ledger.mark(id, { cancelling: true })
  await afterSending(state)
  for (const entry of waiting) queue.add(entry)
  record('intent', { order_ids: ids })
  const first = await Promise.race([call, pause(clock, KEPT_AFTER_MS)])
  state.point('cancel.answer')
  const keepable = direct.filter((id) => ledger.entry(id) !== null || !book.proofs.isReconciled())
  if (first !== undefined) keepFailed(state, keepable, first)
  else {
    queue.keep(keepable, ANSWER_MS - KEPT_AFTER_MS)
    // Its answer may still come, and says then what the queue need not send.
    void call.then((late) => {
      if (late.kind === 'answered') applyCancelled(state, late)
    })
  }
  const delayed = new Set(waiting.map(({ key }) => key))
  const kept = ids.filter((id) => isLeft(id) && !delayed.has(ledger.keyOf(id)))
  if (kept.length > 0) book.tell('read_wanted', 0)
  // Until none of these waits any more, and not for long.
  const until = clock.monotonic() + TAKEN_WITHIN_MS
  while (kept.some(queue.has) && clock.monotonic() < until) await pause(clock, LOOK_EVERY_MS)
  const answered = direct.filter((id) => !kept.includes(id))
  const lists = [
    resultOfCall(state, answered, first ?? NOT_TAKEN),
    resultOfKept(state, [...delayed, ...kept]),
  ]
  const result = {
    cancelled: lists.flatMap(({ cancelled }) => cancelled),
    queued: lists.flatMap(({ queued }) => queued),
    failed: lists.flatMap(({ failed }) => failed),
  }
  for (const id of answered) ledger.mark(id, { cancelling: false })
  if (first?.kind === 'answered' && answered.length > 0) applyCancelled(state, first)
  record('response', resultDetails(result))
  return { ...result, failed: [...result.failed, ...stay] }
}

const NOTHING = Promise.resolve<CancelOutcome>({ kind: 'answered', cancelled: [], notCancelled: [] })

function namesOf({ key, order }: LedgerEntry): readonly OrderId[] {
  return [key, order.id ?? key]
}

/** Open orders that take the place of one of these. */
function successors(
  ledger: Pick<OrderLedger, 'openEntries'>,
  named: ReadonlySet<OrderId>,
): readonly LedgerEntry[] {
  return ledger.openEntries().filter(({ order }) => order.replaces !== null && named.has(order.replaces))
}

function observe(state: Cancels, entry: LedgerEntry): void {
  const { queue, pursued } = state
  const { key, order } = entry
  queue.observe(entry)
  if (!pursued.has(key)) return
  if (!isOpen(order.status)) {
    // A rejected order that left may still turn up at the venue: it stays pursued.
    if (order.status === 'rejected' && entry.progress.left) return
    pursued.delete(key)
    if (order.status !== 'rejected') state.book.late('overtaken', entry)
    return
  }
  if (isOnItsWay(entry) || queue.has(key)) return
  pursued.delete(key)
  if (isDelayed(entry)) queue.add(entry)
  else void chase(state, entry)
}

/** Cancels an order that has come into sight, until it is cancelled or the queue does it. */
async function chase(state: Cancels, entry: LedgerEntry): Promise<void> {
  const { key } = entry
  const { chased, book } = state
  chased.add(key)
  const isCancelled = (await cancelOne(state, key, 'on_sight')) === 'cancelled'
  if (!isCancelled) state.pursued.add(key)
  const isTriedAgain = !isCancelled && !state.queue.has(key)
  if (isTriedAgain) await pause(state.clock, PURSUE_AGAIN_MS)
  chased.delete(key)
  const current = book.ledger.entry(key)
  if (isCancelled) book.late('overtaken', current ?? entry)
  else if (isTriedAgain && current !== null) observe(state, current)
}

/**
 * Divides a cancel: ids of which nothing here says that they rest are a watchdog's old list, or somebody's guesses. What the venue
 * lets a signer cancel is for orders that do, so these go out behind them and in small numbers (INV-90), and the rest is not sent.
 * Before own state has been read each id may be one that rests.
 */
function divide(
  { clock, doubtful: buckets, commandBy, book: { ledger, proofs } }: Cancels,
  ids: readonly OrderId[],
): { readonly go: readonly OrderId[]; readonly stay: CancelResult['failed'] } {
  const isDoubtful = (id: OrderId): boolean => {
    const entry = ledger.entry(id)
    // Whoever names an order that has been moved means the one in its place.
    return entry === null || !(mayRest(entry) || successors(ledger, new Set(namesOf(entry))).length > 0)
  }
  const doubtful = proofs.isReconciled() ? ids.filter(isDoubtful) : []
  if (doubtful.length === 0) return { go: ids, stay: [] }
  const caller = (commandBy?.() ?? null) === null ? 'person' : 'program'
  const now = clock.monotonic()
  const count = Math.min(doubtful.length, Math.floor(tokensAt(buckets[caller], now)))
  buckets[caller] = spendTokens(buckets[caller], count, now)
  const left = doubtful.slice(count)
  const retryAfterMs = bucketWaitMs(buckets[caller], left.length, now)
  const why = rejection('not_cancellable', { message: TOO_MANY, retryAfterMs })
  const last = new Set(doubtful)
  const known = ids.filter((id) => !last.has(id))
  return { go: [...known, ...doubtful.slice(0, count)], stay: left.map((id) => ({ id, rejection: why })) }
}

const TOO_MANY = `No open order here has this id. The venue is asked about ${PER_SECOND} such ids a second: send it again, or use Cancel All.`
