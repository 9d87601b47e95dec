/** Alerts under the event: those of the selected event, or all of them. */
import { useState } from 'react'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useMarketData, useWorkspace } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { NewAlert } from './new-alert.tsx'
import { AlertsTable } from './alerts-table.tsx'
import { Segments } from '../../ui/controls.tsx'

/** The panel. */
export function AlertsTab() {
  const { alerts } = useMarketData()
  const { selection } = useWorkspace()
  const { items } = useStore(alerts.list)
  const eventId = useSelected(selection, (selection) => selection?.event.id ?? null)
  const [isAll, setAll] = useState(true)
  const shown = isAll || eventId === null ? items : items.filter((alert) => alert.eventId === eventId)
  return (
    <>
      <div className="row rigid fine gap-10 pad-8 ruled">
        <Segments
          label="Which alerts"
          value={isAll ? 'all' : 'event'}
          options={[
            ['all', 'All'],
            ['event', 'This event'],
          ]}
          onChange={(which) => setAll(which === 'all')}
        />
        <NewAlert className="button small" />
        <Link to="/alerts">All alerts</Link>
      </div>
      <AlertsTable items={shown} />
    </>
  )
}
