/** Translations of a placement between request, signed order, rows and result. */
import type { OrderId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import { limitAmounts, nearestSizes } from '#core/order/order-amounts.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import { priced, pricedText } from '#core/priced-text.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditAction, AuditEntry } from '#ports/audit-log.ts'
import type { PlaceOutcome, PreparedOrder, VenueTrading } from '#ports/venue-trading.ts'
import type { PlaceResult } from '../contract.ts'
import type { LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { CheckedOrder } from './order-check.ts'
import { reconcileDetails } from '../record/order-history.ts'

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

/** The row of how an order without an answer ended, a refusal or none when it exists; or the correction of an earlier one. */
export function finding(
  id: string,
  action: AuditAction,
  { key, order }: LedgerEntry,
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
      ...(action === 'correction' ? { corrects: order.clientOrderId ?? key } : {}),
    }),
  }
}

/** The row that corrects an earlier finding, under an id of its own. */
export const correction = (id: string, entry: LedgerEntry): AuditEntry =>
  finding(id, 'correction', entry, null)

/** The outcome; where the venue refuses the amounts of an order that takes, with why, and the nearest sizes that it takes (INV-85). */
export function explained(intent: OrderIntent, outcome: PlaceOutcome): PlaceOutcome {
  const nearest = nearestSizes(intent)
  if (outcome.kind !== 'refused' || outcome.rejection.code !== 'invalid_size' || nearest === null)
    return outcome
  const { message, prices } = outcome.rejection
  const said = { text: message.replace(/[.]?$/, '.'), prices }
  const at = priced(formatPrice(intent.price), null)
  const [size, up] = [formatMicros(intent.size), formatMicros(nearest.up)]
  const sizes = nearest.down === null ? `size is ${up}` : `sizes are ${formatMicros(nearest.down)} and ${up}`
  const { text, prices: all } =
    pricedText`${said} It takes ${intent.timeInForce} where the cash is whole cents, which ${size} at ${at} is not: the nearest ${sizes}. An order that may rest (GTC) has any size.`
  return {
    ...outcome,
    rejection: { ...outcome.rejection, message: text, prices: all, value: size, limit: up },
  }
}

/**
 * The outcome in the words of a place result.
 *
 * @param closed  the gate that closed right before the first byte, in its own words; null when none did
 * @returns with why nothing was placed; null for an order that is placed or may be
 */
export function resultOf(
  outcome: PlaceOutcome,
  closed: Rejection | null,
): Pick<PlaceResult, 'result' | 'reject'> {
  switch (outcome.kind) {
    case 'accepted':
    case 'unknown':
      return { result: outcome.kind, reject: null }
    case 'refused':
      return { result: 'rejected', reject: outcome.rejection }
    case 'not_sent':
      return { result: 'rejected', reject: closed ?? rejection(outcome.code) }
  }
}

/** Signs the order that was judged; null without a key. The amounts must be those of the intent. */
export function sign(
  trading: Pick<VenueTrading, 'prepare'>,
  intent: OrderIntent,
  checked: Extract<CheckedOrder, { ok: true }>,
): PreparedOrder | null {
  const { tickSize, negRisk } = checked
  const prepared = trading.prepare({ ...intent, tickSize, negRisk })
  if (prepared === null) return null
  const asked = limitAmounts(intent.side, intent.price, intent.size, tickSize)
  if (prepared.makerAmount !== asked.makerAmount || prepared.takerAmount !== asked.takerAmount) {
    throw new Error('the signed amounts are not those of the intent')
  }
  return prepared
}
