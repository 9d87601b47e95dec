/** Trading mode and limits as the edges see them. */
import type { RiskLimits, RiskUsage } from '#core/risk-limits.ts'
import type { ArmReason, DisarmCause, TradingState } from '#core/trading-state.ts'
import type { Result } from '#lib/result.ts'
import type { StorageRefused } from '#ports/stores.ts'

export interface Trading {
  state(): TradingState
  arm(): Result<TradingState, readonly ArmReason[]>
  disarm(cause: DisarmCause): TradingState
  /** A command of the trader: the idle timer starts again. */
  touch(): void
}

type RiskRefusal =
  | { readonly code: 'above_ceiling'; readonly names: readonly (keyof RiskLimits)[] }
  | { readonly code: StorageRefused }

export interface Risk {
  limits(): RiskLimits
  ceilings(): RiskLimits
  usage(): RiskUsage
  /** Refused whole, and what was in force stays so: above a ceiling, or when the disk does not take it. */
  set(limits: RiskLimits): Result<RiskLimits, RiskRefusal>
}
