/**
 * Cancels: sent first and recorded right after, in every state of the terminal. Each id of an answer ends in exactly
 * one list, what the venue cannot take goes to the queue, and an order that surfaces after a Cancel All is cancelled on
 * sight.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { MarketTarget } from '#core/order/cancel-barriers.ts'
import { rejection } from '#core/reject-codes.ts'
import { bucketWaitMs, fullBucket, spendTokens, tokensAt } from '#lib/token-bucket.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isOnItsWay, mayRest, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { CancelAllResult, CancelCause, CancelResult } from '../contract.ts'
import type { Room } from '../outside.ts'
import { answer, cancelMany } from './cancel-answers.ts'
import {
  addStanding,
  callById,
  cancelOne,
  type Cancels,
  restoreStanding,
  send,
  standingOf,
} from './cancel-calls.ts'
import { createCancelQueue } from './cancel-queue.ts'
import { watchIgnoredCancels } from './ignored-cancels.ts'

/** Half of what the lowest tier of the venue refills, for people and programs together. */
const PER_SECOND = 20

/** @param readNow  one complete read of own orders; false when it failed */
export function createCancels(room: Room, readNow: () => Promise<boolean>) {
  const { book, clock } = room
  const queue = createCancelQueue(room, (...asked) => callById(room, ...asked))
  const full = fullBucket({ rate: PER_SECOND, burst: PER_SECOND }, clock.monotonic())
  const state: Cancels = {
    ...room,
    readNow,
    queue,
    doubtful: { person: full, program: full },
    standing: new Map(),
    sweeps: 0,
  }
  book.on('venue_takes', queue.wake)
  book.on('changed', queue.observe)
  watchIgnoredCancels(state)
  // Orders in flight are cancelled on sight, and requests without an answer are sent again.
  book.on('recalled', ({ onTheirWay, unanswered }) => {
    onTheirWay.forEach(queue.pursue)
    for (const one of unanswered) {
      if ('target' in one) addStanding(state, standingOf(state, one.target, one.askedAt))
      else queue.keep(one.ids, 0)
    }
  })

  return {
    cancel: (asked: readonly OrderId[]): Promise<CancelResult> => cancel(state, asked),
    /** One order, and why, for its rows; true if the venue names it as cancelled. */
    cancelOne: (id: OrderId, cause: CancelCause): Promise<boolean> => cancelOne(state, id, cause),
    cancelMarket: (target: MarketTarget): Promise<CancelResult> => cancelMany(state, target).result,
    cancelAll: async (): Promise<CancelAllResult> => {
      const { affected, result } = cancelMany(state, null)
      const lists = await result
      const still = affected.filter(isOnItsWay).flatMap(({ key }) => book.ledger.entry(key) ?? [])
      return {
        ...lists,
        inFlight: still.filter(isOnItsWay).flatMap(({ order }) => order.clientOrderId ?? []),
      }
    },
    isKept: queue.has,
    /** True while a cancel is under way, or one of the queue leaves by then. */
    isBusy: (until: Instant): boolean => state.sweeps > 0 || queue.isDueBy(until),
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
  const { book, queue } = state
  const { ledger } = book
  const all = [...new Set(asked)]
  // A second press on what the queue sends anyway sends nothing.
  const { go: direct, stay } = divide(
    state,
    all.filter((id) => ledger.entry(id)?.order.status !== 'delayed' && !queue.has(id)),
  )
  const staying = new Set(stay.map(({ id }) => id))
  const ids = all.filter((id) => !staying.has(id))
  const entries = all.flatMap((id) => ledger.entry(id) ?? [])
  const named = new Set([...ids, ...entries.flatMap(namesOf)])
  book.cancels.raise({ ids: named })
  if (ids.length === 0) return { cancelled: [], queued: [], failed: stay }
  // Whoever cancels an order that is being moved means the one that takes its place as well.
  queue.pursueAll([...entries, ...successors(ledger, named)])
  const names = direct.map(ledger.venueId)
  book.cancels.nameIds(names)
  const call = names.length === 0 ? NOTHING : send(state, () => state.trading.cancel(names))
  state.point('cancel.sent')
  const command = { action: 'cancel', intent: { order_ids: ids }, ids, call, many: null } as const
  const { failed, ...lists } = await answer(state, command)
  return { ...lists, failed: [...failed, ...stay] }
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

const TOO_MANY = `No open order here has this id. At most ${PER_SECOND} such ids a second are checked at the venue: send it again, or use Cancel All.`
