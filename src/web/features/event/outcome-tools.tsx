/** Tools of an outcome's row: ladder, alert, combo leg, watch. */
import { memo } from 'react'
import { BellIcon, Rows4Icon } from 'lucide-react'
import { useMarketData, usePage, useWorkspace } from '../../contexts/contexts.ts'
import { draftAt } from '../../contexts/selection-draft.ts'
import { ladderRefusal } from '../../data/markets/ladder-choice.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Event, Market, Outcome } from '../../platform/api/client.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { ComboButton } from '../../widgets/combo-button.tsx'
import { StarButton } from '../../widgets/star.tsx'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './event.module.css'

/** One outcome of an event's market. */
export type OutcomeRow = { readonly event: Event; readonly market: Market; readonly outcome: Outcome }

/** The buttons at the end of a row. */
export const OutcomeTools = memo(function OutcomeTools({ event, market, outcome }: OutcomeRow) {
  const { books, alerts } = useMarketData()
  const { ladders } = useWorkspace()
  const { announcer, settings } = usePage()
  const isChosen = useSelected(ladders, (ids) => ids.includes(outcome.id))
  const noLadder = useSelected(ladders, (ids) => ladderRefusal(event, outcome.id, ids))
  const name = `${outcome.name}, ${marketTitle(event, market)}`
  return (
    <>
      <Button
        className="star"
        aria-pressed={isChosen}
        aria-label={`Ladder of ${name}`}
        aria-disabled={noLadder !== null}
        {...tip(noLadder ?? (isChosen ? 'Has its own ladder: press to remove it' : 'Add ladder'))}
        onClick={() => {
          if (noLadder !== null) {
            announcer.say(noLadder)
            return
          }
          ladders.update((ids) => (isChosen ? ids.filter((id) => id !== outcome.id) : [...ids, outcome.id]))
        }}
      >
        <Rows4Icon />
      </Button>
      {market.status === 'open' && (
        <Button
          className={`star ${styles.rowAlert}`}
          aria-label={`New alert on ${name}`}
          {...tip('New alert on this outcome')}
          onClick={() => alerts.draft.set(draftAt({ books, settings }, { event, market, outcome }, null))}
        >
          <BellIcon />
        </Button>
      )}
      <ComboButton selection={{ event, market, outcome }} name={name} />
      <StarButton outcomeId={outcome.id} name={name} />
    </>
  )
})
