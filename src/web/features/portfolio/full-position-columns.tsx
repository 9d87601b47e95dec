/** The columns of positions on the portfolio page: all of open ones, and those of closed ones. */
import type { Position } from '../../platform/api/client.ts'
import { NONE, showAmount, showCents, showDay, showSize } from '../../platform/format/figures.ts'
import { useNow, useSelected } from '../../platform/state/hooks.ts'
import { useAccount } from '../../contexts/contexts.ts'
import { amountColumn, priceColumn, textColumn, timeColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { exitText, shareOfExposure } from '../../words/position-text.ts'
import { ACTIONS, OUTCOME, TRADING_COLUMNS } from './position-columns.tsx'
import { useInView } from '../../platform/page/use-in-view.ts'
import { useShownGame } from '../../contexts/use-game.ts'
import { gameText } from '../../words/game-text.ts'
import { subtractMicros, ZERO } from '#core/money.ts'
import { useMarketPnl } from '../../contexts/use-resolution.ts'
import { IfWinsCell } from '../../widgets/if-wins.tsx'

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
export const FULL_COLUMNS: readonly Column<Position>[] = [
  OUTCOME,
  ...[
    ...TRADING_COLUMNS,
    amountColumn<Position>('cost', 'Cost', ({ costBasis }) => costBasis, { className: 'extra deep' }),
    amountColumn<Position>('value', 'Value', ({ value }) => value, { className: 'live deep' }),
    amountColumn<Position>('realised', 'Realised', ({ realised }) => realised, {
      className: 'extra deep',
      isResult: true,
    }),
    priceColumn<Position>('exit-price', 'Exit price', ({ exitPrice }) => exitPrice, {
      className: 'extra live',
      tick: ({ tickSize }) => tickSize,
    }),
    { id: 'exit-fills', head: 'Exit fills', className: 'extra live soft deep', cell: exitText },
    {
      id: 'net',
      head: 'Net',
      title: 'Shares of this outcome less those of the other one; pairs pay 1 whichever wins',
      className: 'num extra deep',
      cell: (position: Position) => <Net position={position} />,
    },
    {
      id: 'if-wins',
      head: 'If it wins',
      title: 'Profit over the whole event if this outcome wins, realised profit included',
      className: 'num extra deep',
      cell: (position: Position) => <IfWins position={position} />,
    },
    {
      id: 'share',
      head: 'Share',
      title: 'Of the exposure of the account, at cost',
      className: 'num extra soft',
      cell: (position: Position) => <Share cost={position.costBasis} />,
    },
    {
      id: 'game',
      head: 'Game',
      className: 'extra soft deep',
      cell: (position: Position) => <PositionGame gameId={position.gameId} />,
    },
  ].toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id)),
  ACTIONS,
]

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
