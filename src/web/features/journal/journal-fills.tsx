/** Fills and payouts with what was seen of each, the latest first; from each one press to its replay. */
import { useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf, useReadAgain } from '../../platform/api/queries.ts'
import type { JournalRow } from '../../platform/api/wire.ts'
import { NONE, showSize } from '../../platform/format/numbers.ts'
import { placeText } from '../../platform/format/places.ts'
import { usePage } from '../../contexts/page.ts'
import { toneOf } from '../../words/portfolio-text.ts'
import { usePrices } from '../../contexts/use-prices.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { tip } from '../../ui/overlays/tip.ts'
import { OlderButton } from '../../ui/older-button.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { useEmptyText } from '../../widgets/missing.tsx'
import { ReplayLink } from '../../widgets/replay-link.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { centsText, dayText, exactTip, meanText, sharesText, timeText } from './journal-text.ts'
import { journalQueryOf } from './journal-filter.ts'
import type { JournalChoice } from './journal-filter.ts'
import { writtenPrice, writtenTime } from '../../platform/format/written.ts'
import type { Micros } from '#core/money.ts'

/** The table; `version` changes with what it is made of. */
export function JournalFills({
  choice,
  version,
}: {
  readonly choice: JournalChoice
  readonly version: string
}) {
  const { client, now } = usePage()
  const prices = usePrices()
  const query = journalQueryOf(choice)
  const pages = useInfiniteQuery(pagesOf(client, 'listJournalRows', query))
  useReadAgain(pages, version)
  const none = useEmptyText('No fill passes the filters.', 'Fills cannot be read.')
  const columns = useMemo(() => columnsOf(prices, now), [prices, now])
  return (
    <>
      <ReadFault read={pages} />
      <DataTable
        name="journal-fills"
        file="journal-fills"
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

type Measured = JournalRow['measure']

function columnsOf(prices: Prices, now: () => number): readonly Column<JournalRow>[] {
  return [
    {
      id: 'time',
      head: 'Time',
      className: 'dim',
      value: ({ at }) => writtenTime(at),
      cell: ({ at }) => dayText(at, now(), true),
    },
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
    {
      id: 'side',
      head: 'Side',
      value: ({ side, kind }) => side ?? kind,
      cell: ({ side }) => (side === null ? 'payout' : side === 'BUY' ? '+ BUY' : '\u2212 SELL'),
      cellProps: ({ side }) => ({
        className: side === 'BUY' ? 'pos strong' : side === null ? '' : 'neg strong',
      }),
    },
    {
      id: 'price',
      head: 'Price',
      className: 'num strong',
      value: ({ price }) => (price === null ? null : writtenPrice(price)),
      cell: ({ price, tickSize }) => prices.price(price, tickSize),
    },
    {
      id: 'size',
      head: 'Size',
      className: 'num',
      value: ({ size }) => size,
      cell: ({ size }) => sharesText(size),
      cellProps: ({ size }) => tip(sharesText(size) === showSize(size) ? undefined : showSize(size)),
    },
    plain('role', 'Role', ({ role }) => role),
    plain('order', 'Order', (row) => row.timeInForce),
    {
      id: 'realised',
      head: 'Realised',
      className: 'num strong',
      value: (row) => row.realisedPnl,
      cell: ({ realisedPnl: pnl }) => (pnl === null ? NONE : centsText(pnl)),
      cellProps: ({ realisedPnl: pnl }) =>
        pnl === null ? { className: 'dim' } : { className: toneOf(pnl), ...exactTip(pnl, centsText(pnl)) },
    },
    plain('spread', 'Traded at', ({ measure }) => measure.spreadSide, 'Side of the spread'),
    amount('slip-best', 'Slip best', (one) => one.slippage_best, 'Against the best price of the press'),
    amount('slip-mid', 'Slip mid', (one) => one.slippage_mid, 'Against the mid of the press'),
    amount('mark-1s', '1 s', (one) => one.mark_1s, 'Markout after 1 s'),
    amount('mark-10s', '10 s', (one) => one.mark_10s, 'Markout after 10 s'),
    amount('mark-1m', '1 min', (one) => one.mark_1m, 'Markout after 60 s'),
    amount('mark-5m', '5 min', (one) => one.mark_5m, 'Markout after 5 min'),
    amount('mark-end', 'End', (one) => one.mark_end, 'Markout at the end of the market'),
    time('to-wire', 'To wire', (one) => one.pressToWire, 'From the press to the wire'),
    time('to-answer', 'To answer', (one) => one.wireToAnswer, 'From the wire to the answer'),
    time('to-fill', 'To fill', (one) => one.answerToFill, 'From the answer to the fill'),
    {
      id: 'queue',
      head: 'Queue',
      title: 'Shares ahead when the order came to rest',
      className: 'num soft extra',
      value: ({ measure }) => measure.queueAhead,
      cell: ({ measure: { queueAhead } }) => (queueAhead === null ? NONE : sharesText(queueAhead)),
    },
    {
      id: 'replay',
      head: 'Replay',
      isHeadHidden: true,
      isFixed: true,
      cell: ({ at, outcomeId }) => <ReplayLink at={at} outcomeId={outcomeId} />,
    },
  ]
}

function plain(
  id: string,
  head: string,
  read: (row: JournalRow) => string | null,
  title?: string,
): Column<JournalRow> {
  return {
    id,
    head,
    ...(title === undefined ? {} : { title }),
    className: 'soft',
    value: read,
    cell: (row) => read(row) ?? NONE,
  }
}

function amount(
  id: string,
  head: string,
  read: (measure: Measured) => Micros | null,
  title: string,
): Column<JournalRow> {
  return {
    id,
    head,
    title,
    className: 'num soft extra',
    value: ({ measure }) => read(measure),
    cell({ measure }) {
      const text = read(measure)
      return text === null ? NONE : meanText(text)
    },
    cellProps({ measure }) {
      const text = read(measure)
      return text === null ? {} : exactTip(text, meanText(text))
    },
  }
}

function time(
  id: string,
  head: string,
  read: (measure: Measured) => number | null,
  title: string,
): Column<JournalRow> {
  return {
    id,
    head,
    title,
    className: 'num soft extra',
    value: ({ measure }) => read(measure),
    cell({ measure }) {
      const taken = read(measure)
      if (taken === null) return NONE
      return timeText(taken)
    },
  }
}
