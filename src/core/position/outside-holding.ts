/**
 * Shares of one outcome that the wallet has beyond own fills: bought with another key, before the trades still
 * listed, or on the venue's own page. The venue's list shows them, later than own fills do (INV-53).
 */
import { compareFills, holdingFromFills, type Holding, type HoldingChange } from './holdings.ts'
import type { Instant } from '../market/market.ts'
import { micros, ZERO, type Micros } from '../money.ts'

/** The venue's row, without fees: a cost that it does not say is the most that such shares can have cost. */
export type ListedHolding = Holding & {
  /** Time of the last trade or payout in the row; null when it does not say. */
  readonly lastAt: Instant | null
}

/** Kept result of the last row: shares that own fills do not explain, and their cost. */
export type OutsideShares = {
  /** The wallet's shares less those that own fills, sales beyond what they bought included, sum up to. */
  readonly offset: bigint
  readonly price: Holding
}

export type OwnChanges = {
  /** Holding after folded fills. */
  readonly opening: Holding
  /** In any order. */
  readonly changes: readonly HoldingChange[]
}

/** The list follows a trade by some seconds. */
const FOLLOWS_MS = 8_000
/** The chain's clock and the matching engine's. */
const CLOCKS_DIFFER_MS = 2_000
/** The venue keeps an answer for 5 minutes at most. */
const SURELY_LISTED_MS = 600_000
/** The list's numbers are cut. */
const SAME_SIZE = 10_000n

/**
 * Outside shares by one row, compared with own fills. A row that may lack own fills never lowers what an earlier one
 * said, and raises it only by what no order of own fills explains. @param before of the row before, or null @param
 * readAt when the row was read
 */
export function outsideShares(
  listed: ListedHolding,
  own: OwnChanges,
  before: OutsideShares | null,
  readAt: Instant,
): OutsideShares {
  if (isSettled(listed, own, readAt)) {
    const held = holdingFromFills(own.changes, own.opening)
    const size = listed.size - held.size
    const cost = listed.cost - held.cost
    const price = size < SAME_SIZE ? NOTHING : { size: micros(size), cost: micros(cost > 0n ? cost : 0n) }
    return { offset: listed.size - signedSum(own), price }
  }
  const [, most] = signedWithin(own, earliestOf(listed, readAt), Infinity)
  const least = listed.size - most
  if (before !== null && before.offset >= least) return before
  return { offset: least, price: listed }
}

/** The most that the offset may be by a row, and what says whether it still is. */
export type MostOutside = { readonly offset: bigint; readonly readAt: Instant; readonly trades: number }

/**
 * The most by one row: it may have own fills of before it was read, or not.
 *
 * @param before  by the row before; null for the first. It says nothing once own fills of before it are known that were not then.
 */
export function mostOutside(
  listed: ListedHolding,
  own: OwnChanges,
  before: MostOutside | null,
  readAt: Instant,
): MostOutside {
  const of = (offset: bigint): MostOutside => ({ offset, readAt, trades: tradesBefore(own, readAt) })
  if (isSettled(listed, own, readAt)) return of(listed.size - signedSum(own))
  const [least, most] = signedWithin(own, earliestOf(listed, readAt), readAt + CLOCKS_DIFFER_MS)
  const isKnown = before !== null && tradesBefore(own, before.readAt) === before.trades
  return of(isKnown && before.offset >= listed.size - most ? before.offset : listed.size - least)
}

/** Own fills that a row read then may have. */
function tradesBefore({ changes }: OwnChanges, readAt: Instant): number {
  return changes.filter(({ at }) => at <= readAt + CLOCKS_DIFFER_MS).length
}

/** True if the row has every own fill. */
export function isSettled(listed: ListedHolding, { changes }: OwnChanges, readAt: Instant): boolean {
  const last = Math.max(-Infinity, ...changes.map(({ at }) => at))
  if (readAt - last < FOLLOWS_MS) return false
  return (
    listed.lastAt === null || last <= listed.lastAt + CLOCKS_DIFFER_MS || readAt - last >= SURELY_LISTED_MS
  )
}

/** Outside shares now, after all own fills since. */
export function outsideHolding(known: OutsideShares | null, own: OwnChanges): Holding {
  if (known === null) return NOTHING
  const size = known.offset + signedSum(own) - holdingFromFills(own.changes, own.opening).size
  if (size < SAME_SIZE) return NOTHING
  const { price } = known
  const cost = price.size === 0n ? 0n : (price.cost * size + price.size - 1n) / price.size
  return { size: micros(size), cost: micros(cost) }
}

/** Purchases less sales. */
function signedSum({ opening, changes }: OwnChanges): bigint {
  return changes.reduce((sum, change) => sum + signed(change), opening.size as bigint)
}

/** The least and the most that purchases less sales came to at any moment of a span. */
function signedWithin(
  { opening, changes }: OwnChanges,
  since: Instant,
  until: Instant,
): readonly [least: bigint, most: bigint] {
  let sum: bigint = opening.size
  const sums: bigint[] = []
  for (const change of changes.toSorted(compareFills)) {
    if (change.at > until) break
    if (change.at > since) sums.push(sum)
    sum += signed(change)
  }
  return [
    sums.reduce((least, one) => (one < least ? one : least), sum),
    sums.reduce((most, one) => (one > most ? one : most), sum),
  ]
}

/** The earliest moment whose holding a row may show. */
function earliestOf({ lastAt }: ListedHolding, readAt: Instant): Instant {
  return (lastAt ?? readAt - SURELY_LISTED_MS) - CLOCKS_DIFFER_MS
}

function signed({ side, size, status }: HoldingChange): bigint {
  if (status === 'failed') return 0n
  return side === 'BUY' ? size : 0n - size
}

const NOTHING: { readonly size: Micros; readonly cost: Micros } = { size: ZERO, cost: ZERO }
