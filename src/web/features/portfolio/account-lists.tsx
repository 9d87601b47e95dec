/** The account's pages: the portfolio, its fills, and everything that moved shares or cash of the wallet as the venue reports it; newest first, read page by page. */
import { useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { addressOf } from '../../platform/api/client.ts'
import type { Activity } from '../../platform/api/client.ts'
import { pagesOf } from '../../platform/api/queries.ts'
import { showLocal, writtenTime } from '../../platform/format/figures.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, usePage } from '../../contexts/contexts.ts'
import { Button, Page, tip } from '../../ui/controls.tsx'
import { OlderButton } from '../../ui/older-button.tsx'
import {
  TRANSACTION,
  amountColumn,
  priceColumn,
  sideColumn,
  textColumn,
  timeColumn,
} from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { FillRows } from '../../widgets/fill-rows.tsx'
import { Link } from '../../widgets/link.tsx'
import { Missing, useHasWallet } from '../../widgets/missing.tsx'
import { PortfolioHead } from '../../widgets/portfolio-head.tsx'
import { ReadFault, useEmptyText } from '../../widgets/read-fault.tsx'
import { shortDay } from '../../words/portfolio-text.ts'
import { fillRows, kindText } from './account-rows.ts'
import { PortfolioPage } from './portfolio-page.tsx'

const PAGES = { portfolio: PortfolioPage, fills: FillsPage, activity: ActivityPage }

/** The page of that name; all are loaded when the first of them is opened. */
export function AccountPage({ page }: { readonly page: keyof typeof PAGES }) {
  const Shown = PAGES[page]
  return <Shown />
}

/** The page around a list with its file; `head` is beside its title. */
function ListPage(props: {
  readonly title: 'Fills' | 'Activity'
  readonly file: 'exportFills' | 'exportActivity'
  readonly head: ReactNode
  readonly pages: Parameters<typeof ReadFault>[0]['read'] & Parameters<typeof OlderButton>[0]['pages']
  /** The table, with its text while it has no rows. */
  readonly children: ReactNode
}) {
  const { title, file, head, pages, children } = props
  const hasWallet = useHasWallet()
  return (
    <Page className="portfolio">
      <PortfolioHead title={title}>
        {head}
        <span className="push" />
        <Button onClick={() => void pages.refetch()}>Refresh</Button>
        <a className="button small" href={addressOf(file, {})} download>
          Export CSV
        </a>
      </PortfolioHead>
      <Missing />
      {hasWallet && <ReadFault read={pages} />}
      <section className="panel fill" aria-label={title}>
        <div
          className="panel-body"
          tabIndex={0}
          role="region"
          aria-label={title === 'Fills' ? 'Fill rows' : 'Activity rows'}
        >
          {children}
          <OlderButton pages={pages} name={title.toLowerCase()} />
        </div>
      </section>
    </Page>
  )
}

/** The fills page; an address that names an outcome has its fills alone. */
function FillsPage() {
  const outcomeId = useSelected(usePage().router, (route) =>
    route.page === 'fills' ? route.outcomeId : null,
  )
  const { now, client } = usePage()
  const live = useStore(useAccount().fills)
  const showTime = useCallback((at: number) => shortDay(at, now()), [now])
  const pages = useInfiniteQuery(pagesOf(client, 'listFills', outcomeId === null ? {} : { outcomeId }))
  const none = useEmptyText('No fills yet. Fills of your orders are listed here.', 'Fills cannot be read.')
  const rows = fillRows(pages.data?.items ?? [], live.items, outcomeId)
  const head = outcomeId !== null && (
    <span className="soft">
      of one outcome <Link to="/portfolio/fills">Show all</Link>
    </span>
  )
  return (
    <ListPage title="Fills" file="exportFills" head={head} pages={pages}>
      {rows.length === 0 ? (
        <p className="empty">{pages.isFetching ? 'Reading fills\u2026' : none}</p>
      ) : (
        <FillRows name="fills-page" rows={rows} showTime={showTime} hasTransactions />
      )}
    </ListPage>
  )
}

function ActivityPage() {
  const { client, now } = usePage()
  const hasWallet = useHasWallet()
  const pages = useInfiniteQuery({ ...pagesOf(client, 'listActivity', {}), enabled: hasWallet })
  const columns = useMemo(() => activityColumns(now), [now])
  const { items = [], first } = pages.data ?? {}
  const none = useEmptyText(
    'No activity yet. The venue lists trades, payouts and transfers some moments after they happen.',
    'Activity cannot be read.',
  )
  const head = first !== undefined && (
    <span className="soft">as of {showLocal(first.asOf, true)}, as the venue reports it</span>
  )
  return (
    <ListPage title="Activity" file="exportActivity" head={head} pages={pages}>
      {first !== undefined && first.unreadRows > 0 && (
        <p className="receipt-warning">{first.unreadRows} unreadable rows of this page are not shown.</p>
      )}
      {items.length === 0 ? (
        <p className="empty">{pages.isFetching ? 'Reading activity\u2026' : none}</p>
      ) : (
        <DataTable
          name="activity"
          className="fills activity"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
        />
      )}
    </ListPage>
  )
}

function activityColumns(now: () => number): readonly Column<Activity>[] {
  return [
    timeColumn(
      'time',
      'Time',
      ({ at }) => at,
      (at) => shortDay(at, now()),
      {
        className: 'dim',
        cellProps: ({ at }) => tip(writtenTime(at)),
      },
    ),
    textColumn<Activity>('kind', 'Kind', kindText, {
      cell: (row) => (
        <>
          {kindText(row)}
          {row.combo && <span className="chip">combo</span>}
        </>
      ),
      cellProps: (row) => tip(`The venue calls it ${row.venueKind}`),
    }),
    {
      id: 'market',
      head: 'Market',
      className: 'wide',
      isFixed: true,
      value: ({ outcomeName: outcome, eventTitle: event }) =>
        outcome === null ? event : `${outcome}, ${event}`,
      cell: (row) => <Market row={row} />,
      cellProps: (row) => tip(row.eventTitle),
    },
    sideColumn(({ side }) => side, undefined, { className: 'extra' }),
    priceColumn('price', 'Price', ({ price }) => price, { className: 'extra' }),
    amountColumn('size', 'Size', ({ size }) => size, { className: 'extra', least: 0 }),
    amountColumn('amount', 'Amount', ({ amount }) => amount),
    TRANSACTION,
  ]
}

function Market({ row }: { readonly row: Activity }) {
  const name = row.outcomeName === null ? '' : `${row.outcomeName} `
  if (row.eventSlug === null) {
    return (
      <>
        <b>{name}</b>
        <span className="dim">{row.eventTitle}</span>
      </>
    )
  }
  return (
    <>
      <Link to={eventAddress(row.eventSlug, row.outcomeId)}>{name === '' ? row.eventTitle : name}</Link>
      {name !== '' && <span className="dim">{row.eventTitle}</span>}
    </>
  )
}
