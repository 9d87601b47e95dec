/** Puts an outcome into the combo draft or takes it out. Not shown where the market cannot be a leg. */
import { useSelected } from '../platform/state/hooks.ts'
import { useTrading } from '../contexts/contexts.ts'
import type { Selection } from '../data/markets/selection.ts'
import { legOf } from '../actions/drafts/combo-draft.ts'
import { Button, tip } from '../ui/controls.tsx'

/** A toggle with the sign of a plus or a check; `name` says which outcome. */
export function ComboButton({ selection, name }: { readonly selection: Selection; readonly name: string }) {
  const { combos } = useTrading()
  const { id } = selection.outcome
  const isIn = useSelected(combos.draft, ({ legs }) => legs.some(({ outcomeId }) => outcomeId === id))
  const isOffered = useSelected(
    useTrading().trading,
    (trading) => trading?.combosReasons.includes('combos_unavailable') !== true,
  )
  if (!isIn && (!isOffered || !selection.market.comboEligible || selection.market.status !== 'open')) {
    return null
  }
  return (
    <Button
      className="star"
      aria-pressed={isIn}
      aria-label={`Combo leg ${name}`}
      {...tip(isIn ? 'In the combo: press to remove' : 'Add to the combo (c for the selected outcome)')}
      onClick={() => combos.toggle(legOf(selection))}
    >
      <span aria-hidden="true">{isIn ? '\u2713' : '+'}</span>
    </Button>
  )
}
