/** The ladder desk: markets, the event, its ladders side by side, the ticket, and the orders below. */
import { useEffect, useSyncExternalStore } from 'react'
import { useRead } from '../../api/use-read.ts'
import { eventAddress } from '../../state/route.ts'
import { PHONE, useMedia } from '../../state/use-media.ts'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { SidePanel } from '../discovery/side-panel.tsx'
import { EventPanel } from '../event/event-panel.tsx'
import { InsightPanel } from '../event/insight-panel.tsx'
import { chooseLadders, laddersThatFit } from '../event/ladder-choice.ts'
import { findSelection } from '../event/selection.ts'
import { Ladder } from '../ladder/ladder.tsx'
import { Dock } from '../orders/dock.tsx'
import { TicketPanel } from '../ticket/ticket-panel.tsx'
import '../../ui/ladder.css'

/** The trading view of an event, or the empty desk. */
export function TradePage() {
  const terminal = useTerminal()
  const route = useStore(terminal.router)
  const selection = useStore(terminal.selection)
  const isPhone = useMedia(PHONE)
  const room = useSyncExternalStore(onResize, () => laddersThatFit(window.innerWidth))
  const chosen = useStore(terminal.ladders)
  const slug = route.page === 'trade' ? route.slug : null
  const outcomeId = route.page === 'trade' ? route.outcomeId : null
  const read = useRead(slug, (signal) =>
    terminal.client.call('readEventBySlug', { params: { slug: slug ?? '' } }, { signal }),
  )
  const event = read.data

  useEffect(() => {
    if (event === null) return
    const found = findSelection(event, outcomeId)
    terminal.selection.set(found)
    if (found !== null && found.outcome.id !== outcomeId) {
      terminal.router.go(eventAddress(event.slug, found.outcome.id), true)
    }
  }, [terminal, event, outcomeId])

  const shown = selection !== null && event !== null && selection.event.id === event.id ? selection : null
  const ladders = shown === null ? [] : chooseLadders(shown, chosen, room)

  if (isPhone && slug === null) {
    return (
      <main className="desk phone">
        <h1 className="visually-hidden">Markets</h1>
        <SidePanel />
      </main>
    )
  }
  return (
    <main className={isPhone ? 'desk phone event-page' : 'desk'}>
      {event === null && <h1 className="visually-hidden">Markets</h1>}
      {!isPhone && <SidePanel />}
      <div className="event-column">
        <EventPanel read={read} />
        {!isPhone && shown !== null && <InsightPanel selection={shown} />}
      </div>
      <div className="ladders" data-count={Math.max(1, ladders.length)}>
        {shown === null
          ? // As many as will be there, so that nothing moves when they come.
            !isPhone && (
              <>
                <EmptyLadder isLoading={read.loading} />
                {room >= 2 && <EmptyLadder isLoading />}
              </>
            )
          : ladders.map(({ market, outcome }) => (
              <Ladder
                key={outcome.id}
                event={shown.event}
                market={market}
                outcome={outcome}
                isSelected={outcome.id === shown.outcome.id}
              />
            ))}
      </div>
      <TicketPanel />
      {isPhone && shown !== null && <InsightPanel selection={shown} />}
      {!isPhone && <Dock />}
    </main>
  )
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

function EmptyLadder({ isLoading }: { readonly isLoading: boolean }) {
  return (
    <div className="panel ladder">
      <header className="panel-head">
        <h2 className="dim">Ladder</h2>
      </header>
      <p className="empty">{isLoading ? '' : 'Opens with the first outcome that you choose.'}</p>
    </div>
  )
}
