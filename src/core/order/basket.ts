/**
 * Several outcomes of one event bought together, of which at most one wins: the legs at the depth of the books, what each outcome
 * then pays, and the worst that can come of it while a leg stays unfilled. Integers throughout.
 */
import { err, ok, type Result } from '#lib/result.ts'
import type { Level } from '../book/book.ts'
import { walkBook, walkOrder } from '../book/book-walk.ts'
import { takerFee } from '../fees.ts'
import type { FeeCurve } from '../market/market.ts'
import { addMicros, micros, sumOfKnown, ZERO, type Micros } from '../money.ts'
import type { Price } from '../price.ts'
import { fittingSize, isTaking, sizeStep } from './order-amounts.ts'
import { leastSize } from './order-minimum.ts'

/** Orders of one command: of more, the first are those that are the hardest to fill. */
export const MOST_LEGS = 15

/** An outcome to buy: the winning of one member of the event, or its not winning. */
export type BasketSource = {
  readonly member: string
  readonly isNo: boolean
  /** Best first; null while the book is not known or not current. */
  readonly asks: readonly Level[] | null
  readonly fee: FeeCurve | null | 'unknown'
  /** Null while it is not known. */
  readonly minimum: Micros | null
}

export type BasketEvent = {
  /** Those that may still win. */
  readonly members: readonly string[]
  /** At most one of them wins. */
  readonly isExclusive: boolean
  /** One of them wins, for certain: false where that is not known. */
  readonly isComplete: boolean
}

/** As many `shares` of each; the fewest that bring a `profit`; the most that a `stake` buys, fees included. */
export type BasketSizing = { readonly by: 'shares' | 'profit' | 'stake'; readonly amount: Micros }

export type BasketLeg<Source extends BasketSource = BasketSource> = {
  readonly source: Source
  readonly price: Price
  readonly size: Micros
  /** Shares available in the current book, their cost, and the fee on top. */
  readonly shares: Micros
  readonly cost: Micros
  readonly fee: Micros
}

export type Basket<Source extends BasketSource = BasketSource> = {
  readonly legs: readonly BasketLeg<Source>[]
  /** Cost and fees of all. */
  readonly total: Micros
  /** Cost and fees of one share of each, rounded up to a micro. */
  readonly sum: Micros
  /** Result for each member that wins. */
  readonly results: readonly { readonly member: string; readonly result: Micros }[]
  /** Result where none of them wins; null where one does for certain. */
  readonly unlisted: Micros | null
  /** The worst result while this leg stays unfilled, whatever of the others fills. */
  readonly without: readonly Micros[]
}

export type BasketFault<Source extends BasketSource = BasketSource> =
  | { readonly kind: 'not_exclusive' | 'no_legs' | 'amount' }
  | { readonly kind: 'no_book' | 'fee_unknown'; readonly source: Source }
  /** The books do not offer it: the most that they do, in shares or in profit. */
  | { readonly kind: 'depth' | 'profit'; readonly most: Micros }
  /** Shares that all legs can have alike come in such steps. */
  | { readonly kind: 'below_step'; readonly step: Micros }
  | { readonly kind: 'below_minimum'; readonly source: Source; readonly least: Micros }

export type BasketType = 'FAK' | 'GTC'

const HUNDREDTH = 10_000n
const SHARE = 1_000_000n

/** The legs and all figures of them, or why there are none. */
export function basketOf<Source extends BasketSource>(
  chosen: readonly Source[],
  event: BasketEvent,
  sizing: BasketSizing,
  type: BasketType,
): Result<Basket<Source>, BasketFault<Source>> {
  if (!event.isExclusive) return err({ kind: 'not_exclusive' })
  if (chosen.length === 0) return err({ kind: 'no_legs' })
  if (sizing.amount <= ZERO) return err({ kind: 'amount' })
  const depth = ({ asks }: Source): bigint => depthsOf(asks ?? []).at(-1) ?? 0n
  const thinnestFirst = chosen.toSorted((a, b) => Number(depth(a) - depth(b)))
  const sources = chosen.length > MOST_LEGS ? thinnestFirst : chosen
  for (const source of sources) {
    if (source.asks === null) return err({ kind: 'no_book', source })
    if (feeOf(source, source.asks) === null) return err({ kind: 'fee_unknown', source })
  }
  const sized = sharesOf(sources, sizing, type)
  if (!sized.ok) return sized
  const fitted = fittedShares(sources, sized.value, type)
  const legs = legsAt(sources, fitted.shares, type)
  if (fitted.shares <= 0n || legs.some(({ size }) => size <= ZERO))
    return err({ kind: 'below_step', step: fitted.step })
  for (const { source, price, size } of legs) {
    const order = { side: 'BUY', price, timeInForce: type, postOnly: false } as const
    const least = leastSize(order, source.minimum ?? ZERO, true)
    if (size < least) return err({ kind: 'below_minimum', source, least })
  }
  return ok(figuresOf(legs, event))
}

/** Shares of each leg before they fit the steps of the orders. */
function sharesOf<Source extends BasketSource>(
  sources: readonly Source[],
  { by, amount }: BasketSizing,
  type: BasketType,
): Result<bigint, BasketFault<Source>> {
  const depths = sources.map(({ asks }) => depthsOf(asks ?? []))
  const most = least(depths.map((all) => all.at(-1) ?? 0n))
  const at = (shares: bigint) => legsAt(sources, fittedShares(sources, shares, type).shares, type)
  if (most <= 0n || (by === 'shares' && amount > most)) return err({ kind: 'depth', most: micros(most) })
  if (by === 'shares') return ok(amount - (amount % HUNDREDTH))
  if (by === 'stake') {
    const fits = (shares: bigint) => totalOf(at(shares)) <= amount
    // All that the books offer may cost less.
    return ok(fits(most) ? most : lastThat(0n, most, fits))
  }
  const brings = (shares: bigint) => leastProfit(at(shares)) >= amount
  // Each share costs more than the one before: between two levels the profit only rises or only falls.
  const corners = [...new Set(depths.flat().filter((depth) => depth <= most))].sort((a, b) => Number(a - b))
  let before = 0n
  for (const corner of corners) {
    if (brings(corner)) return ok(lastThat(before, corner, (shares) => !brings(shares)) + HUNDREDTH)
    before = corner
  }
  const profits = corners.map((corner) => leastProfit(at(corner)))
  return err({ kind: 'profit', most: micros(-least(profits.map((profit) => -profit))) })
}

/** The result where one of the outcomes wins that it is for: one leg where they are to win, every leg where they are not. */
function leastProfit(legs: readonly BasketLeg[]): bigint {
  const shares = legs.map((leg) => leg.shares)
  const paid = legs.every(({ source }) => source.isNo) ? addMicros(...shares) : least(shares)
  return paid - totalOf(legs)
}

/** By halves, on hundredths of a share: the last for which it holds, where it holds at `low` and does not at `high`. */
function lastThat(low: bigint, high: bigint, holds: (shares: bigint) => boolean): bigint {
  let [yes, no] = [low / HUNDREDTH, high / HUNDREDTH]
  while (no - yes > 1n) {
    const middle = (yes + no) / 2n
    if (holds(middle * HUNDREDTH)) yes = middle
    else no = middle
  }
  return yes * HUNDREDTH
}

/** The most shares up to these that the orders of all legs can have alike, and the step that they come in. */
function fittedShares(sources: readonly BasketSource[], wanted: bigint, type: BasketType) {
  let shares = wanted
  let last = HUNDREDTH
  for (;;) {
    const step = sources.reduce((all, { asks }) => {
      const { worstPrice } = walkBook('BUY', asks ?? [], micros(shares), null)
      return worstPrice === null
        ? all
        : commonMultiple(all, sizeStep({ timeInForce: type, price: worstPrice }))
    }, HUNDREDTH)
    const over = shares % step
    if (over === 0n) return { shares, step: micros(last) }
    // Fewer shares may need a lower limit, which has a step of its own.
    shares -= over
    last = step
  }
}

/** The order of each leg that brings these shares, or where it takes across levels the most that fits below them. */
function legsAt<Source extends BasketSource>(
  sources: readonly Source[],
  wanted: bigint,
  type: BasketType,
): readonly BasketLeg<Source>[] {
  return sources.flatMap((source) => {
    const asks = source.asks ?? []
    const whole = walkBook('BUY', asks, micros(wanted), null)
    const price = whole.worstPrice
    if (price === null) return []
    // An order that takes spends its cash: below its limit that is more shares than its size.
    const exact = whole.parts.reduce((sum, [at, taken]) => sum + taken * BigInt(at), 0n)
    const most = micros(isTaking(type) ? exact / BigInt(price) : wanted)
    const size = fittingSize({ timeInForce: type, price }, most)
    const walk = walkOrder({ side: 'BUY', price, size, timeInForce: type }, asks)
    return [
      { source, price, size, shares: walk.filled, cost: walk.cash, fee: feeOf(source, walk.parts) ?? ZERO },
    ]
  })
}

/** Null where it is not known. */
function feeOf({ fee }: BasketSource, parts: readonly Level[]): Micros | null {
  return fee === 'unknown' ? null : sumOfKnown(parts.map(([price, size]) => takerFee(fee, price, size)))
}

/**
 * Orders for the unfilled part of a basket at the current books, and the extra cost per basket share.
 */
export function completionOf<Source extends BasketSource>(
  parts: readonly { readonly now: Source; readonly planned: BasketLeg; readonly filled: Micros }[],
): Result<{ readonly legs: readonly BasketLeg<Source>[]; readonly more: Micros }, BasketFault<Source>> {
  const legs: BasketLeg<Source>[] = []
  let more = 0n
  for (const { now, planned, filled } of parts) {
    const missing = micros(planned.shares - filled)
    if (missing < HUNDREDTH) continue
    const made = basketOf([now], ANY_EVENT, { by: 'shares', amount: missing }, 'FAK')
    if (!made.ok) return made
    const [leg] = made.value.legs
    if (leg === undefined) continue
    legs.push(leg)
    const seen = divideUp((planned.cost + planned.fee) * SHARE, planned.shares)
    more += divideUp((leg.cost + leg.fee) * SHARE, leg.shares) - seen
  }
  return legs.length === 0 ? err({ kind: 'no_legs' }) : ok({ legs, more: micros(more) })
}

/** Each leg is computed alone, without results. */
const ANY_EVENT: BasketEvent = { members: [], isExclusive: true, isComplete: true }

function figuresOf<Source extends BasketSource>(
  legs: readonly BasketLeg<Source>[],
  event: BasketEvent,
): Basket<Source> {
  const total = totalOf(legs)
  const all = legs.map((leg) => gainOf(leg))
  const at = (member: string | null): Micros => addMicros(...all.map((gain) => gain(member)))
  const endings = [...event.members, ...(event.isComplete ? [] : [null])]
  /** Any of the others may fill or not: those that lose in this ending do. */
  const worst = (leg: number, ending: string | null): bigint =>
    all.reduce((sum, gain, nth) => (nth === leg || gain(ending) > ZERO ? sum : sum + gain(ending)), 0n)
  return {
    legs,
    total,
    sum: micros(
      legs.reduce((sum, { cost, fee, shares }) => sum + divideUp((cost + fee) * SHARE, shares), 0n),
    ),
    results: event.members.map((member) => ({ member, result: at(member) })),
    unlisted: event.isComplete ? null : at(null),
    without: legs.map((_, leg) => micros(least(endings.map((ending) => worst(leg, ending))))),
  }
}

/** Result of a leg by the member that wins; null for one that is not listed. */
function gainOf({ source, shares, cost, fee }: BasketLeg): (member: string | null) => Micros {
  const paid = (member: string | null) => (member === source.member) !== source.isNo
  return (member) => micros((paid(member) ? shares : 0n) - cost - fee)
}

/** Cost and fees. */
function totalOf(legs: readonly BasketLeg[]): Micros {
  return addMicros(ZERO, ...legs.flatMap(({ cost, fee }) => [cost, fee]))
}

/** Shares down to each level, in whole hundredths. */
function depthsOf(asks: readonly Level[]): readonly bigint[] {
  let total = 0n
  return asks.map(([, size]) => {
    total += size
    return total - (total % HUNDREDTH)
  })
}

function least(values: readonly bigint[]): bigint {
  return values.reduce((low, value) => (value < low ? value : low), values[0] ?? 0n)
}

function commonMultiple(a: bigint, b: bigint): bigint {
  let [high, low] = [a, b]
  while (low !== 0n) [high, low] = [low, high % low]
  return (a / high) * b
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
