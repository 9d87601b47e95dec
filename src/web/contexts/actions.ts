/** Action of a notification: at most one, the next step. */
import type { Notification } from '../platform/api/client.ts'
import type { ToastAction } from '../platform/page/messages.ts'
import type { OpenedOrder } from '../data/account/opened-order.ts'
import type { Store } from '../platform/state/store.ts'
import { openMarket } from './open-market.ts'

type Doing = Parameters<typeof openMarket>[0] & {
  readonly openedOrder: Store<OpenedOrder | null>
  readonly notifications: { readonly reposting: Store<Notification | null> }
}

/** Re-post, open the order, open the ladder, open the page that fixes it; null when there is nothing to open. */
export function actionOf(
  parts: Doing,
  notification: Notification,
  page: string | undefined,
): ToastAction | null {
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
  return page === undefined ? null : { label: `Open ${page}`, run: () => parts.router.go(`/${page}`) }
}
