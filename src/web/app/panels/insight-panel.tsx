/** Under the outcomes: price history, depth and trades of the selected outcome, one at a time. */
import { useState } from 'react'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { PanelTools } from '../../widgets/panel-context.tsx'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { ChartPanel, DepthPanel, TradesPanel } from '../views.tsx'

const TABS = [
  ['chart', 'Chart'],
  ['depth', 'Depth'],
  ['trades', 'Trades'],
] as const

type Tab = (typeof TABS)[number][0]

export function InsightPanel({ selection }: { readonly selection: Selection }) {
  const [tab, setTab] = useState<Tab>('chart')
  const { event, market, outcome } = selection

  return (
    <Tabs shown={tab} onShow={setTab}>
      <section className="panel insight" aria-label="Market data">
        <header className="panel-head">
          <TabList label="Market data" tabs={TABS} />
          <span className="push cut soft">
            {outcome.name} <span className="dim">{marketTitle(event, market)}</span>
          </span>
          <PanelTools />
        </header>
        <TabPanel>
          {tab === 'depth' ? (
            <DepthPanel market={market} outcome={outcome} />
          ) : tab === 'trades' ? (
            <TradesPanel outcomeId={outcome.id} name={outcome.name} tick={market.tickSize} />
          ) : (
            <ChartPanel event={event} outcomeId={outcome.id} />
          )}
        </TabPanel>
      </section>
    </Tabs>
  )
}
