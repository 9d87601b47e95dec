/** What an outcome would pay and what is held of its market, for whoever shows them. */
import type { IfWins, MarketPnl } from '../../platform/api/wire.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../contexts/account.ts'
import { ifWinsAt } from './resolution-text.ts'
import type { OutcomePlace } from './resolution-text.ts'

/** Null when there is nothing in its event, or it cannot win. */
export function useIfWins(place: OutcomePlace): IfWins | null {
  return useSelected(useAccount().resolutionPnl, ({ items }) => ifWinsAt(items, place))
}

/** Null when there is nothing in the market. */
export function useMarketPnl(eventId: string, marketId: string): MarketPnl | null {
  return useSelected(
    useAccount().resolutionPnl,
    ({ items }) =>
      items.find(({ id }) => id === eventId)?.markets.find(({ market_id }) => market_id === marketId) ?? null,
  )
}
