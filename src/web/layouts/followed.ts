/**
 * The market that panels follow: the selected one, but for a choice in a pinned panel, which changes no other. It is
 * remembered by this browser.
 */
import type { EventCache } from '../platform/api/event-cache.ts'
import { eventAddress } from '../platform/page/route.ts'
import type { Router } from '../platform/page/route.ts'
import { createStore, fieldsOf, keep, readKept } from '../platform/state/store.ts'
import type { Memory, Store } from '../platform/state/store.ts'
import { findSelection } from '../data/markets/selection.ts'
import type { Selection } from '../data/markets/selection.ts'
import type { OutcomeAt } from './tree.ts'

export type FollowedMarket = ReturnType<typeof createFollowed>

export type FollowNeeds = {
  readonly selection: Store<Selection | null>
  readonly router: Pick<Router, 'get' | 'go'>
  readonly events: EventCache
  readonly storage: Memory
}

const NAME = 'sesame.followed'

export function createFollowed({ selection, router, events, storage }: FollowNeeds) {
  const followed = createStore<Selection | null>(null)
  /** The selected outcome is that of a pinned panel. */
  let isPinned = false
  selection.subscribe(() => {
    if (selection.get() !== null && !isPinned) followed.set(selection.get())
  })
  followed.subscribe(() => {
    const now = followed.get()
    // A panel on a page of its own is not what the next page of this browser begins with.
    if (now !== null && router.get().page !== 'panel')
      keep(storage, NAME, { eventId: now.event.id, outcomeId: now.outcome.id })
  })

  /** Reads the last market of this browser; false without one. */
  function remember(then: (found: Selection) => void): boolean {
    const { eventId, outcomeId } = fieldsOf(readKept(storage, NAME))
    if (typeof eventId !== 'string' || typeof outcomeId !== 'string') return false
    const event = events.event(eventId)
    const look = (): void => {
      const found = findOutcome(event.get(), outcomeId)
      if (found === null) return
      stop()
      then(found)
    }
    const stop = event.subscribe(look)
    look()
    events.want([eventId])
    return true
  }

  return {
    get: followed.get,
    subscribe: followed.subscribe,
    /** A panel is used that follows the market, or a pinned one. */
    use(isOfPinned: boolean): void {
      if (isPinned === isOfPinned) return
      isPinned = isOfPinned
      const now = followed.get()
      if (isPinned || now === null) return
      if (router.get().page === 'trade') router.go(eventAddress(now.event.slug, now.outcome.id), true)
      selection.set(now)
    },
    choose(found: Selection | null): void {
      isPinned = false
      selection.set(found)
      if (found !== null) followed.set(found)
    },
    remember,
    /** Selects the last market in a view that has none of its own. */
    restore(): void {
      if (followed.get() !== null) return
      remember((found) => {
        if (selection.get() === null && router.get().page !== 'trade') selection.set(found)
      })
    },
  }
}

/** The outcome of an event, itself and no other. */
export function findOutcome(
  event: Selection['event'] | null,
  outcomeId: OutcomeAt['outcomeId'],
): Selection | null {
  const found = event === null ? null : findSelection(event, outcomeId)
  return found?.outcome.id === outcomeId ? found : null
}
