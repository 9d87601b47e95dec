/** One order as the ledger keeps it, and how it begins: signed here, or found at the venue. */
import type { HoldingChange } from '#core/position/holdings.ts'
import type { OrderId } from '#core/ids.ts'
import { pendingOrder, type OrderProgress } from '#core/machines/order-status.ts'
import type { PlacementEvent, PlacementState } from '#core/machines/placement.ts'
import type { Instant } from '#core/market/market.ts'
import { subtractMicros, ZERO } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { isOpen, labelsOf, type Order } from '#core/order/order.ts'
import type { Machine } from '#lib/machine.ts'
import type { VenueOrder } from '#core/order/account-rows.ts'
import type { SignedOrder } from '../record/order-history.ts'

export type PlacementMachine = Machine<PlacementState, PlacementEvent>

export type LedgerEntry = {
  /** Our own hash, or the venue's id of a foreign order: the key that never changes. */
  readonly key: OrderId
  readonly order: Order
  readonly progress: OrderProgress
  /** Its way from its request to the proof of what became of it; null for a foreign order. */
  readonly placement: PlacementMachine | null
  /** Monotonic; when it left. */
  readonly sentAt: number
  /** Monotonic; when this process first received it. */
  readonly receivedAt: number
  /** Monotonic; the last proof that the venue has it. */
  readonly seenAt: number
  /** Monotonic; since when it counts as open no more; null while it does. */
  readonly endedAt: number | null
  /** Complete reads in a row that did not show it. */
  readonly cleanReads: number
  /** The venue called it cancelled and shows it live: it counts as open until the venue agrees with itself. */
  readonly isContradicted: boolean
}

/** An order of ours that is about to leave, or left in a previous run. `sentAt` is monotonic. */
export function entryOfSigned(signed: SignedOrder, sentAt: number, now: Instant): LedgerEntry {
  const { clientOrderId, orderId, outcomeId, marketId, side, price, size, at } = signed
  const { timeInForce, postOnly, expiresAt, replaces } = signed
  const terms = { outcomeId, marketId, side, price, size, timeInForce, postOnly, expiresAt, replaces }
  const own = { ...labelsOf(signed), clientOrderId, submittedAt: at, createdAt: at }
  return entryOf(orderId, { ...terms, ...own }, sentAt, now)
}

/** An order that somebody else placed for this account. `seenAt` is monotonic. */
export function entryOfForeign(row: VenueOrder, seenAt: number, now: Instant): LedgerEntry {
  const { outcomeId, marketId, side, price, originalSize: size, timeInForce, expiresAt } = row
  const terms = { outcomeId, marketId, side, price, size, timeInForce, expiresAt }
  const times = { submittedAt: row.createdAt, createdAt: row.createdAt ?? now }
  const own = { clientOrderId: null, postOnly: false, replaces: null }
  return entryOf(row.id, { ...terms, ...own, ...times }, seenAt, now)
}

function entryOf(
  key: OrderId,
  order: Omit<Order, keyof typeof BEGINNING | 'id' | 'foreign' | 'updatedAt'>,
  since: number,
  now: Instant,
): LedgerEntry {
  return {
    key,
    progress: pendingOrder(order.size, order.timeInForce),
    placement: null,
    sentAt: since,
    receivedAt: since,
    seenAt: since,
    endedAt: null,
    cleanReads: 0,
    isContradicted: false,
    order: { ...BEGINNING, ...order, id: key, foreign: order.clientOrderId === null, updatedAt: now },
  }
}

/**
 * True if a row of the venue adds nothing: orders that it refused or killed at once (FOK, FAK) are reported as
 * cancelled too. That contradicts no refusal, and the answer on its way says more.
 */
export function addsNothing(entry: LedgerEntry | null, row: VenueOrder): boolean {
  if (entry === null || row.matchedSize > 0n) return false
  if (row.state !== 'cancelled' && row.state !== 'invalid') return false
  const { status, timeInForce } = entry.order
  const isImmediate = timeInForce === 'FOK' || timeInForce === 'FAK'
  return status === 'rejected' || (isImmediate && isInFlight(entry))
}

/** Over without having filled, and not shown live all the same. */
export function isEnded(entry: LedgerEntry | null): boolean {
  if (entry === null || entry.isContradicted) return false
  return entry.order.status === 'cancelled' || entry.order.status === 'expired'
}

/** Sent, or about to be: whether it is at the venue is not known. */
export function isOnItsWay({ order }: LedgerEntry): boolean {
  return order.status === 'pending' || order.status === 'unknown'
}

/** Sent and not answered: its id at the venue may still be a surprise. */
export function isInFlight({ placement }: LedgerEntry): boolean {
  return placement?.state().kind === 'sent'
}

/** It may still trade, or the venue shows it live all the same: it counts as open. */
export function mayRest({ order, isContradicted }: LedgerEntry): boolean {
  return isOpen(order.status) || isContradicted
}

/** At the venue, where a cancel finds it. */
export function isResting({ order, isContradicted }: LedgerEntry): boolean {
  return order.status === 'live' || order.status === 'partially_filled' || isContradicted
}

const BEGINNING = {
  filledSize: ZERO,
  status: 'pending',
  delayEndsAt: null,
  cancelling: false,
  cancelQueued: false,
  cancelTooLate: false,
} as const

/** Shares that an order is said to have traded and are in no fill, as if traded when it was received last, in whole seconds as trades are. */
export function missingChange({ order, progress }: LedgerEntry): HoldingChange {
  const { side, price, updatedAt } = order
  const at = Math.floor(updatedAt / 1_000) * 1_000
  const size = subtractMicros(order.filledSize, progress.filled)
  return { side, size, cash: notional(price, size), status: 'matched', at }
}
