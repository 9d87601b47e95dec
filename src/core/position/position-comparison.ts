/**
 * Compares the local position with what the venue says of it: its list and the balance of the token. Two sources
 * that agree move it; one alone, a list that is not whole or a moment of unrest never does.
 */
import type { Instant } from '../market/market.ts'
import { addMicros, micros, subtractMicros, ZERO, type Micros } from '../money.ts'
import type { DifferenceCause, PositionFigures } from './position.ts'

/** The venue's row; `absent` when a whole list does not have it. */
export type VenueRow =
  | 'absent'
  | {
      readonly size: Micros
      /** Without fees; null where the row does not say, as in the rest. */
      readonly cost: Micros | null
      /** Fees of the shares held. */
      readonly fees: Micros | null
      /** Fees of all shares ever bought. */
      readonly paidFees: Micros | null
      /** Realised profit before fees of sales. */
      readonly realised: Micros | null
      readonly firstAt: Instant | null
      readonly lastAt: Instant | null
    }

export type ComparisonFacts = {
  readonly own: Pick<PositionFigures, 'size'>
  /** Every trade is final, and none was received since the venue sources were asked or shortly before. */
  readonly calm: boolean
  /** Null when the list does not tell. */
  readonly row: VenueRow | null
  /** Balance of the token by the order book; null when it was not read just now. */
  readonly balance: Micros | null
  /** No balance can be read at all: the list is the only source. */
  readonly listOnly: boolean
  /** How many whole lists in a row have said the same. */
  readonly repeats: number
  /** The market is resolved. */
  readonly resolved: boolean
}

type PositionComparison =
  | { readonly type: 'agrees' }
  /** The local position is unchanged. */
  | { readonly type: 'unsure' }
  /** The local position lacks something: with the row it restarts. */
  | { readonly type: 'adopt'; readonly row: VenueRow }
  /** The market has paid for these shares. */
  | { readonly type: 'paid'; readonly size: Micros }

const REPEATS_NEEDED = 2
/** Sizes closer than this are the same: the list's numbers are cut. */
const SAME_SIZE = 10_000n

/** Comparison of the own size with the venue's sources. */
export function comparePosition(facts: ComparisonFacts): PositionComparison {
  const { own, row, balance } = facts
  if (!facts.calm) return { type: 'unsure' }
  const listed = row === null ? null : row === 'absent' ? ZERO : row.size
  const said = balance ?? (facts.listOnly ? listed : null)
  if (said === null) {
    return listed !== null && isSame(listed, own.size) ? { type: 'agrees' } : { type: 'unsure' }
  }
  if (balance === null ? isSame(said, own.size) : said === own.size) return { type: 'agrees' }
  if (balance === null && facts.repeats < REPEATS_NEEDED) return { type: 'unsure' }
  if (facts.resolved && said < own.size) return { type: 'paid', size: subtractMicros(own.size, said) }
  if (row === null || listed === null || !isSame(listed, said)) return { type: 'unsure' }
  return { type: 'adopt', row: row === 'absent' ? row : { ...row, size: said } }
}

/**
 * The local position restarted from a row. What the row cannot know stays: the day's own profit, own fees, and without
 * a row all that was realised.
 *
 * @param at  when the row was reported
 */
export function adoptedFigures(own: PositionFigures, row: VenueRow, at: Instant): PositionFigures {
  if (row === 'absent') {
    return {
      ...own,
      size: ZERO,
      settledSize: ZERO,
      cost: ZERO,
      costKnown: true,
      settlingPnl: ZERO,
      lastAt: at,
    }
  }
  const fees = addMicros(row.paidFees ?? ZERO, own.saleFees)
  return {
    ...own,
    size: row.size,
    settledSize: row.size,
    cost: costOf(row) ?? ZERO,
    costKnown: row.cost !== null || row.size === 0n,
    fees: own.fees > fees ? own.fees : fees,
    feesKnown: own.feesKnown && row.fees !== null,
    realised: row.realised === null ? own.realised : subtractMicros(row.realised, own.saleFees),
    settlingPnl: ZERO,
    unexplainedSize: ZERO,
    unexplainedCash: ZERO,
    firstAt: row.firstAt ?? own.firstAt ?? at,
    lastAt: row.lastAt ?? own.lastAt ?? at,
  }
}

/** Fees included; null when it is not known. Fees that are not known count as none. */
export function costOf({ cost, fees }: Exclude<VenueRow, 'absent'>): Micros | null {
  return cost === null ? null : addMicros(cost, fees ?? ZERO)
}

export type DifferenceFacts = {
  readonly size: Micros
  /** Difference of costs; ZERO where either side is unknown. */
  readonly cost: Micros
  readonly pnl: Micros
  /** The venue's row calls the outcome by another name than the catalog. */
  readonly isNameOther: boolean
  /** Fees in the own cost. */
  readonly fees: Micros
  readonly settling: boolean
  /** A trade was received so shortly before the list was read that it may not be in it. */
  readonly recent: boolean
  readonly foreign: boolean
  readonly resolved: boolean
  readonly basis: 'fills' | 'venue'
}

/** From this on two amounts differ: a cent, or a hundredth of a share. */
export const MIN_DIFFERENCE = 10_000n
const ROUNDING = 50_000n

/** The likeliest reason why ours less the venue's is not zero; null when nothing differs. */
export function differenceCause(facts: DifferenceFacts): DifferenceCause | null {
  const { size, cost, pnl, fees } = facts
  if (facts.isNameOther) return 'outcome_name'
  const isSize = magnitude(size) >= MIN_DIFFERENCE
  if (!isSize && magnitude(cost) < MIN_DIFFERENCE && magnitude(pnl) < MIN_DIFFERENCE) return null
  if (facts.settling) return 'settling'
  if (facts.recent) return 'indexer_behind'
  if (isSize && facts.foreign) return 'foreign_activity'
  if (isSize) return facts.resolved || size > 0n ? 'not_a_trade' : 'history_incomplete'
  // The venue's row tells the fees of all purchases, not which of them are still held: cost and profit differ alike then.
  const isSplit = magnitude(cost) <= fees && magnitude(subtractMicros(cost, pnl)) < MIN_DIFFERENCE
  if (isSplit || (fees > 0n && magnitude(micros(magnitude(cost) - fees)) < MIN_DIFFERENCE)) {
    return 'fees_in_basis'
  }
  if (magnitude(cost) <= ROUNDING && magnitude(pnl) <= ROUNDING) return 'rounding'
  return facts.basis === 'venue' ? 'history_incomplete' : 'unknown'
}

/** True if two names of an outcome differ by more than spelling; an absent name never differs. */
export function areNamesOther(one: string | null, other: string | null): boolean {
  const plain = (name: string | null): string =>
    (name ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
  return plain(one) !== '' && plain(other) !== '' && plain(one) !== plain(other)
}

/** True if two sizes are equal within the list's precision. */
export function isSame(a: Micros, b: Micros): boolean {
  return magnitude(subtractMicros(a, b)) < SAME_SIZE
}

/** Without its sign. */
export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
