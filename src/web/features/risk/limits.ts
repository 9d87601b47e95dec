/** The limits in the order shown, in words, and how much of each is used. */
import { unreachable } from '#lib/never.ts'
import { parseMicros } from '#core/money.ts'
import type { RiskSettings } from '../../api/wire.ts'
import { readAmount } from '../../format/numbers.ts'

export type LimitName = keyof RiskSettings['limits']

export type LimitLine = {
  readonly name: LimitName
  readonly label: string
  readonly unit: 'pUSD' | 'orders' | 'ticks' | 'legs' | 'per minute'
}

export const LIMITS: readonly LimitLine[] = [
  { name: 'max_order_notional', label: 'Order', unit: 'pUSD' },
  { name: 'max_position_notional', label: 'Position in one market', unit: 'pUSD' },
  { name: 'max_daily_notional', label: 'Day', unit: 'pUSD' },
  { name: 'max_open_orders', label: 'Open orders', unit: 'orders' },
  { name: 'max_orders_per_minute', label: 'Orders', unit: 'per minute' },
  { name: 'price_band_ticks', label: 'Distance from the market', unit: 'ticks' },
  { name: 'exit_slippage_ticks', label: 'Slippage of an exit', unit: 'ticks' },
  { name: 'max_combo_notional', label: 'Combo', unit: 'pUSD' },
  { name: 'max_combo_exposure', label: 'All combos', unit: 'pUSD' },
  { name: 'max_combo_legs', label: 'Legs of a combo', unit: 'legs' },
]

/** A limit's value as text, whether it counts money or things. */
export function limitText(limits: RiskSettings['limits'], name: LimitName): string {
  return String(limits[name])
}

/** How much is used, as text; null for limits that are not used up. */
export function usageText(usage: RiskSettings['usage'], name: LimitName): string | null {
  switch (name) {
    case 'max_position_notional':
    case 'max_daily_notional':
    case 'max_open_orders':
    case 'max_orders_per_minute':
    case 'max_combo_exposure':
      return String(usage[name])
    case 'max_order_notional':
    case 'price_band_ticks':
    case 'exit_slippage_ticks':
    case 'max_combo_notional':
    case 'max_combo_legs':
      return null
    default:
      return unreachable(name)
  }
}

/** Used part of a limit in whole per cent, at most 100; for a bar only. */
export function usedPercent(used: string, limit: string): number {
  const part = parseMicros(used)
  const all = parseMicros(limit)
  if (!part.ok || !all.ok || all.value <= 0n) return 0
  const percent = (part.value * 100n) / all.value
  return percent > 100n ? 100 : Number.parseInt(percent.toString(), 10)
}

/** How a typed value compares with the limit in force. */
export function compareLimit(
  typed: string,
  now: string,
  ceiling: string,
  isMoney: boolean,
): 'same' | 'lower' | 'higher' | 'above_ceiling' | 'invalid' {
  const next = readAmount(typed, isMoney ? 6 : 0)
  const current = parseMicros(now)
  const most = parseMicros(ceiling)
  if (next === null || !current.ok || !most.ok) return 'invalid'
  if (next > most.value) return 'above_ceiling'
  if (next === current.value) return 'same'
  return next < current.value ? 'lower' : 'higher'
}
