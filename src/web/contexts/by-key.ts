/** Adds the selected outcome to the combo by one key, with a message: the combo draft is on another page. */
import type { Page, Trading, Workspace } from './contexts.ts'
import { legOf } from '../actions/drafts/combo-draft.ts'

const GROUP = 'combo'

/** Puts it in or takes it out; says so, or why there is no combo to put it into. */
export function toggleByKey({
  combos,
  selection,
  trading,
  toasts,
}: Pick<Trading, 'combos' | 'trading'> & Pick<Workspace, 'selection'> & Pick<Page, 'toasts'>): void {
  const selected = selection.get()
  if (selected === null) return
  const leg = legOf(selected)
  const isIn = combos.draft.get().legs.some(({ outcomeId }) => outcomeId === leg.outcomeId)
  if (!isIn && trading.get()?.combosReasons.includes('combos_unavailable') === true) {
    const text = 'The page Combos says why.'
    toasts.show({ tone: 'warn', title: 'Combos are not available', text, group: GROUP })
    return
  }
  combos.toggle(leg)
  const { length } = combos.draft.get().legs
  toasts.show({
    tone: 'info',
    title: `${leg.outcomeName}: ${isIn ? 'taken from' : 'added to'} the combo`,
    text: `${leg.marketTitle}. ${length} ${length === 1 ? 'leg' : 'legs'} in the combo.`,
    group: GROUP,
  })
}
