/**
 * Shares of one outcome that the wallet has beyond own fills: bought with another key, before the trades still
 * listed, or on the venue's own page. The venue's list shows them, later than own fills do (INV-53).
 */
import { compareFills, holdingFromFills, type Holding, type HoldingChange } from './holdings.ts'
import type { Instant } from '../market/market.ts'
import { micros, ZERO, type Micros } from '../money.ts'

/** The venue's row, without fees: a cost that it does not say is the most that such shares can have cost. */
export type ListedRow = Holding & {
  /** Time of the last trade or payout in the row; null when it does not say. */
  readonly lastAt: Instant | null
  /** Shares by own fills and payouts, as list and balance together have corrected them. */
  readonly agreed: Micros
}

/** Kept result of the last row: shares that own fills do not explain, and their cost. */
type OutsideShares = {
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

/** A row that was read. */
type Read = {
  readonly row: ListedRow
  readonly readAt: Instant
  /** The most by the row before. */
  readonly mostBefore: MostOutside | null
}

/** The last row of an outcome, held against own fills. */
export type Listed = Read & {
  readonly shares: OutsideShares
  /** Shares that went without a trade, as a sale after the last own fill. */
  readonly gone: HoldingChange | null
}

/** The list follows a trade by some seconds. */
const FOLLOWS_MS = 8_000
/** The chain's clock and the matching engine's. */
const CLOCKS_DIFFER_MS = 2_000
/** The venue keeps an answer for 5 minutes at most. */
const SURELY_LISTED_MS = 600_000
/** The list's numbers are cut. */
const SAME_SIZE = 10_000n

/** @param before  the row before; null for the first */
export function listedRow(row: ListedRow, readAt: Instant, before: Listed | null, own: OwnChanges): Listed {
  const mostBefore = before === null ? null : mostOutside(before, changesOf(before, own))
  return held({ row, readAt, mostBefore }, before, own)
}

/** The last row held against own fills as they are now. */
export function listedNow({ row, readAt, mostBefore, ...last }: Listed, own: OwnChanges): Listed {
  return held({ row, readAt, mostBefore }, last, own)
}

function held(read: Read, before: Omit<Listed, keyof Read> | null, own: OwnChanges): Listed {
  const gone = goneFrom(read, before?.gone ?? null, own)
  return { ...read, gone, shares: outsideShares(read, changesOf({ gone }, own), before?.shares ?? null) }
}

/** Two sources must agree, and the row must be of after the last own fill. */
function goneFrom(
  { row, readAt }: Read,
  before: HoldingChange | null,
  own: OwnChanges,
): HoldingChange | null {
  const last = Math.max(0, ...own.changes.map(({ at }) => at))
  const isOfAfter = row.lastAt !== null && row.lastAt > last && isSettled(row, own, readAt)
  if (!isOfAfter) return before
  const size = holdingFromFills(own.changes, own.opening).size - row.size
  const isAgreed = row.agreed - row.size < SAME_SIZE && row.size - row.agreed < SAME_SIZE
  if (!isAgreed || size < SAME_SIZE) return null
  return { side: 'SELL', size: micros(size), cash: ZERO, status: 'confirmed', at: last }
}

/** Own fills, without shares that surely went without a trade. */
export function changesOf({ gone }: Pick<Listed, 'gone'>, own: OwnChanges): OwnChanges {
  return gone === null ? own : { ...own, changes: [...own.changes, gone] }
}

/** Holding beyond that of own fills. */
export function outsideNow(last: Listed, own: OwnChanges): Holding {
  return outsideHolding(last.shares, changesOf(last, own))
}

/** The most that may be held beyond own fills: right after a start the list may have own fills or not. */
export function outsideAtMost(last: Listed, own: OwnChanges): Holding {
  const changes = changesOf(last, own)
  return outsideHolding({ ...last.shares, offset: mostOutside(last, changes).offset }, changes)
}

/**
 * Outside shares by one row, compared with own fills. A row that may lack own fills never lowers what an earlier one said, and raises
 * it only by what no order of own fills explains.
 */
function outsideShares({ row, readAt }: Read, own: OwnChanges, before: OutsideShares | null): OutsideShares {
  if (isSettled(row, own, readAt)) {
    const held = holdingFromFills(own.changes, own.opening)
    const size = row.size - held.size
    const cost = row.cost - held.cost
    const price = size < SAME_SIZE ? NOTHING : { size: micros(size), cost: micros(cost > 0n ? cost : 0n) }
    return { offset: row.size - signedSum(own), price }
  }
  const [, most] = signedWithin(own, earliestOf(row, readAt), Infinity)
  const least = row.size - most
  if (before !== null && before.offset >= least) return before
  return { offset: least, price: row }
}

/** The most that the offset may be by a row, and what says whether it still is. */
type MostOutside = { readonly offset: bigint; readonly readAt: Instant; readonly trades: number }

/**
 * The most by one row: it may have own fills of before it was read, or not. The row before says nothing once own fills of before it
 * are known that were not then.
 */
function mostOutside({ row, readAt, mostBefore: before }: Read, own: OwnChanges): MostOutside {
  const of = (offset: bigint): MostOutside => ({ offset, readAt, trades: tradesBefore(own, readAt) })
  if (isSettled(row, own, readAt)) return of(row.size - signedSum(own))
  const [least, most] = signedWithin(own, earliestOf(row, readAt), readAt + CLOCKS_DIFFER_MS)
  const isKnown = before !== null && tradesBefore(own, before.readAt) === before.trades
  return of(isKnown && before.offset >= row.size - most ? before.offset : row.size - least)
}

/** Own fills that a row read then may have. */
function tradesBefore({ changes }: OwnChanges, readAt: Instant): number {
  return changes.filter(({ at }) => at <= readAt + CLOCKS_DIFFER_MS).length
}

/** True if the row has every own fill. */
function isSettled(listed: ListedRow, { changes }: OwnChanges, readAt: Instant): boolean {
  const last = Math.max(-Infinity, ...changes.map(({ at }) => at))
  if (readAt - last < FOLLOWS_MS) return false
  return (
    listed.lastAt === null || last <= listed.lastAt + CLOCKS_DIFFER_MS || readAt - last >= SURELY_LISTED_MS
  )
}

/** Outside shares now, after all own fills since. */
function outsideHolding(known: OutsideShares, own: OwnChanges): Holding {
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
function earliestOf({ lastAt }: ListedRow, readAt: Instant): Instant {
  return (lastAt ?? readAt - SURELY_LISTED_MS) - CLOCKS_DIFFER_MS
}

function signed({ side, size, status }: HoldingChange): bigint {
  if (status === 'failed') return 0n
  return side === 'BUY' ? size : 0n - size
}

const NOTHING: { readonly size: Micros; readonly cost: Micros } = { size: ZERO, cost: ZERO }
