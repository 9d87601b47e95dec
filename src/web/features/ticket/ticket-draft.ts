/** What a ticket's text amounts to: exact values or the first thing that is wrong with it, in words. */
import { parseMicros, roundSizeDown } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { isOnTick } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { readAmount, showSize } from '../../format/numbers.ts'
import { readPrice } from '../trading/price-steps.ts'
import type { Draft } from './draft.ts'
import { priceText } from './draft.ts'

export type Checked = {
  readonly price: Price | null
  /** Rounded down to the 2 decimals that the venue takes. */
  readonly size: Micros | null
  readonly typedSize: Micros | null
  readonly minutes: number | null
  /** What must be mended before sending; null when nothing. */
  readonly problem: {
    readonly field: 'price' | 'size' | 'minutes' | 'post_only'
    readonly text: string
  } | null
}

/** The venue ends a GTD order one minute early and wants at least three minutes (specification, Venue order rules). */
const LEAST_MINUTES = 4
const MOST_MINUTES = 60 * 24 * 365

/** Reads and checks a draft against the market's tick and minimum. */
export function checkDraft(draft: Draft, tick: TickSize, minimum: string): Checked {
  const price = readPrice(draft.priceText)
  const typedSize = readAmount(draft.sizeText, 6)
  const size = typedSize === null ? null : roundSizeDown(typedSize)
  const minutes = /^\d{1,6}$/.test(draft.minutesText.trim()) ? Number.parseInt(draft.minutesText, 10) : null
  return { price, size, typedSize, minutes, problem: findProblem(draft, price, size, minutes, tick, minimum) }
}

function findProblem(
  draft: Draft,
  price: Price | null,
  size: Micros | null,
  minutes: number | null,
  tick: TickSize,
  minimum: string,
): Checked['problem'] {
  if (price === null) {
    return {
      field: 'price',
      text: draft.priceText === '' ? 'Enter a price.' : 'The price must lie between 0 and 1.',
    }
  }
  if (!isOnTick(price, tick)) {
    return {
      field: 'price',
      text: `Not on the tick: prices go in steps of ${priceText(tick as number as Price, tick)}.`,
    }
  }
  if (size === null) {
    return { field: 'size', text: draft.sizeText === '' ? 'Enter a size.' : 'A size is a number above 0.' }
  }
  const least = parseMicros(minimum)
  if (size === 0n) return { field: 'size', text: 'The size must be above 0.' }
  if (least.ok && size < least.value) {
    return { field: 'size', text: `Below the market's minimum of ${showSize(least.value)}.` }
  }
  if (
    draft.timeInForce === 'GTD' &&
    (minutes === null || minutes < LEAST_MINUTES || minutes > MOST_MINUTES)
  ) {
    return { field: 'minutes', text: `At least ${LEAST_MINUTES} minutes from now.` }
  }
  if (draft.postOnly && (draft.timeInForce === 'FOK' || draft.timeInForce === 'FAK')) {
    return { field: 'post_only', text: 'Post-only needs GTC or GTD.' }
  }
  return null
}
