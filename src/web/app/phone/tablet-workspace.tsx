/** The workspace of a tablet: two columns that stay as they are. Ladder over ticket at the right; lists and orders at the left. */
import { useEffect } from 'react'
import { useStore } from '../../platform/state/hooks.ts'
import { useWorkspace } from '../../contexts/contexts.ts'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { SidePanel } from '../panels/side-panel.tsx'
import { EventPanel } from '../panels/event-panel.tsx'
import { InsightPanel } from '../panels/insight-panel.tsx'
import { chooseLadders } from '../../data/markets/ladder-choice.ts'
import { Ladder } from '../../features/ladder/ladder.tsx'
import { Dock } from '../panels/dock.tsx'
import { TicketPanel } from '../../features/ticket/ticket-panel.tsx'
import type { Trade } from '../workspace/use-routed-event.ts'
import styles from './phone.module.css'
import { EmptyLadder } from '../workspace/ladder-panels.tsx'

const TABS = [
  ['markets', 'Markets'],
  ['event', 'Event'],
  ['data', 'Chart'],
] as const

/** The selected event beside the markets. */
export function TabletWorkspace({ trade }: { readonly trade: Trade }) {
  const { read, shown, slug } = trade
  const { ladders, tabletTab, firstMarket } = useWorkspace()
  const chosen = useStore(ladders)
  const tab = useStore(tabletTab)
  const setTab = tabletTab.set
  useEffect(() => firstMarket.openOnce(), [firstMarket])
  useEffect(() => tabletTab.set(slug === null ? 'markets' : 'event'), [tabletTab, slug])
  return (
    <main className={`${styles.smallWorkspace} tablet`}>
      {(tab !== 'event' || read.data === undefined) && (
        <h1 className="visually-hidden">{read.data?.title ?? 'Markets'}</h1>
      )}
      <Tabs shown={tab} onShow={setTab}>
        <div className={`stack ${styles.tabletLists}`}>
          <div className={`rigid gap-4 ${styles.phoneTabs}`}>
            <TabList label="Markets and event" tabs={TABS} />
          </div>
          <TabPanel className={`flex fills slim ${styles.phoneTab}`}>
            {tab === 'markets' ? (
              <SidePanel />
            ) : tab === 'event' || shown === null ? (
              <EventPanel read={read} />
            ) : (
              <InsightPanel selection={shown} />
            )}
          </TabPanel>
        </div>
      </Tabs>
      <Dock />
      <div className={styles.tabletTrade}>
        {shown === null ? (
          <EmptyLadder isLoading={read.isFetching} />
        ) : (
          chooseLadders(shown, chosen, 1).map(({ market, outcome }) => (
            <Ladder
              key={outcome.id}
              event={shown.event}
              market={market}
              outcome={outcome}
              isSelected={outcome.id === shown.outcome.id}
            />
          ))
        )}
        <TicketPanel />
      </div>
    </main>
  )
}
