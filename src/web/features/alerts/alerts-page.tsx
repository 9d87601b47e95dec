/** All alerts: how many of how many there may be, and a new one. */
import { useStore } from '../../platform/state/hooks.ts'
import { useMarketData } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { Page } from '../../ui/controls.tsx'
import { MAX_ALERTS } from '../../data/alerts/alerts.ts'
import { AlertsTable } from './alerts-table.tsx'
import { NewAlert } from './new-alert.tsx'

export function AlertsPage() {
  const { items, loaded } = useStore(useMarketData().alerts.list)
  return (
    <Page>
      <header className="page-head">
        <h1>Alerts</h1>
        {loaded && (
          <span className="soft">
            {items.length} of {MAX_ALERTS}
          </span>
        )}
        <NewAlert className="button primary push" />
      </header>
      <section className="panel fill" aria-label="Alerts">
        <AlertsTable items={items} />
      </section>
      <p className="rigid fine dim pad-10">
        An alert is not a stop order: it tells and never trades. It fires on live data only; on a stale book
        or score feed it is blocked and says why. <Link to="/settings/notifications">Alert delivery</Link>
      </p>
    </Page>
  )
}
