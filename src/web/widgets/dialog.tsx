/**
 * A modal dialog in the window in use: focus is kept inside and goes back where it was. Not by `showModal`: the rest of the page
 * then becomes inert, for which the browser styles every element of it anew, at opening and at closing (ADR 44).
 */
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode } from 'react'
import { reachableIn } from '../platform/page/reachable.ts'
import { InLastUsedWindow } from './in-last-used-window.tsx'

/** Shows its children while mounted; focus starts at `data-first-focus` if there is one; Escape and a press outside close it. */
export function Dialog(props: {
  readonly title: string
  /** Beside the class of all dialogs. */
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const element = useRef<HTMLDialogElement | null>(null)
  /** What stands below the press outside that is being made. */
  const pressed = useRef<HTMLElement | null>(null)
  const close = useEffectEvent(() => props.onClose())
  useEffect(() => {
    const dialog = element.current
    if (dialog === null || dialog.matches(':popover-open')) return undefined
    const { ownerDocument: there } = dialog
    const before = there.activeElement
    dialog.showPopover()
    firstStop(dialog).focus()
    const listen = (event: KeyboardEvent): void => onKey(event, dialog, close)
    const keep = (event: FocusEvent): void => keepFocus(event, dialog)
    there.addEventListener('keydown', listen)
    there.addEventListener('focusin', keep)
    return () => {
      there.removeEventListener('keydown', listen)
      there.removeEventListener('focusin', keep)
      // Taken away while open, a dialog leaves the focus nowhere: keys would go to no panel.
      if (there.activeElement === there.body) focusAgain(before)
    }
  }, [])

  return (
    <InLastUsedWindow onGone={props.onClose}>
      <dialog
        ref={element}
        popover="manual"
        className="dialog-layer"
        aria-labelledby="dialog-title"
        aria-modal="true"
        tabIndex={-1}
        onPointerDown={(event) => {
          const isOutside = event.target === element.current
          pressed.current = isOutside ? alwaysBelow(event, element.current) : null
          if (isOutside && pressed.current === null) props.onClose()
        }}
        onPointerUp={(event) => {
          const below = pressed.current
          pressed.current = null
          if (below === null || event.target !== element.current) return
          if (alwaysBelow(event, element.current) !== below) return
          props.onClose()
          below.click()
        }}
      >
        <div className={props.className === undefined ? 'dialog' : `dialog ${props.className}`}>
          <div className="dialog-body">
            <h2 id="dialog-title">{props.title}</h2>
            {props.children}
          </div>
        </div>
      </dialog>
    </InLastUsedWindow>
  )
}

/** Cancel All and SAFE take a press through the layer, in one press (PAGE-1): null where it is on neither. */
function alwaysBelow(
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  layer: HTMLElement | null,
): HTMLElement | null {
  const under = layer?.ownerDocument.elementsFromPoint(clientX, clientY) ?? []
  return under.reduce<HTMLElement | null>((found, one) => found ?? one.closest('[data-always]'), null)
}

/** Heard from the document: what had the focus in the dialog may have gone. Of several dialogs the last one hears. */
function onKey(event: KeyboardEvent, dialog: HTMLDialogElement, close: () => void): void {
  if (event.defaultPrevented || !isTopmost(dialog)) return
  if (event.key === 'Escape') {
    event.preventDefault()
    // The page's own Escape is not meant, and would find no dialog any more.
    event.stopPropagation()
    close()
  } else if (event.key === 'Tab') keepInside(event, dialog)
}

function isTopmost(dialog: HTMLDialogElement): boolean {
  return [...dialog.ownerDocument.querySelectorAll('dialog:popover-open')].at(-1) === dialog
}

/** Nothing below gets the focus: the keys of a focused ladder trade. What stands above, as a menu does, may have it. */
function keepFocus({ target }: FocusEvent, dialog: HTMLDialogElement): void {
  const isAbove = target !== null && 'closest' in target && (target as Element).closest('[popover]') !== null
  if (isAbove || !isTopmost(dialog)) return
  firstStop(dialog).focus()
}

/** After the last comes the first, and the other way round. */
function keepInside(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const all = reachableIn(dialog)
  const at = all.findIndex((one) => one === event.target)
  const isInside = event.target !== dialog && dialog.contains(event.target as Node)
  const isAtEnd = at === -1 ? !isInside : at === (event.shiftKey ? 0 : all.length - 1)
  if (!isAtEnd) return
  event.preventDefault()
  ;(event.shiftKey ? all.at(-1) : all[0])?.focus()
}

function firstStop(dialog: HTMLElement): HTMLElement {
  return dialog.querySelector<HTMLElement>('[data-first-focus]') ?? reachableIn(dialog)[0] ?? dialog
}

/** Elements of a panel's window are none of this window's `HTMLElement`. */
function focusAgain(element: Element | null): void {
  if (element !== null && 'focus' in element) (element as HTMLElement).focus()
}
