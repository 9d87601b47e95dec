/** The phone's bottom bar: the views, and Cancel All within the thumb's reach. */
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { Link } from '../../ui/link.tsx'
import { eventAddress } from '../../state/route.ts'
import { CancelAll } from './cancel-all.tsx'

/** Cancel All above the row of views. */
export function PhoneBar() {
  const terminal = useTerminal()
  const route = useStore(terminal.router)
  const selection = useStore(terminal.selection)
  const isEvent = route.page === 'trade' && route.slug !== null
  return (
    <footer className="phone-bar">
      <CancelAll />
      <nav aria-label="Views">
        <Link to="/" current={route.page === 'trade' && !isEvent}>
          Search
        </Link>
        <Link to="/games" current={route.page === 'games'}>
          Games
        </Link>
        {selection !== null && (
          <Link to={eventAddress(selection.event.slug, selection.outcome.id)} current={isEvent}>
            Ladder
          </Link>
        )}
        <Link
          to="/portfolio"
          current={route.page === 'portfolio' || route.page === 'fills' || route.page === 'activity'}
        >
          Portfolio
        </Link>
        <Link to="/orders" current={route.page === 'orders'}>
          Orders
        </Link>
        <Link to="/settings" current={route.page === 'settings'}>
          More
        </Link>
      </nav>
    </footer>
  )
}
