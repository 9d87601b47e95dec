/** A position as text: its mark, its part of the account, what an exit leaves of it. */
import { addMicros, micros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { sizeStep } from '#core/order/order-amounts.ts'
import type { SizeRule } from '#core/order/order-amounts.ts'
import type { Position } from '../platform/api/wire.ts'
import { microsOrZero, showAmountText, showSize } from '../platform/format/numbers.ts'
import type { Prices } from '../data/settings/prices.ts'

const HUNDREDTH = micros(10_000n)

/**
 * Rest of a position after an exit and why; null when it leaves nothing. @param isWalk whether it takes all that the
 * bids within its limit price offer
 */
export function leftText(
  position: Position,
  { size: sold, price, timeInForce }: SizeRule & { readonly size: Micros },
  isWalk: boolean,
): string | null {
  const left = subtractMicros(microsOrZero(position.size), sold)
  if (left <= ZERO) return null
  const reasons: string[] = []
  const reserved = microsOrZero(position.reserved_size)
  const settling = microsOrZero(position.settling_size)
  const minimum = microsOrZero(position.min_order_size ?? '0')
  if (reserved > ZERO) reasons.push(`${showSize(reserved)} are in open sells`)
  if (settling > ZERO) {
    const isOverdue = position.overdue_size !== '0'
    reasons.push(`${showSize(settling)} are not settled${isOverdue ? ', overdue' : ' yet'}`)
  }
  const busy = addMicros(reserved, settling > ZERO ? settling : ZERO)
  const free = subtractMicros(left, busy)
  const step = sizeStep({ timeInForce, price })
  if (isWalk && free >= HUNDREDTH) {
    reasons.push(
      free < step
        ? `the venue takes whole cents, at this limit multiples of ${showSize(step)} shares`
        : `the bids down to the limit price take no more${limitText(position.exit?.limited_by ?? null)}`,
    )
  }
  if (left < HUNDREDTH) reasons.push('less than 0.01 of a share cannot be sold')
  else if (left < minimum) {
    reasons.push(`below the minimum of ${showSize(minimum)}, so that only walking the bids could sell it`)
  }
  return `${showSize(left)} shares stay${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}.`
}

/** Limit that keeps an order from worse prices in the book. */
function limitText(limit: NonNullable<Position['exit']>['limited_by']): string {
  if (limit === null) return ''
  return `, your exit slippage in ${limit === 'exit_slippage_ticks' ? 'ticks' : 'percent'} ends there`
}

/** How much of a position the bids take. */
export function exitText(position: Position): string {
  if (position.exit_value === null) return 'no bids'
  return position.exit_complete ? 'full' : `partial, ${showAmountText(position.exit_missing_size, 0)} missing`
}

/** A price on the position's tick; a mark that lies between ticks keeps its decimals. */
export function markText(prices: Prices, price: string | null, tick: string | null): string {
  return price === null ? '\u2013' : prices.text(price, tick)
}

/** How much of the exposure a cost is, in whole percent, cut: `12 %`. Null where there is none. */
export function shareOfExposure(cost: string, exposure: Micros | null): string | null {
  return exposure === null || exposure <= ZERO ? null : `${(microsOrZero(cost) * 100n) / exposure} %`
}
