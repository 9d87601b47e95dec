/** The order in the ticket as it is being written. It belongs to one outcome; another selection starts again but keeps the type, and within the market the size. */
import { formatMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import type { ScaleShape } from '#core/order/scaled-order.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { PriceFormat, Prices } from '../settings/prices.ts'
import type { SizeUnit } from '../settings/order-defaults.ts'

/** A price of the book as the ticket's chips name them. */
export const PRICE_POINTS = ['join', 'mid', 'cross'] as const
export type PricePoint = (typeof PRICE_POINTS)[number]

/** `scaled`: several orders from the price to another; `stop`: none before the bid has reached the price. */
export const ORDER_KINDS = ['limit', 'scaled', 'stop'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

export type Draft = {
  readonly outcomeId: string
  readonly side: Side
  readonly priceText: string
  /** Format of the typed price: it means that price whatever format is chosen later. */
  readonly priceFormat: PriceFormat
  readonly sizeText: string
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly sizeUnit: SizeUnit
  /** Minutes from now for GTD. */
  readonly minutesText: string
  readonly kind: OrderKind
  readonly toText: string
  readonly toFormat: PriceFormat
  readonly partsText: string
  readonly shape: ScaleShape
  /** Ticks above the ask that a stop may pay. */
  readonly throughText: string
  /** Grows when something outside the ticket fills it in. */
  readonly filledIn: number
}

/** The moment at which an order sent now would end, in milliseconds since the epoch. */
export function endOf(minutes: number, now: number): number {
  return now + minutes * 60_000
}

/**
 * An order on the outcome as it begins: side and type as they were, no price.
 *
 * @param isSameMarket  the size was chosen for this market; a large one never goes into another
 */
export function startDraft(outcomeId: string, old: Draft | null, isSameMarket = true): Draft {
  return {
    outcomeId,
    side: old?.side ?? 'BUY',
    priceText: '',
    priceFormat: 'price',
    sizeText: (isSameMarket ? old?.sizeText : null) ?? '10',
    sizeUnit: (isSameMarket ? old?.sizeUnit : null) ?? 'shares',
    timeInForce: old?.timeInForce ?? 'GTC',
    postOnly: old?.postOnly ?? false,
    minutesText: old?.minutesText ?? '60',
    kind: 'limit',
    toText: '',
    toFormat: 'price',
    partsText: old?.partsText ?? '5',
    shape: old?.shape ?? 'flat',
    throughText: old?.throughText ?? '3',
    filledIn: 0,
  }
}

/** The draft as an order of a kind: a scaled one rests, and a stop buys. */
export function asKind(draft: Draft, kind: OrderKind): Draft {
  return {
    ...draft,
    kind,
    ...(kind === 'scaled' && { timeInForce: 'GTC' }),
    ...(kind === 'stop' && { side: 'BUY' }),
  }
}

/** The draft with side, price and size put in from a ladder, the price as prices are read. */
export function fillIn(
  draft: Draft | null,
  outcomeId: string,
  part: { readonly side?: Side; readonly price: Price; readonly size?: Micros },
  tick: TickSize,
  prices: Pick<Prices, 'price' | 'format'>,
): Draft {
  const old = startDraft(outcomeId, draft)
  return {
    ...old,
    side: part.side ?? old.side,
    priceText: prices.price(part.price, tick),
    priceFormat: prices.format,
    ...(part.size === undefined ? {} : { sizeText: formatMicros(part.size), sizeUnit: 'shares' as const }),
    filledIn: (draft?.filledIn ?? 0) + 1,
  }
}
