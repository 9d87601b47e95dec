/** The columns of positions on the portfolio page: all of open ones, and those of closed ones. */
import type { Position } from '../../platform/api/client.ts'
import { NONE, showCents, showDay } from '../../platform/format/figures.ts'
import { amountColumn, priceColumn, textColumn, timeColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { ACTIONS, OUTCOME, TRADING_COLUMNS } from './position-columns.tsx'
import { IfWinsCell } from '../../widgets/if-wins.tsx'

/** Columns behind one of those that one trades by. */
const MORE: Readonly<Record<string, readonly Column<Position>[]>> = {
  average: [amountColumn('cost', 'Cost', ({ costBasis }) => costBasis, { className: 'extra deep' })],
  mark: [amountColumn('value', 'Value', ({ value }) => value, { className: 'live deep' })],
  unrealised: [
    amountColumn('realised', 'Realised', ({ realised }) => realised, {
      className: 'extra deep',
      isResult: true,
    }),
    priceColumn('exit-price', 'Exit price', ({ exitPrice }) => exitPrice, {
      className: 'extra live',
      tick: ({ tickSize }) => tickSize,
    }),
  ],
}

/** Columns of open and redeemable positions. */
export const FULL_COLUMNS: readonly Column<Position>[] = [
  OUTCOME,
  ...TRADING_COLUMNS.flatMap((column) => [column, ...(MORE[column.id] ?? [])]),
  {
    id: 'if-wins',
    head: 'If it wins',
    title: 'Profit over the whole event if this outcome wins, realised profit included',
    className: 'num extra deep',
    cell: ({ eventId, marketId, outcomeId }) =>
      eventId === null ? NONE : <IfWinsCell place={{ eventId, marketId, outcomeId }} />,
  },
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
