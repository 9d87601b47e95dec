/** Placing, moving and cancelling orders, and the input of the next order. */
import { createContext } from 'react'
import type { ClientOrderId } from '#core/ids.ts'
import type { TradingState } from '../platform/api/wire.ts'
import type { Store } from '../platform/state/store.ts'
import { useRequired } from '../platform/state/use-required.ts'
import type { AttachedExits } from '../actions/attached-exits.ts'
import type { Combos } from '../actions/combos.ts'
import type { ExitPresses } from '../actions/exit-press.ts'
import type { Exits } from '../actions/exits.ts'
import type { Flatten } from '../actions/flatten.ts'
import type { Clicks } from '../actions/clicks.ts'
import type { Commands } from '../actions/commands.ts'
import type { Draft } from '../data/markets/draft.ts'
import type { OrderDefaults } from '../data/settings/order-defaults.ts'
import type { Intents } from '../actions/intents.ts'
import type { Moves } from '../actions/moves.ts'
import type { Micros } from '#core/money.ts'

export type Trading = {
  /** Replay: nothing can be sent (INV-70). */
  readonly isReplay?: true
  /** SAFE or ARMED, and why; null until the server has published it. */
  readonly trading: Store<TradingState | null>
  readonly orderDefaults: Store<OrderDefaults>
  readonly draft: Store<Draft | null>
  readonly intents: Intents
  readonly commands: Commands
  readonly clicks: Clicks
  readonly moves: Moves
  /** Exits and hedges. */
  readonly exits: Exits & ExitPresses
  readonly flatten: Flatten
  readonly attachedExits: AttachedExits
  readonly combos: Combos
  /** Cash up to which one press in the ticket sends. */
  readonly quickNotional: Store<Micros>
  /** The risk limit that the page needs while clicking, in ticks. */
  readonly priceBandTicks: Store<number>
  /** A new client order id. */
  readonly mint: () => ClientOrderId
}

export const TradingContext = createContext<Trading | null>(null)

/** The trading of this tab. */
export function useTrading(): Trading {
  return useRequired(TradingContext)
}
