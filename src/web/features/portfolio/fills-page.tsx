/** Every fill of the account, newest first: filtered, read page by page, each with the way to its order. */
import { useCallback, useState } from 'react'
import { addressOf } from '../../platform/api/client.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, usePage } from '../../contexts/contexts.ts'
import { Button, Page } from '../../ui/controls.tsx'
import { Choice } from '../../ui/choice.tsx'
import { OlderButton } from '../../ui/older-button.tsx'
import { FillRows } from '../../widgets/fill-rows.tsx'
import { fillRows, NO_FILL_FILTER, outcomesOf, passesFillFilter } from './fill-rows.ts'
import type { FillFilter } from './fill-rows.ts'
import { ReadFault, useEmptyText } from '../../widgets/read-fault.tsx'
import { Missing } from '../../widgets/missing.tsx'
import { shortDay } from '../../words/portfolio-text.ts'
import { PortfolioHead } from '../../widgets/portfolio-head.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../platform/api/queries.ts'

/** The fills page; an address that names an outcome begins with its fills alone. */
export function FillsPage() {
  const asked = useSelected(usePage().router, (route) =>
    route.page === 'fills' ? (route.outcomeId ?? '') : '',
  )
  return <FillsOf key={asked} asked={asked} />
}

function FillsOf({ asked }: { readonly asked: string }) {
  const { now, client } = usePage()
  const { fills } = useAccount()
  const live = useStore(fills)
  const [filter, setFilter] = useState<FillFilter>({ ...NO_FILL_FILTER, outcomeId: asked })
  const change = (part: Partial<FillFilter>) => setFilter((old) => ({ ...old, ...part }))
  const showTime = useCallback((at: number) => shortDay(at, now()), [now])
  const query = filter.outcomeId === '' ? {} : { outcomeId: filter.outcomeId }
  const pages = useInfiniteQuery(pagesOf(client, 'listFills', query))
  const items = pages.data?.items ?? []
  const none = useEmptyText('No fills yet. Fills of your orders are listed here.', 'Fills cannot be read.')
  const all = fillRows(items, live.items, filter.outcomeId)
  const rows = all.filter((fill) => passesFillFilter(fill, filter))
  return (
    <Page className="portfolio">
      <PortfolioHead title="Fills">
        <span className="push" />
        <Choice
          label="Outcome"
          value={filter.outcomeId}
          choices={outcomesOf([...live.items, ...items], filter.outcomeId)}
          onChange={(outcomeId) => change({ outcomeId })}
        />
        <Choice
          label="Side"
          value={filter.side}
          choices={['BUY', 'SELL']}
          onChange={(side) => change({ side })}
        />
        <Choice
          label="Role"
          value={filter.role}
          choices={['maker', 'taker']}
          onChange={(role) => change({ role })}
        />
        <Choice
          label="State"
          value={filter.state}
          choices={['settling', 'settled', 'taken back']}
          onChange={(state) => change({ state })}
        />
        <a className="button small" href={addressOf('exportFills', {})} download>
          Export CSV
        </a>
      </PortfolioHead>
      <Missing />
      <ReadFault read={pages} />
      <section className="panel fill" aria-label="Fills">
        <div className="panel-body" tabIndex={0} role="region" aria-label="Fill rows">
          {rows.length === 0 ? (
            <p className="empty">
              {pages.isFetching
                ? 'Reading fills\u2026'
                : all.length > 0
                  ? 'None of the fills read so far passes these filters. '
                  : none}
              {!pages.isFetching && all.length > 0 && (
                <Button onClick={() => setFilter(NO_FILL_FILTER)}>Clear filters</Button>
              )}
            </p>
          ) : (
            <FillRows name="fills-page" rows={rows} showTime={showTime} hasTransactions />
          )}
          <OlderButton pages={pages} name="fills">
            {' '}
            <span className="dim">
              {rows.length} of {all.length} read so far
            </span>
          </OlderButton>
        </div>
      </section>
    </Page>
  )
}
