/** The positions of the account: open and redeemable ones live, closed ones page by page. */
import { useState } from 'react'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useAccount } from '../../contexts/account.ts'
import { usePage } from '../../contexts/page.ts'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { OlderButton } from '../../ui/older-button.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { CLOSED_COLUMNS, FULL_COLUMNS } from './full-position-columns.tsx'
import { FlattenAll } from './flatten-all.tsx'
import { NO_POSITIONS, PositionsTable } from './positions-table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf, SLEEPING, useReadAgain } from '../../platform/api/queries.ts'

const TABS = [
  ['open', 'Open'],
  ['redeemable', 'Redeemable'],
  ['closed', 'Closed'],
] as const

type Tab = (typeof TABS)[number][0]

const EMPTY: Record<Tab, string> = {
  open: NO_POSITIONS,
  redeemable:
    'Nothing to claim. Resolved positions are listed here until they are claimed outside this terminal.',
  closed: 'No closed positions yet.',
}

/** The panel with its three lists. */
export function PositionsPanel() {
  const { positions } = useAccount()
  const [tab, setTab] = useState<Tab>('open')
  const list = useStore(positions)
  const counts = {
    open: list.items.filter(({ status }) => status === 'open').length,
    redeemable: list.items.filter(({ status }) => status === 'redeemable').length,
    closed: null,
  }
  return (
    <Tabs
      shown={tab}
      onShow={setTab}
      render={<section className="panel positions-panel" aria-label="Positions" />}
    >
      <header className="panel-head">
        <TabList
          label="Positions"
          tabs={TABS.map(([name, text]) => [
            name,
            <>
              {text} {counts[name] !== null && <b>{counts[name]}</b>}
            </>,
          ])}
        />
        <span className="push" />
        {!list.current && list.loaded && <span className="chip warn">not current</span>}
        <FlattenAll />
      </header>
      <TabPanel shown={tab} className="positions-rows">
        {tab === 'closed' ? (
          <ClosedPositions />
        ) : (
          <PositionsTable
            positions={list.items.filter(({ status }) => status === tab)}
            form="full"
            columns={FULL_COLUMNS}
            empty={list.loaded ? EMPTY[tab] : 'Reading positions\u2026'}
          />
        )}
      </TabPanel>
    </Tabs>
  )
}

function ClosedPositions() {
  const { client } = usePage()
  const { positions } = useAccount()
  // A position that has just been closed changes the list.
  const closed = useSelected(
    positions,
    ({ items }) => items.filter(({ status }) => status === 'closed').length,
  )
  const pages = useInfiniteQuery({ ...pagesOf(client, 'listPositions', { status: 'closed' }), ...SLEEPING })
  useReadAgain(pages, closed)
  return (
    <>
      <ReadFault read={pages} />
      <PositionsTable
        positions={pages.data?.items ?? []}
        form="closed"
        columns={CLOSED_COLUMNS}
        empty={pages.isFetching ? 'Reading closed positions\u2026' : EMPTY.closed}
      />
      <OlderButton pages={pages} name="positions" />
    </>
  )
}
