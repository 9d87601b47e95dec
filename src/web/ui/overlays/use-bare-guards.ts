/** The stops of the Tab key that Base UI puts around what is open, to send the focus on. */
import { useEffect } from 'react'

/** Takes `aria-hidden` off them: nothing that can have the focus may be hidden from assistive technology (WCAG 4.1.2). */
export function useBareGuards(container: HTMLElement): void {
  useEffect(() => {
    const view = container.ownerDocument.defaultView
    // Some are drawn only once the focus is inside.
    const frame = view?.requestAnimationFrame(() => {
      for (const guard of container.querySelectorAll('[data-base-ui-focus-guard]')) {
        guard.removeAttribute('aria-hidden')
      }
    })
    return () => {
      if (frame !== undefined) view?.cancelAnimationFrame(frame)
    }
  }, [container])
}
