/** Which dialogs are open: a file of its own, as the page's keys ask it before any dialog has been loaded. */

const OPEN = '[role="dialog"][aria-modal="true"]'

/** The dialog that was opened last; null when none is open. */
export function topDialog(): Element | null {
  return [...document.querySelectorAll(OPEN)].at(-1) ?? null
}
