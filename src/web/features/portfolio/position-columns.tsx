/** The columns of positions that one trades by, as the dock shows them; the portfolio page adds its own. */
import type { Position } from '../../platform/api/client.ts'
import { placeText, writtenAmount } from '../../platform/format/figures.ts'
import { usePrices, useWorkspace } from '../../contexts/contexts.ts'
import { TriangleAlertIcon } from 'lucide-react'
import { amountColumn, priceColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { resultText, sharesText, staleText } from '../../words/portfolio-text.ts'
import { ExitControl } from '../../widgets/exit-control.tsx'
import { Button, tip } from '../../ui/controls.tsx'
import { Price } from '../../widgets/price.tsx'

/** In their order, between the outcome and the actions. */
export const TRADING_COLUMNS: readonly Column<Position>[] = [
  amountColumn('shares', 'Shares', ({ size }) => size, {
    cell: (position) => <Shares position={position} />,
  }),
  priceColumn('average', 'Average', ({ averagePrice }) => averagePrice, { className: 'extra' }),
  priceColumn('mark', 'Mark', ({ price }) => price, {
    className: 'extra live',
    cell: ({ price, tickSize, source }) => (
      <>
        <Price of={price} tick={tickSize} />
        {source === 'venue' && <span className="dim"> venue</span>}
      </>
    ),
  }),
  amountColumn('unrealised', 'Unrealised', ({ unrealised }) => unrealised, {
    className: 'strong live',
    isResult: true,
  }),
  amountColumn('exit-value', 'Exit value', ({ exitValue }) => exitValue, { className: 'extra live' }),
]

/** Names the row, and opens everything that is known of it. */
export const OUTCOME: Column<Position> = {
  id: 'outcome',
  head: 'Outcome',
  className: 'wide',
  isFixed: true,
  value: (position) => `${position.outcomeName}, ${placeText(position)}`,
  cell: (position) => <OutcomeCell position={position} />,
  cellProps: (position) => ({ ...tip(`${position.eventTitle} - ${position.marketTitle}`) }),
}

/** Exit and hedge. */
export const ACTIONS: Column<Position> = {
  id: 'actions',
  head: 'Exit and hedge',
  isHeadHidden: true,
  className: 'position-actions',
  cell: (position) => <Actions position={position} />,
}

/** Columns in the dock. */
export const COMPACT_COLUMNS: readonly Column<Position>[] = [OUTCOME, ...TRADING_COLUMNS, ACTIONS]

/** The name opens everything that is known of the position. */
function OutcomeCell({ position }: { readonly position: Position }) {
  const { openedPosition } = useWorkspace()
  const stale = staleText(position)
  const prices = usePrices()
  return (
    <>
      <Button
        className="row-open"
        aria-label={`Figures of ${whatOf(position)}, ${placeText(position)}`}
        aria-haspopup="dialog"
        onClick={(press) => openedPosition.set({ position, view: 'facts', anchor: press.currentTarget })}
      >
        {position.outcomeName}
      </Button>{' '}
      <span className="dim">{placeText(position)}</span>
      {position.venue?.differs === true && (
        <span className="chip warn" {...tip('The venue reports other figures: open it to compare')}>
          differs
        </span>
      )}
      {stale !== null && (
        <span className="chip warn" {...tip(`Mark and exit are the last known: ${stale}`)}>
          <TriangleAlertIcon />
          stale
        </span>
      )}
      {position.status === 'redeemable' && (
        <span className="chip">{resultText(position, prices)}, claim outside</span>
      )}
    </>
  )
}

function Actions({ position }: { readonly position: Position }) {
  if (position.status !== 'open') return null
  return (
    <>
      <ExitControl position={position} mode="walk" isLow />
      <ExitControl position={position} mode="hedge" />
    </>
  )
}

function Shares({ position }: { readonly position: Position }) {
  const shares = sharesText(position)
  return (
    <>
      {shares.size}
      {shares.settling !== null && (
        <span className="chip" {...tip('Trades that are not final yet')}>
          {shares.settling}
        </span>
      )}
    </>
  )
}

function whatOf(position: Position): string {
  return `${writtenAmount(position.size)} ${position.outcomeName}`
}
