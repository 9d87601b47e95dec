/** Funds of the account, as the check of an order asks for them. */
import type { OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'

export type Funds = {
  /** Balance less what was spent since it was read; null when it was never read. */
  readonly cash: () => Micros | null
  readonly allowance: () => Micros | null
  readonly shares: (outcomeId: OutcomeId) => Micros | null
  /** Shares that trades which have not settled within ten minutes have brought, less those that they have taken. */
  readonly overdue: (outcomeId: OutcomeId) => Micros
  /** Shares owned by all own trades and shown by the balance, of which a sale on its way has taken some or not. */
  readonly doubted: (outcomeId: OutcomeId) => Micros
}
