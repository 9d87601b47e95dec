/**
 * The audit rows of combo quotes and acceptances, written and read back. After a restart they say which quotes were
 * accepted, what is still open, and what was answered.
 */
import { comboShares, comboTotal, type ComboQuote, type ComboTerms } from '#core/combo/combo.ts'
import { parseClientOrderId, parseOutcomeId, type ClientOrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { formatMicros, micros, parseMicros, ZERO, type Micros } from '#core/money.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditDetails, AuditRow } from '#ports/audit-log.ts'
import type { PreparedAccept, QuoteOutcome, VenueQuote } from '#ports/venue-combos.ts'
import type { ComboClaim } from './combo-holdings.ts'
import type { ComboAcceptIntent, ComboAcceptResult, ComboQuoteResult } from './combo-types.ts'
import {
  decisionDetails,
  readAll,
  readRejection,
  readVerdict,
  rejectionDetails,
  rowsByKind,
} from '../orders/record/order-history.ts'

/** An acceptance as its signed row keeps it: enough to find out its end in a later run. */
export type SignedCombo = ComboTerms & {
  readonly clientOrderId: ClientOrderId
  readonly quoteClientOrderId: ClientOrderId
  readonly quote: VenueQuote
  readonly positionId: string
  readonly at: Instant
}

/** A quote as shown. `skewMs`: the venue's clock minus this host's. */
export function comboQuoteOf(quote: VenueQuote, skewMs: number): ComboQuote {
  const { side, makerAmount, takerAmount } = quote
  const [cash, shares] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount]
  return {
    rfqId: quote.rfqId,
    quoteId: quote.quoteId,
    price: micros((cash * 2_000_000n + shares) / (2n * shares)),
    makerAmount,
    takerAmount,
    totalRequired: quote.totalRequired,
    netReceive: quote.netReceive,
    expiresAt: Math.round(quote.expiresAt - skewMs),
  }
}

/** pUSD that the audit and the limits count: what a buy costs, and nothing for a sale. */
export function comboNotionalOf(quote: VenueQuote): Micros {
  return quote.side === 'BUY' ? quote.totalRequired : ZERO
}

/** An acceptance as the limits see it. */
export function comboClaimOf(id: ClientOrderId, quote: VenueQuote, positionId: string): ComboClaim {
  const { side } = quote
  return { id, positionId, side, cost: comboNotionalOf(quote), shares: tradedOf(quote).shares }
}

/** Canonical text of what was asked. */
export function quoteBodyOf(terms: ComboTerms): string {
  return JSON.stringify(['combo_quote', terms.legs, terms.side, formatMicros(terms.size)])
}

export function acceptBodyOf(intent: ComboAcceptIntent): string {
  return JSON.stringify(['combo_accept', intent.rfqId, intent.quoteId])
}

/** Details of a quote's intent row. */
export function quoteIntentDetails(terms: ComboTerms): AuditDetails {
  return {
    body: quoteBodyOf(terms),
    legs: [...terms.legs],
    side: terms.side,
    size: formatMicros(terms.size),
  }
}

/** Details of a quote's response row. */
export function quoteResponseDetails(outcome: QuoteOutcome): AuditDetails {
  switch (outcome.kind) {
    case 'quoted':
      return {
        result: 'accepted',
        ...amountDetails(outcome.quote),
        notional: formatMicros(comboNotionalOf(outcome.quote)),
        left: true,
      }
    case 'mismatch':
      return {
        result: 'rejected',
        rfq_id: outcome.rfqId,
        field: outcome.field,
        left: true,
        ...rejectionDetails(mismatch(outcome.field)),
      }
    case 'refused':
      return {
        result: 'rejected',
        rfq_id: outcome.rfqId,
        left: true,
        ...rejectionDetails(outcome.rejection),
      }
  }
}

/** The rejection of an answer that is not about what was asked. */
export function mismatch(field: string): Rejection {
  return rejection('combo_quote_mismatch', { message: `The quote does not match the request: ${field}.` })
}

/** Details of an acceptance's intent row. */
export function acceptIntentDetails(intent: ComboAcceptIntent): AuditDetails {
  return { body: acceptBodyOf(intent), rfq_id: intent.rfqId, quote_id: intent.quoteId }
}

/** Details of an acceptance's decision row. */
export function acceptDecisionDetails(intent: ComboAcceptIntent, refusal: Rejection | null): AuditDetails {
  return { ...decisionDetails(refusal), rfq_id: intent.rfqId, quote_id: intent.quoteId }
}

/** Details of an acceptance's signed row: everything that identifies it, never its signature. */
export function acceptSignedDetails(
  signed: Omit<SignedCombo, 'at' | 'clientOrderId'>,
  prepared: PreparedAccept,
): AuditDetails {
  const { quote } = signed
  return {
    ...amountDetails(quote),
    order_hash: prepared.orderHash,
    salt: prepared.salt,
    timestamp: prepared.timestamp,
    token_id: quote.tokenId,
    position_id: signed.positionId,
    quote_client_order_id: signed.quoteClientOrderId,
    legs: [...signed.legs],
    side: signed.side,
    asked_size: formatMicros(signed.size),
    notional: formatMicros(comboNotionalOf(quote)),
  }
}

/** Reads an acceptance's signed row back; null for any other row. */
export function readSignedCombo(row: AuditRow): SignedCombo | null {
  if (row.kind !== 'signed' || row.action !== 'combo_accept') return null
  const { details } = row
  const clientOrderId = parseClientOrderId(row.clientOrderId)
  const quoteClientOrderId = parseClientOrderId(text(details, 'quote_client_order_id'))
  const quote = readQuote(details)
  const size = parseMicros(text(details, 'asked_size'))
  if (clientOrderId === null || quoteClientOrderId === null || quote === null || !size.ok) return null
  return {
    clientOrderId,
    quoteClientOrderId,
    quote,
    legs: readAll(details, 'legs', parseOutcomeId),
    side: quote.side,
    size: size.value,
    positionId: text(details, 'position_id'),
    at: row.at,
  }
}

/** The end of an acceptance in its rows: a reconcile row says more than a response. */
export function readAcceptEnd(rows: readonly AuditRow[]): {
  readonly end: 'filled' | 'not_filled' | null
  readonly answered: boolean
  readonly left: boolean
  readonly rejection: Rejection | null
  readonly txHash: string | null
  readonly at: Instant
} | null {
  const { reconcile, response } = rowsByKind(rows)
  const row = reconcile ?? response
  const verdict = row === undefined ? null : readVerdict(row.details)
  if (row === undefined || verdict === null) return null
  const { result } = verdict
  return {
    end: result === 'unknown' ? null : result === 'accepted' ? 'filled' : 'not_filled',
    answered: row.details['answered'] === true,
    left: verdict.left,
    rejection: verdict.rejection,
    txHash: text(row.details, 'tx_hash') || null,
    at: row.at,
  }
}

/** The first result of a request for a quote, from its rows. Its quote, if any, is over. */
export function readQuoteResult(
  clientOrderId: ClientOrderId,
  rows: readonly AuditRow[],
  skewMs: number,
): ComboQuoteResult {
  const { intent, decision, response } = rowsByKind(rows)
  const quote = response?.details['result'] === 'accepted' ? readQuote(response.details) : null
  const refused = (response ?? decision)?.details
  const reject = refused?.['code'] === undefined ? null : readRejection(refused)
  const message = 'The terminal stopped before an answer came.'
  return {
    clientOrderId,
    result: quote === null ? 'rejected' : 'quoted',
    quote: quote === null ? null : comboQuoteOf(quote, skewMs),
    remainingMs: 0,
    side: intent?.details['side'] === 'SELL' ? 'SELL' : 'BUY',
    reject: quote !== null ? null : (reject ?? rejection('combo_no_response', { message })),
    replayed: true,
  }
}

/** The first result of an acceptance, from its rows. */
export function readAcceptResult(clientOrderId: ClientOrderId, rows: readonly AuditRow[]): ComboAcceptResult {
  const { decision, signed, response } = rowsByKind(rows)
  if (signed === undefined) {
    const reject = decision === undefined ? null : readRejection(decision.details)
    return { clientOrderId, result: 'rejected', reject, txHash: null, replayed: true }
  }
  // Without a response no result was returned: what reading found since is the first one.
  const found = readAcceptEnd(response === undefined ? rows : [response])
  const state = response?.details['state']
  return {
    clientOrderId,
    result: state === 'accepting' ? 'accepting' : found === null ? 'unknown' : resultOf(found, state),
    reject: found?.rejection ?? null,
    txHash: found?.txHash ?? null,
    replayed: true,
  }
}

function resultOf(
  found: NonNullable<ReturnType<typeof readAcceptEnd>>,
  state: unknown,
): ComboAcceptResult['result'] {
  if (found.end === null) return 'unknown'
  return found.end === 'not_filled' && state === 'rejected' ? 'rejected' : found.end
}

function amountDetails(quote: VenueQuote): AuditDetails {
  return {
    rfq_id: quote.rfqId,
    quote_id: quote.quoteId,
    side: quote.side,
    token_id: quote.tokenId,
    maker_amount: String(quote.makerAmount),
    taker_amount: String(quote.takerAmount),
    total_required: String(quote.totalRequired),
    net_receive: quote.netReceive === null ? null : String(quote.netReceive),
    expires_at: quote.expiresAt,
  }
}

function readQuote(details: AuditDetails): VenueQuote | null {
  const integer = (name: string): Micros | null => {
    const digits = text(details, name)
    return /^\d{1,31}$/.test(digits) ? micros(BigInt(digits)) : null
  }
  const makerAmount = integer('maker_amount')
  const takerAmount = integer('taker_amount')
  const totalRequired = integer('total_required')
  const { side, expires_at: expiresAt } = details
  if (makerAmount === null || takerAmount === null || totalRequired === null) return null
  if ((side !== 'BUY' && side !== 'SELL') || typeof expiresAt !== 'number') return null
  return {
    rfqId: text(details, 'rfq_id'),
    quoteId: text(details, 'quote_id'),
    side,
    tokenId: text(details, 'token_id'),
    makerAmount,
    takerAmount,
    totalRequired,
    netReceive: integer('net_receive'),
    expiresAt,
    windowMs: null,
  }
}

function text(details: AuditDetails, name: string): string {
  const value = details[name]
  return typeof value === 'string' ? value : ''
}

/** Amounts in the end of an acceptance: pUSD and shares that changed hands, or would have. */
export function tradedOf(quote: VenueQuote): { readonly total: Micros; readonly shares: Micros } {
  const shown = comboQuoteOf(quote, 0)
  return { total: comboTotal(quote.side, shown), shares: comboShares(quote.side, shown) }
}
