/** The order defaults of every ladder: size, time in force, post-only. */
import { formatMicros, micros, roundSizeDown } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { fittingSize, isTaking, sizeStep } from '#core/order/order-amounts.ts'
import type { SizeRule } from '#core/order/order-amounts.ts'
import type { TimeInForce } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { showSize } from '../../platform/format/numbers.ts'

export type OrderDefaults = {
  /** Shares, or pUSD when `unit` is cash. */
  readonly size: Micros
  readonly unit: 'shares' | 'cash'
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
}

/** Why an order without a size is not sent. */
export function noSizeText(rule: SizeRule): string {
  return isTaking(rule.timeInForce)
    ? `less than ${formatMicros(sizeStep(rule))} shares: the venue takes ${rule.timeInForce} in whole cents`
    : 'less than a hundredth of a share'
}

/** What the venue's rounding makes of a size, as text; null when nothing. */
export function cutText(rule: SizeRule, asked: Micros, size: Micros): string | null {
  if (asked === size || size <= 0n) return null
  return isTaking(rule.timeInForce)
    ? `${showSize(asked)} becomes ${showSize(size)}: the venue takes whole cents`
    : `Rounded down: ${showSize(asked)} \u2192 ${showSize(size)}`
}

export type SizeAtPrice = {
  /** The default size at the price: shares, or the shares that the cash buys, in two decimals. */
  readonly asked: Micros
  /** The size that is sent (INV-50); 0 when nothing fits. */
  readonly size: Micros
}

/** The shares of an order at a price. */
export function sharesAt(
  orderDefaults: Pick<OrderDefaults, 'size' | 'unit' | 'timeInForce'>,
  price: Price,
): SizeAtPrice {
  const { size, unit, timeInForce } = orderDefaults
  const asked = unit === 'shares' ? size : roundSizeDown(micros((size * 10_000n) / BigInt(price)))
  return { asked, size: fittingSize({ timeInForce, price }, asked) }
}
