/** The summary's figures as tiles: one figure each, what belongs to it beside it, and how far it can be trusted. */
import type { AccountSummary } from '../../platform/api/wire.ts'
import { NONE, showAmountText } from '../../platform/format/numbers.ts'
import type { FigureName } from './breakdown.ts'
import { toneOf } from '../../model/positions/portfolio-text.ts'
import { countOf } from '../../model/positions/summary-text.ts'

export type TileName = FigureName | 'daily' | 'venue'

export type Tile = {
  readonly name: TileName
  readonly label: string
  readonly value: string
  readonly note: string
  readonly tone: 'pos' | 'neg' | 'soft' | 'plain'
  /** The note says that something is not as it should be. */
  readonly isWarning: boolean
}

/** The tiles in the order in which they are shown. */
export function tilesOf(summary: AccountSummary): readonly Tile[] {
  const { venue } = summary
  const settling = summary.settling_pnl
  return [
    plain('equity', 'Equity', summary.equity, 'cash and liquidation value'),
    plain(
      'cash',
      'Cash',
      summary.cash,
      summary.available === null
        ? 'not read yet'
        : `free ${showAmountText(summary.available)}, reserved ${showAmountText(summary.reserved)}`,
      summary.cash === null,
    ),
    plain(
      'positions',
      'Positions value',
      summary.positions_value,
      markNote(summary),
      summary.positions_without_mark > 0,
    ),
    plain(
      'liquidation',
      'Liquidation value',
      summary.liquidation_value,
      summary.liquidation_complete ? 'fully covered by bids' : 'not complete',
      !summary.liquidation_complete,
    ),
    plain(
      'exposure',
      'Exposure',
      summary.exposure,
      summary.combo_cost_basis === null ? 'at cost, combos not read' : 'positions, open buys, combos at cost',
    ),
    signed(
      'unrealised',
      'Unrealised',
      summary.unrealised_pnl,
      summary.positions_without_cost > 0
        ? `${summary.positions_without_cost} without a cost`
        : 'at the best bids',
      summary.positions_without_cost > 0,
    ),
    signed('today', 'Realised today', summary.realised_pnl_today, 'since 00:00 UTC'),
    signed(
      'realised',
      'Realised, total',
      summary.realised_pnl,
      summary.fees_known ? `fees ${showAmountText(summary.fees)}` : 'some fees are not known',
      !summary.fees_known,
    ),
    signed(
      'settling',
      'Settling',
      settling,
      settling === '0' ? 'all trades are final' : 'part of realised, not final',
    ),
    plain(
      'daily',
      'Bought today',
      summary.daily_notional,
      `of ${showAmountText(summary.daily_notional_limit, 0)} a day`,
    ),
    {
      name: 'venue',
      label: 'Venue',
      value: venue === null ? 'not compared' : summary.differs_from_venue ? 'differs' : 'matches',
      note:
        venue === null
          ? 'its list is not read yet'
          : summary.differs_from_venue
            ? `${countOf(venue.differing_positions, 'position')}, realised ${showAmountText(venue.pnl_difference, 2, true)}`
            : 'positions and realised',
      tone: 'plain',
      isWarning: summary.differs_from_venue,
    },
  ]
}

function markNote(summary: AccountSummary): string {
  if (summary.positions_without_mark > 0) return `${summary.positions_without_mark} without a price`
  const open = countOf(summary.open_positions, 'position')
  return summary.redeemable_positions === 0 ? open : `${open}, ${summary.redeemable_positions} redeemable`
}

function plain(name: TileName, label: string, value: string | null, note: string, isWarning = false): Tile {
  return {
    name,
    label,
    value: value === null ? NONE : showAmountText(value),
    note,
    tone: 'plain',
    isWarning,
  }
}

function signed(name: TileName, label: string, value: string, note: string, isWarning = false): Tile {
  return { name, label, value: showAmountText(value, 2, true), note, tone: toneOf(value), isWarning }
}
