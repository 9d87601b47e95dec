/**
 * Cancels: sent first and recorded right after, in every state of the terminal. Each id of an answer ends in exactly
 * one list, and an order that surfaces after a Cancel All is cancelled on sight.
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import type { CancelOutcome, VenueTrading } from '#ports/venue-trading.ts'
import type { CancelBarriers, MarketTarget } from './cancel-barriers.ts'
import { afterSending, applyCancelled, cancelOne, cancelResting, record, sweep } from './cancel-by-id.ts'
import type { CancelCause } from './cancel-by-id.ts'
import { createCancelCalls, pause } from './cancel-calls.ts'
import type { InsistOnCancel } from './cancel-calls.ts'
import type { CancelAnswer, CancelQueue } from './cancel-queue.ts'
import { collectCancelled, resultDetails } from './cancel-results.ts'
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
  /** Orders that a previous run was asked to cancel while they were on their way: cancelled on sight. */
  readonly restore: (keys: readonly OrderId[]) => void
  /** An order changed: one that is pursued is cancelled on sight. */
  readonly observe: (entry: LedgerEntry) => void
  /** Whether an order that has come into sight is being cancelled. */
  readonly isChasing: () => boolean
}

/** After the venue's answer to a cancel of many; what is not known by then is reported later. */
const KNOWN_WITHIN_MS = 2_000
const PURSUE_AGAIN_MS = 1_000

type CancelsParts = {
  readonly clock: Clock
  readonly random: Random
  readonly trading: Pick<VenueTrading, 'cancel' | 'cancelMarket' | 'cancelAll'>
  readonly ledger: OrderLedger
  readonly recorder: OrderRecorder
  readonly queue: () => CancelQueue
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
  readonly pursued: Set<OrderId>
  readonly chased: Set<OrderId>
  sweeps: number
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
    pursued: new Set(),
    chased: new Set(),
    sweeps: 0,
  }

  return {
    cancel: (asked) => cancel(state, asked),
    cancelOne: (id, cause) => cancelOne(state, id, cause),
    cancelMarket(target) {
      const release = state.barriers.hold({ type: 'market', target })
      const affected = state.ledger.openEntries().filter(({ order }) => isIn(order, target))
      const close = state.requests.scope(target)
      const call = insistOnMany(
        state,
        () => state.trading.cancelMarket(target),
        () => affected,
      ).finally(() => {
        release()
        close()
      })
      return cancelMany(state, 'cancel_market', { ...target }, affected, call)
    },
    async cancelAll() {
      const release = state.barriers.hold({ type: 'all' })
      state.point('cancel_all.barrier')
      const close = state.requests.scope({})
      // The barrier falls with the venue's answer: what it could miss is known by then and pursued.
      const call = insistOnMany(state, () => state.trading.cancelAll(), state.ledger.openEntries).finally(
        () => {
          release()
          close()
        },
      )
      state.point('cancel_all.sent')
      const affected = state.ledger.openEntries()
      const onTheirWay = affected.filter(isOnItsWay)
      const result = await cancelMany(state, 'cancel_all', {}, affected, call)
      return {
        ...result,
        inFlight: clientIds(onTheirWay.flatMap(({ key }) => state.ledger.entry(key) ?? [])),
      }
    },
    restore(keys) {
      for (const key of keys) state.pursued.add(key)
    },
    observe: (entry) => observe(state, entry),
    isChasing: () => state.chased.size > 0 || state.sweeps > 0,
  }
}

/**
 * One call that ends many orders costs a token for each, and more than the venue's bucket holds never passes: then
 * what is open is cancelled by id, and the one call that is repeated has little left to do.
 */
async function insistOnMany(
  state: CancelsState,
  call: () => Promise<CancelOutcome>,
  affected: () => readonly LedgerEntry[],
): Promise<CancelOutcome> {
  const first = await state.insist(call, 'give_up')
  if (first.kind === 'answered' || first.rejection.code !== 'venue_rate_limited') return first
  // No read comes before it: it may take long, and what the ledger knows may rest.
  const byId = (await cancelResting(state, affected())) ?? []
  const swept = [...byId, ...(await sweep(state, affected))]
  const outcome = await state.insist(call)
  if (outcome.kind === 'answered') return { ...outcome, cancelled: [...swept, ...outcome.cancelled] }
  // Refused to the end: what is open is known all the same once it has been read, and is reported by id.
  const isReported = outcome.rejection.code === 'venue_rate_limited' && (await state.readNow())
  return isReported ? { kind: 'answered', cancelled: swept, notCancelled: [] } : outcome
}

/** Orders that may still be on their way cannot be cancelled for certain: they are when they show up. */
function pursue(state: CancelsState, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) state.pursued.add(entry.key)
}

function enqueue(
  state: CancelsState,
  entries: readonly LedgerEntry[],
): { readonly id: OrderId; readonly sendAt: Instant }[] {
  return entries.map((entry) => ({ id: entry.order.id ?? entry.key, sendAt: state.queue().add(entry) }))
}

async function cancel(state: CancelsState, asked: readonly OrderId[]): Promise<CancelResult> {
  state.point('cancel.received')
  const ids = [...new Set(asked)]
  const entries = ids.flatMap((id) => state.ledger.entry(id) ?? [])
  const named = new Set([...ids, ...entries.flatMap(({ key, order }) => [key, order.id ?? key])])
  state.barriers.raise({ type: 'orders', ids: named })
  const waiting = entries.filter(isDelayed)
  const delayed = new Set(waiting.map(({ key }) => state.ledger.venueId(key)))
  const direct = ids.filter((id) => !delayed.has(state.ledger.venueId(id)))
  const auditId = state.random.uuidV7()
  // Whoever cancels an order that is being moved means the one that takes its place as well.
  const successors = state.ledger
    .openEntries()
    .filter(({ order }) => order.replaces !== null && named.has(order.replaces))
  pursue(state, [...entries, ...successors].filter(isOnItsWay))
  state.requests.ids(direct.map(state.ledger.venueId))
  const call =
    direct.length === 0 ? null : state.insist(() => state.trading.cancel(direct.map(state.ledger.venueId)))
  state.point('cancel.sent')
  for (const id of direct) state.ledger.mark(id, { cancelling: true })
  await afterSending(state)
  const queued = enqueue(state, waiting)
  record(state, auditId, 'cancel', 'intent', { order_ids: ids })
  const outcome: CancelOutcome = (await call) ?? { kind: 'answered', cancelled: [], notCancelled: [] }
  state.point('cancel.answer')
  const result = { ...sortOut(state, direct, outcome), queued }
  record(state, auditId, 'cancel', 'response', resultDetails(result))
  return result
}

/** Puts every id into one list; a reason of the venue is believed only as the start of a read. */
function sortOut(
  state: CancelsState,
  ids: readonly OrderId[],
  outcome: CancelOutcome,
): Omit<CancelResult, 'queued'> {
  if (outcome.kind === 'failed') {
    for (const id of ids) state.ledger.mark(id, { cancelling: false })
    return { cancelled: [], failed: ids.map((id) => ({ id, rejection: outcome.rejection })) }
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
  return { cancelled, failed }
}

async function cancelMany(
  state: CancelsState,
  action: 'cancel_market' | 'cancel_all',
  target: AuditDetails,
  affected: readonly LedgerEntry[],
  call: Promise<CancelOutcome>,
): Promise<CancelResult> {
  const auditId = state.random.uuidV7()
  pursue(state, affected.filter(isOnItsWay))
  for (const entry of affected) state.ledger.mark(entry.key, { cancelling: true })
  await afterSending(state)
  const queued = enqueue(
    state,
    affected.flatMap(({ key }) => state.ledger.entry(key) ?? []).filter(isDelayed),
  )
  record(state, auditId, action, 'intent', target)
  const outcome = await call
  state.point(`${action}.answer`)
  if (outcome.kind === 'answered') applyCancelled(state, outcome.cancelled)
  const sweeping = outcome.kind === 'answered' ? sweepOf(state, affected) : null
  const swept = await Promise.race([sweeping ?? [], pause(state.clock, KNOWN_WITHIN_MS)])
  for (const entry of affected) state.ledger.mark(entry.key, { cancelling: false })
  // Meanwhile the venue, the sweep or a fill may have ended what was to wait.
  const stillQueued = queued.filter(({ id }) => state.queue().has(state.ledger.entry(id)?.key ?? id))
  const result = {
    ...collectCancelled(state.ledger, outcome, affected, swept ?? null, stillQueued),
    queued: stillQueued,
  }
  record(state, auditId, action, 'response', resultDetails(result))
  if (swept === undefined) void sweeping?.then(() => reportUnconfirmed(state, affected, result))
  return result
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
  if (isOnItsWay(entry)) return
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
