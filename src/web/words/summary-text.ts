/** Faults of the account's figures, as sentences. */
import type { AccountSummary, Position } from '../platform/api/client.ts'
import { showAge } from '../platform/format/figures.ts'

type Cause = NonNullable<NonNullable<Position['venue']>['likelyCause']>

const CAUSES: Record<Cause, string> = {
  indexer_behind: "The venue's list is older than our last fill; it usually follows within a minute.",
  settling: 'Trades are not final yet; the venue lists them once they are settled.',
  foreign_activity: 'Orders from outside this terminal traded.',
  not_a_trade: 'Shares came or went without a trade: a split, merge, transfer or payout.',
  history_incomplete: 'Includes trades older than the venue still lists.',
  fees_in_basis: 'The venue does not split fees by share; here each share keeps its own.',
  rounding: 'Less than a cent: the venue rounds.',
  other_mark: 'The venue uses a mark other than the best bid.',
  outcome_name:
    'The venue names this outcome differently here than in its catalog: check which side it is before you trade it.',
  unknown: 'Cause unknown. Compare Fills with Activity.',
}

/** The likely cause of a difference, as a sentence. */
export function causeText(cause: Cause | null): string {
  return CAUSES[cause ?? 'unknown']
}

/** Reasons why the summary is not whole or current, the gravest first. */
export function summaryWarnings(summary: AccountSummary, isCurrent: boolean, now: number): readonly string[] {
  const warnings: string[] = []
  if (!isCurrent) {
    warnings.push(`Not current: link to the terminal lost, figures ${showAge(now - summary.asOf)} old.`)
  }
  if (!summary.positionsComplete) {
    const why = summary.positionsProblem === null ? '' : ` ${summary.positionsProblem}`
    warnings.push(`The venue's position list is incomplete: you may hold more than shown.${why}`)
  } else if (summary.positionsProblem !== null) {
    warnings.push(summary.positionsProblem)
  }
  if (summary.cash === null) warnings.push('Cash has not been read from the venue yet.')
  if (summary.stalePositions > 0) {
    warnings.push(
      `${countOf(summary.stalePositions, 'position')} valued from a stale book: mark and exit are the last known.`,
    )
  }
  if (summary.positionsWithoutMark > 0) {
    warnings.push(
      `${countOf(summary.positionsWithoutMark, 'position')} without any price, left out of the sums.`,
    )
  }
  if (summary.positionsWithoutCost > 0) {
    warnings.push(
      `${countOf(summary.positionsWithoutCost, 'position')} of unknown cost, left out of every profit; in exposure and limits each share counts as 1.`,
    )
  }
  if (summary.unreadRows > 0) {
    warnings.push(`${countOf(summary.unreadRows, 'row')} of the venue's list unreadable.`)
  }
  if (summary.allowancesOk === false) {
    warnings.push('Allowances are too low: set them at the venue.')
  }
  return warnings
}

/** `1 position`, `2 positions`. */
export function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
