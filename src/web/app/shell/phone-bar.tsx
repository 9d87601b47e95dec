/** The phone's bottom bar: the views, and Cancel All within the thumb's reach. */
import { useStore } from '../../platform/state/hooks.ts'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { eventAddress } from '../../platform/page/route.ts'
import type { Route } from '../../platform/page/route.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { CancelAll } from './cancel-all.tsx'
import styles from './shell.module.css'

/** Cancel All above the row of views. */
export function PhoneBar() {
  const { router } = usePage()
  const { firstMarket } = useWorkspace()
  const route = useStore(router)
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
        <More route={route} />
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

/** The other views, in a menu above the bar. */
function More({ route }: { readonly route: Route }) {
  const { router } = usePage()
  const page = route.page === 'trade' && route.slug === null ? 'markets' : route.page
  const here = PAGES.find(([, , name]) => name === page)
  return (
    <MenuButton
      label={here === undefined ? 'More' : `More, now ${here[1]}`}
      beside=".shell-phone-bar"
      className={here === undefined ? styles.moreViews : `${styles.moreViews} ${styles.here}`}
      items={() =>
        PAGES.map(([address, text, name]) => ({
          key: name,
          text,
          isChosen: name === page,
          run: () => router.go(address),
        }))
      }
    >
      More
    </MenuButton>
  )
}
