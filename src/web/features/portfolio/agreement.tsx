/** The terminal's figures beside the venue's: the difference, since when, and its likely cause as text. */
import type { Micros } from '#core/money.ts'
import type { AccountSummary, Position } from '../../platform/api/client.ts'
import { placeText, showAmount, showLocal } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useAccount } from '../../contexts/contexts.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { causeText } from '../../words/summary-text.ts'

/** Null: not known, or not compared. */
type Row = readonly [name: string, ours: Micros | null, theirs: Micros | null, difference: Micros | null]

/** The whole account against the venue's list, then each position that differs. */
export function AgreementParts({ summary }: { readonly summary: AccountSummary }) {
  const { items } = useStore(useAccount().positions)
  const { venue } = summary
  if (venue === null) {
    return (
      <p className="soft">The venue's own figures have not been read yet, so there is nothing to compare.</p>
    )
  }
  const differing = items.filter((position) => position.venue?.differs === true)
  return (
    <>
      <AgreementTable
        label="The account"
        asOf={venue.asOf}
        rows={[
          ['Positions value', summary.positionsValue, venue.positionsValue, venue.valueDifference],
          ['Realised', summary.realised, venue.realised, venue.pnlDifference],
          ['Unrealised', summary.unrealised, venue.unrealised, null],
        ]}
      />
      <p className={summary.differsFromVenue ? undefined : 'soft'}>
        {summary.differsFromVenue
          ? `Likely cause: ${causeText(venue.likelyCause)}${sinceText(venue.since)}`
          : 'Sizes and realised results agree. Values may differ: the venue values at its own price, the terminal at the best bid.'}
      </p>
      {differing.map((position) => (
        <PositionAgreement key={position.outcomeId} position={position} isNamed />
      ))}
    </>
  )
}

/** One position against the venue's row of it. */
export function PositionAgreement({
  position,
  isNamed = false,
}: {
  readonly position: Position
  readonly isNamed?: boolean
}) {
  const { venue } = position
  const label = isNamed ? `${position.outcomeName}, ${placeText(position)}` : 'Comparison with the venue'
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
      <AgreementTable
        label={label}
        asOf={venue.asOf}
        rows={[
          ['Size', position.size, venue.size, venue.sizeDifference],
          ['Cost basis', position.costBasis, venue.cost, venue.costDifference],
          ['Realised', position.realised, venue.realised, venue.pnlDifference],
          ['Value', position.value, venue.value, null],
        ]}
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

function AgreementTable({
  label,
  asOf,
  rows,
}: {
  readonly label: string
  readonly asOf: number
  readonly rows: readonly Row[]
}) {
  return (
    <DataTable
      name="venue-comparison"
      className="agreement"
      caption={
        <>
          {label} <span className="dim">venue as of {showLocal(asOf, true)}</span>
        </>
      }
      columns={COLUMNS}
      rows={rows}
      keyOf={([name]) => name}
    />
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
