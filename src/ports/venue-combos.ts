/** The engine's use of a venue's combos: quotes, their acceptance, and positions. */
import type { ComboActivity, ComboPosition } from '#core/combo/combo.ts'
import type { ComboPositionId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { RejectCode, Rejection } from '#core/reject-codes.ts'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from './venue-account.ts'
import type { PointName } from './venue-trading.ts'

export type ComboRequest = {
  /** Position ids, in any order. */
  readonly positionIds: readonly string[]
  readonly side: Side
  /** A buy: the whole pUSD budget with the fee. A sale: shares. */
  readonly size: Micros
}

/** A quote whose echo agrees with the request. */
export type VenueQuote = {
  readonly rfqId: string
  readonly quoteId: string
  readonly side: Side
  /** Token that the acceptance signs. */
  readonly tokenId: string
  readonly makerAmount: Micros
  readonly takerAmount: Micros
  readonly totalRequired: Micros
  readonly netReceive: Micros | null
  /** On the venue's clock. */
  readonly expiresAt: Instant
  /** From the request's making at the venue to the deadline, milliseconds: more can never be left. Null when not known. */
  readonly windowMs: number | null
}

/** The ending of the one request for a quote. */
export type QuoteOutcome =
  | { readonly kind: 'quoted'; readonly quote: VenueQuote }
  /** The answer is not about what was asked; `field` says where. `rfqId` as the answer names it, when it does. */
  | { readonly kind: 'mismatch'; readonly rfqId: string | null; readonly field: string }
  /** The venue says no, or nothing. */
  | { readonly kind: 'refused'; readonly rfqId: string | null; readonly rejection: Rejection }

/** A signed acceptance that has not left. `body` holds the signature: it is never logged or stored. */
export type PreparedAccept = {
  readonly rfqId: string
  /** The order's own hash: 0x and 64 hex digits. */
  readonly orderHash: string
  readonly salt: string
  readonly makerAmount: Micros
  readonly takerAmount: Micros
  /** Unix seconds, as signed. */
  readonly timestamp: number
  readonly body: string
}

/** The ending of the one acceptance. */
export type AcceptOutcome =
  | { readonly kind: 'filled'; readonly txHash: string | null }
  | { readonly kind: 'executing' }
  | { readonly kind: 'failed'; readonly rejection: Rejection }
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  /** Answered, but only a status read tells what became of it; the words of the answer, when it had any. */
  | { readonly kind: 'conflict'; readonly rejection: Rejection | null }
  | { readonly kind: 'no_answer'; readonly reason: string; readonly rejection: Rejection | null }
  | { readonly kind: 'not_sent'; readonly code: RejectCode }

/** One status read. */
export type StatusOutcome =
  | { readonly kind: 'filled'; readonly txHash: string | null }
  | { readonly kind: 'executing'; readonly txHash: string | null }
  | { readonly kind: 'failed'; readonly rejection: Rejection }
  /** No acceptance is recorded. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'no_answer'; readonly retryAfterMs: number | null }
  | { readonly kind: 'unauthorized' }

/** Activity, newest first. Not complete: there are older rows, which were not read. */
export type ComboNews = { readonly rows: readonly ComboActivity[]; readonly complete: boolean }

export interface VenueCombos {
  /** The combo's own position id, derived from its legs. */
  positionId(positionIds: readonly string[]): ComboPositionId
  /** Asks once, never again for the same request. Resolves within 25 s in every case. */
  quote(request: ComboRequest): Promise<QuoteOutcome>
  /** Signs the quote's amounts unchanged; synchronous, no I/O. Null when no key is held. */
  prepare(quote: VenueQuote): PreparedAccept | null
  /**
   * Sends the acceptance once, never again. `gate` is asked right before the first byte; a code from it stops the send.
   * Resolves within 15 s in every case.
   */
  accept(
    prepared: PreparedAccept,
    gate: () => RejectCode | null,
    point: (name: PointName) => void,
  ): Promise<AcceptOutcome>
  status(rfqId: string): Promise<StatusOutcome>
  /** All that are held or ended lately; rows that cannot be read make it a fault. */
  positions(): Promise<Result<readonly ComboPosition[], ReadFault>>
  /** The newest, some thousand rows at most. */
  activity(): Promise<Result<ComboNews, ReadFault>>
}
