/** Combos: requests, quotes, their outcomes, and positions. */
import type { ClientOrderId, ComboMarketId, ComboPositionId, EventId, OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import { addMicros, subtractMicros, type Micros } from '../money.ts'
import type { Side } from '../order/order.ts'
import type { Rejection } from '../reject-codes.ts'

/** Terms of a quote request. `size` is the whole pUSD budget, fee included, of a buy, and the shares of a sale. */
export type ComboTerms = {
  readonly legs: readonly OutcomeId[]
  readonly side: Side
  readonly size: Micros
}

/** A quote as the venue gave it. The amounts are signed unchanged. */
export type ComboQuote = {
  readonly rfqId: string
  readonly quoteId: string
  /** pUSD of one share. */
  readonly price: Micros
  readonly makerAmount: Micros
  readonly takerAmount: Micros
  /** A buy: pUSD with the fee. A sale: shares. */
  readonly totalRequired: Micros
  /** A sale: pUSD after the fee. A buy: shares, when the venue says so. */
  readonly netReceive: Micros | null
  /** The venue's deadline on this host's clock: for display and audit. */
  readonly expiresAt: Instant
}

/** State of a request for a quote (VEN-8). */
export const COMBO_RFQ_STATES = [
  'waiting',
  'no_quote',
  'live',
  'dismissed',
  'expired',
  'accepting',
  /** Accepted without a clear answer: status reads decide. */
  'unknown',
  'filled',
  'not_filled',
] as const
export type ComboRfqState = (typeof COMBO_RFQ_STATES)[number]

/** One request for a quote, from asking to its end. */
export type ComboRfq = ComboTerms & {
  /** The quote's own client order id: names the request. */
  readonly clientOrderId: ClientOrderId
  readonly state: ComboRfqState
  readonly quote: ComboQuote | null
  /** Time left to accept, milliseconds on the monotonic clock; null unless live. */
  readonly remainingMs: number | null
  readonly acceptClientOrderId: ClientOrderId | null
  /** Why there is no quote, or no fill. */
  readonly reject: Rejection | null
  readonly txHash: string | null
  readonly askedAt: Instant
  readonly endedAt: Instant | null
}

export type ComboPositionStatus = 'open' | 'won' | 'lost' | 'partial'

/** One leg of a held combo, in the venue's words. */
export type ComboPositionLeg = {
  readonly positionId: string
  readonly eventId: EventId | null
  readonly eventTitle: string
  readonly marketTitle: string
  readonly outcomeName: string
  readonly status: 'open' | 'won' | 'lost'
}

/** A held combo, valued at cost. */
export type ComboPosition = {
  readonly id: ComboPositionId
  readonly marketId: ComboMarketId
  readonly outcomeName: string
  readonly size: Micros
  /** pUSD of one share; null where the row does not say, as below. */
  readonly averagePrice: Micros | null
  /** Cost of the shares held, without fees. */
  readonly costBasis: Micros | null
  readonly payout: Micros | null
  readonly status: ComboPositionStatus
  readonly redeemable: boolean
  /** All legs are resolved: nothing of it is at stake any more. */
  readonly ended: boolean
  readonly legs: readonly ComboPositionLeg[]
  readonly openedAt: Instant | null
  readonly updatedAt: Instant | null
}

export const COMBO_ACTIVITY_KINDS = [
  'trade',
  'split',
  'merge',
  'convert',
  'compress',
  'wrap',
  'unwrap',
  'redeem',
  'other',
] as const
export type ComboActivityKind = (typeof COMBO_ACTIVITY_KINDS)[number]

/** Something that happened to combos of the wallet. */
export type ComboActivity = {
  readonly id: string
  readonly kind: ComboActivityKind
  readonly marketId: ComboMarketId
  readonly positionId: ComboPositionId | null
  readonly title: string
  /** Trades only. */
  readonly side: Side | null
  readonly size: Micros | null
  /** pUSD paid or received. */
  readonly amount: Micros | null
  readonly price: Micros | null
  readonly txHash: string | null
  readonly at: Instant
}

/** Fee inside a quote; null when the venue does not report a sale's proceeds. */
export function comboFee(side: Side, quote: ComboQuote): Micros | null {
  if (side === 'BUY') return subtractMicros(quote.totalRequired, quote.makerAmount)
  return quote.netReceive === null ? null : subtractMicros(quote.takerAmount, quote.netReceive)
}

/** pUSD that a quote costs with its fee (a buy) or brings after it (a sale). */
export function comboTotal(side: Side, quote: ComboQuote): Micros {
  return side === 'BUY' ? quote.totalRequired : (quote.netReceive ?? quote.takerAmount)
}

/** Shares that a quote gives or takes: each pays 1 pUSD when every leg wins. */
export function comboShares(side: Side, quote: ComboQuote): Micros {
  return side === 'BUY' ? quote.takerAmount : quote.makerAmount
}

/** Cost of all open combos (VEN-8); an unknown cost counts as 1 a share. */
export function openComboCost(positions: readonly ComboPosition[]): Micros {
  return addMicros(...positions.filter(({ ended }) => !ended).map(({ costBasis, size }) => costBasis ?? size))
}

/** The end of an accept that left the host. */
export type ComboEnded = {
  /** The accept's. */
  readonly clientOrderId: ClientOrderId
  readonly result: 'filled' | 'failed'
  readonly rfqId: string
  readonly side: Side
  readonly legs: readonly OutcomeId[]
  /** pUSD: cost with the fee, or proceeds after it. */
  readonly total: Micros
  readonly shares: Micros
  readonly txHash: string | null
  /** Why it did not fill. */
  readonly reject: Rejection | null
  readonly at: Instant
}
