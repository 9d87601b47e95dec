/**
 * The newest notifications over any view: unread first, then the rest. It is not modal: what is under it, Cancel All above
 * all, stays in reach.
 */
import { useEffect, useEffectEvent, useRef } from 'react'
import { XIcon } from 'lucide-react'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { NotificationRows } from './notification-rows.tsx'
import styles from './notification.module.css'
import { Button } from '../../ui/controls.tsx'

const MAX_READ = 20

export function Drawer() {
  const { notifications } = usePage()
  const element = useRef<HTMLDivElement | null>(null)
  const { items, loaded } = useStore(notifications.list)
  const unread = useStore(notifications.unread)
  const close = () => notifications.isDrawerOpen.set(false)
  const fresh = items.filter(({ read }) => !read)
  const old = items.filter(({ read }) => read).slice(0, MAX_READ)
  const onEscape = useEffectEvent(close)
  useEffect(() => {
    const drawer = element.current
    if (drawer === null) return undefined
    const before = document.activeElement
    drawer.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      // A button that has just been switched off loses the focus.
      const at = document.activeElement
      if (event.key === 'Escape' && (at === document.body || drawer.contains(at))) onEscape()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      if (document.activeElement === document.body && before !== null && 'focus' in before)
        (before as HTMLElement).focus()
    }
  }, [])
  return (
    <div
      ref={element}
      role="dialog"
      aria-label="Notifications"
      className={`stack gap-8 ${styles.drawer}`}
      tabIndex={-1}
    >
      <div className="row rigid gap-8">
        <h2>Notifications</h2>
        <span className="soft push">{unread === 0 ? 'nothing unread' : `${unread} unread`}</span>
        <Button disabled={unread === 0} onClick={() => notifications.markRead('all')}>
          Mark all as read
        </Button>
        <Button aria-label="Close notifications" onClick={close}>
          <XIcon />
        </Button>
      </div>
      <div className={styles.drawerRows} tabIndex={0} role="region" aria-label="Notification rows">
        {items.length === 0 && (
          <p className="empty">
            {loaded ? 'No notification in 30 days. Try a channel under Rules and sounds.' : 'Loading\u2026'}
          </p>
        )}
        <NotificationRows items={fresh} />
        {old.length > 0 && fresh.length > 0 && <h3 className={styles.notificationDay}>Read before</h3>}
        <NotificationRows items={old} />
      </div>
      <p className="row rigid apart" onClickCapture={close}>
        <Link to="/notifications">All of 30 days, search</Link>
        <Link to="/settings/notifications">Rules and sounds</Link>
      </p>
    </div>
  )
}
