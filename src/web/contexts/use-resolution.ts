/** Result of an outcome and the position in its market, for any view that shows them. */
import type { MarketPnl } from '../platform/api/client.ts'
import { useSelected } from '../platform/state/hooks.ts'
import { useAccount } from './contexts.ts'
import { ifWinsAt, ifWinsText } from '../words/resolution-text.ts'
import type { IfWinsText, OutcomePlace } from '../words/resolution-text.ts'

/** As text; null when there is nothing in its event, or it cannot win. While the link is lost it has no tone. */
export function useIfWins(
  place: OutcomePlace,
): (Omit<IfWinsText, 'tone'> & { readonly tone: IfWinsText['tone'] | 'dim' }) | null {
  const { resolutionPnl } = useAccount()
  const figures = useSelected(resolutionPnl, ({ items }) => ifWinsAt(items, place))
  const isCurrent = useSelected(resolutionPnl, ({ current }) => current)
  if (figures === null) return null
  const shown = ifWinsText(figures)
  return isCurrent ? shown : { ...shown, tone: 'dim', title: `Not current. ${shown.title}` }
}

/** Null when there is nothing in the market. */
export function useMarketPnl(eventId: string, marketId: string): MarketPnl | null {
  return useSelected(
    useAccount().resolutionPnl,
    ({ items }) =>
      items.find((one) => one.eventId === eventId)?.markets.find((one) => one.marketId === marketId) ?? null,
  )
}
