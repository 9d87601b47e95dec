// State shared by the operations of one exchange.
import type { SimulatorClock, SimulatorRandom } from '../types.ts'
import type { Accounts } from './accounts.ts'
import type { EventPublisher } from './events.ts'
import type { MarketState } from './market-state.ts'
import type { OpenOrders } from './open-orders.ts'
import type { OrderStore } from './orders.ts'
import type { Settlement } from './settlement.ts'

/** A payout of a resolved market. */
export type Redemption = {
  readonly conditionId: string
  readonly token: string
  readonly wallet: string
  /** Micro-shares that were held, and micro-pUSD paid for them: 0 for the losing outcome. */
  readonly size: bigint
  readonly cash: bigint
  readonly at: number
}

export type ExchangeParts = {
  readonly clock: SimulatorClock
  readonly random: SimulatorRandom
  /** For ids of orders that no key has signed. */
  readonly foreign: SimulatorRandom
  readonly isDropped: (wallet: string) => boolean
  readonly byToken: ReadonlyMap<string, MarketState>
  readonly accounts: Accounts
  readonly store: OrderStore
  readonly publisher: EventPublisher
  readonly open: OpenOrders
  readonly settlement: Settlement
  readonly redemptions: Redemption[]
  /** Cash and shares that were ever given out. */
  issued: bigint
}
