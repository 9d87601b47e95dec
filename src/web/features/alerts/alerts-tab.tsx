/** Alerts under the event: those of the selected event, or all of them. */
import { useState } from 'react'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useMarketData, usePage, useWorkspace } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { AlertsTable } from './alerts-table.tsx'
import { emptyDraft } from '../../data/alerts/alert-draft.ts'
import { draftOfSelection } from '../../contexts/selection-draft.ts'
import { Button, Segments } from '../../ui/controls.tsx'
import styles from './alert.module.css'

/** The panel. */
export function AlertsTab() {
  const { alerts, books } = useMarketData()
  const { selection } = useWorkspace()
  const { settings } = usePage()
  const { items } = useStore(alerts.list)
  const eventId = useSelected(selection, (selection) => selection?.event.id ?? null)
  const [isAll, setAll] = useState(true)
  const shown = isAll || eventId === null ? items : items.filter((alert) => alert.eventId === eventId)
  return (
    <>
      <div className={`row rigid fine ${styles.alertTools}`}>
        <Segments
          label="Which alerts"
          value={isAll ? 'all' : 'event'}
          options={[
            ['all', 'All'],
            ['event', 'This event'],
          ]}
          onChange={(which) => setAll(which === 'all')}
        />
        <Button
          onClick={() => alerts.draft.set(draftOfSelection({ books, selection, settings }) ?? emptyDraft())}
        >
          New alert
        </Button>
        <Link to="/alerts">All alerts</Link>
      </div>
      <AlertsTable items={shown} />
    </>
  )
}
