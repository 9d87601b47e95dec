/** An order of this page on its way to the server, or the move of one. */
import type { ClientOrderId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { PlaceResult } from '../../platform/api/client.ts'

/** The order that an intent replaces. */
export type Move = {
  readonly orderId: string
  readonly from: Price
  /** Highest fill of the old and the new order together. */
  readonly total: Micros
  readonly tick: TickSize
}

/** The order that a press means. */
export type Aimed = {
  readonly outcomeId: string
  readonly outcomeName: string
  readonly side: Side
  readonly price: Price
  readonly size: Micros
}

export type Intent = Aimed & {
  readonly clientOrderId: ClientOrderId
  readonly at: number
  readonly state: 'sending' | 'accepted' | 'rejected' | 'unknown'
  /** The result in words; empty while sending. */
  readonly text: string
  /** Reject code, or null. */
  readonly code: string | null
  readonly order: PlaceResult['order']
  /** Null for an order that replaces none. */
  readonly move: Move | null
  /** Exit or hedge, and the position; left out for other orders. */
  readonly wayOut?: string
  /** Client order ids of all that one press sends as one, its own among them; left out for other orders. */
  readonly together?: readonly ClientOrderId[]
}

/** Name of the exits of a position, or of its hedges. */
export function wayOutOf(heldOutcomeId: string, mode: 'walk' | 'join' | 'hedge'): string {
  return `${mode === 'hedge' ? 'hedge' : 'exit'} ${heldOutcomeId}`
}

/** Effect of a press: the orders that it sent, and the reason for each that it did not. */
export type Sent = { readonly intents: readonly Intent[]; readonly refusals: readonly string[] }
