/** Value of a ticket's text: exact values or its first fault, as text. */
import { roundSizeDown, micros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { minimumRefusal } from '#core/order/order-minimum.ts'
import { fittingSize, isTaking } from '#core/order/order-amounts.ts'
import type { Price, TickSize } from '#core/price.ts'
import { readAmount, showDay, showLocal, showSize } from '../../platform/format/figures.ts'
import { noSizeText, sharesOf } from '../../data/settings/order-defaults.ts'
import { readTyped } from '../../data/markets/typed-price.ts'
import type { Draft } from '../../data/markets/draft.ts'
import type { Position } from '../../platform/api/client.ts'

type Problem = {
  readonly field: 'price' | 'size' | 'ends' | 'post_only'
  readonly text: string
  /** Prices on the tick beside the one that is not. */
  readonly instead?: readonly Price[]
}

/** The venue ends a GTD order one minute early and wants at least three minutes (VEN-6). */
const MIN_MINUTES = 4
const MAX_MINUTES = 60 * 24 * 365

/** Reads and checks a draft against the market's tick and minimum. */
export function checkDraft(draft: Draft, tick: TickSize, minimum: Micros | null) {
  const read = readTyped(draft.priceText, tick, draft.priceFormat)
  const { price } = read
  const typed = readAmount(draft.sizeText, 6)
  const { sizeUnit } = draft
  const shares =
    typed === null || sizeUnit === 'shares' ? typed : price === null ? null : sharesOf(typed, sizeUnit, price)
  const rounded = shares === null ? null : roundSizeDown(shares)
  const size = rounded === null || price === null ? rounded : fittingSize({ ...draft, price }, rounded)
  const ends = draft.timeInForce === 'GTD' ? readMinutes(draft) : null
  // The user typed no shares: their rounding to two decimals is not mentioned.
  const typedSize = sizeUnit === 'shares' ? shares : rounded
  const faults: readonly (readonly [Problem['field'], string | null])[] = [
    ['price', read.fault],
    ['size', sizeFault(draft, price, rounded, size, minimum)],
    ['ends', draft.timeInForce === 'GTD' ? endsFault(ends) : null],
    ['post_only', draft.postOnly && isTaking(draft.timeInForce) ? 'Post-only needs GTC or GTD.' : null],
  ]
  const [problem = null] = faults.flatMap(([field, text]): readonly Problem[] =>
    text === null ? [] : [{ field, text, ...(field === 'price' && { instead: read.instead }) }],
  )
  // Size to send, by the venue's rounding; minutes of a GTD order, null for other types and while they cannot be read.
  return { price, size, typedSize, ends, problem }
}

function readMinutes({ minutesText }: Draft): number | null {
  return /^\d{1,6}$/.test(minutesText.trim()) ? Number.parseInt(minutesText, 10) : null
}

/** An order that takes has no minimum of shares, but a size of whole cents, and a buy its 1 pUSD. */
function sizeFault(
  draft: Draft,
  price: Price | null,
  rounded: Micros | null,
  size: Micros | null,
  minimum: Micros | null,
): string | null {
  if (size === null || rounded === null)
    return draft.sizeText === '' ? 'Enter a size.' : 'The size must be a number above 0.'
  if (rounded === 0n) return 'The size must be above 0.'
  if (!isTaking(draft.timeInForce))
    return minimum === null || size >= minimum ? null : `Below the market's minimum of ${showSize(minimum)}.`
  if (price === null) return null
  const order = { ...draft, price, size }
  if (size === 0n) return `Too small: ${noSizeText(order)}.`
  return minimumRefusal(order, size, true)?.message ?? null
}

function endsFault(minutes: number | null): string | null {
  if (minutes === null || minutes < MIN_MINUTES) return `At least ${MIN_MINUTES} minutes from now.`
  return minutes > MAX_MINUTES ? 'At most a year from now.' : null
}

const EARLY_MS = 60_000

/** When it ends for us and for the venue, as text. */
export function endsText(at: number): string {
  return `Until ${showDay(at)}. The venue ends it one minute early, ${showLocal(at - EARLY_MS)}.`
}

/**
 * Shares that the free cash buys at this price, at most the order limit's; fees come on top.
 *
 * @param available  null while the cash is unknown
 * @param orderLimit  the limit of one order in cash; null while it is unknown
 */
export function mostToBuy(
  price: Price | null,
  available: Micros | null,
  orderLimit: Micros | null,
): Micros | null {
  if (available === null || price === null) return null
  const most = orderLimit !== null && orderLimit < available ? orderLimit : available
  return roundSizeDown(micros((most * 10_000n) / BigInt(price)))
}

/** Shares held that no open sell may still take; null when nothing is held. */
export function mostToSell(position: Pick<Position, 'size' | 'reserved'> | null): Micros | null {
  if (position === null) return null
  const free = subtractMicros(position.size, position.reserved)
  return free > ZERO ? roundSizeDown(free) : null
}
