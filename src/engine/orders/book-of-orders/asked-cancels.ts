/**
 * Cancels that this terminal was asked for, in this run and, from the audit rows, in a previous one: what they stop from being sent
 * (decision 53), and which orders they explain the end of. A resting order that ends without one was ended by somebody else.
 */
import { parseOrderId, type OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { barrierRefusal, isBehind, isInScope, readTarget } from '#core/order/cancel-barriers.ts'
import type { Barrier, CancelTarget, LeavingOrder, Meant } from '#core/order/cancel-barriers.ts'
import type { Rejection } from '#core/reject-codes.ts'
import { BoundedSet } from '#lib/bounded-map.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import { read, readAll, readSigned, readVerdict, type SignedOrder } from '../record/order-history.ts'
import type { LedgerEntry } from './ledger-entry.ts'

/** Orders by their ids, or all of a target. */
type CancelIntent = { readonly ids: readonly OrderId[] } | { readonly target: CancelTarget }

/** Cancels of previous runs that are not over. */
export type RecalledCancels = {
  /**
   * Hashes of orders that a cancel was asked for after they were signed and before anybody knew how they ended. The venue may book
   * such an order after its cancel, and after a restart only the rows know that it is not wanted (ORD-5).
   */
  readonly onTheirWay: readonly OrderId[]
  /** Those whose answer nobody wrote down: they may never have come to the venue. */
  readonly unanswered: readonly (CancelIntent & { readonly askedAt: Instant })[]
}

/** A venue that has not answered may work on the cancel for so long. */
const AFTER_MS = 5_000
const MAX_IDS = 20_000
/** No command waits for as long as this number of cancels takes. */
const MAX_BARRIERS = 1_000

export function createAskedCancels(clock: Clock) {
  const named = new BoundedSet<string>(MAX_IDS)
  const barriers: Barrier[] = []
  let epoch = 0

  function nameIds(ids: readonly string[]): void {
    for (const id of ids) named.add(id)
  }

  function raise(meant: Meant, until = Number.NEGATIVE_INFINITY): Barrier {
    const barrier = { meant, until }
    epoch += 1
    barriers.push(barrier)
    if (barriers.length > MAX_BARRIERS && barriers[0]?.until !== Infinity) barriers.shift()
    return barrier
  }

  return {
    /** Counts the barriers so far. */
    epoch: (): number => epoch,
    raise,
    nameIds,
    /**
     * Raises a barrier until the returned function says that the venue has answered or failed: the cancel is repeated until then and
     * may also take orders placed meanwhile, so none that it means is sent. Where the venue has not answered it may act a little longer.
     */
    hold(target: CancelTarget): (isAnswered: boolean) => void {
      const barrier = raise({ target }, Infinity)
      return (isAnswered) => void (barrier.until = clock.now() + (isAnswered ? 0 : AFTER_MS))
    },
    /** Why what was received at `since` may not leave any more, or null. Without an order only what means all of them. */
    refusal: (since: number, order: LeavingOrder | null): Rejection | null =>
      barrierRefusal(barriers, epoch - since, order),
    covers: ({ key, order }: Pick<LedgerEntry, 'key' | 'order'>): boolean =>
      named.has(key) || (order.id !== null && named.has(order.id)) || isBehind(barriers, order),
    /** @param rows  oldest first, from the oldest order on whose end is still open */
    restore(rows: readonly AuditRow[]): RecalledCancels {
      const signed = new Map<string, SignedOrder>()
      const onTheirWay = new Set<OrderId>()
      const unanswered = new Map<string, RecalledCancels['unanswered'][number]>()
      for (const row of rows) {
        const { clientOrderId, kind, action, at, details } = row
        const asked = readCancelIntent(row)
        if (asked !== null) {
          if ('ids' in asked) nameIds(asked.ids)
          else raise(asked, at + AFTER_MS)
          for (const order of signed.values())
            if (action !== 'replace' && isAskedFor(asked, order)) onTheirWay.add(order.orderId)
          // A part of more alone would cost the trader what was to take its place.
          const isPart = action === 'replace' || details['cancels_first'] !== undefined
          if (!isPart) unanswered.set(clientOrderId, { ...asked, askedAt: at })
        }
        const order = kind === 'signed' ? readSigned(row) : null
        if (order !== null) signed.set(clientOrderId, order)
        if (kind === 'response') unanswered.delete(clientOrderId)
        if (isEnd(row)) signed.delete(clientOrderId)
      }
      return { onTheirWay: [...onTheirWay], unanswered: [...unanswered.values()] }
    },
  }
}

/** Meaning of the intent row of a cancel, a replace or a way out; null for any other row. */
function readCancelIntent({ action, kind, details }: AuditRow): CancelIntent | null {
  if (kind !== 'intent') return null
  const named = readAll(details, action === 'cancel' ? 'order_ids' : 'cancels_first', parseOrderId)
  const old = action === 'replace' ? read(details, 'order_id', parseOrderId) : null
  if (named.length > 0 || old !== null) return { ids: old === null ? named : [old] }
  if (action !== 'cancel_market' && action !== 'cancel_all') return null
  const target = readTarget(details)
  return target === undefined ? null : { target }
}

function isAskedFor(asked: CancelIntent, { orderId, replaces, ...order }: SignedOrder): boolean {
  if ('target' in asked) return isInScope(order, asked.target)
  return asked.ids.includes(orderId) || (replaces !== null && asked.ids.includes(replaces))
}

/** An order that the venue has answered for was there when the cancel came: it needs no watch. */
function isEnd({ kind, details }: AuditRow): boolean {
  return kind === 'reconcile' || (kind === 'response' && readVerdict(details)?.result !== 'unknown')
}
