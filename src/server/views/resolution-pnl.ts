/** Results of each outcome, on the wire. */
import type { z } from 'zod'
import type { Wire } from '#contract/live.ts'
import type { ifWins } from '#contract/resolution-pnl.ts'
import { formatMicros } from '#core/money.ts'
import type { EventPnl, IfWins, MicrosRange } from '#core/position/resolution-pnl.ts'

export function resolutionPnlView({ eventId, markets, other }: EventPnl): Wire['ResolutionPnl'] {
  return {
    id: eventId,
    markets: markets.map((market) => ({
      market_id: market.marketId,
      exclusive: market.isExclusive,
      outcomes: market.outcomes.map((outcome) => ({
        outcome_id: outcome.outcomeId,
        size: formatMicros(outcome.size),
        if_wins: ifWinsView(outcome.ifWins),
      })),
      paired_size: formatMicros(market.paired),
      net_size: formatMicros(market.net),
      cost_basis: formatMicros(market.cost),
      realised_pnl: formatMicros(market.realised),
      cost_known: market.isCostKnown,
      fees_known: market.areFeesKnown,
    })),
    other: ifWinsView(other),
  }
}

export function ifWinsView(figures: IfWins | null): z.input<typeof ifWins> | null {
  return (
    figures && {
      payout: rangeView(figures.payout),
      profit: figures.profit && rangeView(figures.profit),
      with_orders: figures.withOrders && rangeView(figures.withOrders),
      at_worst: figures.atWorst === null ? null : formatMicros(figures.atWorst),
      fees_known: figures.areFeesKnown,
    }
  )
}

function rangeView({ least, most }: MicrosRange): { readonly least: string; readonly most: string } {
  return { least: formatMicros(least), most: formatMicros(most) }
}
