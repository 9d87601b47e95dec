/** Result of a ladder's market if its outcome wins and if it loses, with the net position as explanation. */
import type { Event, Market, Outcome } from '../../platform/api/wire.ts'
import { NONE } from '../../platform/format/numbers.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../../contexts/account.ts'
import { useTrading } from '../../contexts/trading.ts'
import { marketPositionText } from '../../words/resolution-text.ts'
import { useIfWins, useMarketPnl } from '../../contexts/use-resolution.ts'
import { tip } from '../../ui/overlays/tip.ts'

type OutcomesProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly other: Outcome | null
}

/** The profit if the outcome wins and if the other does. */
export function LadderOutcomes({ event, market, outcome, other }: OutcomesProps) {
  const held = useMarketPnl(event.id, market.id)
  const { isReplay } = useTrading()
  const names = [market.outcomes[0]?.name ?? '', market.outcomes[1]?.name ?? ''] as const
  const isKnown = useSelected(useAccount().resolutionPnl, ({ loaded }) => loaded)
  // A recording of before has nothing of it.
  if (isReplay === true && !isKnown) return null
  const net = held === null ? undefined : marketPositionText(held, names)
  return (
    <>
      <Wins word="wins" net={net} event={event} market={market} outcome={outcome} />
      {other !== null && <Wins word="loses" net={net} event={event} market={market} outcome={other} />}
    </>
  )
}

/** @param props.word  what the ladder's outcome does where this one wins */
function Wins(
  props: Omit<OutcomesProps, 'other'> & { readonly word: 'wins' | 'loses'; readonly net: string | undefined },
) {
  const { word, net, event, market, outcome } = props
  const isOther = market.negRisk && market.status !== 'resolved' && market.outcomes[0]?.id === outcome.id
  const shown = useIfWins({ eventId: event.id, marketId: market.id, outcomeId: outcome.id, isOther })
  return (
    <span {...tip([net, shown?.title].filter((part) => part !== undefined).join('. '))}>
      {word} <b className={shown?.tone}>{shown?.text ?? NONE}</b>
    </span>
  )
}
