/** Round trips, the latest opened first; each opens its fills, and has a note and tags. */
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { usePages } from '../../platform/api/use-pages.ts'
import type { RoundTrip } from '../../platform/api/wire.ts'
import { NONE, microsOrZero, showAmountText, showCents } from '../../platform/format/numbers.ts'
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
  const pages = usePages(
    `round trips ${JSON.stringify(query)} ${version}`,
    (cursor, signal) =>
      client.call(
        'listRoundTrips',
        { query: { ...query, ...(cursor === null ? {} : { cursor }) } },
        { signal },
      ),
    true,
  )
  const none = useEmptyText('No round trips. They begin with the first fill.', 'Fills cannot be read.')
  const columns = useMemo(
    () => columnsOf(prices, now, (trip) => onOpen({ roundTrip: trip.id }), setNoted),
    [prices, now, onOpen],
  )
  /** The form under the round trip that it is about. */
  function noteBelow(trip: RoundTrip): ReactNode {
    return noted === trip.id && <NoteForm trip={trip} onClose={close} onNoted={saved} />
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
      <ReadFault fault={pages.fault} onAgain={pages.reload} />
      <DataTable
        name="round-trips"
        file="round-trips"
        label="Round trips"
        className="fills"
        columns={columns}
        rows={pages.items}
        keyOf={({ id }) => id}
        empty={pages.isLoading ? 'Reading\u2026' : none}
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
  const price = (text: string | null): string =>
    text === null ? NONE : shortAverage(prices, microsOrZero(text))
  const exactPrice = (text: string | null) =>
    tip(
      text === null || prices.text(text) === shortAverage(prices, microsOrZero(text))
        ? undefined
        : prices.text(text),
    )
  return [
    {
      id: 'opened',
      head: 'Opened',
      className: 'dim',
      value: ({ opened_at: at }) => at,
      cell: ({ opened_at: at, continued }) => {
        const text = dayText(Date.parse(at), now())
        return continued ? `before ${text.replace(/, .*/, '')}` : text
      },
      cellProps: ({ continued }) => tip(continued ? 'Held from before the first known trade' : undefined),
    },
    {
      id: 'market',
      head: 'Market',
      className: 'wide',
      isRowHead: true,
      value: (trip) => `${trip.outcome_name}, ${placeText(trip)}`,
      cell: (trip) => (
        <>
          <Button
            className={`row-open ${styles.tripName}`}
            aria-label={`Fills of ${trip.outcome_name}, ${placeText(trip)}, opened ${showDay(Date.parse(trip.opened_at))}`}
            onClick={() => onOpen(trip)}
          >
            {trip.outcome_name}
          </Button>{' '}
          <span className="dim">{placeText(trip)}</span>
        </>
      ),
    },
    {
      id: 'realised',
      head: 'Realised',
      className: 'num strong',
      value: ({ realised_pnl: text }) => text,
      cell: ({ realised_pnl: text }) => (text === null ? NONE : centsText(text)),
      cellProps: ({ realised_pnl: text }) =>
        text === null
          ? tip('What was sold has no known cost')
          : { className: toneOf(text), ...exactTip(text, centsText(text)) },
    },
    {
      id: 'size',
      head: 'Size',
      className: 'num',
      value: ({ entry_size: size }) => size,
      cell: ({ entry_size: size }) => sharesText(size),
      cellProps: ({ entry_size: size }) =>
        tip(sharesText(size) === showAmountText(size, 0) ? undefined : showAmountText(size, 0)),
    },
    {
      id: 'entry',
      head: 'Entry',
      title: 'Average price of what was bought',
      className: 'num extra',
      value: (trip) => trip.entry_price,
      cell: (trip) => price(trip.entry_price),
      cellProps: (trip) => exactPrice(trip.entry_price),
    },
    {
      id: 'exit',
      head: 'Exit',
      title: 'Average price of what was sold or paid out',
      className: 'num extra',
      value: (trip) => trip.exit_price,
      cell: (trip) => price(trip.exit_price),
      cellProps: (trip) => exactPrice(trip.exit_price),
    },
    {
      id: 'fees',
      head: 'Fees',
      className: 'num extra soft',
      value: ({ fees }) => fees,
      cell: ({ fees, fees_known: areKnown }) => `${showCents(fees)}${areKnown ? '' : ' ?'}`,
      cellProps: ({ fees, fees_known: areKnown }) =>
        areKnown ? exactTip(fees, showCents(fees), false) : tip('The fee of a fill is not known'),
    },
    {
      id: 'held',
      head: 'Held',
      className: 'num extra soft',
      value: ({ held_ms: held }) => held,
      cell: ({ held_ms: held, closed_at: closed }) => `${showAge(held)}${closed === null ? ', open' : ''}`,
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
      value: ({ note }) => note,
      cell: (trip) => (
        <Button
          className={`button small ${styles.openNote}`}
          aria-label={`${trip.note === '' ? 'Add note' : 'Note'} on ${trip.outcome_name}, ${placeText(trip)}, opened ${showDay(Date.parse(trip.opened_at))}`}
          {...tip(trip.note === '' ? undefined : trip.note)}
          onClick={() => onNote(trip.id)}
        >
          {trip.note === '' ? 'Add' : 'Note'}
        </Button>
      ),
    },
  ]
}
