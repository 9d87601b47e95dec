/** Cells of a position that look at its market and its event. */
import { subtractMicros, ZERO } from '#core/money.ts'
import type { Position } from '../../platform/api/wire.ts'
import { microsOrZero, NONE, showAmount, showAmountText } from '../../platform/format/numbers.ts'
import { useMarketPnl } from '../../model/positions/use-resolution.ts'
import { IfWinsCell } from '../../widgets/if-wins.tsx'

/** Shares of the outcome less those of the other one, and how many cover each other. */
export function Net({ position }: { readonly position: Position }) {
  const market = useMarketPnl(position.event_id ?? '', position.market_id)
  if (market === null) return NONE
  const isFirst = market.outcomes[0]?.outcome_id === position.outcome_id
  const net = microsOrZero(market.net_size)
  return (
    <>
      {showAmount(isFirst ? net : subtractMicros(ZERO, net), 0, true)}
      {market.paired_size !== '0' && (
        <span className="dim"> {showAmountText(market.paired_size, 0)} paired</span>
      )}
    </>
  )
}

/** Profit over the whole event if the outcome wins. */
export function IfWins({ position }: { readonly position: Position }) {
  const { event_id: eventId, market_id: marketId, outcome_id: outcomeId } = position
  return eventId === null ? NONE : <IfWinsCell place={{ eventId, marketId, outcomeId }} />
}
