/** The outcome that a panel shows: of its group, or the one that it is pinned on. */
import { useEffect } from 'react'
import { createStore } from '../../platform/state/store.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useMarketData, useWorkspace } from '../../contexts/contexts.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { findOutcome } from '../../layouts/links.ts'
import { useTrade } from './trade-context.ts'
import type { Link, Panel } from '../../layouts/panel.ts'

export type Followed = { readonly selection: Selection | null; readonly isLoading: boolean }

const NO_EVENT = createStore(null)

/** Follows the panel's group or pin. */
export function useFollowed({ link, pinned }: Pick<Panel, 'link' | 'pinned'>): Followed {
  const { workspace } = useWorkspace()
  const { events } = useMarketData()
  const { read, slug, isElsewhere } = useTrade()
  const { chosen, activeLink } = useStore(workspace.links)
  const eventId = link === null ? (pinned?.eventId ?? null) : null
  useEffect(() => {
    if (eventId !== null) events.want([eventId])
  }, [events, eventId])
  const isUnread = link !== null && link !== activeLink && chosen[link] === undefined
  useEffect(() => {
    if (isUnread) workspace.links.restore(link)
  }, [workspace, isUnread, link])
  const event = useStore(eventId === null ? NO_EVENT : events.event(eventId))
  if (link === null) {
    return {
      selection: pinned === null ? null : findOutcome(event, pinned),
      isLoading: pinned !== null && event === null,
    }
  }
  const selection = chosen[link] ?? null
  // The active link group shows the market of the address, and nothing while that is read: never the one before it.
  const isOther =
    link === activeLink &&
    !isElsewhere &&
    (slug === null || read.data === undefined || read.data.id !== selection?.event.id)
  return { selection: isOther ? null : selection, isLoading: link === activeLink && read.isFetching }
}

/** Colour and letter of a group. */
export function linkTitle(link: Link | null): string {
  return link === null ? 'pinned on its outcome' : `follows group ${link}`
}
