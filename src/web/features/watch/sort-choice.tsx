/** In which order the watchlist stands. */
import { WATCH_SORTS } from '../../model/settings/settings.ts'
import type { WatchSort } from '../../model/settings/settings.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'
import { tip } from '../../ui/overlays/tip.ts'

const TEXT: Readonly<Record<WatchSort, string>> = {
  own: 'Own',
  change: 'Change',
  volume: 'Volume',
  start: 'Start',
}

/** The choice, for the head of the panel. */
export function WatchSortChoice() {
  const { settings } = usePage()
  const sort = useSelected(settings, (chosen) => chosen.watch_sort)
  return (
    <select
      className="plain push sort-choice"
      aria-label="Order of the list"
      {...tip(
        'Own order, or by change in 24 hours, volume or start. No row moves while the pointer is in the list.',
      )}
      value={sort}
      onChange={(event) => {
        const chosen = WATCH_SORTS.find((one) => one === event.target.value) ?? 'own'
        settings.update((old) => ({ ...old, watch_sort: chosen }))
      }}
    >
      {WATCH_SORTS.map((one) => (
        <option key={one} value={one}>
          {TEXT[one]}
        </option>
      ))}
    </select>
  )
}
