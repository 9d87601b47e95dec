/** A dialog, whose code comes once the first view is there. */
import { useEffect, useEffectEvent } from 'react'
import { usePage } from '../contexts/contexts.ts'
import { Button } from '../ui/controls.tsx'
import { later } from '../ui/later.tsx'
import { OpeningDialog } from '../ui/overlays/opening-dialog.tsx'

/** Shows its children while mounted; closed by Escape and a press outside. */
export const Dialog = later(() => import('../ui/overlays/dialog.tsx').then((module) => module.Dialog), {
  isAhead: true,
  waiting: ({ title }) => <OpeningDialog title={title} />,
  failed: ({ onClose }) => <DialogNotLoaded onClose={onClose} />,
})

/** Closes a dialog whose code could not be loaded, and says so. The next press loads it again. */
export function DialogNotLoaded(props: { readonly onClose: () => void }) {
  const { toasts } = usePage()
  const close = useEffectEvent(() => {
    toasts.show({
      tone: 'warn',
      title: 'Dialog not loaded',
      text: 'The terminal did not answer. Try again, or reload the page.',
      group: 'not loaded',
    })
    props.onClose()
  })
  useEffect(() => close(), [])
  return null
}

/** Foot of a dialog that is only read. */
export function CloseFoot({ onClose }: { readonly onClose: () => void }) {
  return (
    <div className="dialog-foot">
      <Button className="button" data-first-focus="" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
