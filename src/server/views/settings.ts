/** Risk limits between wire and domain. */
import type { z } from 'zod'
import type { riskLimits, riskSettings, riskSettingsBody } from '#contract/settings.ts'
import { formatMicros } from '#core/money.ts'
import type { RiskLimits, RiskUsage } from '#core/risk-limits.ts'

type WireLimits = z.input<typeof riskLimits>
type WireName = keyof WireLimits

/** Each limit's name on the wire. */
export const LIMIT_FIELDS: Readonly<Record<keyof RiskLimits, WireName>> = {
  maxOrderNotional: 'max_order_notional',
  maxPositionNotional: 'max_position_notional',
  maxDailyNotional: 'max_daily_notional',
  maxOpenOrders: 'max_open_orders',
  maxOrdersPerMinute: 'max_orders_per_minute',
  priceBandTicks: 'price_band_ticks',
  exitSlippageTicks: 'exit_slippage_ticks',
  exitSlippagePercent: 'exit_slippage_percent',
  maxComboNotional: 'max_combo_notional',
  maxComboExposure: 'max_combo_exposure',
  maxComboLegs: 'max_combo_legs',
}

const NAMES = Object.keys(LIMIT_FIELDS) as (keyof RiskLimits)[]

/** The limits of a body that are given. */
export function limitsFromWire(given: z.output<typeof riskSettingsBody>['limits']): Partial<RiskLimits> {
  const entries = NAMES.map((name) => [name, given[LIMIT_FIELDS[name]]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Names of the limits that are above those of `bound`. */
export function exceeding(limits: RiskLimits, bound: RiskLimits): readonly (keyof RiskLimits)[] {
  return NAMES.filter((name) => limits[name] > bound[name])
}

function limitsView(limits: RiskLimits): WireLimits {
  return {
    max_order_notional: formatMicros(limits.maxOrderNotional),
    max_position_notional: formatMicros(limits.maxPositionNotional),
    max_daily_notional: formatMicros(limits.maxDailyNotional),
    max_open_orders: limits.maxOpenOrders,
    max_orders_per_minute: limits.maxOrdersPerMinute,
    price_band_ticks: limits.priceBandTicks,
    exit_slippage_ticks: limits.exitSlippageTicks,
    exit_slippage_percent: limits.exitSlippagePercent,
    max_combo_notional: formatMicros(limits.maxComboNotional),
    max_combo_exposure: formatMicros(limits.maxComboExposure),
    max_combo_legs: limits.maxComboLegs,
  }
}

export function riskSettingsView(
  limits: RiskLimits,
  ceilings: RiskLimits,
  defaults: RiskLimits,
  usage: RiskUsage,
): z.input<typeof riskSettings> {
  return {
    limits: limitsView(limits),
    ceilings: limitsView(ceilings),
    defaults: limitsView(defaults),
    usage: {
      max_position_notional: formatMicros(usage.maxPositionNotional),
      position_from_outside: formatMicros(usage.positionFromOutside),
      max_daily_notional: formatMicros(usage.maxDailyNotional),
      max_open_orders: usage.maxOpenOrders,
      max_orders_per_minute: usage.maxOrdersPerMinute,
      max_combo_exposure: usage.maxComboExposure === null ? null : formatMicros(usage.maxComboExposure),
    },
  }
}
