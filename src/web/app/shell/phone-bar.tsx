/** The phone's bottom bar: the views, and Cancel All within the thumb's reach. */
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useStore } from '../../platform/state/use-store.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import { usePage } from '../../model/contexts/page.ts'
import { Link } from '../../widgets/link.tsx'
import { eventAddress } from '../../platform/page/route.ts'
import type { Route } from '../../platform/page/route.ts'
import { CancelAll } from './cancel-all.tsx'

/** Cancel All above the row of views. */
export function PhoneBar() {
  const { router } = usePage()
  const { firstMarket } = useWorkspace()
  const route = useStore(router)
  const selection = useStore(useWorkspace().selection)
  const { page } = route
  const isList = route.page === 'trade' && route.slug === null
  return (
    <footer className="phone-bar">
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
  ['/settings/risk', 'Risk limits', 'risk'],
  ['/health', 'Health', 'health'],
  ['/audit', 'Audit', 'audit'],
  ['/settings', 'Settings', 'settings'],
] as const

/** The other pages, in a sheet above the bar; a choice, a press elsewhere or Escape closes it. */
function More({ route }: { readonly route: Route }) {
  const page = route.page === 'trade' && route.slug === null ? 'markets' : route.page
  const [isOpen, setOpen] = useState(false)
  const [before, setBefore] = useState(route)
  if (route !== before) {
    setBefore(route)
    setOpen(false)
  }
  const button = useRef<HTMLButtonElement>(null)
  const isOther = PAGES.some(([, , name]) => name === page)
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div
      className="phone-more"
      role="presentation"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'phone-pages' : undefined}
        data-current={isOther ? '' : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        More
      </button>
      {isOpen && (
        <ul id="phone-pages" aria-label="Other views">
          {PAGES.map(([address, name, to]) => (
            <li key={address}>
              <Link to={address} current={page === to} onKeyDown={onKeyDown}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
