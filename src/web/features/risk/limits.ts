/** The limits in the order shown, as text, and how much of each is used. */
import { unreachable } from '#lib/never.ts'
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { isLooser, isLossLimit } from '#core/risk-limits.ts'
import type { LossLimit, Order, RiskSettings } from '../../platform/api/client.ts'
import { inMicros, readAmount, showAmount, showCents } from '../../platform/format/figures.ts'

export type LimitName = keyof RiskSettings['limits']
type Losses = LossLimit['losses']

export type LimitLine = {
  readonly name: LimitName
  readonly label: string
  readonly unit: 'pUSD' | 'orders' | 'ticks' | 'legs' | 'round trips' | '%' | 'per minute'
}

export const LIMITS: readonly LimitLine[] = [
  { name: 'maxOrderNotional', label: 'Order', unit: 'pUSD' },
  { name: 'maxPositionNotional', label: 'Position in one market', unit: 'pUSD' },
  { name: 'maxDailyNotional', label: 'Buys per day', unit: 'pUSD' },
  { name: 'maxOpenOrders', label: 'Open orders', unit: 'orders' },
  { name: 'maxOrdersPerMinute', label: 'Orders', unit: 'per minute' },
  { name: 'priceBandTicks', label: 'Price band', unit: 'ticks' },
  { name: 'exitSlippageTicks', label: 'Exit slippage', unit: 'ticks' },
  { name: 'exitSlippagePercent', label: 'Exit slippage', unit: '%' },
  { name: 'maxComboNotional', label: 'Combo', unit: 'pUSD' },
  { name: 'maxComboExposure', label: 'All combos', unit: 'pUSD' },
  { name: 'maxComboLegs', label: 'Combo legs', unit: 'legs' },
  { name: 'maxDailyLoss', label: 'Daily loss', unit: 'pUSD' },
  { name: 'maxSessionLoss', label: 'Loss since ARMED', unit: 'pUSD' },
  { name: 'maxLosingStreak', label: 'Losing streak', unit: 'round trips' },
]

/** How much is used, with a word on it; null where it does not fill up, and the text says what is checked against the limit. */
export type Usage = { readonly used: Micros | null; readonly text: string }

/** Value of the column "Used". `orders` are the open ones. */
export function usageOf(
  usage: RiskSettings['usage'],
  name: LimitName,
  orders: readonly Order[],
  losses: Losses | null,
): Usage {
  switch (name) {
    case 'maxPositionNotional': {
      const outside = usage.positionFromOutside
      const more = outside === ZERO ? '' : `, ${showCents(outside)} from outside`
      return { used: usage[name], text: `largest market${more}` }
    }
    case 'maxDailyNotional':
    case 'maxOpenOrders':
    case 'maxOrdersPerMinute':
      return { used: inMicros(usage[name]), text: '' }
    case 'maxComboExposure':
      return { used: usage[name], text: usage[name] === null ? 'not read' : '' }
    case 'maxOrderNotional': {
      const sizes = orders.map((order) => notional(order.price, order.size))
      return {
        used: sizes.reduce((most, own) => (own > most ? own : most), ZERO),
        text: 'largest open order',
      }
    }
    case 'maxDailyLoss':
    case 'maxSessionLoss':
    case 'maxLosingStreak':
      return lossUsage(losses?.[name] ?? null, name === 'maxSessionLoss')
    case 'priceBandTicks':
      return { used: null, text: 'each order, against the current book' }
    case 'exitSlippageTicks':
    case 'exitSlippagePercent':
      return { used: null, text: 'each exit, from the best bid; the stricter applies' }
    case 'maxComboNotional':
    case 'maxComboLegs':
      return { used: null, text: 'each combo, when quoted and accepted' }
    default:
      return unreachable(name)
  }
}

/** A profit uses nothing. */
function lossUsage(lost: Micros | null, isSession: boolean): Usage {
  if (lost === null) return { used: null, text: isSession ? 'unknown, or not ARMED yet' : 'not known' }
  return lost > 0n ? { used: lost, text: '' } : { used: ZERO, text: 'no loss' }
}

/** The value of a limit; one of loss may be off. */
export function limitText(limits: RiskSettings['limits'], name: LimitName, off: string): string {
  const value = inMicros(limits[name])
  return isLossLimit(name) && value === ZERO ? off : showAmount(value, 0)
}

/** Used part of a limit in whole per cent, at most 100; for a bar only. */
export function usedPercent(used: Micros, limit: Micros): number {
  if (limit <= 0n) return 0
  const percent = (used * 100n) / limit
  return percent > 100n ? 100 : Number.parseInt(percent.toString(), 10)
}

/** How a typed value compares with the limit in force. */
export function compareLimit(
  typed: string,
  now: Micros,
  ceiling: Micros,
  { name, unit }: Pick<LimitLine, 'name' | 'unit'>,
): 'same' | 'lower' | 'higher' | 'above_ceiling' | 'invalid' {
  const next = readAmount(typed, unit === 'pUSD' ? 6 : 0)
  if (next === null) return 'invalid'
  if (isLooser(name, next, ceiling)) return 'above_ceiling'
  if (next === now) return 'same'
  return isLooser(name, next, now) ? 'higher' : 'lower'
}
