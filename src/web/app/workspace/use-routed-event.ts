/** The event of the address, and the selected outcome that follows from it. */
import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import type { Event } from '../../platform/api/client.ts'
import { contextOf, useStore } from '../../platform/state/hooks.ts'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import type { Page, Workspace } from '../../contexts/contexts.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { findSelection } from '../../data/markets/selection.ts'

export type Trade = ReturnType<typeof useRoutedEvent>

/** The selected event, for the panels of the workspace. */
export const [TradeContext, useTrade] = contextOf<Trade>()

/**
 * Reads the event that the address names and selects its outcome; an address without one gets the outcome put in. While
 * another view is open it stays with the selected event.
 */
export function useRoutedEvent() {
  const { router, client } = usePage()
  const { selection: selectionStore, firstEvent, workspace } = useWorkspace()
  const route = useStore(router)
  const selection = useStore(selectionStore)
  const isElsewhere = route.page !== 'trade'
  const slug = isElsewhere ? (selection?.event.slug ?? null) : route.slug
  const outcomeId = route.page === 'trade' ? route.outcomeId : null
  const first = firstEvent.get()
  const read = useQuery({
    ...readOf(client, 'readEventBySlug', { params: { slug: slug ?? '' } }),
    enabled: slug !== null,
    ...(first?.slug === slug ? { initialData: first.event, staleTime: Infinity } : {}),
  })
  useEffect(() => firstEvent.set(null), [firstEvent])
  const event = read.data ?? null

  useEffect(() => {
    if (event === null || isElsewhere) return
    chooseRouted({ workspace, router, selection: selectionStore }, event, outcomeId)
  }, [workspace, router, selectionStore, event, outcomeId, isElsewhere])

  const shown = selection !== null && event !== null && selection.event.id === event.id ? selection : null
  return { read, shown, slug, isElsewhere }
}

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
