/** The event of the address, and the outcome in hand that follows from it. */
import { useEffect } from 'react'
import { useRead } from '../../api/use-read.ts'
import type { Read } from '../../api/use-read.ts'
import type { Event } from '../../api/wire.ts'
import { eventAddress } from '../../state/route.ts'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { findSelection } from '../event/selection.ts'
import type { Selection } from '../event/selection.ts'

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
  const read = useRead(slug, (signal) =>
    terminal.client.call('readEventBySlug', { params: { slug: slug ?? '' } }, { signal }),
  )
  const event = read.data

  useEffect(() => {
    if (event === null || isElsewhere) return
    const found = findSelection(event, outcomeId)
    terminal.workspace.links.choose(found)
    if (found !== null && found.outcome.id !== outcomeId) {
      terminal.router.go(eventAddress(event.slug, found.outcome.id), true)
    }
  }, [terminal, event, outcomeId, isElsewhere])

  const shown = selection !== null && event !== null && selection.event.id === event.id ? selection : null
  return { read, shown, slug, isElsewhere }
}
