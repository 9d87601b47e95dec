/** The views by name; where there is no room for all, the rarer ones wait in a menu. */
import type { ComponentProps } from 'react'
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
  const route = useStore(usePage().router)
  const selection = useStore(useWorkspace().selection)
  const isRoomy = useMedia(ROOMY)
  const isNarrow = useMedia(NARROW)
  const isTight = useMedia(TIGHT)
  const shown = isRoomy ? PAGES : PAGES.slice(0, isTight ? 1 : isNarrow ? 3 : 4)
  const others = PAGES.slice(shown.length)
  const current = PARENT.get(route.page) ?? route.page
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
        <MoreViews label="More views" views={others} current={current}>
          More {'\u25be'}
        </MoreViews>
      )}
    </nav>
  )
}

/** The rarer views, in a menu. */
export function MoreViews(
  props: Pick<ComponentProps<typeof MenuButton>, 'label' | 'beside' | 'children'> & {
    readonly views: readonly (readonly [address: string, name: string, page: string])[]
    readonly current: string
  },
) {
  const { label, views, current, ...rest } = props
  const { router } = usePage()
  const here = views.find(([, , page]) => page === current)
  return (
    <MenuButton
      {...rest}
      label={here === undefined ? label : `${label}, now ${here[1]}`}
      className={here === undefined ? styles.moreViews : `${styles.moreViews} ${styles.here}`}
      items={() =>
        views.map(([address, text, key]) => ({
          key,
          text,
          isChosen: key === current,
          run: () => router.go(address),
        }))
      }
    />
  )
}
