/** Effects of the user feed's frames, and since when it has been live. */
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import type { OrdersParts } from '../orders-parts.ts'
import type { OrderIntake } from './order-intake.ts'
import { completeOrder, completeTrade, type TermsOf } from './own-rows.ts'
import type { Reconciliation } from './reconciliation.ts'

export type OrderFeed = {
  /** Monotonic; null while the feed is not connected. */
  liveSince: number | null
}

/** True if the feed has been connected without a break since this monotonic time. */
export function isLiveSince({ liveSince }: OrderFeed, monotonic: number): boolean {
  return liveSince !== null && liveSince <= monotonic
}

/** Passes one event on; what happened while the feed was away must be read. */
export function takeFeed(
  feed: OrderFeed,
  parts: Pick<OrdersParts, 'clock' | 'onChange'> & {
    readonly intake: Pick<OrderIntake, 'orders' | 'trade'>
    readonly reconciliation: Pick<Reconciliation, 'doubt'>
    readonly identity: { readonly termsOf: TermsOf }
  },
  event: UserFeedEvent,
): void {
  const { intake } = parts
  const { termsOf } = parts.identity
  switch (event.type) {
    case 'order':
      intake.orders([event.order], 'feed')
      return
    case 'trade':
      intake.trade(completeTrade(event.trade, termsOf), 'feed')
      return
    case 'unread_order': {
      const order = completeOrder(event.row, termsOf)
      if (order !== null) intake.orders([order], 'feed')
      return
    }
    case 'connected':
      feed.liveSince = parts.clock.monotonic()
      parts.reconciliation.doubt()
      parts.onChange()
      return
    case 'disconnected':
      feed.liveSince = null
      parts.onChange()
  }
}
