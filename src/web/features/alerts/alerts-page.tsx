/** All alerts: how many of how many there may be, by state, and a new one. */
import { useState } from 'react'
import type { Alert } from '../../platform/api/client.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useMarketData } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { Page, Segments } from '../../ui/controls.tsx'
import { MAX_ALERTS } from '../../data/alerts/alerts.ts'
import { AlertsTable } from './alerts-table.tsx'
import { NewAlert } from './new-alert.tsx'

const FILTERS = [
  ['all', 'All'],
  ['active', 'Watching'],
  ['blocked', 'Blocked'],
  ['paused', 'Paused'],
  ['fired', 'Fired'],
] as const

type Filter = (typeof FILTERS)[number][0]

/** The page. */
export function AlertsPage() {
  const { alerts } = useMarketData()
  const { items, loaded } = useStore(alerts.list)
  const [filter, setFilter] = useState<Filter>('all')
  return (
    <Page>
      <header className="page-head">
        <h1>Alerts</h1>
        {loaded && (
          <span className="soft">
            {items.length} of {MAX_ALERTS}
          </span>
        )}
        <Segments
          label="State"
          value={filter}
          options={FILTERS.map(([name, text]) => [
            name,
            <>
              {text} {loaded && <b>{items.filter((alert) => fits(alert, name)).length}</b>}
            </>,
          ])}
          onChange={setFilter}
        />
        <NewAlert className="button primary push" />
      </header>
      <section className="panel fill" aria-label="Alerts">
        <AlertsTable items={items.filter((alert) => fits(alert, filter))} />
      </section>
      <p className="rigid fine dim pad-10">
        An alert is not a stop order: it tells and never trades. It fires on live data only; on a stale book
        or score feed it is blocked and says why. <Link to="/settings/notifications">Alert delivery</Link>
      </p>
    </Page>
  )
}

function fits(alert: Alert, filter: Filter): boolean {
  const isBlocked = alert.state === 'active' && alert.blockedReason !== null
  if (filter === 'all') return true
  if (filter === 'blocked') return isBlocked
  return filter === 'active' ? alert.state === 'active' && !isBlocked : alert.state === filter
}
