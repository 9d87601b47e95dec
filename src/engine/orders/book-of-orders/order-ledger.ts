/**
 * Every order that the terminal knows, with one writer. Evidence goes through the order-status machine; only what it lets
 * through is stored and published.
 */
import type { ClientOrderId, OrderId, TradeId } from '#core/ids.ts'
import { filledSize, isProof, isSpent, stepOrder, type OrderEvidence } from '#core/machines/order-status.ts'
import type { Instant } from '#core/market/market.ts'
import { hasExpired } from '#core/order/order-ending.ts'
import { isOpen, labelsOf, type Order, type OrderLabels } from '#core/order/order.ts'
import { ownSides } from '#core/order/trade-fills.ts'
import { everyRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { VenueOrder, VenueTrade } from '#core/order/account-rows.ts'
import type { BookEvents, BookTools, Cancellation } from './book-events.ts'
import type { FillLedger } from './fill-ledger.ts'
import {
  entryOfForeign,
  entryOfSigned,
  mayRest,
  type LedgerEntry,
  type PlacementMachine,
} from './ledger-entry.ts'
import { readSigned, readVerdict, type SignedOrder } from '../record/order-history.ts'

export type OrderLedger = ReturnType<typeof createOrderLedger>

/** Clocks may differ by 5 s before trading stops. */
const CLOCK_TOLERANCE_MS = 5_000
const MAX_FINISHED = 5_000
/** Evidence that the venue has, or had, the order. */
const SHOWING: ReadonlySet<OrderEvidence['type']> = new Set(['answered', 'seen', 'cancelled', 'fills'])
const UNEXPLAINED: Omit<Cancellation, 'from'> = { isByVenue: false, reason: null }

type OwnIds = {
  readonly clientOrderId: ClientOrderId
  /** Its hash: the key that never changes. */
  readonly key: OrderId
  readonly labels: OrderLabels
  /** The last id that the venue called it by. */
  venueId: OrderId
  /** Last word of previous runs on it; null without any, and for an order of this run. */
  word: 'accepted' | 'rejected' | 'not_sent' | 'unknown' | null
}

type OrderIds = ReturnType<typeof createOrderIds>

/**
 * Every id of own orders in one index, of this run and of all before: the client order id, the order's own hash, and the ids by which
 * the venue calls it (ORD-3).
 */
function createOrderIds({ audit, log }: Pick<BookTools, 'audit' | 'log'>) {
  const byOrder = new Map<OrderId, OwnIds>()
  const byClient = new Map<string, OwnIds>()

  function signed(order: Pick<SignedOrder, 'orderId' | 'clientOrderId'> & OrderLabels): OwnIds {
    const { clientOrderId, orderId: key } = order
    const labels = labelsOf(order)
    const own = byOrder.get(key) ?? { clientOrderId, key, labels, venueId: key, word: null }
    byOrder.set(key, own)
    byClient.set(clientOrderId, own)
    return own
  }

  /** The venue calls an order by another id than its hash; false when that is no news, or another order has the id. */
  function named(own: OwnIds, venueId: OrderId): boolean {
    if (venueId === own.key) return false
    const isOthers = (byOrder.get(venueId) ?? own) !== own
    if (isOthers) {
      log.warn('order.id_of_another', { client_order_id: own.clientOrderId, order_id: venueId })
    } else {
      byOrder.set(venueId, own)
      own.venueId = venueId
    }
    return !isOthers
  }

  return {
    /** Every order that was ever signed. */
    load(): void {
      for (const row of everyRow(audit, { kind: 'signed' })) {
        const order = readSigned(row)
        if (order !== null) signed(order)
      }
      for (const kind of ['response', 'reconcile'] as const) {
        const answered = new Set<OwnIds>()
        for (const { clientOrderId, details } of everyRow(audit, { kind })) {
          const { corrects } = details
          const isCorrection = typeof corrects === 'string'
          const own = byClient.get(isCorrection ? corrects : clientOrderId)
          const verdict = readVerdict(details)
          if (own === undefined || verdict === null) continue
          // The newest row comes first.
          if (!answered.has(own)) own.word = isCorrection || verdict.left ? verdict.result : 'not_sent'
          answered.add(own)
          if (verdict.result === 'accepted' && verdict.orderId !== null) named(own, verdict.orderId)
        }
      }
    },
    signed,
    named,
    /** By its hash or another id that the venue has for it; null for what was never signed here. */
    of: (id: OrderId): Readonly<OwnIds> | null => byOrder.get(id) ?? null,
    ofClient: (id: ClientOrderId): Readonly<OwnIds> | null => byClient.get(id) ?? null,
  }
}

/** Orders by their keys, which of them are open, and which have traded more than their fills say so far. */
function createEntries(clock: Clock, ids: OrderIds, onForgotten: (key: OrderId) => void) {
  const entries = new Map<OrderId, LedgerEntry>()
  const openKeys = new Set<OrderId>()
  const missingKeys = new Set<OrderId>()

  const keyOf = (id: OrderId): OrderId => (entries.has(id) ? id : (ids.of(id)?.key ?? id))
  const all = (keys: Iterable<OrderId>): readonly LedgerEntry[] =>
    [...keys].flatMap((key) => entries.get(key) ?? [])

  return {
    keyOf,
    entry: (id: OrderId): LedgerEntry | null => entries.get(keyOf(id)) ?? null,
    store: (changed: LedgerEntry): LedgerEntry => {
      const { key, order, progress } = changed
      const isOver = !mayRest(changed)
      const one = { ...changed, endedAt: isOver ? (changed.endedAt ?? clock.monotonic()) : null }
      entries.set(key, one)
      if (isOver) openKeys.delete(key)
      else openKeys.add(key)
      if (order.filledSize > progress.filled) missingKeys.add(key)
      else missingKeys.delete(key)
      return one
    },
    makeRoom: (): void => {
      if (entries.size <= MAX_FINISHED + openKeys.size) return
      for (const key of entries.keys()) {
        if (openKeys.has(key)) continue
        entries.delete(key)
        missingKeys.delete(key)
        onForgotten(key)
        return
      }
    },
    madeSince: (at: Instant): readonly Order[] =>
      [...entries.values()].flatMap(({ order }) => (order.createdAt >= at ? order : [])),
    /** In the order in which they opened; with those that are called cancelled and live all the same. */
    openEntries: (): readonly LedgerEntry[] => all(openKeys),
    /** Said to have traded more than their fills say so far. */
    missingEntries: (): readonly LedgerEntry[] => all(missingKeys),
  }
}

export function createOrderLedger(tools: BookTools, fills: FillLedger, tell: BookEvents['tell']) {
  const { clock, bus, catalog } = tools
  const ids = createOrderIds(tools)
  const { store, makeRoom, ...entries } = createEntries(clock, ids, fills.forgetOrder)
  const { entry, keyOf } = entries

  const isOurs = (id: OrderId): boolean => entry(id) !== null || ids.of(id) !== null

  function publish(changed: LedgerEntry): LedgerEntry {
    const one = store(changed)
    bus.publish('order', one.order)
    tell('changed', one)
    return one
  }

  function stepByFills(one: LedgerEntry): LedgerEntry {
    const totals = fills.totals(one.key)
    return totals === null ? one : step(one, { type: 'fills', ...totals })
  }

  /**
   * One step. An end short of the size that the venue shows, or that shows by its absence, is reported, unless nobody has ended it: it
   * had traded in full, and a trade has failed.
   */
  function step(before: LedgerEntry, evidence: OrderEvidence, words = UNEXPLAINED): LedgerEntry {
    const { order, progress: from } = before
    const { progress, correction, needsRead } = stepOrder(from, evidence)
    const changed = from !== progress
    const next = {
      ...before,
      order: {
        ...order,
        status: progress.status,
        filledSize: filledSize(progress),
        delayEndsAt:
          progress.status === 'delayed' ? (order.delayEndsAt ?? clock.now() + delayMs(order)) : null,
        cancelling: isOpen(progress.status) && order.cancelling,
        cancelQueued: isOpen(progress.status) && order.cancelQueued,
        updatedAt: changed ? clock.now() : order.updatedAt,
      },
      progress,
      isContradicted: before.isContradicted && progress.status === 'cancelled',
      ...(isProof(evidence) ? { seenAt: clock.monotonic(), cleanReads: 0 } : {}),
    }
    const stored = changed ? publish(next) : store(next)
    // That a rejected order is there is its placement's to say.
    if (correction && order.status !== 'rejected') tell('corrected', { entry: stored, from: order.status })
    if (needsRead) tell('read_wanted', 0)
    if (SHOWING.has(evidence.type)) stored.placement?.send({ type: 'seen' })
    const { status } = progress
    const isEnd = order.status !== status && (status === 'cancelled' || status === 'expired')
    const isFound = evidence.type === 'seen' || evidence.type === 'absent'
    if (isEnd && isFound && !isSpent(progress))
      tell('ended', { entry: stored, how: { from: order.status, ...words } })
    return stored
  }

  /** How long the venue delays a marketable order of the outcome. */
  function delayMs({ outcomeId }: Order): number {
    return (catalog.outcome(outcomeId)?.market.secondsDelay ?? 0) * 1_000
  }

  function change(one: LedgerEntry, changes: Partial<Order>): void {
    publish({ ...one, order: { ...one.order, ...changes } })
  }

  return {
    ids,
    open(signed: SignedOrder, sentAt: number, placement: PlacementMachine): LedgerEntry {
      const entry = entryOfSigned(signed, sentAt, clock.now())
      const { venueId: id } = ids.signed(signed)
      makeRoom()
      const receivedAt = clock.monotonic()
      return stepByFills(publish({ ...entry, receivedAt, placement, order: { ...entry.order, id } }))
    },
    addForeign(row: VenueOrder): LedgerEntry {
      makeRoom()
      return store(entryOfForeign(row, clock.monotonic(), clock.now()))
    },
    apply(id: OrderId, evidence: OrderEvidence): LedgerEntry | null {
      const known = entry(id)
      return known === null ? null : step(known, evidence)
    },
    seen(row: VenueOrder, source: 'feed' | 'open_orders' | 'lookup'): LedgerEntry | null {
      const known = entry(row.id)
      if (known === null) return null
      const { delayEndsAt } = known.order
      const evidence: OrderEvidence = {
        type: 'seen',
        source,
        state: row.state,
        matched: row.matchedSize,
        expired: hasExpired(known.order, clock.now(), CLOCK_TOLERANCE_MS),
        isDelayOver: delayEndsAt === null || clock.now() >= delayEndsAt,
      }
      return step(known, evidence, { isByVenue: row.isEndedByVenue, reason: row.endReason ?? null })
    },
    /** Our shares of a trade; answers how many orders in it are ours. */
    trade(trade: VenueTrade): number {
      const own = ownSides(trade, isOurs)
      for (const part of own) {
        const owner = entry(part.orderId)
        const orderId = owner?.order.id ?? part.orderId
        const fill = fills.add(trade, { ...part, orderId }, keyOf(part.orderId))
        if (fill === null) continue
        bus.publish('fill', fill)
        if (owner !== null) stepByFills(owner)
      }
      return own.length
    },
    /** The order's part in the trade has been read. */
    hasFill: (tradeId: TradeId, orderId: OrderId): boolean => fills.has(tradeId, keyOf(orderId)),
    /** The venue calls this order by another id than its hash. */
    named(key: OrderId, venueId: OrderId): void {
      const own = ids.of(key)
      const known = own !== null && ids.named(own, venueId) ? entry(key) : null
      if (known !== null && known.order.id !== venueId) change(known, { id: venueId, updatedAt: clock.now() })
    },
    /** The id by which the venue knows an order: the last that it was called by, else the one given. */
    venueId: (id: OrderId): OrderId => entry(id)?.order.id ?? ids.of(id)?.venueId ?? id,
    mark(id: OrderId, flags: { readonly cancelling?: boolean; readonly cancelQueued?: boolean }): void {
      const known = entry(id)
      if (known === null || !isOpen(known.order.status)) return
      const { cancelling, cancelQueued } = { ...known.order, ...flags }
      if (cancelling !== known.order.cancelling || cancelQueued !== known.order.cancelQueued)
        change(known, { ...flags, updatedAt: clock.now() })
    },
    /** The order is over, and a queued cancel came too late for what of it has filled. */
    markTooLate(key: OrderId): void {
      const known = entry(key)
      if (known !== null && !known.order.cancelTooLate) change(known, { cancelTooLate: true })
    },
    /** A read ended without it; answers how many complete ones have in a row. */
    missed(key: OrderId, complete: boolean): number {
      const known = entry(key)
      if (known === null) return 0
      return store({ ...known, cleanReads: complete ? known.cleanReads + 1 : 0 }).cleanReads
    },
    /** Marks an order that the venue shows live and called cancelled. Its status stays; null for any other order. */
    contradict(id: OrderId, isContradicted: boolean): LedgerEntry | null {
      const known = entry(id)
      if (known === null || known.order.status !== 'cancelled') return null
      return known.isContradicted === isContradicted ? known : publish({ ...known, isContradicted })
    },
    ...entries,
    /** An order that the terminal knows, of this account or signed here in any run. */
    isOurs,
    byClientOrderId(id: ClientOrderId): LedgerEntry | null {
      const own = ids.ofClient(id)
      return own === null ? null : entry(own.key)
    },
  }
}
