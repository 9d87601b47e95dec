/** The notifications of 30 days: searched, read and unread, with what can be done about each. */
import { useState } from 'react'
import type { Notification } from '../../platform/api/client.ts'
import { useLater, useSelected, useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { Button, Page } from '../../ui/controls.tsx'
import { OlderButton } from '../../ui/older-button.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf, useReadAgain } from '../../platform/api/queries.ts'
import { NotificationRows } from './notification-rows.tsx'

const PAUSE_MS = 200

/** The page. */
export function NotificationsPage() {
  const { client, notifications } = usePage()
  const [typed, setTyped] = useState('')
  const words = useLater(typed.trim(), PAUSE_MS)
  const unread = useStore(notifications.unread)
  const newest = useSelected(notifications.list, ({ items }) => items[0]?.id ?? '')
  const isAsked = words !== ''
  // A search is read again; without one, new notifications are put before the pages that were read.
  const pages = useInfiniteQuery(pagesOf(client, 'listNotifications', { q: words, limit: 50 }))
  useReadAgain(pages, isAsked ? newest : '')
  const items = useLiveState(pages.data?.items ?? [], !isAsked)

  return (
    <Page>
      <header className="page-head">
        <h1>Notifications</h1>
        <span className="soft">{unread === 0 ? 'nothing unread' : `${unread} unread`}</span>
        <input
          type="search"
          className="field"
          aria-label="Search notifications"
          placeholder="Search title and text"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button className="button push" disabled={unread === 0} onClick={() => notifications.markRead('all')}>
          Mark all as read
        </Button>
        <Link to="/settings/notifications">Rules and sounds</Link>
      </header>
      <section className="panel fill" aria-label="Notifications">
        <ReadFault read={pages} />
        {items.length === 0 && !pages.isFetching && pages.error === null && (
          <p className="empty">
            {isAsked ? (
              <>
                Nothing matches in 30 days. <Button onClick={() => setTyped('')}>Show all</Button>
              </>
            ) : (
              'No notification in 30 days. Try a channel under Rules and sounds.'
            )}
          </p>
        )}
        <div className="panel-body" tabIndex={0} role="region" aria-label="Notification rows">
          <NotificationRows items={items} />
          <OlderButton pages={pages} name="notifications" />
        </div>
      </section>
    </Page>
  )
}

/** Pages of notifications, with the read marks and deliveries that the topic sent since, and its new ones. */
function useLiveState(items: readonly Notification[], withNew: boolean): readonly Notification[] {
  const { notifications } = usePage()
  const live = useStore(notifications.list).items
  const byId = new Map(live.map((notification) => [notification.id, notification]))
  const first = items[0]?.id ?? ''
  const since = withNew ? live.filter(({ id }) => id > first) : []
  return [...since, ...items.map((notification) => byId.get(notification.id) ?? notification)]
}
