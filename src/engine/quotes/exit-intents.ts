/** The commands whose orders the backend quotes. */
import type { ExitMode } from '#core/order/exit-quote.ts'
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'

export type ExitIntent = {
  readonly clientOrderId: ClientOrderId
  readonly outcomeId: OutcomeId
  readonly mode: ExitMode
  /** Shares; null for all. */
  readonly size: Micros | null
}

export type HedgeIntent = { readonly clientOrderId: ClientOrderId; readonly outcomeId: OutcomeId }
