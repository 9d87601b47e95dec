/** Full-width strips above the view: link lost, nowhere to record, venue not trading normally. They take room and never cover anything. */
import { showCountdown, showLocal } from '../../format/times.ts'
import { useNow } from '../../state/use-now.ts'
import { useSelected, useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { WarnIcon } from '../../ui/icons.tsx'

const VENUE_TEXT = {
  normal: '',
  restarting: 'The venue is restarting its matching engine. Orders resume afterwards; cancels are queued.',
  post_only: 'The venue accepts post-only orders only.',
  cancel_only: 'The venue accepts cancels only.',
  disabled: 'The venue does not trade now.',
} as const

/** The strips that apply now. */
export function Strips() {
  const terminal = useTerminal()
  const link = useStore(terminal.live.link)
  const venue = useSelected(terminal.trading, (trading) => trading?.venue ?? null)
  const storage = useSelected(terminal.status, (status) => status?.storage_problem ?? null)
  return (
    <div className="strips">
      {link.state === 'lost' && (
        <p className="strip">
          <WarnIcon />
          <b>Link lost</b> - showing {link.heardAt === null ? 'nothing yet' : showLocal(link.heardAt, true)}.
          Prices cannot be clicked. Cancel All is still sent.
        </p>
      )}
      {storage !== null && (
        <p className="strip">
          <WarnIcon />
          <b>No record can be kept</b> - {storage}
        </p>
      )}
      {venue !== null && venue.mode !== 'normal' && (
        <p className="strip">
          <WarnIcon />
          <b>{VENUE_TEXT[venue.mode]}</b>
          {venue.until !== null && <Until at={venue.until} />}
        </p>
      )}
    </div>
  )
}

function Until({ at }: { readonly at: string }) {
  const now = useNow()
  return <span>{showCountdown(Date.parse(at) - now)} left</span>
}
