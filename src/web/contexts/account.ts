/** The account: orders, fills, positions, cash. */
import { createContext } from 'react'
import type { Fill, Order, Position, ResolutionPnl } from '../platform/api/wire.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { Readable } from '../platform/state/store.ts'
import { useRequired } from '../platform/state/use-required.ts'
import type { EndedOrders } from '../data/account/ended-orders.ts'
import type { OwnStore } from '../data/account/own-levels.ts'
import type { AccountView } from '../data/account/account-store.ts'

export type Account = {
  readonly orders: ListStore<Order>
  /** Orders that ended within the last minute. */
  readonly endedOrders: EndedOrders
  readonly fills: ListStore<Fill>
  readonly positions: ListStore<Position>
  /** Results of each outcome, by event. */
  readonly resolutionPnl: ListStore<ResolutionPnl>
  /** Cash, exposure and profit. */
  readonly account: Readable<AccountView>
  /** Own orders by price, as the ladders show them. */
  readonly own: OwnStore
  /** Events in which I have a position or an open order. */
  readonly myEvents: Readable<ReadonlySet<string>>
}

export const AccountContext = createContext<Account | null>(null)

/** The account of this tab. */
export function useAccount(): Account {
  return useRequired(AccountContext)
}
