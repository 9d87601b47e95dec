/** The order defaults of every ladder: size, time in force, post-only. */
import { formatMicros, micros, roundSizeDown } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { fittingSize, isTaking, sizeStep } from '#core/order/order-amounts.ts'
import type { SizeRule } from '#core/order/order-amounts.ts'
import type { TimeInForce } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { readAmount, showSize, amountIn, writtenAmount } from '../../platform/format/figures.ts'
import { createKept, fieldsOf } from '../../platform/state/store.ts'
import type { Memory, Store } from '../../platform/state/store.ts'

/** Unit of a size: shares, or the cash that they cost or bring at the price. */
export const SIZE_UNITS = ['shares', 'cash'] as const
export type SizeUnit = (typeof SIZE_UNITS)[number]

/** Each unit in the words of a ladder and of a ticket. */
export const UNITS: Readonly<
  Record<SizeUnit, { readonly sign: string; readonly name: string; readonly help: string }>
> = {
  shares: { sign: 'sh', name: 'shares', help: 'Shares' },
  cash: { sign: '$', name: 'cash', help: 'Cash: as many shares as it pays for at the price' },
}

export type OrderDefaults = {
  /** In millionths of `unit`. */
  readonly size: Micros
  readonly unit: SizeUnit
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
}

/** Why an order without a size is not sent. */
export function noSizeText(rule: SizeRule): string {
  return isTaking(rule.timeInForce)
    ? `less than ${formatMicros(sizeStep(rule))} shares: the venue takes ${rule.timeInForce} in whole cents`
    : 'less than 0.01 shares'
}

/** Change of a size by the venue's rounding, as text; null when there is none. */
export function cutText(rule: SizeRule, asked: Micros, size: Micros): string | null {
  if (asked === size || size <= 0n) return null
  return isTaking(rule.timeInForce)
    ? `${showSize(asked)} becomes ${showSize(size)}: the venue takes whole cents, next ${showSize(micros(size + sizeStep(rule)))}`
    : `Rounded down: ${showSize(asked)} \u2192 ${showSize(size)}`
}

/** A size of a unit in shares, cut to a micro. */
export function sharesOf(size: Micros, unit: SizeUnit, price: Price): Micros {
  return unit === 'shares' ? size : micros((size * 10_000n) / BigInt(price))
}

/** The shares of an order at a price. */
export function sharesAt(
  { size, unit, timeInForce }: Pick<OrderDefaults, 'size' | 'unit' | 'timeInForce'>,
  price: Price,
) {
  const asked = unit === 'shares' ? size : roundSizeDown(sharesOf(size, unit, price))
  // The default size in shares, and what is chosen and sent of it (INV-85): 0 when nothing fits.
  return { asked, size: fittingSize({ timeInForce, price }, asked) }
}

export type TypedSize = {
  readonly text: string
  /** The default size that it set. */
  readonly size: Micros
  /** The default size when the typing began. */
  readonly before: Micros
}

/** The text after one more change of it. `defaultSize` is the current default size. */
export function typeSize(text: string, typing: TypedSize | null, defaultSize: Micros): TypedSize {
  const before = typing === null || typing.size !== defaultSize ? defaultSize : typing.before
  const read = readAmount(text, 2)
  return { text, before, size: read === null || read <= 0n ? before : read }
}

/** Text of the box: as it is typed, until the default size changes. */
export function shownSize(
  typing: TypedSize | null,
  defaultSize: Micros,
): { readonly text: string; readonly isFaulty: boolean } {
  if (typing === null || typing.size !== defaultSize)
    return { text: formatMicros(defaultSize), isFaulty: false }
  return { text: typing.text, isFaulty: readAmount(typing.text, 2) !== typing.size }
}

const NAME = 'sesame.hand'
const MAX_LENGTH = 20
const FIRST: OrderDefaults = {
  size: micros(10_000_000n),
  unit: 'shares',
  timeInForce: 'GTC',
  postOnly: false,
}

/** The order defaults that this tab stored; unreadable ones are those of a first visit. */
export function createOrderDefaults(storage: Memory): Store<OrderDefaults> {
  return createKept(storage, NAME, read, ({ size, ...terms }) => ({ size: writtenAmount(size), ...terms }))
}

function read(kept: unknown): OrderDefaults {
  const { size, unit, timeInForce, postOnly } = fieldsOf(kept)
  const parsed = amountIn(typeof size === 'string' && size.length <= MAX_LENGTH ? size : '')
  // Half of the stored terms would be another order.
  const known = SIZE_UNITS.find((one) => one === unit)
  if (parsed === null || parsed <= 0n || known === undefined) return FIRST
  if (timeInForce !== 'GTC' && timeInForce !== 'FAK' && timeInForce !== 'FOK') return FIRST
  return {
    size: parsed,
    unit: known,
    timeInForce,
    postOnly: timeInForce === 'GTC' && postOnly === true,
  }
}

export const DEFAULT_QUICK_NOTIONAL = micros(100_000_000n)
const QUICK_NAME = 'sesame.quick_notional'

/** The quick notional as kept in this browser; anything unreadable counts as not chosen. */
export function createQuickNotional(storage: Memory): Store<Micros> {
  const read = (kept: unknown): Micros => {
    const text = typeof kept === 'string' || typeof kept === 'number' ? String(kept) : ''
    return (/^\d{1,12}(\.\d{1,6})?$/.test(text) ? amountIn(text) : null) ?? DEFAULT_QUICK_NOTIONAL
  }
  return createKept(storage, QUICK_NAME, read, writtenAmount)
}
