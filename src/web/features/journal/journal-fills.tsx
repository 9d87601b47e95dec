/** Fills and payouts with what was seen of each, the latest first; from each one press to its replay. */
import { useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf, useReadAgain } from '../../platform/api/queries.ts'
import type { JournalRow } from '../../platform/api/client.ts'
import { NONE, placeText } from '../../platform/format/figures.ts'
import { usePage } from '../../contexts/contexts.ts'
import { OlderButton } from '../../ui/older-button.tsx'
import {
  MEAN,
  RESULT,
  SHARES,
  amountColumn,
  priceColumn,
  sideColumn,
  textColumn,
  timeColumn,
} from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ReadFault, useEmptyText } from '../../widgets/read-fault.tsx'
import { ReplayLink } from '../../widgets/replay-link.tsx'
import { timeText } from './journal-text.ts'
import { shortDay } from '../../words/portfolio-text.ts'
import type { JournalChoice } from './journal-text.ts'
import type { MEASURE_NAMES } from '../../words/portfolio-text.ts'

/** The table; `version` changes with what it is made of. */
export function JournalFills({
  choice,
  version,
}: {
  readonly choice: JournalChoice
  readonly version: string
}) {
  const { client, now } = usePage()
  const pages = useInfiniteQuery(pagesOf(client, 'listJournalRows', choice))
  useReadAgain(pages, version)
  const none = useEmptyText('No fills match the filters.', 'Fills cannot be read.')
  const columns = useMemo(() => columnsOf(now), [now])
  return (
    <>
      <ReadFault read={pages} />
      <DataTable
        name="journal-fills"
        label="Fills of the journal"
        className="fills"
        columns={columns}
        rows={pages.data?.items ?? []}
        keyOf={({ key }) => key}
        empty={pages.isFetching ? 'Reading\u2026' : none}
      />
      <OlderButton pages={pages} name="fills" />
    </>
  )
}

function columnsOf(now: () => number): readonly Column<JournalRow>[] {
  return [
    timeColumn(
      'time',
      'Time',
      ({ at }) => at,
      (at) => shortDay(at, now(), true),
      { className: 'dim' },
    ),
    {
      id: 'market',
      head: 'Market',
      className: 'wide',
      isRowHead: true,
      value: (row) => `${row.outcomeName}, ${placeText(row)}`,
      cell: (row) => (
        <>
          {row.outcomeName} <span className="dim">{placeText(row)}</span>
        </>
      ),
    },
    sideColumn(({ side }) => side, 'payout'),
    priceColumn('price', 'Price', ({ price }) => price, { className: 'strong', tick: (row) => row.tickSize }),
    amountColumn('size', 'Size', ({ size }) => size, SHARES),
    textColumn('role', 'Role', ({ role }) => role, { className: 'soft' }),
    textColumn('order', 'Order', ({ timeInForce }) => timeInForce, { className: 'soft' }),
    amountColumn('realised', 'Realised', ({ realisedPnl }) => realisedPnl, RESULT),
    textColumn('spread', 'Traded at', ({ measure }) => measure.spreadSide, {
      className: 'soft',
      title: 'Side of the spread',
    }),
    mean('slip-best', 'Slip best', 'slippage_best', 'vs. the best price at the click'),
    mean('slip-mid', 'Slip mid', 'slippage_mid', 'vs. the mid at the click'),
    mean('mark-1s', '1 s', 'mark_1s', 'Markout after 1 s'),
    mean('mark-10s', '10 s', 'mark_10s', 'Markout after 10 s'),
    mean('mark-1m', '1 min', 'mark_1m', 'Markout after 60 s'),
    mean('mark-5m', '5 min', 'mark_5m', 'Markout after 5 min'),
    mean('mark-end', 'End', 'mark_end', 'Markout at the end of the market'),
    taken('to-wire', 'To wire', (one) => one.pressToWire, 'From click to send'),
    taken('to-answer', 'To answer', (one) => one.wireToAnswer, 'From send to ack'),
    taken('to-fill', 'To fill', (one) => one.answerToFill, 'From ack to fill'),
    amountColumn('queue', 'Queue', ({ measure }) => measure.queueAhead, {
      ...SHARES,
      title: 'Shares ahead when the order was placed in the book',
      className: 'soft extra',
    }),
    {
      id: 'replay',
      head: 'Replay',
      isHeadHidden: true,
      isFixed: true,
      cell: ({ at, outcomeId }) => <ReplayLink at={at} outcomeId={outcomeId} />,
    },
  ]
}

type Mean = Exclude<keyof typeof MEASURE_NAMES, 'profit'>

function mean(id: string, head: string, name: Mean, title: string): Column<JournalRow> {
  return amountColumn(id, head, ({ measure }) => measure[name], { ...MEAN, className: 'soft extra', title })
}

function taken(
  id: string,
  head: string,
  read: (measure: JournalRow['measure']) => number | null,
  title: string,
): Column<JournalRow> {
  return textColumn(id, head, ({ measure }) => read(measure), {
    title,
    className: 'num soft extra',
    cell({ measure }) {
      const ms = read(measure)
      return ms === null ? NONE : timeText(ms)
    },
  })
}
