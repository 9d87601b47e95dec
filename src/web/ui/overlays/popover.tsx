/**
 * Something to be done beside what it is about, by Base UI: nothing below is covered by a layer, so whatever else stands on the page
 * takes one press still. The focus starts inside and goes round there, Escape and a press elsewhere close it, the focus goes back.
 */
import { Popover as Base } from '@base-ui/react/popover'
import { useCallback, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { firstStop, REACHABLE } from './first-stop.ts'
import { topDialog } from './open-dialog.ts'
import { useBareGuards } from './use-bare-guards.ts'
import './dialog.css'

/** Open while mounted; focus starts at `data-first-focus` if there is one. */
export function Popover(props: {
  readonly title: string
  /** What it stands beside; the upper middle of the window where that is gone or null. */
  readonly anchor: HTMLElement | null
  /** Where it is drawn: the body of a window. */
  readonly container: HTMLElement
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { anchor, container, onClose } = props
  const popup = useRef<HTMLDivElement>(null)
  useBareGuards(container)
  const there = container.ownerDocument
  const before = useRef<Element | null>(null)
  /** At once: the library waits for a frame, in which a key would go to what had the focus. */
  const begin = useCallback((shown: HTMLDivElement | null) => {
    popup.current = shown
    if (shown === null) return
    before.current ??= shown.ownerDocument.activeElement
    firstStop(shown).focus({ preventScroll: true })
  }, [])

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
      <Base.Portal container={container}>
        <Base.Positioner
          anchor={anchor?.isConnected === true ? anchor : () => middleOf(there)}
          align="start"
          sideOffset={3}
          collisionPadding={roomOf(there)}
          positionMethod="fixed"
          className="popover-place"
          data-over={anchor !== null && topDialog(there)?.contains(anchor) === true ? '' : undefined}
        >
          <Base.Popup
            ref={begin}
            className="popover"
            onKeyDown={goRound}
            finalFocus={() => {
              const isOurs =
                there.activeElement === container || popup.current?.contains(there.activeElement) === true
              return isOurs && (before.current as HTMLElement | null)
            }}
          >
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
  const at = stops.indexOf(down.currentTarget.ownerDocument.activeElement as HTMLElement)
  const next = at + (down.shiftKey ? -1 : 1)
  if (at !== -1 && stops[next] !== undefined) return
  down.preventDefault()
  stops.at(down.shiftKey ? -1 : 0)?.focus()
}

/** What stops trading is never covered: it keeps its edge of the window for itself (PAGE-1). */
function roomOf(there: Document): { top: number; bottom: number; left: number; right: number } {
  const { clientHeight } = there.documentElement
  const room = { top: 4, bottom: 4, left: 4, right: 4 }
  for (const stop of there.querySelectorAll('[data-always]')) {
    const { top, bottom, height } = stop.getBoundingClientRect()
    if (height === 0) continue
    if (bottom < clientHeight / 2) room.top = Math.max(room.top, bottom + 4)
    else room.bottom = Math.max(room.bottom, clientHeight - top + 4)
  }
  return room
}

function middleOf({ documentElement }: Document): { readonly getBoundingClientRect: () => DOMRect } {
  return { getBoundingClientRect: () => new DOMRect(documentElement.clientWidth / 2 - 190, 60, 380, 0) }
}
