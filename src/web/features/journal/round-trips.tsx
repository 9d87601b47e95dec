/** Round trips, the latest opened first; each opens its fills, and has a note and tags. */
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf, useReadAgain } from '../../platform/api/queries.ts'
import { faultText } from '../../platform/api/client.ts'
import type { RoundTrip } from '../../platform/api/client.ts'
import { NONE, placeText, showAge, showCents, showDay } from '../../platform/format/figures.ts'
import { usePage, usePrices } from '../../contexts/contexts.ts'
import { shortAverage, shortDay } from '../../words/portfolio-text.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { Button, TextField, tip } from '../../ui/controls.tsx'
import { OlderButton } from '../../ui/older-button.tsx'
import {
  RESULT,
  SHARES,
  amountColumn,
  priceColumn,
  textColumn,
  timeColumn,
} from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ReadFault, useEmptyText } from '../../widgets/read-fault.tsx'
import type { JournalChoice } from './journal-text.ts'
import { ReplayLink } from '../../widgets/replay-link.tsx'
import styles from './journal.module.css'
import type { Micros } from '#core/money.ts'

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
  const pages = useInfiniteQuery(pagesOf(client, 'listRoundTrips', choice))
  useReadAgain(pages, version)
  const none = useEmptyText('No round trips yet. They start with a fill.', 'Fills cannot be read.')
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
  const average = (id: string, head: string, read: (trip: RoundTrip) => Micros | null, title: string) =>
    priceColumn(id, head, read, {
      title,
      className: 'extra',
      cell(trip) {
        const price = read(trip)
        return price === null ? NONE : shortAverage(prices, price)
      },
      cellProps(trip) {
        const price = read(trip)
        const exact = prices.value(price)
        return tip(price === null || shortAverage(prices, price) === exact ? '' : exact)
      },
    })
  return [
    timeColumn(
      'opened',
      'Opened',
      ({ openedAt }) => openedAt,
      () => '',
      {
        className: 'dim',
        cell: ({ openedAt, isContinued }) => {
          const text = shortDay(openedAt, now())
          return isContinued ? `before ${text.replace(/, .*/, '')}` : text
        },
        cellProps: ({ isContinued }) => tip(isContinued ? 'Held from before the first known trade' : ''),
      },
    ),
    {
      id: 'market',
      head: 'Market',
      className: 'wide',
      isRowHead: true,
      value: (trip) => `${trip.outcomeName}, ${placeText(trip)}`,
      cell: (trip) => (
        <>
          <Button
            className="row-open cut"
            aria-label={`Fills of ${trip.outcomeName}, ${placeText(trip)}, opened ${showDay(trip.openedAt)}`}
            onClick={() => onOpen(trip)}
          >
            {trip.outcomeName}
          </Button>{' '}
          <span className="dim">{placeText(trip)}</span>
        </>
      ),
    },
    withTip(
      amountColumn('realised', 'Realised', ({ realisedPnl }) => realisedPnl, RESULT),
      ({ realisedPnl }) => realisedPnl === null && 'Cost of the shares sold is unknown',
    ),
    amountColumn('size', 'Size', ({ entrySize }) => entrySize, SHARES),
    average('entry', 'Entry', ({ entryPrice }) => entryPrice, 'Average buy price'),
    average('exit', 'Exit', ({ exitPrice }) => exitPrice, 'Average sale or payout price'),
    withTip(
      amountColumn('fees', 'Fees', ({ fees }) => fees, {
        className: 'extra soft',
        cell: ({ fees, areFeesKnown }) => `${showCents(fees)}${areFeesKnown ? '' : ' ?'}`,
      }),
      ({ areFeesKnown }) => !areFeesKnown && 'The fee of a fill is unknown',
    ),
    textColumn('held', 'Held', ({ heldMs }) => heldMs, {
      className: 'num extra soft',
      cell: ({ heldMs, closedAt }) => `${showAge(heldMs)}${closedAt === null ? ', open' : ''}`,
    }),
    textColumn('tags', 'Tags', ({ tags }) => tags.join(' '), {
      className: 'extra soft',
      cell: ({ tags }) => tags.join(', '),
    }),
    textColumn('note', 'Note', ({ text }) => text, {
      isFixed: true,
      cell: (trip) => (
        <Button
          className="button small"
          aria-label={`${trip.text === '' ? 'Add note' : 'Note'} on ${trip.outcomeName}, ${placeText(trip)}, opened ${showDay(trip.openedAt)}`}
          {...tip(trip.text)}
          onClick={() => onNote(trip.key)}
        >
          {trip.text === '' ? 'Add' : 'Note'}
        </Button>
      ),
    }),
    {
      id: 'replay',
      head: 'Replay',
      isHeadHidden: true,
      isFixed: true,
      cell: ({ openedAt, outcomeId }) => <ReplayLink at={openedAt} outcomeId={outcomeId} />,
    },
  ]
}

/** The column with a tooltip of its own where there is one. */
function withTip<Row>(column: Column<Row>, text: (row: Row) => string | false): Column<Row> {
  return { ...column, cellProps: (row) => ({ ...column.cellProps?.(row, null), ...tip(text(row) || '') }) }
}

/** Note and tags of one round trip; empty, it removes both. */
function NoteForm({
  trip,
  onClose,
  onNoted,
}: {
  readonly trip: Pick<RoundTrip, 'key' | 'text' | 'tags'>
  readonly onClose: () => void
  readonly onNoted: () => void
}) {
  const { client } = usePage()
  const [note, setNote] = useState(trip.text)
  const [tags, setTags] = useState(trip.tags.join(', '))
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    const body = { id: trip.key, note, tags: tagsOf(tags) }
    const answer = await client.call('writeJournalNote', { body })
    if (answer.ok) onNoted()
    else setProblem(faultText(answer.error))
  }
  return (
    <form
      className={`flex wraps gap-8 pad-8 ${styles.note}`}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label>
        Note
        <textarea
          className="field"
          rows={2}
          maxLength={4_000}
          value={note}
          ref={focused}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <TextField label="Tags, separated by commas" maxLength={800} value={tags} onType={setTags} />
      <span>
        <button type="submit" className="button small">
          Save
        </button>{' '}
        <Button onClick={onClose}>Close</Button>
      </span>
      {problem !== null && (
        <p className="danger" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

function focused(element: HTMLTextAreaElement | null): void {
  element?.focus()
}

const MAX_TAGS = 20

function tagsOf(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim().slice(0, 40)))]
    .filter(Boolean)
    .slice(0, MAX_TAGS)
}
