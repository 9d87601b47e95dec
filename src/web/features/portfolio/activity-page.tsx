/** Everything that moved shares or cash of the wallet, as the venue reports it: trades, payouts, splits, rewards, transfers. */
import { useMemo, useState } from 'react'
import { addressOf } from '../../platform/api/client.ts'
import type { Activity } from '../../platform/api/client.ts'
import { ACTIVITY_KINDS } from '#core/position/activity.ts'
import { showLocal, writtenTime } from '../../platform/format/figures.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Button, Page, tip } from '../../ui/controls.tsx'
import { Choice } from '../../ui/choice.tsx'
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
import { Link } from '../../widgets/link.tsx'
import { activityQueryOf, kindText, NO_ACTIVITY_FILTER } from './activity-filter.ts'
import type { ActivityFilter } from './activity-filter.ts'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { Missing, useHasWallet } from '../../widgets/missing.tsx'
import { shortDay } from '../../words/portfolio-text.ts'
import { PortfolioHead } from '../../widgets/portfolio-head.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../platform/api/queries.ts'

export function ActivityPage() {
  const { client } = usePage()
  const hasWallet = useHasWallet()
  const [filter, setFilter] = useState<ActivityFilter>(NO_ACTIVITY_FILTER)
  const change = (part: Partial<ActivityFilter>) => setFilter((old) => ({ ...old, ...part }))
  const pages = useInfiniteQuery(pagesOf(client, 'listActivity', activityQueryOf(filter)))
  const { items = [], first } = pages.data ?? {}
  return (
    <Page className="portfolio">
      <PortfolioHead title="Activity">
        {first !== undefined && (
          <span className="soft">as of {showLocal(first.asOf, true)}, as the venue reports it</span>
        )}
        <span className="push" />
        <Choice
          label="Kind"
          value={filter.kind}
          choices={ACTIVITY_KINDS}
          onChange={(kind) => change({ kind })}
        />
        <Choice
          label="Side"
          value={filter.side}
          choices={['BUY', 'SELL']}
          onChange={(side) => change({ side })}
        />
        <Choice
          label="Combos"
          value={filter.combos}
          choices={['only combos', 'without combos']}
          onChange={(combos) => change({ combos })}
        />
        <Button onClick={() => void pages.refetch()}>Refresh</Button>
        <a className="button small" href={addressOf('exportActivity', {})} download>
          Export CSV
        </a>
      </PortfolioHead>
      <Missing />
      {hasWallet && <ReadFault read={pages} />}
      {hasWallet && (
        <section className="panel fill" aria-label="Activity">
          <div className="panel-body" tabIndex={0} role="region" aria-label="Activity rows">
            {first !== undefined && first.unreadRows > 0 && (
              <p className="receipt-warning">
                {first.unreadRows} unreadable rows of this page are not shown.
              </p>
            )}
            {items.length === 0 ? (
              <p className="empty">
                {pages.isFetching
                  ? 'Reading activity\u2026'
                  : filter !== NO_ACTIVITY_FILTER
                    ? 'No activity passes these filters. '
                    : 'No activity yet. The venue lists trades, payouts and transfers some moments after they happen.'}
                {!pages.isFetching && filter !== NO_ACTIVITY_FILTER && (
                  <Button onClick={() => setFilter(NO_ACTIVITY_FILTER)}>Clear filters</Button>
                )}
              </p>
            ) : (
              <ActivityRows rows={items} />
            )}
            <OlderButton pages={pages} name="activity" />
          </div>
        </section>
      )}
    </Page>
  )
}

function ActivityRows({ rows }: { readonly rows: readonly Activity[] }) {
  const { now } = usePage()
  const columns = useMemo(() => activityColumns(now), [now])
  return (
    <DataTable
      name="activity"
      file="activity"
      className="fills activity"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
    />
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
