/** The columns of positions: the whole of them on the portfolio page, those that a hand needs in the dock, and those of closed ones. */
import type { Position } from '../../platform/api/wire.ts'
import { NONE, showAmountText } from '../../platform/format/numbers.ts'
import { showDay } from '../../platform/format/times.ts'
import { placeText } from '../../platform/format/places.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import type { Prices } from '../../model/settings/prices.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import { TriangleAlertIcon } from 'lucide-react'
import type { Column } from '../../widgets/data-table/column.ts'
import { hedgeReason } from '../../model/positions/exits.ts'
import {
  exitText,
  markText,
  shareOfExposure,
  sharesText,
  staleText,
  toneOf,
} from '../../model/positions/portfolio-text.ts'
import { IfWins, Net } from './position-resolution.tsx'
import { PositionGame } from './position-game.tsx'
import { tip } from '../../ui/overlays/tip.ts'

export type TableForm = 'full' | 'compact' | 'closed'

type PositionColumn = Column<Position> & {
  /** Where it is shown beside `full`. */
  readonly alsoCompact?: boolean
}

/** The columns of one form, in their order. */
export function positionColumns(form: TableForm, prices: Prices): readonly Column<Position>[] {
  if (form === 'closed') return [OUTCOME, ...CLOSED]
  const open = openColumns(prices).filter(({ alsoCompact = false }) => form === 'full' || alsoCompact)
  return [OUTCOME, ...open, ACTIONS]
}

const OUTCOME: Column<Position> = {
  id: 'outcome',
  head: 'Outcome',
  className: 'wide',
  isFixed: true,
  value: (position) => `${position.outcome_name}, ${placeText(position)}`,
  cell: (position) => <OutcomeCell position={position} />,
  cellProps: (position) => ({ ...tip(`${position.event_title} - ${position.market_title}`) }),
}

function openColumns(prices: Prices): readonly PositionColumn[] {
  return [
    {
      id: 'shares',
      head: 'Shares',
      className: 'num',
      alsoCompact: true,
      value: ({ size }) => size,
      cell: (position) => <Shares position={position} />,
    },
    {
      id: 'average',
      head: 'Average',
      className: 'num extra',
      alsoCompact: true,
      value: (position) => position.average_price,
      cell: (position) => markText(prices, position.average_price, null),
    },
    {
      id: 'cost',
      head: 'Cost',
      className: 'num extra deep',
      value: (position) => position.cost_basis,
      cell: (position) => amount(position.cost_basis),
    },
    {
      id: 'mark',
      head: 'Mark',
      className: 'num extra live',
      alsoCompact: true,
      value: (position) => position.mark_price,
      cell: (position) => (
        <>
          {markText(prices, position.mark_price, position.tick_size)}
          {position.mark_source === 'venue' && <span className="dim"> venue</span>}
        </>
      ),
    },
    {
      id: 'value',
      head: 'Value',
      className: 'num live deep',
      value: ({ value }) => value,
      cell: ({ value }) => amount(value),
    },
    {
      id: 'unrealised',
      head: 'Unrealised',
      className: 'num strong live',
      alsoCompact: true,
      value: (position) => position.unrealised_pnl,
      cell: (position) => signed(position.unrealised_pnl),
      cellProps: (position) => ({ className: toneOf(position.unrealised_pnl) }),
    },
    {
      id: 'realised',
      head: 'Realised',
      className: 'num extra deep',
      value: (position) => position.realised_pnl,
      cell: (position) => signed(position.realised_pnl),
      cellProps: (position) => ({ className: toneOf(position.realised_pnl) }),
    },
    {
      id: 'exit-price',
      head: 'Exit price',
      className: 'num extra live',
      value: (position) => position.exit_price,
      cell: (position) => markText(prices, position.exit_price, position.tick_size),
    },
    { id: 'exit-fills', head: 'Exit fills', className: 'extra live soft', cell: exitText },
    {
      id: 'exit-value',
      head: 'Exit value',
      className: 'num extra live',
      alsoCompact: true,
      value: (position) => position.exit_value,
      cell: (position) => amount(position.exit_value),
    },
    {
      id: 'net',
      head: 'Net',
      title: 'Shares of this outcome less those of the other one; pairs pay 1 whichever wins',
      className: 'num extra deep',
      cell: (position) => <Net position={position} />,
    },
    {
      id: 'if-wins',
      head: 'If it wins',
      title: 'Profit over the whole event if this outcome wins, realised profit included',
      className: 'num extra deep',
      cell: (position) => <IfWins position={position} />,
    },
    {
      id: 'share',
      head: 'Share',
      title: 'Of the exposure of the account, at cost',
      className: 'num extra soft',
      cell: (position) => <Share cost={position.cost_basis} />,
    },
    {
      id: 'game',
      head: 'Game',
      className: 'extra soft deep',
      cell: (position) => <PositionGame gameId={position.game_id} />,
    },
  ]
}

const CLOSED: readonly Column<Position>[] = [
  {
    id: 'realised',
    head: 'Realised',
    className: 'num strong',
    value: (position) => position.realised_pnl,
    cell: (position) => signed(position.realised_pnl),
    cellProps: (position) => ({ className: toneOf(position.realised_pnl) }),
  },
  {
    id: 'today',
    head: 'Today',
    className: 'num extra soft',
    value: (position) => position.realised_pnl_today,
    cell: (position) => signed(position.realised_pnl_today),
  },
  {
    id: 'fees',
    head: 'Fees',
    className: 'num extra soft',
    value: ({ fees }) => fees,
    cell: (position) => `${showAmountText(position.fees)}${position.fees_known ? '' : ' or more'}`,
  },
  {
    id: 'result',
    head: 'Result',
    className: 'soft',
    value: ({ result }) => result ?? 'sold',
    cell: ({ result }) => result ?? 'sold',
  },
  {
    id: 'last-trade',
    head: 'Last trade',
    className: 'extra dim',
    value: (position) => position.last_at,
    cell: (position) => (position.last_at === null ? NONE : showDay(Date.parse(position.last_at))),
  },
]

const ACTIONS: Column<Position> = {
  id: 'actions',
  head: 'Exit and hedge',
  isHeadHidden: true,
  className: 'position-actions',
  pinned: 0,
  cell: (position) => <Actions position={position} />,
}

/** The name opens everything that is known of the position. */
function OutcomeCell({ position }: { readonly position: Position }) {
  const { openedPosition } = useWorkspace()
  const stale = staleText(position)
  return (
    <>
      <button
        type="button"
        className="row-open"
        aria-label={`Figures of ${whatOf(position)}, ${placeText(position)}`}
        aria-haspopup="dialog"
        onClick={() => openedPosition.set({ position, view: 'facts' })}
      >
        {position.outcome_name}
      </button>{' '}
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
        <span className="chip">{position.result ?? 'resolved'}, claim outside</span>
      )}
    </>
  )
}

function Actions({ position }: { readonly position: Position }) {
  const { openedPosition } = useWorkspace()
  const prices = usePrices()
  if (position.status !== 'open') return null
  const what = whatOf(position)
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-label={`Exit ${what}`}
        aria-haspopup="dialog"
        onClick={() => openedPosition.set({ position, view: 'walk' })}
      >
        Exit{'\u2026'}
      </button>
      <button
        type="button"
        className={`button small hedge-button${position.hedge === null ? ' quiet' : ''}`}
        aria-label={`Hedge ${what}${position.hedge === null ? ', not possible now' : ''}`}
        aria-haspopup="dialog"
        {...tip(position.hedge === null ? (hedgeReason(position, prices) ?? 'No hedge now') : undefined)}
        onClick={() => openedPosition.set({ position, view: 'hedge' })}
      >
        Hedge{'\u2026'}
      </button>
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

function Share({ cost }: { readonly cost: Position['cost_basis'] }) {
  const exposure = useSelected(useAccount().account, ({ summary }) => summary?.exposure ?? null)
  return shareOfExposure(cost, exposure) ?? NONE
}

function whatOf(position: Position): string {
  return `${position.size} ${position.outcome_name}`
}

function amount(text: string | null): string {
  return text === null ? NONE : showAmountText(text)
}

function signed(text: string | null): string {
  return text === null ? NONE : showAmountText(text, 2, true)
}
