/** Asking a ladder for its attention from elsewhere on the page. */
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'

export type LadderCall = {
  readonly outcomeId: string
  /** My orders there, to be picked up. */
  readonly pickUp: { readonly side: Side; readonly price: Price } | null
}
