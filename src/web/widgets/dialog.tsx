/** A dialog in the window that is in use when it opens: the page's own, or that of a panel. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { usePage } from '../model/contexts/page.ts'
import { later } from '../ui/later.tsx'
import { OpeningDialog } from '../ui/overlays/opening-dialog.tsx'

const Overlay = later(() => import('../ui/overlays/dialog.tsx').then((module) => module.Dialog), {
  isAhead: true,
  waiting: ({ title, container }) => <OpeningDialog title={title} container={container} />,
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
      sticky: false,
      group: 'not loaded',
    })
    props.onClose()
  })
  useEffect(() => close(), [])
  return null
}

/** Stands for a dialog of the window in use until its code has come. */
export function OpeningDialogInUse({ title }: { readonly title: string }) {
  const { windows } = usePage()
  const [view] = useState(windows.viewInUse)
  return <OpeningDialog title={title} container={view.document.body} />
}

/** Shows its children while mounted; closed by Escape, a press outside, and the end of its window. */
export function Dialog(props: {
  readonly title: string
  readonly className?: string
  /** The outcome that it is about: it does not stand over its ladder. */
  readonly outcomeId?: string | null
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { windows } = usePage()
  const [view] = useState(windows.viewInUse)
  const close = useEffectEvent(() => props.onClose())
  useEffect(() => {
    if (view === window) return undefined
    const leave = (): void => close()
    view.addEventListener('pagehide', leave)
    return () => view.removeEventListener('pagehide', leave)
  }, [view])
  const { outcomeId = null, ...rest } = props
  const beside = outcomeId === null ? undefined : `.ladder[data-outcome="${outcomeId}"]`
  return <Overlay {...rest} beside={beside} container={view.document.body} />
}
