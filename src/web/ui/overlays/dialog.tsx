/**
 * A dialog: focus goes round inside and goes back where it was, and nothing below takes a press but
 * what stops trading (PAGE-1). The rest of the page is not made inert, which would style every element of it again
 * (web-architecture.md).
 */
import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { firstStop, useOpened } from './use-opened.ts'
import { topDialog } from './open-dialog.ts'
import './dialog.css'

/** Controls that stop trading are above the layer of a dialog. */
const STOPS = '[data-always]'

/** Shows its children while mounted; focus starts at `data-first-focus` if there is one; Escape and a press outside close it. */
export function Dialog(props: {
  readonly title: string
  /** Beside the class of all dialogs. */
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { popup, ref, finalFocus } = useOpened()
  const close = useEffectEvent(() => props.onClose())

  useEffect(() => {
    /** The keys of a focused ladder trade: nothing below gets the focus, whoever gives it. */
    const keep = ({ target }: FocusEvent): void => {
      const dialog = popup.current
      if (dialog === null || topDialog() !== dialog) return
      const isAbove = (target as Element | null)?.closest(`[data-base-ui-portal], ${STOPS}`) !== null
      if (!isAbove) firstStop(dialog).focus()
    }
    const press = ({ target }: Event): void => {
      if ((target as Element | null)?.closest(STOPS) !== null) close()
    }
    document.addEventListener('focusin', keep)
    document.addEventListener('click', press)
    return () => {
      document.removeEventListener('focusin', keep)
      document.removeEventListener('click', press)
    }
  }, [popup])

  return (
    <Base.Root
      open
      modal="trap-focus"
      onOpenChange={(_, details) => {
        // The last of several takes Escape.
        if (topDialog() !== popup.current) details.cancel()
        else {
          details.event.preventDefault()
          props.onClose()
        }
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-scrim" />
        <Base.Viewport className="dialog-layer">
          <Base.Popup
            ref={ref}
            className={props.className === undefined ? 'dialog' : `dialog ${props.className}`}
            aria-modal="true"
            finalFocus={finalFocus}
          >
            <div className="dialog-body">
              <Base.Title>{props.title}</Base.Title>
              {props.children}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
