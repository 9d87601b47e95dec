/** The pages of alerts and notifications, loaded when one of them is opened. */
import { AlertsPage } from '../../features/alerts/alerts-page.tsx'
import { NotificationSettingsPage } from '../../features/notifications/notification-settings-page.tsx'
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx'

/** The page of a route. */
export function NotificationPage({
  page,
}: {
  readonly page: 'alerts' | 'notifications' | 'notification_settings'
}) {
  if (page === 'alerts') return <AlertsPage />
  return page === 'notifications' ? <NotificationsPage /> : <NotificationSettingsPage />
}
