/** Under the outcomes: price history, depth and trades of the outcome in hand, one at a time. */
import { lazy, Suspense, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TallIcon } from '../../ui/icons.tsx'
import { DepthPanel } from '../depth/depth-panel.tsx'
import { TradesPanel } from '../depth/trades-panel.tsx'
import { marketTitle } from './selection.ts'
import type { Selection } from './selection.ts'
import '../../ui/chart.css'
import '../../ui/watch.css'

const ChartPanel = lazy(() =>
  import('../chart/chart-panel.tsx').then((module) => ({ default: module.ChartPanel })),
)

const TABS = [
  ['chart', 'Chart'],
  ['depth', 'Depth'],
  ['trades', 'Trades'],
] as const

type Tab = (typeof TABS)[number][0]

/** The panel. */
export function InsightPanel({ selection }: { readonly selection: Selection }) {
  const [tab, setTab] = useState<Tab>('chart')
  const [isTall, setIsTall] = useState(false)
  const { event, market, outcome } = selection

  function onKeyDown(down: KeyboardEvent): void {
    const by = down.key === 'ArrowRight' ? 1 : down.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    down.preventDefault()
    const at = TABS.findIndex(([name]) => name === tab)
    const next = TABS[(at + by + TABS.length) % TABS.length]?.[0] ?? tab
    setTab(next)
    document.getElementById(`insight-${next}`)?.focus()
  }

  return (
    <section className="panel insight" aria-label="Market data" data-tall={isTall ? '' : undefined}>
      <header className="panel-head">
        <div className="tabs" role="tablist" aria-label="Market data">
          {TABS.map(([name, text]) => (
            <button
              key={name}
              id={`insight-${name}`}
              type="button"
              role="tab"
              aria-selected={tab === name}
              aria-controls="insight-panel"
              tabIndex={tab === name ? 0 : -1}
              onClick={() => setTab(name)}
              onKeyDown={onKeyDown}
            >
              {text}
            </button>
          ))}
        </div>
        <span className="push cut soft">
          {outcome.name} <span className="dim">{marketTitle(event, market)}</span>
        </span>
        <button
          type="button"
          className="star tall"
          aria-pressed={isTall}
          aria-label="Tall chart"
          title={isTall ? 'Show the outcomes again' : 'More room, over the outcomes'}
          onClick={() => setIsTall(!isTall)}
        >
          <TallIcon />
        </button>
      </header>
      <div id="insight-panel" role="tabpanel" aria-labelledby={`insight-${tab}`}>
        {tab === 'depth' ? (
          <DepthPanel market={market} outcome={outcome} />
        ) : tab === 'trades' ? (
          <TradesPanel outcomeId={outcome.id} name={outcome.name} />
        ) : (
          <Suspense fallback={<p className="empty">Loading the chart{'\u2026'}</p>}>
            <ChartPanel event={event} outcomeId={outcome.id} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
