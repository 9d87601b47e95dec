/** Positions as a table: the whole of it on the portfolio page, the figures for trading in the dock. */
import { useState } from 'react'
import { addMicros, micros, parseMicros } from '#core/money.ts'
import type { Position } from '../../platform/api/wire.ts'
import { showAmount } from '../../platform/format/numbers.ts'
import { PositionRow } from './position-row.tsx'
import type { TableForm } from './position-row.tsx'
import { tip } from '../../ui/overlays/tip.ts'

/** Rows drawn at first, and more by the same number. */
const STEP = 100

const COLUMNS: Record<TableForm, readonly (readonly [name: string, className: string])[]> = {
  full: [
    ['Shares', 'num'],
    ['Average', 'num extra'],
    ['Cost', 'num extra deep'],
    ['Mark', 'num extra'],
    ['Value', 'num deep'],
    ['Unrealised', 'num'],
    ['Realised', 'num extra deep'],
    ['Exit price', 'num extra'],
    ['Exit fills', 'extra'],
    ['Exit value', 'num extra'],
    ['Share', 'num extra'],
    ['Game', 'extra deep'],
  ],
  compact: [
    ['Shares', 'num'],
    ['Average', 'num extra'],
    ['Mark', 'num extra'],
    ['Unrealised', 'num'],
    ['Exit value', 'num extra'],
  ],
  closed: [
    ['Realised', 'num'],
    ['Today', 'num extra'],
    ['Fees', 'num extra'],
    ['Result', ''],
    ['Last trade', 'extra'],
  ],
}

/** Small positions that cannot be sold stand folded at the end. */
export function PositionsTable(props: {
  readonly positions: readonly Position[]
  readonly form: TableForm
  /** Said when there are none. */
  readonly empty: string
}) {
  const { positions, form, empty } = props
  const [most, setMost] = useState(STEP)
  const [isDustOpen, setDustOpen] = useState(false)
  const whole = positions.filter((one) => !one.dust || form === 'closed')
  const dust = positions.filter((one) => one.dust && form !== 'closed')
  const columns = COLUMNS[form]
  const rows = isDustOpen ? [...whole.slice(0, most), ...dust] : whole.slice(0, most)
  if (positions.length === 0) return <p className="empty">{empty}</p>
  return (
    <>
      <table className={`table positions ${form}`}>
        <thead>
          <tr>
            <th scope="col" className="wide">
              Outcome
            </th>
            {columns.map(([name, className]) => (
              <th
                key={name}
                scope="col"
                className={className === '' ? undefined : className}
                {...tip(name === 'Share' ? 'Of the exposure of the account, at cost' : undefined)}
              >
                {name}
              </th>
            ))}
            {form !== 'closed' && (
              <th scope="col">
                <span className="visually-hidden">Exit and hedge</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((position) => (
            <PositionRow key={position.outcome_id} position={position} form={form} />
          ))}
        </tbody>
      </table>
      {whole.length > most && (
        <p className="empty">
          <button type="button" className="button small" onClick={() => setMost(most + STEP)}>
            Show {Math.min(STEP, whole.length - most)} more of {whole.length}
          </button>
        </p>
      )}
      {dust.length > 0 && (
        <p className="dust">
          <button
            type="button"
            className="plain"
            aria-expanded={isDustOpen}
            onClick={() => setDustOpen(!isDustOpen)}
          >
            Dust ({dust.length}) {showAmount(valueOf(dust))}
          </button>{' '}
          <span className="dim">too small to be sold alone</span>
        </p>
      )}
    </>
  )
}

function valueOf(positions: readonly Position[]) {
  return addMicros(
    ...positions.map(({ value }) => {
      const parsed = parseMicros(value ?? '0')
      return parsed.ok ? parsed.value : micros(0n)
    }),
  )
}
