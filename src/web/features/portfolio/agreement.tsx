/** The terminal's figures beside the venue's: the difference, since when, and its likely cause as text. */
import type { Micros } from '#core/money.ts'
import type { Position } from '../../platform/api/client.ts'
import { showAmount, showLocal } from '../../platform/format/figures.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { causeText } from '../../words/summary-text.ts'

/** Null: not known, or not compared. */
type Row = readonly [name: string, ours: Micros | null, theirs: Micros | null, difference: Micros | null]

/** One position against the venue's row of it. */
export function PositionAgreement({ position }: { readonly position: Position }) {
  const { venue } = position
  if (venue === null) {
    return (
      <p className="soft">
        The venue does not list this position{position.status === 'closed' ? ' any more' : ' yet'}, so there
        is nothing to compare.
      </p>
    )
  }
  return (
    <>
      <DataTable
        name="venue-comparison"
        className="agreement"
        caption={
          <>
            Comparison with the venue <span className="dim">as of {showLocal(venue.asOf, true)}</span>
          </>
        }
        columns={COLUMNS}
        rows={[
          ['Size', position.size, venue.size, venue.sizeDifference],
          ['Cost basis', position.costBasis, venue.cost, venue.costDifference],
          ['Realised', position.realised, venue.realised, venue.pnlDifference],
          ['Value', position.value, venue.value, null],
        ]}
        keyOf={([name]) => name}
      />
      <p className={venue.differs ? undefined : 'soft'}>
        {venue.likelyCause === 'outcome_name' && `The venue calls it ${venue.outcomeName}. `}
        {venue.differs
          ? `Differs. Likely cause: ${causeText(venue.likelyCause)}${sinceText(venue.since)}`
          : 'Agrees with the venue.'}
      </p>
    </>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'figure', head: 'Figure', isRowHead: true, cell: ([name]) => name },
  { id: 'terminal', head: 'Terminal', className: 'num', cell: ([, ours]) => knownText(ours) },
  { id: 'venue', head: 'Venue', className: 'num soft', cell: ([, , theirs]) => knownText(theirs) },
  {
    id: 'difference',
    head: 'Difference',
    className: 'num',
    cell: ([, , , difference]) =>
      difference === null ? <span className="dim">not compared</span> : showAmount(difference, 2, true),
  },
]

function knownText(amount: Micros | null): string {
  return amount === null ? 'not known' : showAmount(amount)
}

function sinceText(since: number | null): string {
  return since === null ? '' : ` Since ${showLocal(since, true)}.`
}
