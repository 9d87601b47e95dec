/**
 * Cancels that this terminal was asked for, in this run and, from the audit rows, in a previous one. A command from before a cancel
 * must not leave after it: an order keeps the count of its receipt while it waits for its balance, its quote or the end of the order
 * that it replaces, and each cancel in between that means it stops it. A resting order that ends without one was ended by somebody
 * else.
 */
import { parseMarketId, parseOrderId, parseOutcomeId } from '#core/ids.ts'
import type { MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { BoundedSet } from '#lib/bounded-map.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { MarketTarget } from '../contract.ts'
import { read, readAll, readSigned, readVerdict, type SignedOrder } from '../record/order-history.ts'
import type { LedgerEntry } from './ledger-entry.ts'

/** Null: everything. */
export type CancelTarget = MarketTarget | null

/** Orders by their ids, or all of a target. */
type CancelIntent = { readonly ids: readonly OrderId[] } | { readonly target: CancelTarget }

/** `safe`: ARMED has ended; what was asked for in it does not leave in the next one. */
type Meant = 'safe' | { readonly ids: ReadonlySet<OrderId> } | { readonly target: CancelTarget }

/** Orders that the venue books until then are meant as well; infinite while it has not answered. */
type Barrier = { readonly meant: Meant; until: Instant }

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

/** An order that is about to leave. */
export type LeavingOrder = {
  readonly outcomeId: OutcomeId
  /** Null while the catalog does not know it. */
  readonly marketId: MarketId | null
  /** Its own id and that of the order it replaces, as far as it has them. */
  readonly ids: readonly OrderId[]
}

/** A venue that has not answered may work on the cancel for so long. */
const AFTER_MS = 5_000
const MAX_IDS = 20_000
/** No command waits for as long as this number of cancels takes. */
const MAX_BARRIERS = 1_000
const MESSAGE = {
  all: 'Cancel All came in between: nothing that was asked for before it is placed.',
  safe: 'The terminal went SAFE in between: nothing that was asked for before that is placed.',
  market: 'A cancel of its market came in between: nothing that was asked for before it is placed.',
  orders: 'The order was cancelled in between: nothing is placed for it any more.',
} as const
const ALL_UNDER_WAY = 'Cancel All is under way: nothing is placed before the venue has answered it.'
const MARKET_UNDER_WAY =
  'A cancel of its market is under way: nothing is placed there before the venue has answered it.'

const ALL: Pick<Barrier, 'meant'> = { meant: { target: null } }

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
    refusal(since: number, order: LeavingOrder | null): Rejection | null {
      const underWay = barriers.find(({ meant, until }) => until === Infinity && isMeant(meant, order))
      if (underWay !== undefined) {
        const message = kindOf(underWay.meant) === 'all' ? ALL_UNDER_WAY : MARKET_UNDER_WAY
        return rejection('cancel_under_way', { message })
      }
      const between = epoch - since
      if (between === 0) return null
      // A command that waited so long that barriers were forgotten may be meant by any of them.
      const isForgotten = between > barriers.length
      const met = isForgotten ? ALL : barriers.slice(-between).find(({ meant }) => isMeant(meant, order))
      if (met === undefined) return null
      const kind = kindOf(met.meant)
      return rejection(kind === 'safe' ? 'safe_mode' : 'cancel_under_way', { message: MESSAGE[kind] })
    },
    covers({ key, order }: Pick<LedgerEntry, 'key' | 'order'>): boolean {
      if (named.has(key) || (order.id !== null && named.has(order.id))) return true
      const asked = { ...order, ids: [] }
      return barriers.some(({ meant, until }) => order.createdAt <= until && isMeant(meant, asked))
    },
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

function kindOf(meant: Meant): keyof typeof MESSAGE {
  if (meant === 'safe') return 'safe'
  if ('ids' in meant) return 'orders'
  return meant.target === null ? 'all' : 'market'
}

function isMeant(meant: Meant, order: LeavingOrder | null): boolean {
  if (meant === 'safe') return true
  if ('ids' in meant) return order !== null && order.ids.some((id) => meant.ids.has(id))
  return meant.target === null || (order !== null && isInScope(order, meant.target))
}

/** True if a cancel of the target covers the order. */
export function isInScope(
  order: Pick<LeavingOrder, 'marketId' | 'outcomeId'>,
  target: CancelTarget,
): boolean {
  if (target === null) return true
  return 'marketId' in target ? target.marketId === order.marketId : target.outcomeId === order.outcomeId
}

/** Meaning of the intent row of a cancel, a replace or a way out; null for any other row. */
function readCancelIntent({ action, kind, details }: AuditRow): CancelIntent | null {
  if (kind !== 'intent') return null
  const named = readAll(details, action === 'cancel' ? 'order_ids' : 'cancels_first', parseOrderId)
  const old = action === 'replace' ? read(details, 'order_id', parseOrderId) : null
  if (named.length > 0 || old !== null) return { ids: old === null ? named : [old] }
  if (action !== 'cancel_market' && action !== 'cancel_all') return null
  if (details['marketId'] === undefined && details['outcomeId'] === undefined) return { target: null }
  const marketId = read(details, 'marketId', parseMarketId)
  if (marketId !== null) return { target: { marketId } }
  const outcomeId = read(details, 'outcomeId', parseOutcomeId)
  return outcomeId === null ? null : { target: { outcomeId } }
}

function isAskedFor(asked: CancelIntent, { orderId, replaces, ...order }: SignedOrder): boolean {
  if ('target' in asked) return isInScope(order, asked.target)
  return asked.ids.includes(orderId) || (replaces !== null && asked.ids.includes(replaces))
}

/** An order that the venue has answered for was there when the cancel came: it needs no watch. */
function isEnd({ kind, details }: AuditRow): boolean {
  return kind === 'reconcile' || (kind === 'response' && readVerdict(details)?.result !== 'unknown')
}
