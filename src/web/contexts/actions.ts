/** Action of a notification: at most one, the next step. */
import type { Notification } from '../platform/api/wire.ts'
import type { ToastAction } from '../platform/page/toasts.ts'
import type { Workspace } from './workspace.ts'
import type { Page } from './page.ts'
import { openMarket } from './open-market.ts'

type Doing = Pick<Page, 'client' | 'router' | 'toasts'> &
  Pick<Workspace, 'openedOrder'> & {
    readonly notifications: Pick<Page['notifications'], 'reposting'>
  }

/** Re-post, open the order, open the ladder, open the page that fixes it; null when there is nothing to open. */
export function actionOf(parts: Doing, notification: Notification): ToastAction | null {
  const { kind, orders, clientOrderId, outcomeId, marketId } = notification
  if (orders.some((order) => order.repostedAs === null)) {
    return { label: 'Re-post\u2026', run: () => parts.notifications.reposting.set(notification) }
  }
  if (clientOrderId !== null && !kind.startsWith('combo_')) {
    return { label: 'Open order', run: () => parts.openedOrder.set({ id: null, clientOrderId }) }
  }
  if (marketId !== null) {
    const place = { eventId: null, marketId, outcomeId }
    return { label: 'Open ladder', run: () => void openMarket(parts, place) }
  }
  switch (kind) {
    case 'alert':
      return { label: 'Open alerts', run: () => parts.router.go('/alerts') }
    case 'foreign_activity':
      return { label: 'Open orders', run: () => parts.router.go('/orders') }
    case 'api_token':
      return { label: 'Open settings', run: () => parts.router.go('/settings') }
    case 'feed_down':
    case 'credentials':
    case 'session_key_expiring':
    case 'shutdown_cancel_failed':
    case 'audit_problem':
    case 'recording_stopped':
      return { label: 'Open health', run: () => parts.router.go('/health') }
    default:
      return null
  }
}
