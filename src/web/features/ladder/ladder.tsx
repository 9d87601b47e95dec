/** A ladder, and the same seen from the other side: the ladder of the market's other outcome. */
import { useContext, useEffect, useState } from 'react'
import { complementPrice } from '#core/price.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { useAccount, useWorkspace } from '../../contexts/contexts.ts'
import { otherOutcome } from '../../data/markets/selection.ts'
import { PanelContext } from '../../widgets/panel-context.tsx'
import { LadderPanel } from './ladder-panel.tsx'
import type { LadderProps } from './ladder-panel.tsx'
import type { Flip } from './use-ladder-input.ts'

/** A ladder panel; flipped it is the ladder of the market's other outcome, and says so. */
export function Ladder({ event, market, outcome, isSelected, isLow = false }: LadderProps) {
  const { ladderViews } = useWorkspace()
  const { own } = useAccount()
  const { pairs } = own
  const panelId = useContext(PanelContext)?.id ?? 'page'
  const isAsked = useSelected(ladderViews.flipped, (flipped) => flipped.has(outcome.id))
  const [from, setFrom] = useState<Flip | null>(null)
  const other = market.outcomes.length === 2 ? otherOutcome(market, outcome) : null
  useEffect(() => {
    if (other !== null) pairs.tell(outcome.id, other.id)
  }, [pairs, outcome.id, other])
  const isFlipped = isAsked && other !== null
  const shown = isFlipped ? other : outcome
  return (
    <LadderPanel
      key={shown.id}
      place={`${panelId} ${shown.id}`}
      event={event}
      market={market}
      outcome={shown}
      other={isFlipped ? outcome : other}
      complementOf={isFlipped ? outcome : null}
      isSelected={isSelected}
      isLow={isLow}
      from={from?.to === shown.id ? from : null}
      onFlip={(cursor, hasFocus) => {
        const to = (isFlipped ? outcome : other)?.id ?? outcome.id
        setFrom({ to, cursor: cursor === null ? null : complementPrice(cursor), hasFocus })
        ladderViews.flip(outcome.id, !isFlipped)
      }}
    />
  )
}
