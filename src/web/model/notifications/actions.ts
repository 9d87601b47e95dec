/** What can be done about a notification: at most one thing, the next one. */
import type { Notification } from '../../platform/api/wire.ts'
import type { ToastAction } from '../../platform/page/toasts.ts'
import type { Terminal } from '../terminal.ts'
import { openMarket } from '../alerts/open-market.ts'

type Doing = Pick<Terminal, 'client' | 'router' | 'toasts' | 'openedOrder'> & {
  readonly notifications: Pick<Terminal['notifications'], 'reposting'>
}

/** Re-post, open the order, open the ladder, open the page that mends it; null when there is nothing to open. */
export function actionOf(terminal: Doing, notification: Notification): ToastAction | null {
  const {
    kind,
    orders,
    client_order_id: clientOrderId,
    outcome_id: outcomeId,
    market_id: marketId,
  } = notification
  if (orders.some((order) => order.reposted_as === null)) {
    return { label: 'Re-post\u2026', run: () => terminal.notifications.reposting.set(notification) }
  }
  if (clientOrderId !== null && !kind.startsWith('combo_')) {
    return { label: 'Open order', run: () => terminal.openedOrder.set({ id: null, clientOrderId }) }
  }
  if (marketId !== null) {
    const place = { eventId: null, marketId, outcomeId }
    return { label: 'Open ladder', run: () => void openMarket(terminal, place) }
  }
  switch (kind) {
    case 'alert':
      return { label: 'Open alerts', run: () => terminal.router.go('/alerts') }
    case 'foreign_activity':
      return { label: 'Open orders', run: () => terminal.router.go('/orders') }
    case 'feed_down':
    case 'credentials':
    case 'session_key_expiring':
    case 'shutdown_cancel_failed':
    case 'audit_problem':
      return { label: 'Open health', run: () => terminal.router.go('/health') }
    default:
      return null
  }
}
