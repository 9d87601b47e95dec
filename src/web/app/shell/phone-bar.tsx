/** The phone's bottom bar: the views, and Cancel All within the thumb's reach. */
import { useStore } from '../../platform/state/hooks.ts'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { eventAddress } from '../../platform/page/route.ts'
import { MoreViews } from './navigation.tsx'
import { CancelAll } from './cancel-all.tsx'
import styles from './shell.module.css'

/** Cancel All above the row of views. */
export function PhoneBar() {
  const { firstMarket } = useWorkspace()
  const route = useStore(usePage().router)
  const selection = useStore(useWorkspace().selection)
  const { page } = route
  const isList = route.page === 'trade' && route.slug === null
  return (
    <footer className={styles.phoneBar}>
      <CancelAll />
      <nav aria-label="Views">
        <Link to="/games" current={page === 'games'}>
          Games
        </Link>
        <Link
          to={selection === null ? '/' : eventAddress(selection.event.slug, selection.outcome.id)}
          current={page === 'trade' && !isList}
          // Without a selected market: that of last time, else the one that is traded most.
          onOpened={firstMarket.open}
        >
          Ladder
        </Link>
        <Link to="/orders" current={page === 'orders'}>
          Orders
        </Link>
        <Link to="/portfolio" current={page === 'portfolio'}>
          Positions
        </Link>
        <MoreViews label="More" beside=".shell-phone-bar" views={PAGES} current={isList ? 'markets' : page}>
          More
        </MoreViews>
      </nav>
    </footer>
  )
}

const PAGES = [
  ['/', 'Markets', 'markets'],
  ['/alerts', 'Alerts', 'alerts'],
  ['/notifications', 'Notifications', 'notifications'],
  ['/combos', 'Combos', 'combos'],
  ['/portfolio/fills', 'Fills', 'fills'],
  ['/portfolio/activity', 'Activity', 'activity'],
  ['/portfolio/journal', 'Journal', 'journal'],
  ['/settings/risk', 'Risk limits', 'risk'],
  ['/health', 'Health', 'health'],
  ['/audit', 'Audit', 'audit'],
  ['/settings', 'Settings', 'settings'],
] as const
