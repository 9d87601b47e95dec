/**
 * The audit rows of one client order id, written and read back. After a restart they are the only memory: the body
 * that was asked for, why it was refused, what was signed, what the venue answered and how it ended.
 */
import { parseClientOrderId, parseGroupId, parseMarketId, parseOrderId, parseOutcomeId } from '#core/ids.ts'
import type { ClientOrderId, MarketId, OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { formatMicros, parseMicros, type Micros } from '#core/money.ts'
import { labelsOf, type Order, type OrderIntent, type OrderLabels } from '#core/order/order.ts'
import type { OrderTerms } from '#core/order/order.ts'
import { notional } from '#core/order/order-amounts.ts'
import { formatPrice, parsePrice, type Price } from '#core/price.ts'
import { readPrices, writePrices } from '#core/priced-text.ts'
import { REJECT_TEXT, rejection, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import type { AuditAction, AuditDetails, AuditEntry, AuditLog, AuditRow } from '#ports/audit-log.ts'
import type { PlaceOutcome, PreparedOrder } from '#ports/venue-trading.ts'

/** An order that was signed and may have left. */
export type SignedOrder = OrderTerms &
  OrderLabels & {
    readonly clientOrderId: ClientOrderId
    readonly orderId: OrderId
    readonly marketId: MarketId
    readonly replaces: OrderId | null
    readonly at: Instant
  }

type Verdict = {
  readonly result: 'accepted' | 'rejected' | 'unknown'
  readonly rejection: Rejection | null
  /** The venue's id, when an answer named one. */
  readonly orderId: OrderId | null
  /** False when the request is known not to have left. */
  readonly left: boolean
}

export type SignedHistory = OrderHistory & { readonly signed: SignedOrder }

export type OrderHistory = {
  readonly action: AuditAction
  /** Set when the decision was a refusal. */
  readonly refusal: Rejection | null
  readonly decided: boolean
  readonly signed: SignedOrder | null
  readonly response: Verdict | null
  readonly reconcile: Verdict | null
  readonly cancelledOld: boolean
  /** The order that a replace is to end, as the command named it; null for any other command. */
  readonly old: OrderId | null
  /** Own sales that the command had cancelled first. */
  readonly cancelledFirst: readonly OrderId[]
}

/** With a price, or with the text that is not one. */
export type Priced<Intent extends { readonly price: Price }> = Omit<Intent, 'price'> & {
  readonly price: Price | string
}

/** Canonical text of a price; of what is not one the text itself. */
export function priceText(price: Price | string): string {
  return typeof price === 'string' ? price : formatPrice(price)
}

/** Canonical body of an order intent; what the trader saw is no part of it. */
export function placeBody(intent: Priced<OrderIntent>): string {
  const { group, template } = intent
  return JSON.stringify([
    'place',
    intent.outcomeId,
    intent.side,
    priceText(intent.price),
    formatMicros(intent.size),
    intent.timeInForce,
    intent.postOnly,
    intent.expiresAt,
    ...(intent.frees === 'always' ? ['frees'] : []),
    ...(intent.exits === undefined ? [] : [intent.exits]),
    ...(group === undefined && template === undefined ? [] : [{ group, template }]),
  ])
}

/**
 * Details of the intent row.
 *
 * @param asked  the size that was asked for: noted where the order goes out with another one (INV-50)
 */
export function intentDetails(
  intent: Priced<OrderIntent>,
  body: string,
  asked: Micros = intent.size,
): AuditDetails {
  const { evidence } = intent
  return {
    body,
    outcome_id: intent.outcomeId,
    side: intent.side,
    price: priceText(intent.price),
    size: formatMicros(intent.size),
    ...(asked === intent.size ? {} : { asked_size: formatMicros(asked) }),
    time_in_force: intent.timeInForce,
    post_only: intent.postOnly,
    expires_at: intent.expiresAt,
    ...labelDetails(intent),
    ...(intent.attached !== undefined && { attached_exit: intent.attached }),
    evidence:
      evidence === null
        ? null
        : {
            best_bid: evidence.bestBid === null ? null : formatPrice(evidence.bestBid),
            best_ask: evidence.bestAsk === null ? null : formatPrice(evidence.bestAsk),
            book_seq: evidence.bookSequence,
            book_age_ms: evidence.bookAgeMs,
          },
  }
}

/** Details of the decision row; null allows. */
export function decisionDetails(refusal: Rejection | null): AuditDetails {
  return refusal === null ? { result: 'allowed' } : { result: 'refused', ...rejectionDetails(refusal) }
}

/** Details of the signed row: everything that identifies the order, never its signature. */
export function signedDetails(
  intent: OrderIntent,
  marketId: MarketId,
  prepared: PreparedOrder,
  replaces: OrderId | null,
): AuditDetails {
  return {
    order_id: prepared.orderId,
    salt: prepared.salt,
    maker_amount: String(prepared.makerAmount),
    taker_amount: String(prepared.takerAmount),
    timestamp: prepared.timestamp,
    expiration: prepared.expiration,
    outcome_id: intent.outcomeId,
    market_id: marketId,
    side: intent.side,
    price: formatPrice(intent.price),
    size: formatMicros(intent.size),
    time_in_force: intent.timeInForce,
    post_only: intent.postOnly,
    expires_at: intent.expiresAt,
    ...labelDetails(intent),
    replaces,
    notional: formatMicros(notional(intent.price, intent.size)),
  }
}

/**
 * Details of the response row.
 *
 * @param closed  the gate that closed right before the first byte, in its own words; null when none did
 */
export function responseDetails(outcome: PlaceOutcome, closed: Rejection | null): AuditDetails {
  switch (outcome.kind) {
    case 'accepted':
      return { result: 'accepted', order_id: outcome.orderId, status: outcome.status, left: true }
    case 'refused':
      return { result: 'rejected', left: true, ...rejectionDetails(outcome.rejection) }
    case 'not_sent':
      return { result: 'rejected', left: false, ...rejectionDetails(closed ?? rejection(outcome.code)) }
    case 'unknown':
      return { result: 'unknown', reason: outcome.reason, left: true }
  }
}

/** The row of how an order without an answer ended, a refusal or none when it exists; or the correction of an earlier one. */
export function finding(
  id: string,
  action: AuditAction,
  { key, order }: { readonly key: OrderId; readonly order: Pick<Order, 'id' | 'status' | 'clientOrderId'> },
  refusal: Rejection | null,
): AuditEntry {
  return {
    clientOrderId: id,
    kind: 'reconcile',
    action,
    details: {
      result: refusal === null ? 'accepted' : 'rejected',
      order_id: order.id,
      status: order.status,
      left: true,
      ...(refusal === null ? {} : rejectionDetails(refusal)),
      ...(action === 'correction' ? { corrects: order.clientOrderId ?? key } : {}),
    },
  }
}

/** A rejection as audit details. */
export function rejectionDetails(refusal: Rejection): AuditDetails {
  return {
    code: refusal.code,
    message: refusal.message,
    ...(refusal.prices.length === 0 ? {} : { prices: writePrices(refusal.prices) }),
    limit: refusal.limit,
    value: refusal.value,
    retry_after_ms: refusal.retryAfterMs,
  }
}

/** The rows of one id; of each kind there is one at most. */
export function rowsByKind(rows: readonly AuditRow[]): Readonly<Partial<Record<AuditRow['kind'], AuditRow>>> {
  return Object.fromEntries(rows.map((row) => [row.kind, row]))
}

/** Reads the rows of one id back; null without an intent row. */
export function readOrderHistory(rows: readonly AuditRow[]): OrderHistory | null {
  const { intent, decision, signed, response, reconcile } = rowsByKind(rows)
  if (intent === undefined) return null
  return {
    action: intent.action,
    refusal: decision?.details['result'] === 'refused' ? readRejection(decision.details) : null,
    decided: decision !== undefined,
    signed: signed === undefined ? null : readSigned(signed),
    response: response === undefined ? null : readVerdict(response.details),
    reconcile: reconcile === undefined ? null : readVerdict(reconcile.details),
    cancelledOld: decision?.details['old_order_gone'] === true,
    old: intent.action === 'replace' ? read(intent.details, 'order_id', parseOrderId) : null,
    cancelledFirst: readCancelledFirst(intent),
  }
}

/** History of an order that was signed; null for any other id. */
export function signedHistory(audit: Pick<AuditLog, 'orderHistory'>, id: string): SignedHistory | null {
  const history = readOrderHistory(audit.orderHistory(id))
  return history === null || history.signed === null ? null : { ...history, signed: history.signed }
}

/** The own sales that an intent row names as to be cancelled first. */
export function readCancelledFirst({ details }: Pick<AuditRow, 'details'>): readonly OrderId[] {
  return readAll(details, 'cancels_first', parseOrderId)
}

/** Reads a signed row; null when it is not one of ours to read (a combo accept). */
export function readSigned({ clientOrderId, at, details }: AuditRow): SignedOrder | null {
  const size = read(details, 'size', parseMicros)
  const terms = {
    clientOrderId: parseClientOrderId(clientOrderId),
    orderId: read(details, 'order_id', parseOrderId),
    outcomeId: read(details, 'outcome_id', parseOutcomeId),
    marketId: read(details, 'market_id', parseMarketId),
    side: read(details, 'side', (text) => SIDES.find((side) => side === text) ?? null),
    price: read(details, 'price', parsePrice),
    size: size?.ok === true ? size.value : null,
    timeInForce: read(details, 'time_in_force', (text) => TIMES.find((time) => time === text) ?? null),
  }
  if (!isWhole(terms)) return null
  const replaces = read(details, 'replaces', parseOrderId)
  return {
    ...terms,
    ...readLabels(details),
    postOnly: details['post_only'] === true,
    expiresAt: number(details, 'expires_at'),
    replaces,
    at,
  }
}

function labelDetails({ groupSize, ...labels }: OrderLabels): AuditDetails {
  return { ...labelsOf(labels), ...(groupSize !== undefined && { group_size: groupSize }) }
}

function readLabels(details: AuditDetails): OrderLabels {
  return labelsOf({
    group: read(details, 'group', parseGroupId) ?? undefined,
    groupSize: number(details, 'group_size') ?? undefined,
    template: text(details, 'template') ?? undefined,
  })
}

const SIDES = ['BUY', 'SELL'] as const
const TIMES = ['GTC', 'GTD', 'FOK', 'FAK'] as const

function isWhole<T extends object>(fields: T): fields is { [Name in keyof T]: NonNullable<T[Name]> } {
  return Object.values(fields).every((value) => value !== null)
}

/** Verdict of the venue's answer or of a later finding. */
export function readVerdict(details: AuditDetails): Verdict | null {
  const result = details['result']
  if (result !== 'accepted' && result !== 'rejected' && result !== 'unknown') return null
  return {
    result,
    rejection: result === 'rejected' ? readRejection(details) : null,
    orderId: read(details, 'order_id', parseOrderId),
    left: details['left'] !== false,
  }
}

/** The rejection in details of a refusal. */
export function readRejection(details: AuditDetails): Rejection {
  const code = text(details, 'code') ?? ''
  const message = text(details, 'message')
  return rejection(Object.hasOwn(REJECT_TEXT, code) ? (code as RejectCode) : 'venue_rejected', {
    ...(message === null ? {} : { message: { text: message, prices: readPrices(details['prices']) } }),
    limit: text(details, 'limit'),
    value: text(details, 'value'),
    retryAfterMs: number(details, 'retry_after_ms'),
  })
}

/** A text of the details, as something. */
export function read<T>(details: AuditDetails, name: string, parse: (text: string) => T | null): T | null {
  const value = details[name]
  return typeof value === 'string' ? parse(value) : null
}

/** A list of texts, each as something; empty without one. */
export function readAll<T>(
  details: AuditDetails,
  name: string,
  parse: (text: string) => T | null,
): readonly T[] {
  const value = details[name]
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => (typeof one === 'string' ? (parse(one) ?? []) : []))
}

const text = (details: AuditDetails, name: string): string | null => read(details, name, (value) => value)

function number(details: AuditDetails, name: string): number | null {
  const value = details[name]
  return typeof value === 'number' ? value : null
}
