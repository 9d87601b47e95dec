/** Where the focus begins in something that opens. */
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
