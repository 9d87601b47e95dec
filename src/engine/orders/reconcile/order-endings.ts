/**
 * Reports how own resting orders ended that this terminal did not cancel: those that a market's start took, together and
 * with all that it takes to place them again, and those that somebody else cancelled. Before anybody is blamed the
 * venue is asked once more, as its catalog and its status words may lag behind its frames.
 */
import { endingCause } from '#core/order/order-ending.ts'
import type { EventId, MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Instant, Market } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import type { Clock } from '#ports/clock.ts'
import type { Bus } from '../../bus.ts'
import type { Catalog } from '../../markets/contract.ts'
import type { LedgerEntry } from '../ledger/ledger-entry.ts'
import type { Cancellation, OrderLedger } from '../ledger/order-ledger.ts'
import type { AccountReads } from './reconciliation.ts'

export type OrderEndings = {
  /** An own order changed: a newer one may be why an older one ends. */
  readonly observe: (entry: LedgerEntry) => void
  readonly cancelled: (entry: LedgerEntry, how: Cancellation) => void
  /** An order of a previous run is found cancelled: reported when a game's start took it, and nobody is blamed. */
  readonly missed: (order: Order) => void
  readonly stop: () => void
}

const QUIET_MS = 1_000
const MAX_COLLECT_MS = 5_000
const MAX_ASK_MS = 3_000
const RECENT_MS = 60_000
const MAX_RECENT = 1_000

/** What is judged: the ledger need not know an order of a previous run. */
type Judged = Pick<LedgerEntry, 'key' | 'order'>
type Collected = { readonly orders: Map<OrderId, Order>; readonly until: number; cancel: () => void }

/**
 * Builds the actor.
 *
 * @param wasAsked  this terminal asked for the cancel
 * @param refreshEvent  reads an event of the catalog again; resolves when that is over, however it ends
 * @param onOutside  somebody else cancelled the order
 */
export function createOrderEndings(parts: {
  readonly clock: Clock
  readonly bus: Bus
  readonly ledger: Pick<OrderLedger, 'entry'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly reads: Pick<AccountReads, 'order'>
  readonly wasAsked: (entry: Judged) => boolean
  readonly isHeartbeatLapsed: () => boolean
  readonly isResolved: (outcomeId: OutcomeId) => boolean
  readonly refreshEvent: (id: EventId) => Promise<void>
  /** Nothing explains a cancel as yet; `onOutside` follows when nothing does after all. */
  readonly onUnexplained: () => void
  readonly onOutside: (order: Order) => void
}): OrderEndings {
  const { clock, ledger } = parts
  const recent = new BoundedMap<OrderId, Order>(MAX_RECENT)
  const collected = new Map<MarketId, Collected>()
  let isStopped = false

  function marketOf(outcomeId: OutcomeId): Market | null {
    return parts.catalog.outcome(outcomeId)?.market ?? null
  }

  function causeOf(entry: Judged, how: Cancellation, now: Instant): ReturnType<typeof endingCause> {
    const { order } = entry
    const others = [...recent].flatMap(([key, other]) =>
      key !== entry.key && other.marketId === order.marketId && now - other.createdAt <= RECENT_MS
        ? other
        : [],
    )
    return endingCause(order, {
      ...how,
      isAsked: parts.wasAsked(entry),
      isHeartbeatLapsed: parts.isHeartbeatLapsed(),
      isResolved: parts.isResolved(order.outcomeId),
      market: marketOf(order.outcomeId),
      others,
      now,
    })
  }

  function collect({ key, order }: Judged): void {
    const now = clock.monotonic()
    const group = collected.get(order.marketId) ?? {
      orders: new Map<OrderId, Order>(),
      until: now + MAX_COLLECT_MS,
      cancel: () => {},
    }
    collected.set(order.marketId, group)
    group.orders.set(key, order)
    group.cancel()
    group.cancel = clock.after(Math.max(0, Math.min(QUIET_MS, group.until - now)), () => {
      publishStart(order.marketId, group)
    })
  }

  function publishStart(marketId: MarketId, group: Collected): void {
    collected.delete(marketId)
    // Fills that came in meanwhile leave less to place again, or nothing.
    const orders = [...group.orders].flatMap(([id, collectedOrder]) => {
      const order = ledger.entry(id)?.order ?? collectedOrder
      return order.status === 'cancelled' && order.filledSize < order.size ? order : []
    })
    if (orders.length > 0) parts.bus.publish('game_start_orders', { marketId, orders, at: clock.now() })
  }

  /** What lags behind the frame is asked for, for 3 s at most. */
  async function askAgain(entry: LedgerEntry, how: Cancellation): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<Cancellation>()
    const stop = clock.after(MAX_ASK_MS, () => {
      resolve(how)
    })
    const known = parts.catalog.outcome(entry.order.outcomeId)
    const asked = [
      parts.reads.order(entry.order.id ?? entry.key),
      known === null ? Promise.resolve() : parts.refreshEvent(known.event.id),
    ] as const
    void Promise.all(asked).then(
      ([row]) => {
        const isByVenue = row.ok && row.value !== null && row.value.isEndedByVenue
        resolve({ ...how, isByVenue: how.isByVenue || isByVenue })
      },
      () => {
        resolve(how)
      },
    )
    const better = await promise
    stop()
    if (!isStopped) judge(ledger.entry(entry.key) ?? entry, better, true)
  }

  function judge(entry: LedgerEntry, how: Cancellation, isLast: boolean): void {
    // What turned out to have traded was not cancelled.
    if (entry.order.status !== 'cancelled') return
    const cause = causeOf(entry, how, clock.now())
    if (cause === 'game_start') collect(entry)
    if (cause !== 'outside') return
    if (isLast) {
      parts.onOutside(entry.order)
      return
    }
    parts.onUnexplained()
    void askAgain(entry, how)
  }

  return {
    observe({ key, order }) {
      if (order.foreign || clock.now() - order.createdAt > RECENT_MS) return
      recent.delete(key)
      recent.set(key, order)
    },
    cancelled(entry, how) {
      if (!entry.order.foreign) judge(entry, how, false)
    },
    missed(order) {
      if (order.id === null) return
      const entry = { key: order.id, order }
      const how = { from: 'live', isByVenue: false } as const
      if (causeOf(entry, how, clock.now()) === 'game_start') collect(entry)
    },
    stop() {
      isStopped = true
      for (const group of collected.values()) group.cancel()
      collected.clear()
    },
  }
}
