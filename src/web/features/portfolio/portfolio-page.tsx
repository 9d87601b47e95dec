/** The account at a glance: what it is worth, how that came about, and what is held. */
import type { Micros } from '#core/money.ts'
import type { AccountSummary } from '../../platform/api/client.ts'
import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { readOf, pagesOf, SLEEPING, useReadAgain } from '../../platform/api/queries.ts'
import { PHONE, useMedia } from '../../platform/page/screen-class.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, usePage } from '../../contexts/contexts.ts'
import { Page, tip } from '../../ui/controls.tsx'
import { OlderButton } from '../../ui/older-button.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { Missing, useHasWallet } from '../../widgets/missing.tsx'
import { PnlPanel } from './profit/pnl-panel.tsx'
import { PortfolioHead } from '../../widgets/portfolio-head.tsx'
import { ProfitPartsPanel } from './profit/profit-parts.tsx'
import { useState } from 'react'
import { TriangleAlertIcon } from 'lucide-react'
import { showAge, showAmount, showLocal, writtenTime } from '../../platform/format/figures.ts'
import { causeText, summaryWarnings } from '../../words/summary-text.ts'
import { comparedText, tilesOf } from './tiles.ts'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CLOSED_COLUMNS, FlattenAll, FULL_COLUMNS, NO_POSITIONS, PositionsTable } from './positions.tsx'

export function PortfolioPage() {
  const hasWallet = useHasWallet()
  const { positions } = useAccount()
  const isPhone = useMedia(PHONE)
  // The parts below are drawn once they are known: nothing is pushed down.
  const areKnown = useSelected(positions, ({ loaded }) => loaded) || !isPhone
  return (
    <Page className="portfolio">
      <PortfolioHead title="Portfolio" />
      <Missing />
      {hasWallet && (
        <>
          <SummaryFault />
          {/* On a phone the ways out of a position come before what it is all worth; the bar has the sums. */}
          {isPhone && <PositionsPanel />}
          {areKnown && <SummaryTiles />}
          {!isPhone && <PositionsPanel />}
          {areKnown && <PnlPanel />}
          {areKnown && <ProfitPartsPanel />}
        </>
      )}
    </Page>
  )
}

const AGAIN_MS = 5_000

/** Why there is no summary, in the backend's words, while the live one is missing. */
function SummaryFault() {
  const { client } = usePage()
  const { account } = useAccount()
  const isMissing = useSelected(account, ({ summary }) => summary === null)
  const read = useQuery({
    ...readOf(client, 'readAccount', {}),
    enabled: isMissing,
    refetchInterval: AGAIN_MS,
  })
  if (!isMissing) return null
  const fault = read.error?.fault
  const isReading =
    fault === undefined || (fault.kind === 'problem' && fault.problem.code === 'positions_reading')
  return isReading ? <p className="empty">Reading the account{'\u2026'}</p> : <ReadFault read={read} />
}

/** The tiles with the time that they are of. */
function SummaryTiles() {
  const { summary, current } = useStore(useAccount().account)
  const now = useNow()
  if (summary === null) return null
  const warnings = summaryWarnings(summary, current, now)
  return (
    <section className="panel tiles-panel" aria-label="Summary" data-stale={current ? undefined : ''}>
      <header className="panel-head">
        <h2>Summary</h2>
        <span className={summary.differsFromVenue ? 'chip warn' : 'soft'} {...tip(venueText(summary))}>
          Venue {comparedText(summary)}
        </span>
        <span className="soft push">
          as of <time dateTime={writtenTime(summary.asOf)}>{showLocal(summary.asOf, true)}</time>
          {current ? ', live' : `, ${showAge(now - summary.asOf)} old`}
        </span>
        {!current && (
          <span className="chip warn">
            <TriangleAlertIcon />
            STALE
          </span>
        )}
      </header>
      {warnings.length > 0 && (
        <ul>
          {warnings.map((text) => (
            <li key={text} className="strip">
              <TriangleAlertIcon /> {text}
            </li>
          ))}
        </ul>
      )}
      <ul className="tiles">
        {tilesOf(summary).map((tile) => (
          <li key={tile.name} className="tile" data-tile={tile.name}>
            <span className="tile-label fine text-2">{tile.label}</span>
            <b className={tile.tone === 'plain' ? undefined : tile.tone} {...tip(tile.exact)}>
              {tile.value}
            </b>
            <span className={tile.isWarning ? 'chip warn' : 'fine text-3'}>
              {tile.isWarning && <TriangleAlertIcon />}
              {tile.note}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function venueText({
  venue,
  positionsValue,
  realised,
  unrealised,
  differsFromVenue,
}: AccountSummary): string {
  if (venue === null) return "The venue's figures have not been read yet."
  const pair = (name: string, ours: Micros, theirs: Micros | null) =>
    `${name} ${showAmount(ours)} here, ${theirs === null ? 'not known' : showAmount(theirs)} there`
  const figures = [
    `The venue at ${showLocal(venue.asOf, true)}`,
    pair('positions value', positionsValue, venue.positionsValue),
    pair('realised', realised, venue.realised),
    pair('unrealised', unrealised, venue.unrealised),
  ].join('; ')
  return differsFromVenue ? `${causeText(venue.likelyCause)} ${figures}` : figures
}

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
function PositionsPanel() {
  const { positions } = useAccount()
  const [tab, setTab] = useState<Tab>('open')
  const list = useStore(positions)
  const counts = {
    open: list.items.filter(({ status }) => status === 'open').length,
    redeemable: list.items.filter(({ status }) => status === 'redeemable').length,
    closed: null,
  }
  return (
    <Tabs shown={tab} onShow={setTab}>
      <section className="panel positions-panel" aria-label="Positions">
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
        <TabPanel className="scrolls">
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
      </section>
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
