import type { OrderId } from '#core/ids.ts'
import type { OrderPreview } from '#core/order/order-preview.ts'
import type { Rejection } from '#core/reject-codes.ts'

/** An order's figures and the answer that placing it would get now. */
export type PreviewedOrder = OrderPreview & {
  /** Null when the order would be sent. */
  readonly reject: Rejection | null
  /** Own sales that would be cancelled before it is sent. */
  readonly cancelsFirst: readonly OrderId[]
}

/** A sale beyond what is held: what is sold, and what is bought of the other outcome once the sale is accepted. */
export type PreviewedBothSides = { readonly sale: PreviewedOrder; readonly purchase: PreviewedOrder }
