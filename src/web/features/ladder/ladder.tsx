/** A ladder, and the same seen from the other side: the ladder of the market's other outcome. */
import { useContext, useEffect, useState } from 'react'
import { complementPrice } from '#core/price.ts'
import { useTerminal } from '../../terminal-context.ts'
import { otherOutcome } from '../event/selection.ts'
import { PanelContext } from '../workspace/panel-context.tsx'
import { LadderPanel } from './ladder-panel.tsx'
import type { Flip, LadderProps } from './ladder-panel.tsx'

/** A ladder panel; flipped it is the ladder of the market's other outcome, and says so. */
export function Ladder({ event, market, outcome, isSelected }: LadderProps) {
  const { ladderViews, own } = useTerminal()
  const { pairs } = own
  const panelId = useContext(PanelContext)?.id ?? 'page'
  const place = `${panelId} ${outcome.id}`
  const [flip, setFlip] = useState<Flip | null>(() =>
    ladderViews.at(place).isFlipped ? { of: outcome.id, cursor: null, hasFocus: false } : null,
  )
  const other = market.outcomes.length === 2 ? otherOutcome(market, outcome) : null
  useEffect(() => {
    if (other !== null) pairs.tell(outcome.id, other.id)
  }, [pairs, outcome.id, other])
  const [back, setBack] = useState<Flip | null>(null)
  const isFlipped = flip !== null && other !== null && flip.of === outcome.id
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
      from={isFlipped ? flip : back}
      onFlip={(cursor, hasFocus) => {
        const from = { of: outcome.id, cursor: cursor === null ? null : complementPrice(cursor), hasFocus }
        ladderViews.keep(place, { isFlipped: !isFlipped })
        setFlip(isFlipped ? null : from)
        setBack(isFlipped ? from : null)
      }}
    />
  )
}
