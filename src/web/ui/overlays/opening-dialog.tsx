/**
 * Placeholder of a dialog until its code has come: it has the focus, so that no key goes to a ladder below (PAGE-1).
 */
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** Gives the focus back when it goes: the dialog that follows then knows where it was. */
export function OpeningDialog({ title }: { readonly title: string }) {
  const shown = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    shown.current?.focus()
    return () => (before as HTMLElement | null)?.focus()
  }, [])
  return createPortal(
    <div ref={shown} role="dialog" aria-modal="true" aria-label={title} tabIndex={-1} />,
    document.body,
  )
}
