/** Parts of the program that combos need. */
import type { RejectCode, Rejection } from '#core/reject-codes.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { CredentialStatus } from '#core/trading-state.ts'
import type { VenueCombos } from '#ports/venue-combos.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { OrderUsage } from '../orders/book-of-orders/order-usage.ts'
import type { Submissions } from '../orders/record/submissions.ts'
import type { Tools } from '../tools.ts'

export type CombosParts = Pick<Tools, 'clock' | 'log' | 'bus' | 'audit'> & {
  readonly submissions: Submissions
  readonly venue: VenueCombos
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly limits: () => RiskLimits
  /** Why nothing that adds risk may be bought; null when it may. */
  readonly lossRefusal: () => Rejection | null
  readonly usage: OrderUsage
  /** Every reason why combos cannot be traded now. */
  readonly reasons: () => readonly RejectCode[]
  /** Every gate of an order-creating request; a Cancel All or SAFE since `epoch` closes it for good. */
  readonly gate: (epoch: number) => Rejection | null
  readonly epoch: () => number
  /** Scopes of the key in use; null when the venue does not say. */
  readonly scopes: () => CredentialStatus['scopes'] | null
  /** The venue's clock minus ours; null when it was never measured. */
  readonly skewMs: () => number | null
  /** Resolves once new credentials were tried. */
  readonly onUnauthorized: () => Promise<unknown>
  readonly onRefused: (refusal: Rejection) => void
  /** Named moments at which a crash test may stop the program (ORD-6). */
  readonly point: (name: string) => void
}

/** Milliseconds of the venue's clock beyond ours; none when it was never measured. */
export function skewOf({ skewMs }: Pick<CombosParts, 'skewMs'>): number {
  return skewMs() ?? 0
}
