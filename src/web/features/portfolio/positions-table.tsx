/** Positions as a table: the whole of it on the portfolio page, the figures for trading in the dock. */
import { useState } from 'react'
import { addMicros, ZERO } from '#core/money.ts'
import type { Position } from '../../platform/api/client.ts'
import { showCents } from '../../platform/format/figures.ts'
import { staleText } from '../../words/portfolio-text.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { Button } from '../../ui/controls.tsx'

/** Said where none is open. */
export const NO_POSITIONS = 'No open positions. Buy on a ladder or with the ticket.'

/** Small positions that cannot be sold stand folded at the end. */
export function PositionsTable(props: {
  readonly positions: readonly Position[]
  readonly form: 'full' | 'compact' | 'closed'
  readonly columns: readonly Column<Position>[]
  /** Said when there are none. */
  readonly empty: string
}) {
  const { positions, form, columns, empty } = props
  const [isDustOpen, setDustOpen] = useState(false)
  const whole = positions.filter((one) => !one.dust || form === 'closed')
  const dust = positions.filter((one) => one.dust && form !== 'closed')
  const rows = isDustOpen ? [...whole, ...dust] : whole
  if (positions.length === 0) return <p className="empty">{empty}</p>
  return (
    <>
      <DataTable
        name={`positions-${form}`}
        className={`positions ${form}`}
        columns={columns}
        rows={rows}
        keyOf={(position) => position.outcomeId}
        rowProps={rowProps}
      />
      {dust.length > 0 && (
        <p className="usual pad-8">
          <Button className="plain" aria-expanded={isDustOpen} onClick={() => setDustOpen(!isDustOpen)}>
            Dust ({dust.length}) {showCents(addMicros(...dust.map(({ value }) => value ?? ZERO)))}
          </Button>{' '}
          <span className="dim">too small to be sold alone</span>
        </p>
      )}
    </>
  )
}

function rowProps(position: Position) {
  return { 'data-stale': staleText(position) === null ? undefined : '', 'data-status': position.status }
}
