/** Which dialogs are open: a file of its own, as the page's keys ask it before any dialog has been loaded. */

const OPEN = '[role="dialog"][aria-modal="true"]'

/** The dialog of this document that was opened last; null when none is open. */
export function topDialog(there: Document): Element | null {
  return [...there.querySelectorAll(OPEN)].at(-1) ?? null
}
