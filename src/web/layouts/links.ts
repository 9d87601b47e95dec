/**
 * Link groups: panels of one letter show the same market. A choice in a list goes to the active link group, the one
 * whose panel was used last. A pinned panel keeps its outcome and changes no other.
 */
import type { EventCache } from '../platform/api/event-cache.ts'
import { eventAddress } from '../platform/page/route.ts'
import type { Router } from '../platform/page/route.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import { findSelection } from '../data/markets/selection.ts'
import type { Selection } from '../data/markets/selection.ts'
import { LINKS } from './panel.ts'
import type { Link, OutcomeAt } from './panel.ts'

export type LinkState = {
  /** Link that takes a choice in a list. */
  readonly activeLink: Link
  readonly chosen: Readonly<Partial<Record<Link, Selection>>>
}

export type Links = Readable<LinkState> & {
  /** A panel is used: of a group, or a pinned one (null). */
  readonly use: (link: Link | null) => void
  /** Last market of a group in this browser. */
  readonly remembered: (link: Link) => OutcomeAt | null
  /** Reads what a group showed before the page was loaded again. */
  readonly restore: (link: Link) => void
  /** A market was chosen for the active link group. */
  readonly choose: (selection: Selection | null) => void
}

export type LinkNeeds = {
  readonly selection: Store<Selection | null>
  readonly router: Pick<Router, 'get' | 'go'>
  readonly events: EventCache
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
}

const KEY = 'sesame.links'

/** Builds the groups; what they showed before a reload is read again. */
export function createLinks({ selection, router, events, storage }: LinkNeeds): Links {
  const state = createStore<LinkState>({ activeLink: 'A', chosen: {} })
  /** True if the selected outcome is that of a pinned panel. */
  let isPinned = false
  const remembered = readRemembered(storage.getItem(KEY))

  function put(link: Link, found: Selection): void {
    if (state.get().chosen[link] === found) return
    state.update((old) => ({ ...old, chosen: { ...old.chosen, [link]: found } }))
    remembered[link] = { eventId: found.event.id, outcomeId: found.outcome.id }
    // A panel on a page of its own is not what the next page of this browser begins with.
    if (router.get().page !== 'panel') storage.setItem(KEY, JSON.stringify(remembered))
  }

  selection.subscribe(() => {
    const now = selection.get()
    if (now !== null && !isPinned) put(state.get().activeLink, now)
  })

  /** The events of the groups from before a reload; that of the active link group comes from the address if it names one. */
  for (const link of LINKS) {
    const at = remembered[link]
    if (at === undefined) continue
    const event = events.event(at.eventId)
    const stop = event.subscribe(() => {
      const found = findOutcome(event.get(), at)
      if (found === null) return
      stop()
      if (link !== state.get().activeLink) {
        if (state.get().chosen[link] === undefined) put(link, found)
      } else if (selection.get() === null && router.get().page !== 'trade') selection.set(found)
    })
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    use(link) {
      if (link === null) {
        isPinned = true
        return
      }
      const { activeLink, chosen } = state.get()
      if (link === activeLink && !isPinned) return
      isPinned = false
      if (link !== activeLink) state.update((old) => ({ ...old, activeLink: link }))
      const found = chosen[link]
      if (found === undefined) return
      if (router.get().page === 'trade') router.go(eventAddress(found.event.slug, found.outcome.id), true)
      selection.set(found)
    },
    remembered: (link) => remembered[link] ?? null,
    restore(link) {
      const at = remembered[link]
      if (at !== undefined && state.get().chosen[link] === undefined) events.want([at.eventId])
    },
    choose(found) {
      isPinned = false
      selection.set(found)
      if (found !== null) put(state.get().activeLink, found)
    },
  }
}

/** The outcome of an event, itself and no other. */
export function findOutcome(event: Selection['event'] | null, at: OutcomeAt): Selection | null {
  const found = event === null ? null : findSelection(event, at.outcomeId)
  return found?.outcome.id === at.outcomeId ? found : null
}

function readRemembered(text: string | null): Partial<Record<Link, OutcomeAt>> {
  const read: Partial<Record<Link, OutcomeAt>> = {}
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    for (const link of LINKS) {
      const at = (value as Record<string, Partial<OutcomeAt> | undefined> | null)?.[link]
      if (typeof at?.eventId === 'string' && typeof at.outcomeId === 'string') {
        read[link] = { eventId: at.eventId, outcomeId: at.outcomeId }
      }
    }
  } catch {
    return {}
  }
  return read
}
