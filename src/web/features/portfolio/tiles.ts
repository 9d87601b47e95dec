/** The summary's figures as tiles: one figure each, what belongs to it beside it, and how far it can be trusted. */
import { ZERO, type Micros } from '#core/money.ts'
import type { AccountSummary } from '../../platform/api/client.ts'
import { showAmount, showCents } from '../../platform/format/figures.ts'
import { toneOf } from '../../words/portfolio-text.ts'
import { countOf } from '../../words/summary-text.ts'

export type Tile = {
  readonly name: string
  readonly label: string
  readonly value: string
  /** To the last digit, where the value is to the cent. */
  readonly exact: string
  readonly note: string
  readonly tone: 'pos' | 'neg' | 'soft' | 'plain'
  /** The note says that something is not as it should be. */
  readonly isWarning: boolean
}

/** The tiles in the order in which they are shown. */
export function tilesOf(summary: AccountSummary): readonly Tile[] {
  const settling = summary.settlingPnl
  return [
    plain('equity', 'Equity', summary.equity, 'cash and liquidation value'),
    plain(
      'cash',
      'Cash',
      summary.cash,
      summary.available === null
        ? 'not read yet'
        : `free ${showCents(summary.available)}, reserved ${showCents(summary.reserved)}`,
      summary.cash === null,
    ),
    plain(
      'positions',
      'Positions value',
      summary.positionsValue,
      markNote(summary),
      summary.positionsWithoutMark > 0,
    ),
    plain(
      'liquidation',
      'Liquidation value',
      summary.liquidationValue,
      summary.liquidationComplete ? 'fully covered by bids' : 'not complete',
      !summary.liquidationComplete,
    ),
    plain(
      'exposure',
      'Exposure',
      summary.exposure,
      summary.comboCostBasis === null ? 'at cost, combos not read' : 'positions, open buys, combos at cost',
    ),
    signed(
      'unrealised',
      'Unrealised',
      summary.unrealised,
      summary.positionsWithoutCost > 0
        ? `${summary.positionsWithoutCost} without a cost`
        : 'at the best bids',
      summary.positionsWithoutCost > 0,
    ),
    signed('today', 'Realised today', summary.realisedToday, 'since 00:00 UTC'),
    signed(
      'realised',
      'Realised, total',
      summary.realised,
      summary.feesKnown ? `fees ${showCents(summary.fees)}` : 'some fees are not known',
      !summary.feesKnown,
    ),
    signed(
      'settling',
      'Settling',
      settling,
      settling === ZERO ? 'all trades are final' : 'part of realised, not final',
    ),
    plain(
      'daily',
      'Bought today',
      summary.dailyNotional,
      `of ${showAmount(summary.dailyNotionalLimit, 0)} a day`,
    ),
  ]
}

/** How the venue's figures compare with ours, in the summary's head. */
export function comparedText({ venue, differsFromVenue }: AccountSummary): string {
  if (venue === null) return 'not compared'
  if (!differsFromVenue) return 'matches'
  return `differs: ${countOf(venue.differing, 'position')}, realised ${showCents(venue.pnlDifference, true)}`
}

function markNote(summary: AccountSummary): string {
  if (summary.positionsWithoutMark > 0) return `${summary.positionsWithoutMark} without a price`
  const open = countOf(summary.openPositions, 'position')
  return summary.redeemablePositions === 0 ? open : `${open}, ${summary.redeemablePositions} redeemable`
}

function plain(name: string, label: string, value: Micros | null, note: string, isWarning = false): Tile {
  return { name, label, value: showCents(value), exact: showAmount(value), note, tone: 'plain', isWarning }
}

function signed(name: string, label: string, value: Micros, note: string, isWarning = false): Tile {
  const exact = showAmount(value, 2, true)
  return { name, label, value: showCents(value, true), exact, note, tone: toneOf(value), isWarning }
}
