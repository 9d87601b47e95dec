/** Order of the watchlist. */
import { choicesOf, PAGE_SETTINGS, withSettings } from '../../data/settings/settings.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Select, tip } from '../../ui/controls.tsx'

/** The choice, for the head of the panel. */
export function WatchSortChoice() {
  const { settings } = usePage()
  const sort = useSelected(settings, (chosen) => chosen.watchSort)
  return (
    <Select
      className="plain push sort-choice"
      aria-label={PAGE_SETTINGS.watchSort.label}
      {...tip(
        'Own order, or by change in 24 hours, volume or start. No row moves while the pointer is in the list.',
      )}
      value={sort}
      options={choicesOf('watchSort').map(({ value, text }) => [String(value), text])}
      onChoose={(order) => settings.update((old) => withSettings(old, { watchSort: order }))}
    />
  )
}
