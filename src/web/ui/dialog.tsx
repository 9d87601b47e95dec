/** A modal dialog over the browser's own, in the window in use: focus is kept inside and goes back where it was. */
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { AtHand } from './at-hand.tsx'

/** Shows its children while mounted; focus starts at `data-first-focus` if there is one; Escape and a press outside close it. */
export function Dialog(props: {
  readonly title: string
  /** Beside the class of all dialogs. */
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const element = useRef<HTMLDialogElement | null>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog === null || dialog.open) return undefined
    const { ownerDocument: there } = dialog
    const before = there.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      // Taken away while open, a dialog leaves the focus nowhere: keys would go to no panel.
      if (there.activeElement === there.body) focusAgain(before)
    }
  }, [])
  return (
    <AtHand onGone={props.onClose}>
      <dialog
        ref={element}
        className={props.className === undefined ? 'dialog' : `dialog ${props.className}`}
        aria-labelledby="dialog-title"
        onClose={props.onClose}
        onPointerDown={(event) => {
          if (event.target === element.current) element.current.close()
        }}
      >
        <div className="dialog-body">
          <h2 id="dialog-title">{props.title}</h2>
          {props.children}
        </div>
      </dialog>
    </AtHand>
  )
}

/** Elements of a panel's window are none of this window's `HTMLElement`. */
function focusAgain(element: Element | null): void {
  if (element !== null && 'focus' in element) (element as HTMLElement).focus()
}
