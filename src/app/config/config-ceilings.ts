/** The ceilings of the risk limits (API-9): what no setting in the page can go beyond. */
import type { Micros } from '#core/money.ts'
import { DEFAULT_CEILINGS } from '#core/risk-limits.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { SettingsReader } from './settings-reader.ts'

const MOST = { from: 1, to: 1_000_000 }

/** Reads every RISK_CEILING_*; the defaults where unset. */
export function readCeilings(reader: SettingsReader): RiskLimits {
  const amount = (name: string, fallback: Micros): Micros => reader.amount(`RISK_CEILING_${name}`, fallback)
  const count = (name: string, fallback: number): number =>
    reader.count(`RISK_CEILING_${name}`, MOST, fallback)
  const defaults = DEFAULT_CEILINGS
  const ceilings: RiskLimits = {
    maxOrderNotional: amount('ORDER_NOTIONAL', defaults.maxOrderNotional),
    maxPositionNotional: amount('POSITION_NOTIONAL', defaults.maxPositionNotional),
    maxDailyNotional: amount('DAILY_NOTIONAL', defaults.maxDailyNotional),
    maxOpenOrders: count('OPEN_ORDERS', defaults.maxOpenOrders),
    maxOrdersPerMinute: count('ORDERS_PER_MINUTE', defaults.maxOrdersPerMinute),
    priceBandTicks: count('PRICE_BAND_TICKS', defaults.priceBandTicks),
    exitSlippageTicks: count('EXIT_SLIPPAGE_TICKS', defaults.exitSlippageTicks),
    maxComboNotional: amount('COMBO_NOTIONAL', defaults.maxComboNotional),
    maxComboExposure: amount('COMBO_EXPOSURE', defaults.maxComboExposure),
    maxComboLegs: count('COMBO_LEGS', defaults.maxComboLegs),
  }
  if (ceilings.maxComboExposure < ceilings.maxComboNotional) {
    reader.fail('RISK_CEILING_COMBO_EXPOSURE', 'must be at least RISK_CEILING_COMBO_NOTIONAL')
  }
  return ceilings
}
