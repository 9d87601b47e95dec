/** What an act calls up stands in the window of the act: the page's own, or that of a panel. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { usePage } from '../model/contexts/page.ts'

/** Draws its children into the window that is in use when it comes; `onGone` is told when that window is closed. */
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
