/** All alerts, as a page and as a panel: how many of how many there may be, and a new one. */
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useMarketData, usePage, useWorkspace } from '../../contexts/contexts.ts'
import { draftOfSelection } from '../../contexts/selection-draft.ts'
import { Link } from '../../widgets/link.tsx'
import { Button, Page, tip } from '../../ui/controls.tsx'
import { MAX_ALERTS } from '../../data/alerts/alerts.ts'
import { AlertsTable } from './alerts-table.tsx'

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
        An alert is not a stop order: it notifies and never trades. It fires on live data only; on a stale
        book or score feed it is blocked and says why.{' '}
        <Link to="/settings/notifications">Alert delivery</Link>
      </p>
    </Page>
  )
}

export function AlertsTab() {
  const { items } = useStore(useMarketData().alerts.list)
  return (
    <>
      <div className="row rigid fine gap-10 pad-8 ruled">
        <NewAlert className="button small" />
        <Link to="/settings/notifications">Alert delivery</Link>
      </div>
      <AlertsTable items={items} />
    </>
  )
}

/** Begins an alert on the selected outcome; refused, with the reason, while there is none or no room for one more. */
function NewAlert({ className }: { readonly className: string }) {
  const { alerts, books } = useMarketData()
  const { selection } = useWorkspace()
  const { settings } = usePage()
  const isFull = useSelected(alerts.list, ({ items }) => items.length >= MAX_ALERTS)
  const isNone = useSelected(selection, (selected) => selected === null)
  const refused = isFull ? 'Delete one first' : isNone ? 'Open a market first' : null
  return (
    <Button
      className={className}
      aria-disabled={refused !== null}
      {...tip(refused)}
      onClick={() => {
        if (refused === null) alerts.draft.set(draftOfSelection({ books, selection, settings }))
      }}
    >
      New alert
    </Button>
  )
}
