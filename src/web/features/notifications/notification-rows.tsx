/** Notifications: whole text, what could not be delivered to the chat, and what to do about each. */
import { useEffect, useRef } from 'react'
import type { Notification } from '../../platform/api/client.ts'
import { showDay, writtenTime } from '../../platform/format/figures.ts'
import { usePage, usePrices, useWorkspace } from '../../contexts/contexts.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { ExitButton } from '../../widgets/exit-control.tsx'
import { actionOf } from '../../contexts/actions.ts'
import { deliveryText, KINDS } from '../../data/alerts/kinds.ts'
import { formatPricedText } from '../../words/priced-text.ts'
import { useSettlingRows } from '../../platform/page/use-settling.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './notification.module.css'
import { BellIcon, TriangleAlertIcon } from 'lucide-react'

/** The rows, newest first. */
export function NotificationRows({ items }: { readonly items: readonly Notification[] }) {
  const list = useSettlingRows<HTMLOListElement>(items.map(({ id }) => id).join(), ':scope > li')
  return (
    <ol ref={list} className="notifications">
      {items.map((notification) => (
        <Row key={notification.id} notification={notification} />
      ))}
    </ol>
  )
}

const NEAREST_FIRST = ['toast', 'sound', 'desktop', 'chat']

function Row({ notification }: { readonly notification: Notification }) {
  const { notifications, client, router, toasts } = usePage()
  const { openedOrder } = useWorkspace()
  const { id, title, kind, read, at } = notification
  const deliveries = notification.deliveries.toSorted(
    (a, b) => NEAREST_FIRST.indexOf(a.channel) - NEAREST_FIRST.indexOf(b.channel),
  )
  const prices = usePrices()
  const isClicked = useStore(notifications.clicked) === id
  const element = useRef<HTMLLIElement | null>(null)
  const action = actionOf(
    { client, router, toasts, openedOrder, notifications },
    notification,
    KINDS[notification.kind].page,
  )
  // That a message did not reach the trader elsewhere is news; the rest is what the rules ask for.
  const failed = deliveries
    .filter(({ channel, state }) => channel === 'chat' && state === 'not_sent')
    .map(deliveryText)
  useEffect(() => {
    if (!isClicked) return
    element.current?.scrollIntoView({ block: 'center' })
    element.current?.focus()
  }, [isClicked])

  return (
    <li ref={element} className={styles.notificationRow} data-unread={read ? undefined : ''} tabIndex={-1}>
      <SeveritySign severity={notification.severity} />
      <div className={styles.notificationBody}>
        <h3>
          {!read && <span className="chip">new</span>} {title}
        </h3>
        <p>{formatPricedText(notification, prices)}</p>
        <p className="flex wraps gap-12 fine dim">
          <time
            dateTime={writtenTime(at)}
            {...tip([writtenTime(at), ...deliveries.map(deliveryText)].join(', '))}
          >
            {showDay(at)}
          </time>
          <span>{KINDS[kind].name}</span>
          {failed.length > 0 && <span>{failed.join(', ')}</span>}
        </p>
      </div>
      <div className={`stack gap-4 ${styles.notificationActions}`}>
        {action !== null && (
          <Button
            aria-label={`${action.label}: ${title}`}
            onClick={() => {
              if (!read) notifications.markRead([id])
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
        <ExitButton outcomeId={notification.outcomeId} />
        {!read && (
          <Button
            className="button small quiet"
            aria-label={`Mark read: ${title}`}
            onClick={() => notifications.markRead([id])}
          >
            Mark read
          </Button>
        )}
      </div>
    </li>
  )
}

const SEVERITY_TONES = { info: 'dim', warn: 'text-1', urgent: 'danger' } as const

/** The sign; its word is for those who cannot see it. */
function SeveritySign({ severity }: { readonly severity: Notification['severity'] }) {
  return (
    <span className={SEVERITY_TONES[severity]} {...tip(severity)}>
      {severity === 'info' ? <BellIcon /> : <TriangleAlertIcon />}
      <span className="visually-hidden">{severity}</span>
    </span>
  )
}
