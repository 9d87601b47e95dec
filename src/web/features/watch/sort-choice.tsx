/** Order of the watchlist. */
import { PAGE_SETTINGS } from '#contract/page-settings.ts'
import { withSettings } from '../../data/settings/settings.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { usePage } from '../../contexts/page.ts'
import { tip } from '../../ui/overlays/tip.ts'
import { Select } from '../../ui/fields.tsx'

const { options: ORDERS, label: LABEL } = PAGE_SETTINGS.watch_sort

/** The choice, for the head of the panel. */
export function WatchSortChoice() {
  const { settings } = usePage()
  const sort = useSelected(settings, (chosen) => chosen.watch_sort)
  return (
    <Select
      className="plain push sort-choice"
      aria-label={LABEL}
      {...tip(
        'Own order, or by change in 24 hours, volume or start. No row moves while the pointer is in the list.',
      )}
      value={sort}
      options={ORDERS}
      onChoose={(order) => settings.update((old) => withSettings(old, { watch_sort: order }))}
    />
  )
}
