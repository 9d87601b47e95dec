/** The stops of the Tab key that Base UI puts around what is open, to send the focus on. */
import { useEffect } from 'react'

/** Takes `aria-hidden` off them: nothing that can have the focus may be hidden from assistive technology (WCAG 4.1.2). */
export function useBareGuards(): void {
  useEffect(() => {
    // Some are drawn only once the focus is inside.
    const frame = window.requestAnimationFrame(() => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard]')) {
        guard.removeAttribute('aria-hidden')
      }
    })
    return () => window.cancelAnimationFrame(frame)
  }, [])
}
