/** Elements that Tab may reach: operable, not disabled and drawn. */

const REACHABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]'

/** The places within an element, itself first, in the order of the document. */
export function reachableIn(element: Element): readonly HTMLElement[] {
  const all = [
    ...(element.matches(REACHABLE) ? [element as HTMLElement] : []),
    ...element.querySelectorAll<HTMLElement>(REACHABLE),
  ]
  return all.filter((one) => one.tabIndex >= 0 && one.getClientRects().length > 0)
}
