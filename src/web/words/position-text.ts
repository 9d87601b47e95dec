/** A position as text: its mark, its part of the account, what an exit leaves of it. */
import { addMicros, micros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { sizeStep } from '#core/order/order-amounts.ts'
import type { SizeRule } from '#core/order/order-amounts.ts'
import type { Position } from '../platform/api/client.ts'
import { showSize } from '../platform/format/figures.ts'

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
  const left = subtractMicros(position.size, sold)
  if (left <= ZERO) return null
  const reasons: string[] = []
  const reserved = position.reserved
  const settling = position.settlingSize
  const minimum = position.minOrderSize ?? ZERO
  if (reserved > ZERO) reasons.push(`${showSize(reserved)} are in open sells`)
  if (settling > ZERO) {
    const isOverdue = position.overdue !== ZERO
    reasons.push(`${showSize(settling)} are not settled${isOverdue ? ', overdue' : ' yet'}`)
  }
  const busy = addMicros(reserved, settling > ZERO ? settling : ZERO)
  const free = subtractMicros(left, busy)
  const step = sizeStep({ timeInForce, price })
  if (isWalk && free >= HUNDREDTH) {
    reasons.push(
      free < step
        ? `the venue takes whole cents, at this limit multiples of ${showSize(step)} shares`
        : `the bids down to the limit price take no more${limitText(position.exit?.limitedBy ?? null)}`,
    )
  }
  if (left < HUNDREDTH) reasons.push('less than 0.01 of a share cannot be sold')
  else if (left < minimum) {
    reasons.push(`below the minimum of ${showSize(minimum)}, so that only walking the bids could sell it`)
  }
  return `${showSize(left)} shares stay${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}.`
}

/** Limit that keeps an order from worse prices in the book. */
function limitText(limit: NonNullable<Position['exit']>['limitedBy']): string {
  if (limit === null) return ''
  return `, your exit slippage in ${limit === 'exit_slippage_ticks' ? 'ticks' : 'percent'} ends there`
}

/** How much of a position the bids take. */
export function exitText(position: Position): string {
  if (position.exitValue === null) return 'no bids'
  return position.exitComplete ? 'full' : `partial, ${showSize(position.exitMissing)} missing`
}

/** How much of the exposure a cost is, in whole percent, cut: `12 %`. Null where there is none. */
export function shareOfExposure(cost: Micros, exposure: Micros | null): string | null {
  return exposure === null || exposure <= ZERO ? null : `${(cost * 100n) / exposure} %`
}
