/** A position as text: its mark, its part of the account, the button of an exit, what that leaves of it. */
import { addMicros, micros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { sizeStep } from '#core/order/order-amounts.ts'
import type { SizeRule } from '#core/order/order-amounts.ts'
import type { Price } from '#core/price.ts'
import { floorDivide } from '#lib/decimal.ts'
import type { Prices } from '../data/settings/prices.ts'
import type { Position } from '../platform/api/client.ts'
import { NONE, showAmount, showSize } from '../platform/format/figures.ts'
import { countOfSales } from './order-effect.ts'

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
  if (reserved > ZERO) reasons.push(`${showSize(reserved)} in open sells`)
  if (settling > ZERO) {
    const isOverdue = position.overdue !== ZERO
    reasons.push(`${showSize(settling)} not settled${isOverdue ? ', overdue' : ' yet'}`)
  }
  const busy = addMicros(reserved, settling > ZERO ? settling : ZERO)
  const free = subtractMicros(left, busy)
  const step = sizeStep({ timeInForce, price })
  if (isWalk && free >= HUNDREDTH) {
    reasons.push(
      free < step
        ? `the venue takes whole cents: at this limit, multiples of ${showSize(step)} shares`
        : `no more bids down to the limit price${limitText(position.exit?.limitedBy ?? null)}`,
    )
  }
  if (left < HUNDREDTH) reasons.push('less than 0.01 shares cannot be sold')
  else if (left < minimum) {
    reasons.push(`below the ${showSize(minimum)}-share minimum, sellable only at the bids`)
  }
  return `${showSize(left)} shares left${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}.`
}

/** Limit that keeps an order from worse prices in the book. */
function limitText(limit: NonNullable<Position['exit']>['limitedBy']): string {
  if (limit === null) return ''
  return `, set by your exit slippage in ${limit === 'exit_slippage_ticks' ? 'ticks' : 'percent'}`
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

/** The figures of the order that would be sent. */
export type ExitFigures = {
  readonly outcomeName: string
  readonly price: Price
  readonly size: Micros
  /** Price times size: what a sale brings at least and a buy costs at most, before fees. */
  readonly cash: Micros
  /** As the book is now: by its levels where all of it is sold at once, else the same as `cash`. */
  readonly about: Micros
  /** Own sales that are cancelled first, by id: as many as all of it needs, fewer may do for a part. */
  readonly cancelsFirst: readonly string[]
}

/** An order, or why there is nothing to send. */
export type Quoted<Terms> =
  | { readonly terms: Terms; readonly why: null }
  | { readonly terms: null; readonly why: string }

/** Cash for narrow places, cut downwards: cents below 10,000, else whole. */
function short(value: Micros, signed = false): string {
  const step = value < 10_000_000_000n && value > -10_000_000_000n ? 10_000n : 1_000_000n
  return showAmount(micros(floorDivide(value, step) * step), step === 10_000n ? 2 : 0, signed)
}

/**
 * Text on the button of all that can be sent now: the action, what an exit brings or a hedge leaves if the held outcome wins, and
 * the least of the one or the result of the other if it loses; both short, and exact in the sentence. Figures are before the fee of
 * an exit and after that of a hedge, as far as it is known.
 *
 * @param other  what is held of the market's other outcome
 */
export function exitLabel(
  position: Position,
  isHedge: boolean,
  { terms, why }: Quoted<ExitFigures>,
  other: Position | null,
  prices: Prices,
) {
  const verb = isHedge ? 'Hedge' : 'Exit'
  const none = (sentence: string) => ({ verb, first: NONE, second: NONE, sentence })
  if (terms === null) return none(why)
  const order = `${showSize(terms.size)} ${terms.outcomeName}`
  const limit = prices.price(terms.price, position.tickSize)
  const freed = terms.cancelsFirst
  const before = freed.length === 0 ? '' : `Cancels ${countOfSales(freed)} first, then: `
  if (!isHedge) {
    const [about, least] = [showAmount(terms.about), showAmount(terms.cash)]
    return {
      verb: `${verb} ${showSize(terms.size)}`,
      first: `\u2248${short(terms.about)}`,
      second: `\u2265${short(terms.cash)}`,
      sentence: `${before}Sells ${order} down to ${limit}: about ${about}, at least ${least} if all fills, before fees.`,
    }
  }
  const expected = hedgeResult(position, other, position.hedge?.cash ?? ZERO, position.hedge?.covers ?? ZERO)
  const least = hedgeResult(position, other, terms.cash, terms.size)
  if (expected === null || least === null)
    return none(`Buys ${order} up to ${limit}: the position's cost is unknown, and so is the result.`)
  const sides = ({ wins, loses }: typeof least): string =>
    `${showAmount(wins, 2, true)} if ${position.outcomeName} wins, ${showAmount(loses, 2, true)} if it loses`
  return {
    verb,
    first: `${short(expected.wins, true)} /`,
    second: short(expected.loses, true),
    sentence: `${before}Buys ${order} up to ${limit}: ${sides(expected)}; at worst ${sides(least)}.`,
  }
}

/** Result of the whole market once so many shares of the other outcome are bought for this cash; est. Null without a known cost. */
function hedgeResult(
  { size, costBasis, hedge }: Position,
  other: Position | null,
  cash: Micros,
  bought: Micros,
): { readonly wins: Micros; readonly loses: Micros } | null {
  const otherCost = other === null ? ZERO : other.costBasis
  if (costBasis === null || otherCost === null) return null
  const spent = addMicros(costBasis, otherCost, hedge?.fee ?? ZERO, cash)
  return {
    wins: subtractMicros(size, spent),
    loses: subtractMicros(addMicros(other?.size ?? ZERO, bought), spent),
  }
}
