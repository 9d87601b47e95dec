/** The order defaults of every ladder: size, time in force, post-only. */
import { unreachable } from '#lib/never.ts'
import { formatMicros, micros, roundSizeDown, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { fittingSize, isTaking, sizeStep } from '#core/order/order-amounts.ts'
import type { SizeRule } from '#core/order/order-amounts.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { AccountSummary } from '../../platform/api/client.ts'
import { readAmount, showSize, amountIn, writtenAmount } from '../../platform/format/figures.ts'
import { createKept, fieldsOf } from '../../platform/state/store.ts'
import type { Memory, Store } from '../../platform/state/store.ts'

/**
 * Unit of a size: shares; the cash that they cost or bring at the price; the profit when the side is right; percent
 * of the free cash that may be lost when it is wrong.
 */
export const SIZE_UNITS = ['shares', 'cash', 'win', 'percent'] as const
export type SizeUnit = (typeof SIZE_UNITS)[number]

/** Each unit in the words of a ladder and of a ticket. */
export const UNITS: Readonly<
  Record<SizeUnit, { readonly sign: string; readonly name: string; readonly help: string }>
> = {
  shares: { sign: 'sh', name: 'shares', help: 'Shares' },
  cash: { sign: '$', name: 'cash', help: 'Cash: as many shares as it buys or sells at the price' },
  win: { sign: 'win', name: 'to win', help: 'To win: the profit if the side is right, before fees' },
  percent: {
    sign: '%',
    name: '% cash',
    help: 'Percent of the free cash, which is lost if the side is wrong',
  },
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
    : 'less than a hundredth of a share'
}

/** Change of a size by the venue's rounding, as text; null when there is none. */
export function cutText(rule: SizeRule, asked: Micros, size: Micros): string | null {
  if (asked === size || size <= 0n) return null
  return isTaking(rule.timeInForce)
    ? `${showSize(asked)} becomes ${showSize(size)}: the venue takes whole cents, next ${showSize(micros(size + sizeStep(rule)))}`
    : `Rounded down: ${showSize(asked)} \u2192 ${showSize(size)}`
}

/** Price and cash at which a size becomes shares. */
export type SizeAt = {
  readonly side: Side
  readonly price: Price
  /** pUSD that no open order may take; null while that is not known. */
  readonly freeCash: Micros | null
}

/** A size of a unit in shares, cut to a micro; null for percent of a free cash that is not known. */
export function sharesOf(size: Micros, unit: SizeUnit, { side, price, freeCash }: SizeAt): Micros | null {
  const rest = BigInt(complementPrice(price))
  const [stake, win] = side === 'BUY' ? [BigInt(price), rest] : [rest, BigInt(price)]
  switch (unit) {
    case 'shares':
      return size
    case 'cash':
      return micros((size * ONE) / BigInt(price))
    case 'win':
      return micros((size * ONE) / win)
    case 'percent': {
      if (freeCash === null) return null
      const part = size < WHOLE ? size : WHOLE
      return freeCash <= 0n ? ZERO : micros((freeCash * part * ONE) / (WHOLE * stake))
    }
    default:
      return unreachable(unit)
  }
}

const ONE = 10_000n
/** A hundred percent. */
const WHOLE = 100_000_000n

/** The shares of an order at a price; 0 while the free cash that they are a part of is not known. */
export function sharesAt(orderDefaults: Pick<OrderDefaults, 'size' | 'unit' | 'timeInForce'>, at: SizeAt) {
  const { size, unit, timeInForce } = orderDefaults
  const asked = unit === 'shares' ? size : roundSizeDown(sharesOf(size, unit, at) ?? ZERO)
  // The default size in shares, and what is chosen and sent of it (INV-85): 0 when nothing fits.
  return { asked, size: fittingSize({ timeInForce, price: at.price }, asked) }
}

/** The free cash of the account's summary; null while it is not known. */
export function freeCashOf(summary: Pick<AccountSummary, 'available'> | null): Micros | null {
  return summary?.available ?? null
}

/** Why a size of percent cannot be sent. */
export const NO_FREE_CASH = 'free cash is not known'

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
