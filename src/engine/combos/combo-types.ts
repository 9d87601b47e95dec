/** Commands of the combos actor and their answers. */
import type { ComboQuote, ComboTerms } from '#core/combo/combo.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Side } from '#core/order/order.ts'
import type { Rejection } from '#core/reject-codes.ts'

export type ComboQuoteIntent = ComboTerms & { readonly clientOrderId: ClientOrderId }

export type ComboQuoteResult = {
  readonly clientOrderId: ClientOrderId
  readonly result: 'quoted' | 'rejected'
  readonly quote: ComboQuote | null
  /** Time left to accept, milliseconds, at the moment of answering. */
  readonly remainingMs: number
  readonly side: Side
  readonly reject: Rejection | null
  readonly replayed: boolean
}

export type ComboAcceptIntent = {
  readonly clientOrderId: ClientOrderId
  readonly rfqId: string
  readonly quoteId: string
}

export type ComboAcceptResult = {
  readonly clientOrderId: ClientOrderId
  readonly result: 'accepting' | 'filled' | 'not_filled' | 'rejected' | 'unknown'
  readonly reject: Rejection | null
  readonly txHash: string | null
  readonly replayed: boolean
}

export type ComboReads = { readonly positions: Instant | null; readonly activity: Instant | null }
