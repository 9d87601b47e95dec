/** The views by name; where there is no room for all, the rarer ones wait in a menu. */
import { useMedia } from '../../platform/page/screen-class.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import styles from './shell.module.css'

const PAGES = [
  ['/', 'Trade', 'trade'],
  ['/games', 'Games', 'games'],
  ['/portfolio', 'Portfolio', 'portfolio'],
  ['/orders', 'Orders', 'orders'],
  ['/combos', 'Combos', 'combos'],
  ['/alerts', 'Alerts', 'alerts'],
  ['/audit', 'Audit', 'audit'],
  ['/replay', 'Replay', 'replay'],
  ['/health', 'Health', 'health'],
  ['/settings', 'Settings', 'settings'],
] as const

/** Pages that are reached through another one. */
const PARENT = new Map([
  ['fills', 'portfolio'],
  ['activity', 'portfolio'],
  ['journal', 'portfolio'],
  ['risk', 'settings'],
  ['notification_settings', 'settings'],
])

/** Where every view has room beside the account's figures. */
const ROOMY = '(min-width: 1880px)'
const NARROW = '(max-width: 1099px)'
const TIGHT = '(max-width: 759px)'

/** The row of links. */
export function Navigation() {
  const { router } = usePage()
  const route = useStore(router)
  const selection = useStore(useWorkspace().selection)
  const isRoomy = useMedia(ROOMY)
  const isNarrow = useMedia(NARROW)
  const isTight = useMedia(TIGHT)
  const shown = isRoomy ? PAGES : PAGES.slice(0, isTight ? 1 : isNarrow ? 3 : 4)
  const others = PAGES.slice(shown.length)
  const current = PARENT.get(route.page) ?? route.page
  const here = others.find(([, , page]) => page === current)
  return (
    <nav className={styles.pages} aria-label="Views">
      {shown.map(([address, name, page]) => (
        <Link
          key={page}
          to={
            page === 'trade' && selection !== null
              ? eventAddress(selection.event.slug, selection.outcome.id)
              : address
          }
          current={current === page}
        >
          {name}
        </Link>
      ))}
      {others.length > 0 && (
        <MenuButton
          label={here === undefined ? 'More views' : `More views, now ${here[1]}`}
          className={here === undefined ? styles.moreViews : `${styles.moreViews} ${styles.here}`}
          items={() =>
            others.map(([address, name, page]) => ({
              key: page,
              text: name,
              isChosen: page === current,
              run: () => router.go(address),
            }))
          }
        >
          More {'\u25be'}
        </MenuButton>
      )}
    </nav>
  )
}
