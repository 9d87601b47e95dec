/** Position in a ladder's market and the result of each of its outcomes, in one line that is always there. */
import type { Event, Market, Outcome } from '../../platform/api/wire.ts'
import { NONE } from '../../platform/format/numbers.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../../contexts/account.ts'
import { useTrading } from '../../contexts/trading.ts'
import { marketPositionText, netText } from '../../words/resolution-text.ts'
import { useIfWins, useMarketPnl } from '../../contexts/use-resolution.ts'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './ladder.module.css'

type OutcomesProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly other: Outcome | null
}

/** Net position of the market, then the profit if the outcome wins and if the other does. */
export function LadderOutcomes({ event, market, outcome, other }: OutcomesProps) {
  const held = useMarketPnl(event.id, market.id)
  const { isReplay } = useTrading()
  const names = [market.outcomes[0]?.name ?? '', market.outcomes[1]?.name ?? ''] as const
  const isKnown = useSelected(useAccount().resolutionPnl, ({ loaded }) => loaded)
  // A recording of before has nothing of it.
  if (isReplay === true && !isKnown) return null
  return (
    <p className={`row rigid fine gap-8 ${styles.ladderOutcomes}`}>
      <span className="cut" {...tip(held === null ? undefined : marketPositionText(held, names))}>
        Net <b>{held === null ? '0' : netText(held, names)}</b>
      </span>
      <Wins word="wins" event={event} market={market} outcome={outcome} />
      {other !== null && <Wins word="loses" event={event} market={market} outcome={other} />}
    </p>
  )
}

/** @param props.word  what the ladder's outcome does where this one wins */
function Wins(props: Omit<OutcomesProps, 'other'> & { readonly word: 'wins' | 'loses' }) {
  const { word, event, market, outcome } = props
  const isOther = market.negRisk && market.status !== 'resolved' && market.outcomes[0]?.id === outcome.id
  const shown = useIfWins({ eventId: event.id, marketId: market.id, outcomeId: outcome.id, isOther })
  return (
    <span {...tip(shown?.title)}>
      {word} <b className={shown?.tone}>{shown?.text ?? NONE}</b>
    </span>
  )
}
