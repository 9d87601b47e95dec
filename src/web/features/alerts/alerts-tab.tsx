/** All alerts as a panel. */
import { useStore } from '../../platform/state/hooks.ts'
import { useMarketData } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { NewAlert } from './new-alert.tsx'
import { AlertsTable } from './alerts-table.tsx'

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
