/** The columns of positions on the portfolio page: all of open ones, and those of closed ones. */
import type { Position } from '../../platform/api/wire.ts'
import { NONE, showAmount, showSize } from '../../platform/format/numbers.ts'
import { showDay } from '../../platform/format/times.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../../contexts/account.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { toneOf } from '../../words/portfolio-text.ts'
import { exitText, shareOfExposure } from '../../words/position-text.ts'
import { ACTIONS, OUTCOME, tradingColumns } from './position-columns.tsx'
import { useInView } from '../../platform/page/use-in-view.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { useShownGame } from '../../contexts/use-game.ts'
import { gameText } from './game-text.ts'
import { subtractMicros, ZERO } from '#core/money.ts'
import { useMarketPnl } from '../../contexts/use-resolution.ts'
import { IfWinsCell } from '../../widgets/if-wins.tsx'
import { writtenTime, writtenPrice } from '../../platform/format/written.ts'

const ORDER: readonly string[] = [
  'shares',
  'average',
  'cost',
  'mark',
  'value',
  'unrealised',
  'realised',
  'exit-price',
  'exit-fills',
  'exit-value',
  'net',
  'if-wins',
  'share',
  'game',
]

/** Columns of open and redeemable positions. */
export function fullColumns(prices: Prices): readonly Column<Position>[] {
  const all = [...tradingColumns(prices), ...furtherColumns(prices)]
  return [OUTCOME, ...all.toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id)), ACTIONS]
}

/** Columns of closed positions. */
export function closedColumns(): readonly Column<Position>[] {
  return [OUTCOME, ...CLOSED]
}

function furtherColumns(prices: Prices): readonly Column<Position>[] {
  return [
    {
      id: 'cost',
      head: 'Cost',
      className: 'num extra deep',
      value: (position) => position.costBasis,
      cell: (position) => showAmount(position.costBasis),
    },
    {
      id: 'value',
      head: 'Value',
      className: 'num live deep',
      value: ({ value }) => value,
      cell: ({ value }) => showAmount(value),
    },
    {
      id: 'realised',
      head: 'Realised',
      className: 'num extra deep',
      value: (position) => position.realised,
      cell: (position) => showAmount(position.realised, 2, true),
      cellProps: (position) => ({ className: toneOf(position.realised) }),
    },
    {
      id: 'exit-price',
      head: 'Exit price',
      className: 'num extra live',
      value: ({ exitPrice }) => (exitPrice === null ? null : writtenPrice(exitPrice)),
      cell: (position) => prices.price(position.exitPrice, position.tickSize),
    },
    { id: 'exit-fills', head: 'Exit fills', className: 'extra live soft deep', cell: exitText },
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
      cell: (position) => <Share cost={position.costBasis} />,
    },
    {
      id: 'game',
      head: 'Game',
      className: 'extra soft deep',
      cell: (position) => <PositionGame gameId={position.gameId} />,
    },
  ]
}

const CLOSED: readonly Column<Position>[] = [
  {
    id: 'realised',
    head: 'Realised',
    className: 'num strong',
    value: (position) => position.realised,
    cell: (position) => showAmount(position.realised, 2, true),
    cellProps: (position) => ({ className: toneOf(position.realised) }),
  },
  {
    id: 'today',
    head: 'Today',
    className: 'num extra soft',
    value: (position) => position.realisedToday,
    cell: (position) => showAmount(position.realisedToday, 2, true),
  },
  {
    id: 'fees',
    head: 'Fees',
    className: 'num extra soft',
    value: ({ fees }) => fees,
    cell: (position) => `${showAmount(position.fees)}${position.feesKnown ? '' : ' or more'}`,
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
    value: ({ lastAt }) => (lastAt === null ? null : writtenTime(lastAt)),
    cell: ({ lastAt }) => (lastAt === null ? NONE : showDay(lastAt)),
  },
]

function Share({ cost }: { readonly cost: Position['costBasis'] }) {
  const exposure = useSelected(useAccount().account, ({ summary }) => summary?.exposure ?? null)
  return (cost === null ? null : shareOfExposure(cost, exposure)) ?? NONE
}

/** The cell's content; a dash for what has no game. */
function PositionGame({ gameId }: { readonly gameId: string | null }) {
  return gameId === null ? <span className="dim">{NONE}</span> : <GameState gameId={gameId} />
}

function GameState({ gameId }: { readonly gameId: string }) {
  const [ref, isShown] = useInView()
  const { game, current } = useShownGame(gameId, isShown)
  const now = useNow()
  const isOld = game !== null && (game.stale || !current)
  return (
    <span ref={ref} className={isOld ? 'dim' : undefined}>
      {game === null ? NONE : gameText(game, now)}
      {isOld && ', not current'}
    </span>
  )
}

/** Shares of the outcome less those of the other one, and how many cover each other. */
function Net({ position }: { readonly position: Position }) {
  const market = useMarketPnl(position.eventId ?? '', position.marketId)
  if (market === null) return NONE
  const isFirst = market.outcomes[0]?.outcomeId === position.outcomeId
  const { net, paired } = market
  return (
    <>
      {showAmount(isFirst ? net : subtractMicros(ZERO, net), 0, true)}
      {paired !== ZERO && <span className="dim"> {showSize(paired)} paired</span>}
    </>
  )
}

/** Profit over the whole event if the outcome wins. */
function IfWins({ position }: { readonly position: Position }) {
  const { eventId, marketId, outcomeId } = position
  return eventId === null ? NONE : <IfWinsCell place={{ eventId, marketId, outcomeId }} />
}
