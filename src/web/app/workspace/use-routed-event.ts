/** The event of the address, and the selected outcome that follows from it. */
import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import type { Event } from '../../platform/api/client.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { chooseRouted } from './choose-routed.ts'

export type Trade = {
  readonly read: UseQueryResult<Event>
  /** The selected outcome, if it is of the event that is read. */
  readonly shown: Selection | null
  readonly slug: string | null
  /** A different view is open: the selection stays. */
  readonly isElsewhere: boolean
}

/**
 * Reads the event that the address names and selects its outcome; an address without one gets the outcome put in. While
 * another view is open it stays with the selected event.
 */
export function useRoutedEvent(): Trade {
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
