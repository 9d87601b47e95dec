/** Round trips, the latest opened first; each opens its fills, and has a note and tags. */
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf, useReadAgain } from '../../platform/api/queries.ts'
import type { RoundTrip } from '../../platform/api/wire.ts'
import { NONE, showCents, showSize } from '../../platform/format/numbers.ts'
import { placeText } from '../../platform/format/places.ts'
import { showAge, showDay } from '../../platform/format/times.ts'
import { usePage } from '../../contexts/page.ts'
import { shortAverage, toneOf } from '../../words/portfolio-text.ts'
import { usePrices } from '../../contexts/use-prices.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { OlderButton } from '../../ui/older-button.tsx'
import { tip } from '../../ui/overlays/tip.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { useEmptyText } from '../../widgets/missing.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { centsText, dayText, exactTip, sharesText } from './journal-text.ts'
import { journalQueryOf } from './journal-filter.ts'
import type { JournalChoice } from './journal-filter.ts'
import styles from './journal.module.css'
import { NoteForm } from './note-form.tsx'
import { Button } from '../../ui/button.tsx'
import { writtenTime } from '../../platform/format/written.ts'

/** The table; `version` changes with what it is made of. */
export function RoundTrips(props: {
  readonly choice: JournalChoice
  readonly version: string
  readonly onOpen: (part: Partial<JournalChoice>) => void
  readonly onNoted: () => void
}) {
  const { choice, version, onOpen, onNoted } = props
  const { client, now } = usePage()
  const prices = usePrices()
  const [noted, setNoted] = useState<string | null>(null)
  const query = journalQueryOf(choice)
  const pages = useInfiniteQuery(pagesOf(client, 'listRoundTrips', query))
  useReadAgain(pages, version)
  const none = useEmptyText('No round trips. They begin with the first fill.', 'Fills cannot be read.')
  const columns = useMemo(
    () => columnsOf(prices, now, (trip) => onOpen({ roundTrip: trip.key }), setNoted),
    [prices, now, onOpen],
  )
  /** The form under the round trip that it is about. */
  function noteBelow(trip: RoundTrip): ReactNode {
    return noted === trip.key && <NoteForm trip={trip} onClose={close} onNoted={saved} />
  }
  function close(): void {
    setNoted(null)
  }
  function saved(): void {
    close()
    onNoted()
  }
  return (
    <>
      <ReadFault read={pages} />
      <DataTable
        name="round-trips"
        file="round-trips"
        label="Round trips"
        className="fills"
        columns={columns}
        rows={pages.data?.items ?? []}
        keyOf={({ key }) => key}
        empty={pages.isFetching ? 'Reading\u2026' : none}
        below={noteBelow}
      />
      <OlderButton pages={pages} name="round trips" />
    </>
  )
}

function columnsOf(
  prices: Prices,
  now: () => number,
  onOpen: (trip: RoundTrip) => void,
  onNote: (id: string) => void,
): readonly Column<RoundTrip>[] {
  const priced = (name: 'entryPrice' | 'exitPrice') => {
    const texts = ({ [name]: price }: RoundTrip): readonly [short: string, exact?: string] =>
      price === null ? [NONE] : [shortAverage(prices, price), prices.value(price)]
    return {
      value: (trip: RoundTrip) => trip[name],
      cell: (trip: RoundTrip) => texts(trip)[0],
      cellProps(trip: RoundTrip) {
        const [short, exact] = texts(trip)
        return tip(exact === short ? undefined : exact)
      },
    }
  }
  return [
    {
      id: 'opened',
      head: 'Opened',
      className: 'dim',
      value: ({ openedAt }) => writtenTime(openedAt),
      cell: ({ openedAt, isContinued }) => {
        const text = dayText(openedAt, now())
        return isContinued ? `before ${text.replace(/, .*/, '')}` : text
      },
      cellProps: ({ isContinued }) => tip(isContinued ? 'Held from before the first known trade' : undefined),
    },
    {
      id: 'market',
      head: 'Market',
      className: 'wide',
      isRowHead: true,
      value: (trip) => `${trip.outcomeName}, ${placeText(trip)}`,
      cell: (trip) => (
        <>
          <Button
            className={`row-open ${styles.tripName}`}
            aria-label={`Fills of ${trip.outcomeName}, ${placeText(trip)}, opened ${showDay(trip.openedAt)}`}
            onClick={() => onOpen(trip)}
          >
            {trip.outcomeName}
          </Button>{' '}
          <span className="dim">{placeText(trip)}</span>
        </>
      ),
    },
    {
      id: 'realised',
      head: 'Realised',
      className: 'num strong',
      value: ({ realisedPnl: pnl }) => pnl,
      cell: ({ realisedPnl: pnl }) => (pnl === null ? NONE : centsText(pnl)),
      cellProps: ({ realisedPnl: pnl }) =>
        pnl === null
          ? tip('What was sold has no known cost')
          : { className: toneOf(pnl), ...exactTip(pnl, centsText(pnl)) },
    },
    {
      id: 'size',
      head: 'Size',
      className: 'num',
      value: ({ entrySize: size }) => size,
      cell: ({ entrySize: size }) => sharesText(size),
      cellProps: ({ entrySize: size }) =>
        tip(sharesText(size) === showSize(size) ? undefined : showSize(size)),
    },
    {
      id: 'entry',
      head: 'Entry',
      title: 'Average price of what was bought',
      className: 'num extra',
      ...priced('entryPrice'),
    },
    {
      id: 'exit',
      head: 'Exit',
      title: 'Average price of what was sold or paid out',
      className: 'num extra',
      ...priced('exitPrice'),
    },
    {
      id: 'fees',
      head: 'Fees',
      className: 'num extra soft',
      value: ({ fees }) => fees,
      cell: ({ fees, areFeesKnown }) => `${showCents(fees)}${areFeesKnown ? '' : ' ?'}`,
      cellProps: ({ fees, areFeesKnown }) =>
        areFeesKnown ? exactTip(fees, showCents(fees), false) : tip('The fee of a fill is not known'),
    },
    {
      id: 'held',
      head: 'Held',
      className: 'num extra soft',
      value: ({ heldMs }) => heldMs,
      cell: ({ heldMs, closedAt }) => `${showAge(heldMs)}${closedAt === null ? ', open' : ''}`,
    },
    {
      id: 'tags',
      head: 'Tags',
      className: 'extra soft',
      value: ({ tags }) => tags.join(' '),
      cell: ({ tags }) => tags.join(', '),
    },
    {
      id: 'note',
      head: 'Note',
      isFixed: true,
      value: ({ text }) => text,
      cell: (trip) => (
        <Button
          className={`button small ${styles.openNote}`}
          aria-label={`${trip.text === '' ? 'Add note' : 'Note'} on ${trip.outcomeName}, ${placeText(trip)}, opened ${showDay(trip.openedAt)}`}
          {...tip(trip.text === '' ? undefined : trip.text)}
          onClick={() => onNote(trip.key)}
        >
          {trip.text === '' ? 'Add' : 'Note'}
        </Button>
      ),
    },
  ]
}
