/** The outcome that a panel shows: the selected one, or the one that it is pinned on. */
import { useEffect } from 'react'
import { createStore } from '../../platform/state/store.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useMarketData, useWorkspace } from '../../contexts/contexts.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { findOutcome } from '../../layouts/followed.ts'
import type { Panel } from '../../layouts/tree.ts'
import { useTrade } from './use-routed-event.ts'

const NO_EVENT = createStore(null)

export function useFollowed({ pinned }: Pick<Panel, 'pinned'>): {
  readonly selection: Selection | null
  readonly isLoading: boolean
} {
  const { events } = useMarketData()
  const { read, slug, isElsewhere } = useTrade()
  const followed = useStore(useWorkspace().workspace.followed)
  const eventId = pinned?.eventId ?? null
  useEffect(() => {
    if (eventId !== null) events.want([eventId])
  }, [events, eventId])
  const event = useStore(eventId === null ? NO_EVENT : events.event(eventId))
  if (pinned !== null) return { selection: findOutcome(event, pinned.outcomeId), isLoading: event === null }
  // Nothing while the event of the address is read: never the market before it.
  const isOther =
    !isElsewhere && (slug === null || read.data === undefined || read.data.id !== followed?.event.id)
  return { selection: isOther ? null : followed, isLoading: read.isFetching }
}
