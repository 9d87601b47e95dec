/** The newest notifications over any view: unread first, then the rest. */
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { NotificationRows } from './notification-rows.tsx'
import '../../ui/notifications.css'

const MOST_READ = 20

/** The drawer. */
export function Drawer() {
  const { notices } = useTerminal()
  const { items, loaded } = useStore(notices.list)
  const unread = useStore(notices.unread)
  const close = () => notices.isDrawerOpen.set(false)
  const fresh = items.filter(({ read }) => !read)
  const old = items.filter(({ read }) => read).slice(0, MOST_READ)
  return (
    <Dialog title="Notifications" className="drawer" onClose={close}>
      <div className="drawer-tools">
        <span className="soft">{unread === 0 ? 'Nothing unread' : `${unread} unread`}</span>
        <button
          type="button"
          className="button small push"
          disabled={unread === 0}
          onClick={() => notices.markRead('all')}
        >
          Mark all as read
        </button>
        <button type="button" className="button small" data-first-focus="" onClick={close}>
          Close
        </button>
      </div>
      <div className="drawer-rows" tabIndex={0} role="region" aria-label="Notification rows">
        {items.length === 0 && (
          <p className="empty">{loaded ? 'Nothing has been told in 30 days.' : 'Loading\u2026'}</p>
        )}
        <NotificationRows items={fresh} />
        {old.length > 0 && fresh.length > 0 && <h3 className="notice-day">Read before</h3>}
        <NotificationRows items={old} />
      </div>
      <p className="drawer-links" onClickCapture={close}>
        <Link to="/notifications">All of 30 days, search</Link>
        <Link to="/settings/notifications">Rules and sounds</Link>
      </p>
    </Dialog>
  )
}
