/** One position: its figures, its reconciliation with the venue, and what an exit or a hedge would send. */
import { useEffect, useState } from 'react'
import { placeText, writtenAmount } from '../../platform/format/figures.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, usePage, useWorkspace } from '../../contexts/contexts.ts'
import { Popover } from '../../ui/overlays/popover.tsx'
import { Link } from '../../widgets/link.tsx'
import { ModeChip, SimulatedChip } from '../../widgets/mode-chip.tsx'
import { ReplayLink } from '../../widgets/replay-link.tsx'
import { ExitForm } from './exit-form.tsx'
import type { OpenedPosition } from '../../actions/exit-quote.ts'
import { PositionFacts } from './position-facts.tsx'
import { Button, Segments } from '../../ui/controls.tsx'

const VIEWS = [
  ['facts', 'Figures'],
  ['walk', 'Sell now'],
  ['join', 'Rest at best ask'],
  ['hedge', 'Hedge'],
] as const

/** Beside what it was opened by, when a position is opened. */
export function PositionPopover() {
  const { openedPosition } = useWorkspace()
  const { router } = usePage()
  const opened = useStore(openedPosition)
  const close = () => openedPosition.set(null)
  // Its links lead to other pages: what they show must not stand behind it.
  useEffect(() => router.subscribe(() => openedPosition.set(null)), [router, openedPosition])
  if (opened === null) return null
  return (
    <Popover
      key={`${opened.position.outcomeId} ${opened.view}`}
      title={`${writtenAmount(opened.position.size)} ${opened.position.outcomeName}`}
      anchor={opened.anchor}
      onClose={close}
    >
      <PositionView opened={opened} onClose={close} />
    </Popover>
  )
}

function PositionView(props: { readonly opened: OpenedPosition; readonly onClose: () => void }) {
  const { opened, onClose } = props
  const { positions } = useAccount()
  const [view, setView] = useState(opened.view)
  const id = opened.position.outcomeId
  const live = useSelected(positions, ({ items }) => items.find((one) => one.outcomeId === id) ?? null)
  const isLoaded = useSelected(positions, (list) => list.loaded)
  const position = live ?? opened.position
  const filledAt = useSelected(
    useAccount().fills,
    ({ items }) => items.find((one) => one.outcomeId === id)?.at,
  )
  const isGone = live === null && isLoaded && opened.position.status !== 'closed'
  const isOpen = position.status === 'open'
  const views = VIEWS.filter(([name]) => name === 'facts' || name === view || isOpen)
  return (
    <div className="position-view grid gap-10">
      <p className="position-line row slim gap-8 usual">
        <span className="cut">
          {position.eventSlug === null ? (
            placeText(position)
          ) : (
            <Link to={eventAddress(position.eventSlug, id)}>{placeText(position)}</Link>
          )}
        </span>
        <span className="push" />
        {filledAt !== undefined && <ReplayLink at={filledAt} outcomeId={id} />}
        <SimulatedChip />
        <ModeChip />
        <Button className="head-tool" aria-label="Close" onClick={onClose}>
          {'\u00d7'}
        </Button>
      </p>
      {isGone && (
        <p className="receipt-warning">
          Position closed: these are its last figures. Its result is under Closed.
        </p>
      )}
      {views.length > 1 && <Segments label="View" value={view} options={views} onChange={setView} />}
      {view === 'facts' ? (
        <PositionFacts position={position} />
      ) : (
        <ExitForm key={view} position={position} mode={view} />
      )}
    </div>
  )
}
