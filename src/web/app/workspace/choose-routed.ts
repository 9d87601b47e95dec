/** Selects what the address names; an address without an outcome gets the selected one. */
import type { Event } from '../../platform/api/client.ts'
import { eventAddress } from '../../platform/page/route.ts'
import type { Page, Workspace } from '../../contexts/contexts.ts'
import { findSelection } from '../../data/markets/selection.ts'

/** Chooses the outcome of the event that was read for the address; without an id the first that can be traded. */
export function chooseRouted(
  { workspace, router, selection }: Pick<Workspace, 'workspace' | 'selection'> & Pick<Page, 'router'>,
  event: Event,
  outcomeId: string | null,
): void {
  const selected = selection.get()
  // The same selection stays the same object: nothing that shows it is drawn again.
  const isSelected = selected?.event === event && selected.outcome.id === outcomeId
  const found = isSelected ? selected : findSelection(event, outcomeId)
  workspace.followed.choose(found)
  if (found !== null && found.outcome.id !== outcomeId) {
    router.go(eventAddress(event.slug, found.outcome.id), true)
  }
}
