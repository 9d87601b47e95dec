/** Dialogs and messages open in the window that was used last: the main one, or that of a panel. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { usePage } from '../model/contexts/page.ts'

/** Renders children into the window that was used last. `onGone` is called when that window closes. */
export function InLastUsedWindow(props: { readonly onGone?: () => void; readonly children: ReactNode }) {
  const { windows } = usePage()
  const [view] = useState(windows.viewInUse)
  const onGone = useEffectEvent(() => props.onGone?.())
  useEffect(() => {
    if (view === window) return undefined
    const leave = (): void => onGone()
    view.addEventListener('pagehide', leave)
    return () => view.removeEventListener('pagehide', leave)
  }, [view])
  return view === window ? props.children : createPortal(props.children, view.document.body)
}
