/** Builds the account of a tab, and the orders on their way, which its open orders settle. */
import type { Fill, Order, Position, ResolutionPnl } from '../platform/api/wire.ts'
import { createListStore } from '../platform/live/list-store.ts'
import { pricesIn } from '../model/settings/prices.ts'
import type { Frame } from '../platform/page/frame.ts'
import { createIntents } from '../model/order-entry/intents.ts'
import { createAccountStore, positionOrder } from '../model/positions/account-store.ts'
import { createEndedOrders, orderKey } from '../model/orders/ended-orders.ts'
import { createOwnLevels, isUnknownAt } from '../model/orders/own-levels.ts'
import { reportFills, reportIntent } from '../model/orders/reports.ts'
import type { After } from './create-market-data.ts'
import type { Page } from '../model/contexts/page.ts'
import type { Trading } from '../model/contexts/trading.ts'

/** From an answer to the frame that shows it. */
const ANSWER_MS = 30

type AccountParts = Pick<Page, 'client' | 'now' | 'toasts' | 'announcer' | 'settings'> &
  Pick<Trading, 'trading'> & {
    readonly frame: Frame
    readonly after: After
  }

/** What the account has: orders on their way, open and ended, fills, positions. */
export function createAccount(parts: AccountParts) {
  const { client, frame, now, after, toasts, announcer, trading, settings } = parts
  const report = reportIntent(toasts, announcer, trading, settings)
  const intents = createIntents({
    client,
    now,
    after,
    prices: () => pricesIn(settings.get().price_format),
    onSettled(intent) {
      frame.giveWay(ANSWER_MS)
      report(intent)
    },
    isUnknownAt: (outcomeId, side, price) => isUnknownAt(orders.get().items, outcomeId, side, price),
  })
  const orders = createListStore<Order>({
    keyOf: orderKey,
    namesOf: (order) => [order.id, order.client_order_id],
    order: (a, b) => (a.created_at < b.created_at ? 1 : -1),
    onChange: () => frame.mark(orders.flush),
    onItem(order) {
      intents.seen(order)
      endedOrders.seen(order)
    },
    onGone: (order) => endedOrders.gone(order),
  })
  const endedOrders = createEndedOrders(after, (order) => orders.forget(orderKey(order)))
  const fills = createListStore<Fill>({
    keyOf: (fill) => fill.id,
    namesOf: (fill) => [fill.id],
    order: (a, b) => (a.at < b.at ? 1 : -1),
    onChange: () => frame.mark(fills.flush),
    onItem: reportFills(announcer, settings),
  })
  const account = createAccountStore()
  const positions = createListStore<Position>({
    keyOf: (position) => position.outcome_id,
    namesOf: (position) => [position.outcome_id],
    order: positionOrder,
    onChange: () => frame.mark(positions.flush),
  })
  const resolutionPnl = createListStore<ResolutionPnl>({
    keyOf: ({ id }) => id,
    namesOf: ({ id }) => [id],
    order: (a, b) => (a.id < b.id ? -1 : 1),
    onChange: () => frame.mark(resolutionPnl.flush),
  })
  const own = createOwnLevels(orders, intents.list)
  return { intents, orders, endedOrders, fills, account, positions, resolutionPnl, own }
}
