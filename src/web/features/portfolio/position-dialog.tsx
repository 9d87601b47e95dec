/** One position: its figures, its reconciliation with the venue, and what an exit or a hedge would send. */
import { useEffect, useState } from 'react'
import { placeText } from '../../platform/format/places.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import { usePage } from '../../model/contexts/page.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Link } from '../../widgets/link.tsx'
import { ModeChip, SimulatedChip } from '../../widgets/mode-chip.tsx'
import { ExitForm } from './exit-form.tsx'
import type { OpenedPosition } from '../../model/positions/exits.ts'
import { PositionFacts } from './position-facts.tsx'
import { Segments } from '../../ui/segments.tsx'

const VIEWS = [
  ['facts', 'Figures'],
  ['walk', 'Sell now'],
  ['join', 'Rest at best ask'],
  ['hedge', 'Hedge'],
] as const

/** The dialog, when a position is opened. */
export function PositionDialog() {
  const { openedPosition } = useWorkspace()
  const { router } = usePage()
  const opened = useStore(openedPosition)
  const close = () => openedPosition.set(null)
  // Its links lead to other pages: what they show must not stand behind it.
  useEffect(() => router.subscribe(() => openedPosition.set(null)), [router, openedPosition])
  if (opened === null) return null
  return (
    <Dialog
      key={opened.position.outcome_id}
      title={`${opened.position.outcome_name}, ${placeText(opened.position)}`}
      outcomeId={opened.position.outcome_id}
      onClose={close}
    >
      <PositionView opened={opened} onClose={close} />
    </Dialog>
  )
}

function PositionView({
  opened,
  onClose,
}: {
  readonly opened: OpenedPosition
  readonly onClose: () => void
}) {
  const { positions } = useAccount()
  const [view, setView] = useState(opened.view)
  const id = opened.position.outcome_id
  const live = useSelected(positions, ({ items }) => items.find((one) => one.outcome_id === id) ?? null)
  const isLoaded = useSelected(positions, (list) => list.loaded)
  const position = live ?? opened.position
  const isGone = live === null && isLoaded && opened.position.status !== 'closed'
  const isOpen = position.status === 'open'
  const views = VIEWS.filter(([name]) => name === 'facts' || name === view || isOpen)
  return (
    <div className="position-view">
      <p className="position-line">
        <span className="chip">{position.status}</span>
        {position.event_slug !== null && (
          <span className="cut">
            <Link to={eventAddress(position.event_slug, id)}>
              {position.market_title === '' ? position.event_title : position.market_title}
            </Link>
          </span>
        )}
        <span className="push" />
        <SimulatedChip />
        <ModeChip />
      </p>
      {isGone && (
        <p className="receipt-warning">
          Not held any more: these are its last figures. Its result stands under Closed.
        </p>
      )}
      {views.length > 1 && <Segments label="View" value={view} options={views} onChange={setView} />}
      {view === 'facts' ? (
        <PositionFacts position={position} />
      ) : (
        <ExitForm key={view} position={position} mode={view} />
      )}
      <div className="dialog-foot">
        <button type="button" className="button" data-first-focus="" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  )
}
