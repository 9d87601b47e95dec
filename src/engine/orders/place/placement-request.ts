/** What a placement signs, writes and answers: translations between request, signed order, rows and result. */
import type { OrderId } from '#core/ids.ts'
import { limitAmounts } from '#core/order/order-amounts.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { AuditAction, AuditEntry } from '#ports/audit-log.ts'
import type { PlaceOutcome, PreparedOrder, VenueTrading } from '#ports/venue-trading.ts'
import type { PlaceResult } from '../contract.ts'
import type { LedgerEntry } from '../ledger/ledger-entry.ts'
import type { CheckedOrder } from '../order-check.ts'
import { reconcileDetails } from './order-history.ts'
import type { SignedOrder } from './order-history.ts'

export type PlacementRequest = {
  readonly intent: OrderIntent
  readonly action: AuditAction
  /** The cancels before it was received. */
  readonly epoch: number
  /** The order that this one replaces, already gone. */
  readonly replaces: OrderId | null
  /** The intent row; null when it is on disk already. */
  readonly intentEntry: AuditEntry | null
}

/** The row of how an order without an answer ended; a refusal, or none when it exists. */
export function finding(
  id: string,
  action: AuditAction,
  { order }: LedgerEntry,
  refusal: Rejection | null,
): AuditEntry {
  return {
    clientOrderId: id,
    kind: 'reconcile',
    action,
    details: reconcileDetails({
      result: refusal === null ? 'accepted' : 'rejected',
      orderId: order.id,
      status: order.status,
      rejection: refusal,
    }),
  }
}

/** The row that corrects an earlier finding, under an id of its own. */
export function correction(id: string, entry: LedgerEntry): AuditEntry {
  return {
    clientOrderId: id,
    kind: 'reconcile',
    action: 'correction',
    details: reconcileDetails({
      result: 'accepted',
      orderId: entry.order.id,
      status: entry.order.status,
      rejection: null,
      corrects: entry.order.clientOrderId ?? entry.key,
    }),
  }
}

/** What is about to leave, as the rows and the ledger keep it. */
export function signedOrder(
  request: PlacementRequest,
  marketId: SignedOrder['marketId'],
  prepared: PreparedOrder,
  at: number,
): SignedOrder {
  const { intent, replaces } = request
  return {
    clientOrderId: intent.clientOrderId,
    orderId: prepared.orderId,
    outcomeId: intent.outcomeId,
    marketId,
    side: intent.side,
    price: intent.price,
    size: intent.size,
    timeInForce: intent.timeInForce,
    postOnly: intent.postOnly,
    expiresAt: intent.expiresAt,
    replaces,
    at,
  }
}

/** The outcome in the words of a place result. */
export function resultOf(outcome: PlaceOutcome): PlaceResult['result'] {
  if (outcome.kind === 'accepted') return 'accepted'
  return outcome.kind === 'unknown' ? 'unknown' : 'rejected'
}

/**
 * Why nothing was placed; null for an order that is placed or may be.
 *
 * @param closed  the gate that closed right before the first byte, in its own words; null when none did
 */
export function rejectionOf(outcome: PlaceOutcome, closed: Rejection | null): Rejection | null {
  if (outcome.kind === 'refused') return outcome.rejection
  return outcome.kind === 'not_sent' ? (closed ?? rejection(outcome.code)) : null
}

/** Signs the order that was judged; null without a key. The amounts must be those of the intent. */
export function sign(
  trading: Pick<VenueTrading, 'prepare'>,
  intent: OrderIntent,
  checked: Extract<CheckedOrder, { ok: true }>,
): PreparedOrder | null {
  const prepared = trading.prepare({
    outcomeId: intent.outcomeId,
    side: intent.side,
    price: intent.price,
    size: intent.size,
    tickSize: checked.tickSize,
    negRisk: checked.negRisk,
    timeInForce: intent.timeInForce,
    postOnly: intent.postOnly,
    expiresAt: intent.expiresAt,
  })
  if (prepared === null) return null
  const asked = limitAmounts(intent.side, intent.price, intent.size, checked.tickSize)
  if (prepared.makerAmount !== asked.makerAmount || prepared.takerAmount !== asked.takerAmount) {
    throw new Error('the signed amounts are not those of the intent')
  }
  return prepared
}
