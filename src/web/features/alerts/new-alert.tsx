/** The button that begins an alert on the selected outcome. */
import { MAX_ALERTS } from '../../data/alerts/alerts.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { useMarketData, usePage, useWorkspace } from '../../contexts/contexts.ts'
import { draftOfSelection } from '../../contexts/selection-draft.ts'
import { Button, tip } from '../../ui/controls.tsx'

/** Refused, with the reason, while there is nothing to watch or no room for one more. */
export function NewAlert({ className }: { readonly className: string }) {
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
