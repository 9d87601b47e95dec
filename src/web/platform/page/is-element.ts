/** Elements of every window: those of a panel's own window are none of this window's `Element`. */
export function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'closest' in target
}
