/** Leaving and hedging a position, as the edges see it. */
import type { ClientOrderId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { ExitMode } from '#core/order/exit-quote.ts'
import type { OrderPreview } from '#core/order/order-preview.ts'
import type { Price } from '#core/price.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { CancelResult, PlaceResult } from '../orders/contract.ts'

export type ExitIntent = {
  readonly clientOrderId: ClientOrderId
  readonly outcomeId: OutcomeId
  readonly mode: ExitMode
  /** Shares; null for all. */
  readonly size: Micros | null
  /** The worst price that was shown; null when none was. */
  readonly worst: Price | null
  /** The attached exit that it is for, as its intent row keeps it; left out for a command of the trader. */
  readonly attached?: AuditDetails
}

export type HedgeIntent = Pick<ExitIntent, 'clientOrderId' | 'outcomeId' | 'worst'>

/** One outcome to be sold whole. */
export type FlattenLeg = Pick<ExitIntent, 'clientOrderId' | 'outcomeId' | 'worst'>

/** An order's figures and the answer that placing it would get now. */
export type PreviewedOrder = OrderPreview & {
  /** Null when the order would be sent. */
  readonly reject: Rejection | null
  /** Own sales that would be cancelled before it is sent. */
  readonly cancelsFirst: readonly OrderId[]
}

/** A sale beyond what is held: what is sold, and what is bought of the other outcome once the sale is accepted. */
export type PreviewedBothSides = { readonly sale: PreviewedOrder; readonly purchase: PreviewedOrder }

export type FlattenResult = {
  /** One for each market of which no leg was asked for before: what became of the own orders there. */
  readonly cancels: readonly (CancelResult & { readonly outcomeIds: readonly OutcomeId[] })[]
  /** In the order in which they were asked for. */
  readonly legs: readonly {
    readonly clientOrderId: ClientOrderId
    readonly outcomeId: OutcomeId
    /** Null: the id was used for another command; nothing was sent. */
    readonly result: PlaceResult | null
  }[]
}
