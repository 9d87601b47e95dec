/** Interface of the combos actor, to the edges and to the rest of the engine. */
import type { ComboPosition, ComboQuote, ComboRfq, ComboTerms } from '#core/combo/combo.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { ComboNews } from '#ports/venue-combos.ts'

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

export interface Combos {
  /** Asks the venue once. `idempotency_conflict`: the same id came with another body. */
  quote(intent: ComboQuoteIntent): Promise<Result<ComboQuoteResult, 'idempotency_conflict'>>
  /** Sends a live quote's acceptance at most once, ever. */
  accept(intent: ComboAcceptIntent): Promise<Result<ComboAcceptResult, 'idempotency_conflict'>>
  /** Declines a live quote without a call; null when no such request is known. */
  dismiss(rfqId: string): ComboRfq | null
  /** Requests of the last 10 minutes, newest first. */
  rfqs(): readonly ComboRfq[]
  /** As last read; null until then. */
  held(): readonly ComboPosition[] | null
  /** Last read, or read now when there is none. */
  positions(): Promise<Result<readonly ComboPosition[], ReadFault>>
  /** Last read, or read now when there is none. */
  activity(): Promise<Result<ComboNews, ReadFault>>
  /** When what these two answer was read; null until then. */
  asOf(): ComboReads
  /** Open positions at cost; null until read. */
  costBasis(): Micros | null
}
