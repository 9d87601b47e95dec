/** Under the outcomes: price history, depth and trades of the selected outcome, one at a time. */
import { useState } from 'react'
import { MoveVerticalIcon } from 'lucide-react'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { PanelTools } from '../../widgets/panel-context.tsx'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { ChartPanel, DepthPanel, TradesPanel } from '../views.tsx'
import { Button, tip } from '../../ui/controls.tsx'

const TABS = [
  ['chart', 'Chart'],
  ['depth', 'Depth'],
  ['trades', 'Trades'],
] as const

type Tab = (typeof TABS)[number][0]

export function InsightPanel({ selection }: { readonly selection: Selection }) {
  const [tab, setTab] = useState<Tab>('chart')
  const [isTall, setIsTall] = useState(false)
  const { event, market, outcome } = selection

  return (
    <Tabs
      shown={tab}
      onShow={setTab}
      render={
        <section className="panel insight" aria-label="Market data" data-tall={isTall ? '' : undefined} />
      }
    >
      <header className="panel-head">
        <TabList label="Market data" tabs={TABS} />
        <span className="push cut soft">
          {outcome.name} <span className="dim">{marketTitle(event, market)}</span>
        </span>
        <Button
          className="star tall"
          aria-pressed={isTall}
          aria-label="Tall chart"
          {...tip(isTall ? 'Show the outcomes again' : 'More room, over the outcomes')}
          onClick={() => setIsTall(!isTall)}
        >
          <MoveVerticalIcon />
        </Button>
        <PanelTools />
      </header>
      <TabPanel shown={tab}>
        {tab === 'depth' ? (
          <DepthPanel market={market} outcome={outcome} />
        ) : tab === 'trades' ? (
          <TradesPanel outcomeId={outcome.id} name={outcome.name} tick={market.tickSize} />
        ) : (
          <ChartPanel event={event} outcomeId={outcome.id} />
        )}
      </TabPanel>
    </Tabs>
  )
}
