/** The limits in the order shown, as text, and how much of each is used. */
import { unreachable } from '#lib/never.ts'
import { formatMicros, parseMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Order, RiskSettings } from '../../platform/api/wire.ts'
import { readAmount, showAmountText } from '../../platform/format/numbers.ts'

export type LimitName = keyof RiskSettings['limits']

export type LimitLine = {
  readonly name: LimitName
  readonly label: string
  readonly unit: 'pUSD' | 'orders' | 'ticks' | 'legs' | '%' | 'per minute'
}

export const LIMITS: readonly LimitLine[] = [
  { name: 'max_order_notional', label: 'Order', unit: 'pUSD' },
  { name: 'max_position_notional', label: 'Position in one market', unit: 'pUSD' },
  { name: 'max_daily_notional', label: 'Day', unit: 'pUSD' },
  { name: 'max_open_orders', label: 'Open orders', unit: 'orders' },
  { name: 'max_orders_per_minute', label: 'Orders', unit: 'per minute' },
  { name: 'price_band_ticks', label: 'Price band', unit: 'ticks' },
  { name: 'exit_slippage_ticks', label: 'Exit slippage', unit: 'ticks' },
  { name: 'exit_slippage_percent', label: 'Exit slippage', unit: '%' },
  { name: 'max_combo_notional', label: 'Combo', unit: 'pUSD' },
  { name: 'max_combo_exposure', label: 'All combos', unit: 'pUSD' },
  { name: 'max_combo_legs', label: 'Combo legs', unit: 'legs' },
]

/** A limit's value as text, whether it counts money or things. */
export function limitText(limits: RiskSettings['limits'], name: LimitName): string {
  return String(limits[name])
}

/** How much is used: an amount that fills the limit up, or a text of what each order is checked against. */
export type Usage =
  | { readonly kind: 'amount'; readonly used: string; readonly of: string }
  | { readonly kind: 'words'; readonly words: string }

/** Value of the column "Used". `orders` are the open ones. */
export function usageOf(usage: RiskSettings['usage'], name: LimitName, orders: readonly Order[]): Usage {
  switch (name) {
    case 'max_position_notional':
      return { kind: 'amount', used: usage[name], of: `largest market${fromOutside(usage)}` }
    case 'max_daily_notional':
    case 'max_open_orders':
    case 'max_orders_per_minute':
      return { kind: 'amount', used: String(usage[name]), of: '' }
    case 'max_combo_exposure': {
      const used = usage[name]
      return used === null ? { kind: 'words', words: 'not read' } : { kind: 'amount', used, of: '' }
    }
    case 'max_order_notional':
      return { kind: 'amount', used: formatMicros(largestOf(orders)), of: 'largest open order' }
    case 'price_band_ticks':
      return { kind: 'words', words: 'each order, against the present book' }
    case 'exit_slippage_ticks':
    case 'exit_slippage_percent':
      return { kind: 'words', words: 'each exit, from the best bid; the stricter one' }
    case 'max_combo_notional':
    case 'max_combo_legs':
      return { kind: 'words', words: 'each combo, when it is quoted and accepted' }
    default:
      return unreachable(name)
  }
}

function fromOutside({ position_from_outside: amount }: RiskSettings['usage']): string {
  return amount === '0' ? '' : `, ${showAmountText(amount)} from outside`
}

function largestOf(orders: readonly Order[]): Micros {
  return orders.reduce((most, order) => {
    const own = notional(order.price, order.size)
    return own > most ? own : most
  }, ZERO)
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
