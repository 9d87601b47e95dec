/** The columns of positions that one trades by, as the dock shows them; the portfolio page adds its own. */
import type { Position } from '../../platform/api/wire.ts'
import { showAmount } from '../../platform/format/numbers.ts'
import { placeText } from '../../platform/format/places.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { usePrices } from '../../contexts/use-prices.ts'
import { useWorkspace } from '../../contexts/workspace.ts'
import { TriangleAlertIcon } from 'lucide-react'
import type { Column } from '../../widgets/data-table/column.ts'
import { resultText, sharesText, staleText, toneOf } from '../../words/portfolio-text.ts'
import { ExitControl } from '../../widgets/exit-control.tsx'
import { tip } from '../../ui/overlays/tip.ts'
import { Button } from '../../ui/button.tsx'
import { writtenAmount } from '../../platform/format/written.ts'

/** In their order, between the outcome and the actions. */
export function tradingColumns(prices: Prices): readonly Column<Position>[] {
  return [
    {
      id: 'shares',
      head: 'Shares',
      className: 'num',
      value: ({ size }) => size,
      cell: (position) => <Shares position={position} />,
    },
    {
      id: 'average',
      head: 'Average',
      className: 'num extra',
      value: (position) => position.averagePrice,
      cell: (position) => prices.value(position.averagePrice),
    },
    {
      id: 'mark',
      head: 'Mark',
      className: 'num extra live',
      value: (position) => position.price,
      cell: (position) => (
        <>
          {prices.value(position.price, position.tickSize)}
          {position.source === 'venue' && <span className="dim"> venue</span>}
        </>
      ),
    },
    {
      id: 'unrealised',
      head: 'Unrealised',
      className: 'num strong live',
      value: (position) => position.unrealised,
      cell: (position) => showAmount(position.unrealised, 2, true),
      cellProps: (position) => ({ className: toneOf(position.unrealised) }),
    },
    {
      id: 'exit-value',
      head: 'Exit value',
      className: 'num extra live',
      value: (position) => position.exitValue,
      cell: (position) => showAmount(position.exitValue),
    },
  ]
}

/** Columns in the dock. */
export function compactColumns(prices: Prices): readonly Column<Position>[] {
  return [OUTCOME, ...tradingColumns(prices), ACTIONS]
}

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
