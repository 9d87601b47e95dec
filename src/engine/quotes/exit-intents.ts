/** The commands whose orders the backend quotes. */
import type { ExitMode } from '#core/order/exit-quote.ts'
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import type { AuditDetails } from '#ports/audit-log.ts'

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
