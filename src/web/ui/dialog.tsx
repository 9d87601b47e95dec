/** A modal dialog over the browser's own: focus is kept inside and goes back where it was. */
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

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
    const before = document.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      // Taken away while open, a dialog leaves the focus nowhere: keys would go to no panel.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  return (
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
  )
}
