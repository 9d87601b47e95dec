/** Where the parts of a panel are scrolled to: an element that is put elsewhere in the document forgets it. */
const places = new WeakMap<HTMLElement, Map<Element, { readonly top: number; readonly left: number }>>()

/** Notes every scroll within the host from now on. */
export function noteScrolls(host: HTMLElement): void {
  const noted = new Map<Element, { readonly top: number; readonly left: number }>()
  places.set(host, noted)
  const note = ({ target }: globalThis.Event): void => {
    if (target === null || !('scrollTop' in target)) return
    const element = target as Element
    noted.set(element, { top: element.scrollTop, left: element.scrollLeft })
  }
  host.addEventListener('scroll', note, { capture: true, passive: true })
}

/** Scrolls everything back, once the host is in its place. */
export function scrollBack(host: HTMLElement): void {
  for (const [element, { top, left }] of places.get(host) ?? []) {
    if (!host.contains(element)) places.get(host)?.delete(element)
    else element.scrollTo({ top, left, behavior: 'instant' })
  }
}
