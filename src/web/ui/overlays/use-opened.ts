/** Focus of a dialog, popover or menu: inside at once, and back where it was once it closes. */
import { useCallback, useEffect, useRef } from 'react'

export const REACHABLE =
  'a[href], button:not(:disabled, [tabindex="-1"]), input, select, textarea, [tabindex="0"], [role^="menuitem"]:not([aria-disabled="true"])'

/** First focus: the element marked `data-first-focus`; else the first stop of the Tab key; else the whole of it. */
export function firstStop(opened: HTMLElement): HTMLElement {
  return (
    opened.querySelector<HTMLElement>('[data-first-focus]:not(:disabled)') ??
    opened.querySelector<HTMLElement>(REACHABLE) ??
    opened
  )
}

export function useOpened() {
  const popup = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement | null>(null)
  useEffect(() => {
    // Some of the library's stops of the Tab key are drawn only once the focus is inside. Nothing that can have the focus may
    // be hidden from assistive technology (WCAG 4.1.2).
    const frame = window.requestAnimationFrame(() => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard]')) {
        guard.removeAttribute('aria-hidden')
      }
    })
    return () => window.cancelAnimationFrame(frame)
  }, [])
  return {
    popup,
    /** At once: the library waits for a frame, in which a key would go to what had the focus. */
    ref: useCallback((shown: HTMLDivElement | null) => {
      popup.current = shown
      if (shown === null) return
      before.current ??= document.activeElement as HTMLElement | null
      firstStop(shown).focus({ preventScroll: true })
    }, []),
    finalFocus: (): HTMLElement | null | false => {
      const at = document.activeElement
      return (at === document.body || popup.current?.contains(at) === true) && before.current
    },
  }
}
