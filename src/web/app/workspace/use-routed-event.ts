/** The event of the address, and the outcome in hand that follows from it. */
import { useEffect } from 'react'
import { useRead } from '../../platform/api/use-read.ts'
import type { Read } from '../../platform/api/use-read.ts'
import type { Event } from '../../platform/api/wire.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useTerminal } from '../../model/terminal-context.ts'
import type { Selection } from '../../model/markets/selection.ts'
import { chooseRouted } from './choose-routed.ts'

export type Trade = {
  readonly read: Read<Event>
  /** The outcome in hand, if it is of the event that is read. */
  readonly shown: Selection | null
  readonly slug: string | null
  /** Another view is open: what is in hand stays in hand. */
  readonly isElsewhere: boolean
}

/**
 * Reads the event that the address names and selects its outcome; an address without one gets the outcome put in. While
 * another view is open it stays with the event in hand.
 */
export function useRoutedEvent(): Trade {
  const terminal = useTerminal()
  const route = useStore(terminal.router)
  const selection = useStore(terminal.selection)
  const isElsewhere = route.page !== 'trade'
  const slug = isElsewhere ? (selection?.event.slug ?? null) : route.slug
  const outcomeId = route.page === 'trade' ? route.outcomeId : null
  const first = terminal.firstEvent.get()
  const read = useRead(
    slug,
    (signal) => terminal.client.call('readEventBySlug', { params: { slug: slug ?? '' } }, { signal }),
    false,
    first?.slug === slug ? first.event : null,
  )
  useEffect(() => terminal.firstEvent.set(null), [terminal])
  const event = read.data

  useEffect(() => {
    if (event === null || isElsewhere) return
    chooseRouted(terminal, event, outcomeId)
  }, [terminal, event, outcomeId, isElsewhere])

  const shown = selection !== null && event !== null && selection.event.id === event.id ? selection : null
  return { read, shown, slug, isElsewhere }
}
