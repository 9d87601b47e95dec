/** A ladder, and the same seen from the other side: the ladder of the market's other outcome. */
import { useContext, useEffect, useState } from 'react'
import { useSelected } from '../../platform/state/hooks.ts'
import { useAccount, useWorkspace } from '../../contexts/contexts.ts'
import { otherOutcome } from '../../data/markets/selection.ts'
import { PanelContext } from '../../widgets/panel-context.tsx'
import { LadderPanel } from './ladder-panel.tsx'
import type { LadderProps } from './ladder-panel.tsx'

/** A ladder panel; flipped it is the ladder of the market's other outcome, and says so. */
export function Ladder({ event, market, outcome, isSelected, isLow = false }: LadderProps) {
  const { ladderViews } = useWorkspace()
  const [calledId, call] = useState<string | null>(null)
  const { pairs } = useAccount().own
  const panelId = useContext(PanelContext)?.id ?? 'page'
  const isAsked = useSelected(ladderViews.flipped, (flipped) => flipped.has(outcome.id))
  const other = market.outcomes.length === 2 ? otherOutcome(market, outcome) : null
  useEffect(() => {
    if (other !== null) pairs.tell(outcome.id, other.id)
  }, [pairs, outcome.id, other])
  const isFlipped = isAsked && other !== null
  const [shown, hidden] = isFlipped ? [other, outcome] : [outcome, other]
  return (
    <LadderPanel
      key={shown.id}
      place={`${panelId} ${shown.id}`}
      event={event}
      market={market}
      outcome={shown}
      other={hidden}
      isFlipped={isFlipped}
      isSelected={isSelected}
      isCalled={calledId === shown.id}
      isLow={isLow}
      onFlip={() => {
        call(hidden?.id ?? null)
        ladderViews.flip(outcome.id, !isFlipped)
      }}
    />
  )
}
