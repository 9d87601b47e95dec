/** The desk of a phone or a tablet: markets, the event, one ladder, the ticket and, on the tablet, the lists below. */
import { PHONE, useMedia } from '../../state/use-media.ts'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { SidePanel } from '../discovery/side-panel.tsx'
import { EventPanel } from '../event/event-panel.tsx'
import { InsightPanel } from '../event/insight-panel.tsx'
import { chooseLadders } from '../event/ladder-choice.ts'
import { Ladder } from '../ladder/ladder.tsx'
import { Dock } from '../orders/dock.tsx'
import { TicketPanel } from '../ticket/ticket-panel.tsx'
import { useRoutedEvent } from '../workspace/use-routed-event.ts'
import '../../ui/ladder.css'

/** The trading view of an event, or the empty desk. */
export function TradePage() {
  const terminal = useTerminal()
  const isPhone = useMedia(PHONE)
  const chosen = useStore(terminal.ladders)
  const { read, shown, slug } = useRoutedEvent()

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
      {read.data === null && <h1 className="visually-hidden">Markets</h1>}
      {!isPhone && <SidePanel />}
      <div className="event-column">
        <EventPanel read={read} />
        {!isPhone && shown !== null && <InsightPanel selection={shown} />}
      </div>
      <div className="ladders" data-count={1}>
        {shown === null
          ? !isPhone && <EmptyLadder isLoading={read.loading} />
          : chooseLadders(shown, chosen, 1).map(({ market, outcome }) => (
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
