/**
 * A popover beside its subject, by Base UI: no layer covers the page, so everything else still takes one press. The
 * focus starts inside and goes round there, Escape and a press elsewhere close it, the focus goes back.
 */
import { Popover as Base } from '@base-ui/react/popover'
import type { KeyboardEvent, ReactNode } from 'react'
import { REACHABLE, useOpened } from './use-opened.ts'
import { topDialog } from './open-dialog.ts'
import './dialog.css'

/** Open while mounted; focus starts at `data-first-focus` if there is one. */
export function Popover(props: {
  readonly title: string
  /** Its anchor; the upper middle of the window where that is gone or null. */
  readonly anchor: HTMLElement | null
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { anchor, onClose } = props
  const { ref, finalFocus } = useOpened()

  return (
    <Base.Root
      open
      modal={false}
      onOpenChange={(_, details) => {
        const { target } = details.event
        // A press on its button is that button's own doing.
        if (anchor?.contains(target as Node | null) === true) details.cancel()
        else onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor?.isConnected === true ? anchor : middleOf}
          align="start"
          sideOffset={3}
          collisionPadding={roomOf()}
          positionMethod="fixed"
          className="popover-place"
          data-over={anchor !== null && topDialog()?.contains(anchor) === true ? '' : undefined}
        >
          <Base.Popup ref={ref} className="popover" onKeyDown={goRound} finalFocus={finalFocus}>
            <Base.Title>{props.title}</Base.Title>
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The Tab key goes round inside: what is typed here is meant for here. */
function goRound(down: KeyboardEvent<HTMLElement>): void {
  if (down.key !== 'Tab') return
  const stops = [...down.currentTarget.querySelectorAll<HTMLElement>(REACHABLE)]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = at + (down.shiftKey ? -1 : 1)
  if (at !== -1 && stops[next] !== undefined) return
  down.preventDefault()
  stops.at(down.shiftKey ? -1 : 0)?.focus()
}

/** Controls that stop trading are never covered: they keep their edge of the window (PAGE-1). */
function roomOf(): { top: number; bottom: number; left: number; right: number } {
  const { clientHeight } = document.documentElement
  const room = { top: 4, bottom: 4, left: 4, right: 4 }
  for (const stop of document.querySelectorAll('[data-always]')) {
    const { top, bottom, height } = stop.getBoundingClientRect()
    if (height === 0) continue
    if (bottom < clientHeight / 2) room.top = Math.max(room.top, bottom + 4)
    else room.bottom = Math.max(room.bottom, clientHeight - top + 4)
  }
  return room
}

function middleOf(): { readonly getBoundingClientRect: () => DOMRect } {
  const middle = document.documentElement.clientWidth / 2
  return { getBoundingClientRect: () => new DOMRect(middle - 190, 60, 380, 0) }
}
