/**
 * Cancels: sent first and recorded right after, in every state of the terminal. Each id of an answer ends in exactly
 * one list, and an order that surfaces after a Cancel All is cancelled on sight.
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { isOpen } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import type { CancelOutcome, VenueTrading } from '#ports/venue-trading.ts'
import type { CancelBarriers, MarketTarget } from './cancel-barriers.ts'
import { createCancelCalls, pause } from './cancel-calls.ts'
import type { CancelAnswer, CancelQueue } from './cancel-queue.ts'
import { collectCancelled, outcomeDetails, resultDetails } from './cancel-results.ts'
import type { CancelRequests } from './cancel-requests.ts'
import type { CancelAllResult, CancelResult } from '../contract.ts'
import type { TellLateOrder } from '../reconcile/late-orders.ts'
import { isEnded, isOnItsWay, isResting } from '../ledger/ledger-entry.ts'
import type { LedgerEntry } from '../ledger/ledger-entry.ts'
import type { OrderLedger } from '../ledger/order-ledger.ts'
import type { OrderRecorder } from '../place/order-recorder.ts'

export type Cancels = {
  readonly cancel: (ids: readonly OrderId[]) => Promise<CancelResult>
  readonly cancelMarket: (target: MarketTarget) => Promise<CancelResult>
  readonly cancelAll: () => Promise<CancelAllResult>
  /** One order, and why; its rows say so. */
  readonly cancelOne: (id: OrderId, cause: CancelCause) => Promise<CancelAnswer>
  /** Orders that an earlier life was asked to cancel while they were on their way: cancelled on sight. */
  readonly restore: (keys: readonly OrderId[]) => void
  /** An order changed: one that is pursued is cancelled on sight. */
  readonly observe: (entry: LedgerEntry) => void
  /** Whether an order that has come into sight is being cancelled. */
  readonly isChasing: () => boolean
}

/**
 * Why one order is cancelled by id without a command for it: its delay is over, it came into sight after its cancel, a
 * Cancel All or cancel of its market has left it, its place is taken, or the venue keeps it though it called it cancelled.
 */
type CancelCause = 'queued' | 'on_sight' | 'left_behind' | 'replaced' | 'ignored'

const SWEEPS = 3
/** After the venue's answer to a cancel of many; what is not known by then is told later. */
const KNOWN_WITHIN_MS = 2_000
const PURSUE_AGAIN_MS = 1_000

/**
 * Builds the cancels.
 *
 * @param recover  after a 401: true when there are new credentials and one more try makes sense
 * @param readNow  one complete read of own orders; false when it failed
 */
export function createCancels(parts: {
  readonly clock: Clock
  readonly random: Random
  readonly trading: Pick<VenueTrading, 'cancel' | 'cancelMarket' | 'cancelAll'>
  readonly ledger: OrderLedger
  readonly recorder: OrderRecorder
  readonly queue: () => CancelQueue
  /** Told of each request before it leaves. */
  readonly requests: CancelRequests
  /** Told of each cancel of the trader as it comes: what waits to leave and is meant stays. */
  readonly barriers: Pick<CancelBarriers, 'raise' | 'hold'>
  readonly recover: (asked: number) => Promise<boolean>
  readonly credentialGeneration: () => number
  readonly onCancelAnswer: (outcome: CancelOutcome) => void
  readonly readNow: () => Promise<boolean>
  readonly requestRead: (afterMs: number) => void
  /** Told of an order that a cancel met on its way, once it is over, and of one that stayed open after its answer. */
  readonly onLate: TellLateOrder
  readonly point: (name: string) => void
}): Cancels {
  const { clock, ledger, trading, recorder, requests, point } = parts
  const { venueId } = ledger
  const insist = createCancelCalls(parts)
  const pursued = new Set<OrderId>()
  const chased = new Set<OrderId>()
  let sweeps = 0

  /**
   * One call that ends many orders costs a token for each, and more than the venue's bucket holds never passes: then
   * what is open is cancelled by id, and the one call that is repeated has little left to do.
   */
  async function insistOnMany(
    call: () => Promise<CancelOutcome>,
    affected: () => readonly LedgerEntry[],
  ): Promise<CancelOutcome> {
    const first = await insist(call, 'give_up')
    if (first.kind === 'answered' || first.rejection.code !== 'venue_rate_limited') return first
    // No read stands before it: it may take long, and what the ledger knows may rest.
    const byId = (await cancelResting(affected())) ?? []
    const swept = [...byId, ...(await sweep(affected))]
    const outcome = await insist(call)
    if (outcome.kind === 'answered') return { ...outcome, cancelled: [...swept, ...outcome.cancelled] }
    // Refused to the end: what is open is known all the same once it has been read, and is told by id.
    const isTold = outcome.rejection.code === 'venue_rate_limited' && (await parts.readNow())
    return isTold ? { kind: 'answered', cancelled: swept, notCancelled: [] } : outcome
  }

  function record(id: string, action: AuditAction, kind: 'intent' | 'response', details: AuditDetails): void {
    recorder.after([{ clientOrderId: id, kind, action, details }])
    if (kind === 'response') point('cancel.recorded')
  }

  /**
   * Nothing here writes to the disk before the request's bytes are out: a slow disk, or one that refuses only after a
   * while, would hold them up.
   */
  function afterSending(): Promise<void> {
    return pause(clock, 0)
  }

  function applyCancelled(ids: readonly OrderId[]): void {
    for (const id of ids) ledger.apply(id, { type: 'cancelled' })
    // What they had filled by then only a read tells.
    parts.requestRead(0)
  }

  /** Its rows follow it, whatever waits for the answer goes on with it. */
  async function cancelById(ids: readonly OrderId[], cause: CancelCause): Promise<CancelOutcome> {
    const [auditId, names] = [parts.random.uuidV7(), ids.map(venueId)]
    requests.ids(names)
    const call = insist(() => trading.cancel(names))
    const noted = afterSending().then(() => record(auditId, 'cancel', 'intent', { order_ids: names, cause }))
    const outcome = await call
    void noted.then(() => record(auditId, 'cancel', 'response', outcomeDetails(names, outcome)))
    return outcome
  }

  async function cancelOne(id: OrderId, cause: CancelCause): Promise<CancelAnswer> {
    const outcome = await cancelById([id], cause)
    const isCancelled = outcome.kind === 'answered' && outcome.cancelled.includes(venueId(id))
    if (isCancelled) applyCancelled([id])
    else parts.requestRead(0)
    if (outcome.kind === 'failed') return 'failed'
    return isCancelled ? 'cancelled' : 'refused'
  }

  /** Orders that may still be on their way cannot be cancelled for certain: they are when they show up. */
  function pursue(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) pursued.add(entry.key)
  }

  function enqueue(entries: readonly LedgerEntry[]): { readonly id: OrderId; readonly sendAt: Instant }[] {
    return entries.map((entry) => ({ id: entry.order.id ?? entry.key, sendAt: parts.queue().add(entry) }))
  }

  async function cancel(asked: readonly OrderId[]): Promise<CancelResult> {
    point('cancel.received')
    const ids = [...new Set(asked)]
    const entries = ids.flatMap((id) => ledger.entry(id) ?? [])
    const named = new Set([...ids, ...entries.flatMap(({ key, order }) => [key, order.id ?? key])])
    parts.barriers.raise({ type: 'orders', ids: named })
    const waiting = entries.filter(isDelayed)
    const delayed = new Set(waiting.map(({ key }) => venueId(key)))
    const direct = ids.filter((id) => !delayed.has(venueId(id)))
    const auditId = parts.random.uuidV7()
    // Whoever cancels an order that is being moved means the one that takes its place as well.
    const successors = ledger
      .openEntries()
      .filter(({ order }) => order.replaces !== null && named.has(order.replaces))
    pursue([...entries, ...successors].filter(isOnItsWay))
    requests.ids(direct.map(venueId))
    const call = direct.length === 0 ? null : insist(() => trading.cancel(direct.map(venueId)))
    point('cancel.sent')
    for (const id of direct) ledger.mark(id, { cancelling: true })
    await afterSending()
    const queued = enqueue(waiting)
    record(auditId, 'cancel', 'intent', { order_ids: ids })
    const outcome: CancelOutcome = (await call) ?? { kind: 'answered', cancelled: [], notCancelled: [] }
    point('cancel.answer')
    const result = { ...sortOut(direct, outcome), queued }
    record(auditId, 'cancel', 'response', resultDetails(result))
    return result
  }

  /** Puts every id into one list; a reason of the venue is believed only as the start of a read. */
  function sortOut(ids: readonly OrderId[], outcome: CancelOutcome): Omit<CancelResult, 'queued'> {
    if (outcome.kind === 'failed') {
      for (const id of ids) ledger.mark(id, { cancelling: false })
      return { cancelled: [], failed: ids.map((id) => ({ id, rejection: outcome.rejection })) }
    }
    const named = new Set(outcome.cancelled)
    const cancelled = ids.filter((id) => named.has(venueId(id)))
    const failed = ids
      .filter((id) => !named.has(venueId(id)))
      .map((id) => {
        ledger.mark(id, { cancelling: false })
        const reason = outcome.notCancelled.find((entry) => entry.id === venueId(id))?.reason
        return {
          id,
          rejection: rejection('not_cancellable', reason === undefined ? {} : { message: reason }),
        }
      })
    if (ids.length > 0) applyCancelled(cancelled)
    return { cancelled, failed }
  }

  async function cancelMany(
    action: 'cancel_market' | 'cancel_all',
    target: AuditDetails,
    affected: readonly LedgerEntry[],
    call: Promise<CancelOutcome>,
  ): Promise<CancelResult> {
    const auditId = parts.random.uuidV7()
    pursue(affected.filter(isOnItsWay))
    for (const entry of affected) ledger.mark(entry.key, { cancelling: true })
    await afterSending()
    const queued = enqueue(affected.flatMap(({ key }) => ledger.entry(key) ?? []).filter(isDelayed))
    record(auditId, action, 'intent', target)
    const outcome = await call
    point(`${action}.answer`)
    if (outcome.kind === 'answered') applyCancelled(outcome.cancelled)
    const sweeping = outcome.kind === 'answered' ? sweepOf(affected) : null
    const swept = await Promise.race([sweeping ?? [], pause(clock, KNOWN_WITHIN_MS)])
    for (const entry of affected) ledger.mark(entry.key, { cancelling: false })
    // Meanwhile the venue, the sweep or a fill may have ended what was to wait.
    const stillQueued = queued.filter(({ id }) => parts.queue().has(ledger.entry(id)?.key ?? id))
    const result = {
      ...collectCancelled(ledger, outcome, affected, swept ?? null, stillQueued),
      queued: stillQueued,
    }
    record(auditId, action, 'response', resultDetails(result))
    if (swept === undefined) void sweeping?.then(() => tellUnconfirmed(affected, result))
    return result
  }

  /** A stop waits for it. */
  async function sweepOf(affected: readonly LedgerEntry[]): Promise<readonly OrderId[]> {
    sweeps += 1
    try {
      return await sweep(() => affected)
    } finally {
      sweeps -= 1
    }
  }

  /** What was told as not known, and has stayed open or filled. */
  function tellUnconfirmed(affected: readonly LedgerEntry[], { failed }: CancelResult): void {
    const told = new Set(failed.map(({ id }) => id))
    for (const { key } of affected) {
      const entry = ledger.entry(key)
      if (entry !== null && told.has(venueId(key)) && !isEnded(entry)) parts.onLate('unconfirmed', entry)
    }
  }

  /** Cancels by id what rests of these, as far as the ledger knows; null when nothing does or no answer came. */
  async function cancelResting(affected: readonly LedgerEntry[]): Promise<readonly OrderId[] | null> {
    const left = affected.flatMap(({ key }) => ledger.entry(key) ?? []).filter(isResting)
    if (left.length === 0) return null
    const outcome = await cancelById(
      left.map(({ key }) => key),
      'left_behind',
    )
    if (outcome.kind === 'failed') return null
    applyCancelled(outcome.cancelled)
    return outcome.cancelled
  }

  /** Cancels by id what the one call has left behind. */
  async function sweep(affected: () => readonly LedgerEntry[]): Promise<readonly OrderId[]> {
    const swept: OrderId[] = []
    for (let round = 0; round < SWEEPS; round += 1) {
      // A read that fails stops no cancel (INV-16): the ledger knows what rested last.
      await parts.readNow()
      point('cancel_all.sweep')
      const cancelled = await cancelResting(affected())
      if (cancelled === null) return swept
      swept.push(...cancelled)
    }
    return swept
  }

  function observe(entry: LedgerEntry): void {
    parts.queue().observe(entry)
    if (!pursued.has(entry.key)) return
    if (!isOpen(entry.order.status)) {
      // A rejected order that left may still turn up at the venue: it stays pursued.
      if (entry.order.status === 'rejected' && entry.progress.left) return
      pursued.delete(entry.key)
      if (entry.order.status !== 'rejected') parts.onLate('overtaken', entry)
      return
    }
    if (isOnItsWay(entry)) return
    pursued.delete(entry.key)
    if (isDelayed(entry)) {
      parts.queue().add(entry)
      return
    }
    chased.add(entry.key)
    void cancelOne(entry.key, 'on_sight').then((answer) => {
      if (answer === 'cancelled') {
        chased.delete(entry.key)
        parts.onLate('overtaken', ledger.entry(entry.key) ?? entry)
        return
      }
      pursued.add(entry.key)
      clock.after(PURSUE_AGAIN_MS, () => {
        chased.delete(entry.key)
        const current = ledger.entry(entry.key)
        if (current !== null) observe(current)
      })
    })
  }

  return {
    cancel,
    cancelOne,
    cancelMarket(target) {
      const release = parts.barriers.hold({ type: 'market', target })
      const affected = ledger.openEntries().filter(({ order }) => isIn(order, target))
      const close = requests.scope(target)
      const call = insistOnMany(
        () => trading.cancelMarket(target),
        () => affected,
      ).finally(() => {
        release()
        close()
      })
      return cancelMany('cancel_market', { ...target }, affected, call)
    },
    async cancelAll() {
      const release = parts.barriers.hold({ type: 'all' })
      point('cancel_all.barrier')
      const close = requests.scope({})
      // The barrier falls with the venue's answer: what it could miss is known by then and pursued.
      const call = insistOnMany(() => trading.cancelAll(), ledger.openEntries).finally(() => {
        release()
        close()
      })
      point('cancel_all.sent')
      const affected = ledger.openEntries()
      const onTheirWay = affected.filter(isOnItsWay)
      const result = await cancelMany('cancel_all', {}, affected, call)
      return { ...result, inFlight: clientIds(onTheirWay.flatMap(({ key }) => ledger.entry(key) ?? [])) }
    },
    restore(keys) {
      for (const key of keys) pursued.add(key)
    },
    observe,
    isChasing: () => chased.size > 0 || sweeps > 0,
  }
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
