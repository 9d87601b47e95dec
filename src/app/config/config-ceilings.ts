/** The ceilings of the risk limits (API-9): what no setting in the page can go beyond. */
import type { RiskLimits } from '#core/risk-limits.ts'
import type { SettingsReader } from './settings-reader.ts'

/** Reads every RISK_CEILING_*; the defaults where unset. */
export function readCeilings(reader: SettingsReader): RiskLimits {
  const ceilings: RiskLimits = {
    maxOrderNotional: reader.value('RISK_CEILING_ORDER_NOTIONAL'),
    maxPositionNotional: reader.value('RISK_CEILING_POSITION_NOTIONAL'),
    maxDailyNotional: reader.value('RISK_CEILING_DAILY_NOTIONAL'),
    maxOpenOrders: reader.value('RISK_CEILING_OPEN_ORDERS'),
    maxOrdersPerMinute: reader.value('RISK_CEILING_ORDERS_PER_MINUTE'),
    priceBandTicks: reader.value('RISK_CEILING_PRICE_BAND_TICKS'),
    exitSlippageTicks: reader.value('RISK_CEILING_EXIT_SLIPPAGE_TICKS'),
    exitSlippagePercent: reader.value('RISK_CEILING_EXIT_SLIPPAGE_PERCENT'),
    maxComboNotional: reader.value('RISK_CEILING_COMBO_NOTIONAL'),
    maxComboExposure: reader.value('RISK_CEILING_COMBO_EXPOSURE'),
    maxComboLegs: reader.value('RISK_CEILING_COMBO_LEGS'),
  }
  if (ceilings.maxComboExposure < ceilings.maxComboNotional) {
    reader.fail('RISK_CEILING_COMBO_EXPOSURE', 'must be at least RISK_CEILING_COMBO_NOTIONAL')
  }
  return ceilings
}
