/**
 * Every order and fill that the terminal knows, with one writer. Evidence goes through the order-status machine; only
 * what it lets through is stored and published.
 */
import type { ClientOrderId, OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import { filledSize, isSpent, stepOrder, type OrderEvidence } from '#core/machines/order-status.ts'
import { ZERO, type Micros } from '#core/money.ts'
import { isOpen, type Fill, type Order } from '#core/order/order.ts'
import type { VenueOrder, VenueTrade } from '#ports/venue-account.ts'
import type { Tools } from '../../tools.ts'
import type { Catalog } from '../../markets/contract.ts'
import type { BookEvents, Cancellation } from './book-events.ts'
import { createFillLedger, type FillLedger } from './fill-ledger.ts'
import { entryOfForeign, entryOfSigned, type LedgerEntry } from './ledger-entry.ts'
import { ownSides, type OwnSide } from './trade-sides.ts'
import type { SignedOrder } from '../record/order-history.ts'

export type OrderLedger = {
  readonly open: (signed: SignedOrder, sentAt: number) => LedgerEntry
  readonly addForeign: (row: VenueOrder) => LedgerEntry
  readonly apply: (id: OrderId, evidence: OrderEvidence) => LedgerEntry | null
  readonly seen: (row: VenueOrder, source: 'feed' | 'open_orders' | 'lookup') => LedgerEntry | null
  /** Our shares of a trade; answers how many orders in it are ours. */
  readonly trade: (trade: VenueTrade, isOurs: (id: OrderId) => boolean) => number
  /** The order's part in the trade has been read. */
  readonly hasFill: (tradeId: TradeId, orderId: OrderId) => boolean
  /** The venue calls this order by another id than its hash; the order itself may come later. */
  readonly rename: (key: OrderId, venueId: OrderId) => void
  /** The id by which the venue knows an order: that of its last rename, else the one given. */
  readonly venueId: (id: OrderId) => OrderId
  readonly mark: (
    id: OrderId,
    flags: { readonly cancelling?: boolean; readonly cancelQueued?: boolean },
  ) => void
  /** The order is over, and a queued cancel came too late for what of it has filled. */
  readonly markTooLate: (key: OrderId) => void
  readonly missed: (key: OrderId, complete: boolean) => number
  /**
   * Marks an order that the venue shows live and called cancelled. Its status does not change; null for any other
   * order.
   */
  readonly contradict: (id: OrderId, isContradicted: boolean) => LedgerEntry | null
  readonly entry: (id: OrderId) => LedgerEntry | null
  readonly byClientOrderId: (id: ClientOrderId) => LedgerEntry | null
  /** In the order in which they opened; with those that are called cancelled and live all the same. */
  readonly openEntries: () => readonly LedgerEntry[]
  /** Said to have traded more than their fills say so far. */
  readonly missingEntries: () => readonly LedgerEntry[]
  /** Newest first. */
  readonly fills: () => readonly Fill[]
  /** Traded size by all fills of an order, whether the order is known or not. */
  readonly filledOf: (key: OrderId) => Micros
  readonly feesLearnt: FillLedger['feesLearnt']
  readonly changes: FillLedger['changes']
  readonly marketOfFills: FillLedger['marketOf']
  readonly outcomesWithFills: FillLedger['outcomes']
}

const GTD_ENDS_EARLY_MS = 60_000
/** Clocks may differ by 5 s before trading stops. */
const CLOCK_TOLERANCE_MS = 5_000
const MAX_FINISHED = 5_000
const UNEXPLAINED = { isByVenue: false, reason: null } as const

type LedgerParts = Pick<Tools, 'clock' | 'bus'> & {
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly tell: BookEvents['tell']
}

type LedgerState = LedgerParts & {
  readonly entries: Map<OrderId, LedgerEntry>
  /** Our keys by the venue's own ids, and back. */
  readonly keys: Map<OrderId, OrderId>
  readonly names: Map<OrderId, OrderId>
  readonly clients: Map<ClientOrderId, OrderId>
  readonly openKeys: Set<OrderId>
  readonly missingKeys: Set<OrderId>
  readonly fills: FillLedger
}

/** Builds an empty ledger. */
export function createOrderLedger(parts: LedgerParts): OrderLedger {
  const state: LedgerState = {
    ...parts,
    entries: new Map(),
    keys: new Map(),
    names: new Map(),
    clients: new Map(),
    openKeys: new Set(),
    missingKeys: new Set(),
    fills: createFillLedger((outcomeId) => {
      const known = parts.catalog.outcome(outcomeId)
      return known === null ? 'unknown' : known.market.fee
    }),
  }

  return {
    open(signed, sentAt) {
      const unnamed = entryOfSigned(signed, sentAt, state.clock.now())
      const id = state.names.get(unnamed.key) ?? unnamed.key
      const entry = { ...unnamed, order: { ...unnamed.order, id } }
      state.clients.set(signed.clientOrderId, entry.key)
      forgetOldest(state)
      const stored = publish(state, store(state, entry))
      return stepByFills(state, stored)
    },
    addForeign(row) {
      const entry = entryOfForeign(row, state.clock.monotonic(), state.clock.now())
      forgetOldest(state)
      return store(state, entry)
    },
    apply(id, evidence) {
      const entry = find(state, id)
      if (entry === null) return null
      return evidence.type === 'absent'
        ? learn(state, entry, evidence, UNEXPLAINED)
        : step(state, entry, evidence)
    },
    seen(row, source) {
      const entry = find(state, row.id)
      if (entry === null) return null
      const evidence: OrderEvidence = {
        type: 'seen',
        source,
        state: row.state,
        matched: row.matchedSize,
        expired: isExpired(state, entry.order),
        isDelayOver: entry.order.delayEndsAt === null || state.clock.now() >= entry.order.delayEndsAt,
      }
      return learn(state, entry, evidence, { isByVenue: row.isEndedByVenue, reason: row.endReason ?? null })
    },
    trade(trade, isOurs) {
      const own = ownSides(trade, (id) => find(state, id) !== null || isOurs(id))
      for (const side of own) addFill(state, trade, side)
      return own.length
    },
    hasFill: (tradeId, orderId) => state.fills.has(tradeId, keyOf(state, orderId)),
    rename(key, venueId) {
      state.keys.set(venueId, key)
      state.names.set(key, venueId)
      const entry = state.entries.get(key)
      if (entry === undefined || entry.order.id === venueId) return
      publish(
        state,
        store(state, { ...entry, order: { ...entry.order, id: venueId, updatedAt: state.clock.now() } }),
      )
    },
    venueId: (id) => find(state, id)?.order.id ?? state.names.get(id) ?? id,
    mark(id, flags) {
      const entry = find(state, id)
      if (entry === null || !isOpen(entry.order.status)) return
      const order = { ...entry.order, ...flags }
      if (order.cancelling === entry.order.cancelling && order.cancelQueued === entry.order.cancelQueued)
        return
      publish(state, store(state, { ...entry, order: { ...order, updatedAt: state.clock.now() } }))
    },
    markTooLate(key) {
      const entry = find(state, key)
      if (entry === null || entry.order.cancelTooLate) return
      publish(state, store(state, { ...entry, order: { ...entry.order, cancelTooLate: true } }))
    },
    missed(key, complete) {
      const entry = state.entries.get(key)
      if (entry === undefined) return 0
      const cleanReads = complete ? entry.cleanReads + 1 : 0
      store(state, { ...entry, cleanReads })
      return cleanReads
    },
    contradict(id, isContradicted) {
      const entry = find(state, id)
      if (entry === null || entry.order.status !== 'cancelled') return null
      return entry.isContradicted === isContradicted
        ? entry
        : publish(state, store(state, { ...entry, isContradicted }))
    },
    entry: (id) => find(state, id),
    byClientOrderId(id) {
      const key = state.clients.get(id)
      return key === undefined ? null : (state.entries.get(key) ?? null)
    },
    openEntries: () => [...state.openKeys].flatMap((key) => state.entries.get(key) ?? []),
    missingEntries: () => [...state.missingKeys].flatMap((key) => state.entries.get(key) ?? []),
    fills: state.fills.all,
    filledOf: (key) => state.fills.totals(key)?.filled ?? ZERO,
    feesLearnt: state.fills.feesLearnt,
    changes: state.fills.changes,
    marketOfFills: state.fills.marketOf,
    outcomesWithFills: state.fills.outcomes,
  }
}

function find(state: LedgerState, id: OrderId): LedgerEntry | null {
  return state.entries.get(id) ?? state.entries.get(state.keys.get(id) ?? id) ?? null
}

function store(state: LedgerState, entry: LedgerEntry): LedgerEntry {
  state.entries.set(entry.key, entry)
  if (isOpen(entry.order.status) || entry.isContradicted) state.openKeys.add(entry.key)
  else state.openKeys.delete(entry.key)
  if (entry.order.filledSize > entry.progress.filled) state.missingKeys.add(entry.key)
  else state.missingKeys.delete(entry.key)
  return entry
}

function publish(state: LedgerState, entry: LedgerEntry): LedgerEntry {
  state.bus.publish('order', entry.order)
  state.tell('changed', entry)
  return entry
}

function forgetOldest(state: LedgerState): void {
  if (state.entries.size <= MAX_FINISHED + state.openKeys.size) return
  for (const [key, { order }] of state.entries) {
    if (state.openKeys.has(key)) continue
    state.entries.delete(key)
    state.missingKeys.delete(key)
    state.fills.forgetOrder(key)
    if (order.clientOrderId !== null) state.clients.delete(order.clientOrderId)
    return
  }
}

function stepByFills(state: LedgerState, entry: LedgerEntry): LedgerEntry {
  const totals = state.fills.totals(entry.key)
  return totals === null ? entry : step(state, entry, { type: 'fills', ...totals })
}

function step(state: LedgerState, entry: LedgerEntry, evidence: OrderEvidence): LedgerEntry {
  const from = entry.order.status
  const result = stepOrder(entry.progress, evidence)
  const { progress } = result
  const isDelayed = progress.status === 'delayed'
  const changed =
    progress.status !== from || filledSize(progress) !== entry.order.filledSize || entry.progress !== progress
  const order: Order = {
    ...entry.order,
    status: progress.status,
    filledSize: filledSize(progress),
    delayEndsAt: !isDelayed
      ? null
      : (entry.order.delayEndsAt ?? state.clock.now() + delayMs(state, entry.order.outcomeId)),
    cancelling: isOpen(progress.status) && entry.order.cancelling,
    cancelQueued: isOpen(progress.status) && entry.order.cancelQueued,
    updatedAt: changed ? state.clock.now() : entry.order.updatedAt,
  }
  const stored = store(state, {
    ...entry,
    order,
    progress,
    isContradicted: entry.isContradicted && progress.status === 'cancelled',
    ...(isProof(evidence) ? { seenAt: state.clock.monotonic(), cleanReads: 0 } : {}),
  })
  if (changed) publish(state, stored)
  if (result.correction) state.tell('corrected', { entry: stored, from })
  if (result.needsRead) state.tell('read_wanted', 0)
  return stored
}

/**
 * One step by what the venue shows, or no longer shows; an end short of the size that is found this way is reported, unless
 * nobody has ended it: it had traded in full, and a trade has failed.
 */
function learn(
  state: LedgerState,
  entry: LedgerEntry,
  evidence: OrderEvidence,
  words: Omit<Cancellation, 'from'>,
): LedgerEntry {
  const from = entry.order.status
  const stored = step(state, entry, evidence)
  const { status } = stored.order
  if (from !== status && (status === 'cancelled' || status === 'expired') && !isSpent(stored.progress)) {
    state.tell('ended', { entry: stored, how: { from, ...words } })
  }
  return stored
}

function isExpired(state: LedgerState, order: Order): boolean {
  if (order.timeInForce !== 'GTD' || order.expiresAt === null) return false
  return state.clock.now() >= order.expiresAt - GTD_ENDS_EARLY_MS - CLOCK_TOLERANCE_MS
}

function addFill(state: LedgerState, trade: VenueTrade, { orderId, role, side }: OwnSide): void {
  const owner = find(state, orderId)
  const key = keyOf(state, orderId)
  const fill = state.fills.add(trade, side, role, { key, id: owner?.order.id ?? orderId })
  if (fill === null) return
  state.bus.publish('fill', fill)
  if (owner !== null) stepByFills(state, owner)
}

function keyOf(state: LedgerState, orderId: OrderId): OrderId {
  return find(state, orderId)?.key ?? state.keys.get(orderId) ?? orderId
}

/** How long the venue delays a marketable order of the outcome. */
function delayMs({ catalog }: LedgerState, outcomeId: OutcomeId): number {
  return (catalog.outcome(outcomeId)?.market.secondsDelay ?? 0) * 1_000
}

/** True if the venue surely has the order. A look-up that does not say whether it rests leaves that to the list. */
function isProof(evidence: OrderEvidence): boolean {
  if (evidence.type !== 'seen') return evidence.type === 'answered' || evidence.type === 'fills'
  if (evidence.source !== 'lookup') return true
  const isEmpty = evidence.state === 'matched' && evidence.matched === 0n
  return !(evidence.state === 'unmatched' || evidence.state === 'unrecognised' || isEmpty)
}
