/** End of a message's cause, so that it need not wait to be dismissed. Pure. */
import type { FeedHealth, Notification, Order, Status } from '../../platform/api/wire.ts'

export type CausesNow = {
  readonly feeds: readonly FeedHealth[]
  readonly orders: readonly Order[]
  /** Null until the status is known. */
  readonly credentials: Pick<Status['credentials'], 'state' | 'detail'> | null
}

/** True only for a cause that has ended for good: all feeds are back, the order is known again, the credentials work. */
export function isCauseOver(
  { kind, clientOrderId }: Pick<Notification, 'kind' | 'clientOrderId'>,
  { feeds, orders, credentials }: CausesNow,
): boolean {
  if (kind === 'feed_down')
    return feeds.length > 0 && feeds.every(({ state }) => state === 'live' || state === 'off')
  if (kind === 'credentials') return credentials?.state === 'ready' && credentials.detail === null
  if (kind !== 'order_unknown' || clientOrderId === null) return false
  const order = orders.find((one) => one.clientOrderId === clientOrderId)
  return order !== undefined && order.status !== 'unknown'
}
