/** Positions as tables: those of the portfolio page, and the tab of the dock with what one trades by. */
import { useState } from 'react'
import { TriangleAlertIcon } from 'lucide-react'
import { addMicros, ZERO } from '#core/money.ts'
import type { Position } from '../../platform/api/client.ts'
import { NONE, placeText, showCents, showDay, writtenAmount } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useAccount, usePage, usePrices, useTitleWithKey, useWorkspace } from '../../contexts/contexts.ts'
import { amountColumn, priceColumn, textColumn, timeColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ExitControl } from '../../widgets/exit-control.tsx'
import { IfWinsCell } from '../../widgets/if-wins.tsx'
import { Price } from '../../widgets/price.tsx'
import { resultText, sharesText, staleText } from '../../words/portfolio-text.ts'
import { Button, tip } from '../../ui/controls.tsx'

/** Names the row, and opens everything that is known of it. */
const OUTCOME: Column<Position> = {
  id: 'outcome',
  head: 'Outcome',
  className: 'wide',
  isFixed: true,
  value: (position) => `${position.outcomeName}, ${placeText(position)}`,
  cell: (position) => <OutcomeCell position={position} />,
  cellProps: ({ eventTitle, marketTitle }) => ({ ...tip(`${eventTitle} - ${marketTitle}`) }),
}

/** Columns of open and redeemable positions. */
export const FULL_COLUMNS: readonly Column<Position>[] = [
  OUTCOME,
  amountColumn('shares', 'Shares', ({ size }) => size, {
    cell: (position) => <Shares position={position} />,
  }),
  priceColumn('average', 'Average', ({ averagePrice }) => averagePrice, { className: 'extra' }),
  amountColumn('cost', 'Cost', ({ costBasis }) => costBasis, { className: 'extra deep' }),
  priceColumn('mark', 'Mark', ({ price }) => price, {
    className: 'extra live',
    cell: ({ price, tickSize, source }) => (
      <>
        <Price of={price} tick={tickSize} />
        {source === 'venue' && <span className="dim"> venue</span>}
      </>
    ),
  }),
  amountColumn('value', 'Value', ({ value }) => value, { className: 'live deep' }),
  amountColumn('unrealised', 'Unrealised', ({ unrealised }) => unrealised, {
    className: 'strong live',
    isResult: true,
  }),
  amountColumn('realised', 'Realised', ({ realised }) => realised, {
    className: 'extra deep',
    isResult: true,
  }),
  priceColumn('exit-price', 'Exit price', ({ exitPrice }) => exitPrice, {
    className: 'extra live',
    tick: ({ tickSize }) => tickSize,
  }),
  amountColumn('exit-value', 'Exit value', ({ exitValue }) => exitValue, { className: 'extra live' }),
  {
    id: 'if-wins',
    head: 'If it wins',
    title: 'Profit over the whole event if this outcome wins, realised profit included',
    className: 'num extra deep',
    cell: ({ eventId, marketId, outcomeId }) =>
      eventId === null ? NONE : <IfWinsCell place={{ eventId, marketId, outcomeId }} />,
  },
  {
    id: 'actions',
    head: 'Exit and hedge',
    isHeadHidden: true,
    className: 'position-actions',
    cell: (position) =>
      position.status === 'open' && (
        <>
          <ExitControl position={position} mode="walk" isLow />
          <ExitControl position={position} mode="hedge" />
        </>
      ),
  },
]

const PAGE_ONLY: readonly string[] = ['cost', 'value', 'realised', 'exit-price', 'if-wins']
const COMPACT_COLUMNS = FULL_COLUMNS.filter(({ id }) => !PAGE_ONLY.includes(id))
/** In a replay nothing can be sent. */
export const REPLAY_COLUMNS = COMPACT_COLUMNS.filter(({ id }) => id !== 'actions')

export const CLOSED_COLUMNS: readonly Column<Position>[] = [
  OUTCOME,
  amountColumn('realised', 'Realised', ({ realised }) => realised, { className: 'strong', isResult: true }),
  amountColumn('today', 'Today', ({ realisedToday }) => realisedToday, {
    className: 'extra soft',
    isSigned: true,
  }),
  amountColumn('fees', 'Fees', ({ fees }) => fees, {
    className: 'extra soft',
    cell: ({ fees, feesKnown }) => `${showCents(fees)}${feesKnown ? '' : ' or more'}`,
  }),
  textColumn('result', 'Result', ({ result }) => result ?? 'sold', { className: 'soft' }),
  timeColumn('last-trade', 'Last trade', ({ lastAt }) => lastAt, showDay, { className: 'extra dim' }),
]

function OutcomeCell({ position }: { readonly position: Position }) {
  const { openedPosition } = useWorkspace()
  const stale = staleText(position)
  const prices = usePrices()
  return (
    <>
      <Button
        className="row-open"
        aria-label={`Figures of ${writtenAmount(position.size)} ${position.outcomeName}, ${placeText(position)}`}
        aria-haspopup="dialog"
        onClick={(press) => openedPosition.set({ position, view: 'facts', anchor: press.currentTarget })}
      >
        {position.outcomeName}
      </Button>{' '}
      <span className="dim">{placeText(position)}</span>
      {position.venue?.differs === true && (
        <span className="chip warn" {...tip('Differs from the venue: open to compare')}>
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

function Shares({ position }: { readonly position: Position }) {
  const { size, settling } = sharesText(position)
  return (
    <>
      {size}
      {settling !== null && (
        <span className="chip" {...tip('Trades not final yet')}>
          {settling}
        </span>
      )}
    </>
  )
}

/** Said where none is open. */
export const NO_POSITIONS = 'No open positions. Buy on a ladder or with the ticket.'

/** Small positions that cannot be sold are folded at the end. */
export function PositionsTable(props: {
  readonly positions: readonly Position[]
  readonly form: 'full' | 'compact' | 'closed'
  readonly columns: readonly Column<Position>[]
  /** Said when there are none. */
  readonly empty: string
}) {
  const { positions, form, columns, empty } = props
  const [isDustOpen, setDustOpen] = useState(false)
  const isDust = (one: Position) => one.dust && form !== 'closed'
  const dust = positions.filter(isDust)
  if (positions.length === 0) return <p className="empty">{empty}</p>
  return (
    <>
      <DataTable
        name={`positions-${form}`}
        className={`positions ${form}`}
        columns={columns}
        rows={[...positions.filter((one) => !isDust(one)), ...(isDustOpen ? dust : [])]}
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

/** Open positions as a tab of the dock. */
export function PositionsTab() {
  const list = useStore(useAccount().positions)
  return (
    <div className="panel-body" tabIndex={0} role="region" aria-label="Position rows">
      {list.items.length > 0 && (
        <p className="usual pad-8">
          <FlattenAll />
        </p>
      )}
      <PositionsTable
        positions={list.items.filter(({ status }) => status !== 'closed')}
        form="compact"
        columns={COMPACT_COLUMNS}
        empty={list.loaded ? NO_POSITIONS : 'Reading positions\u2026'}
      />
    </div>
  )
}

/** Opens the summary of everything that can be sold, which one more press sends. */
export function FlattenAll() {
  const { dialog } = usePage()
  const title = useTitleWithKey('Cancels all orders and sells every position, after a summary', 'flatten_all')
  return (
    <Button aria-haspopup="dialog" {...tip(title)} onClick={() => dialog.set('flatten')}>
      Flatten all{'\u2026'}
    </Button>
  )
}
