/**
 * Dragging own orders on the chart: a line is taken by a held pointer, follows it tick by tick, and is dropped where it
 * is released. Escape, another button or leaving the chart puts it back; nothing is sent before.
 */

/** Pixels from a line within which it is taken. */
const REACH = 5

export type DragHost<Line> = {
  /** Lines that can be dragged, with their height in the element. */
  readonly lines: () => readonly { readonly line: Line; readonly y: number }[]
  /** Shows where the line would go at a height; false where there is no price. */
  readonly aim: (line: Line, y: number) => boolean
  /** Takes the mark away; with `isDropped` the line is dropped where it was last aimed. */
  readonly end: (line: Line, isDropped: boolean) => void
}

/** The nearest line within reach of a height; null without one. */
export function lineNear<Line>(
  lines: readonly { readonly line: Line; readonly y: number }[],
  y: number,
): Line | null {
  let found: { readonly line: Line; readonly away: number } | null = null
  for (const { line, y: at } of lines) {
    const away = Math.abs(at - y)
    if (away <= REACH && (found === null || away < found.away)) found = { line, away }
  }
  return found?.line ?? null
}

/** Follows the pointer of an element until the returned function is called. Touch scrolls, so it takes nothing. */
export function followDrags<Line>(element: HTMLElement, host: DragHost<Line>): () => void {
  let held: { readonly line: Line; readonly isAimed: boolean } | null = null

  const heightOf = (event: PointerEvent) => event.clientY - element.getBoundingClientRect().top

  function isInside(event: PointerEvent): boolean {
    const box = element.getBoundingClientRect()
    return (
      event.clientX >= box.left &&
      event.clientX < box.right &&
      event.clientY >= box.top &&
      event.clientY < box.bottom
    )
  }

  function letGo(isDropped: boolean): void {
    if (held === null) return
    const { line, isAimed } = held
    held = null
    delete element.dataset['drag']
    host.end(line, isDropped && isAimed)
  }

  function down(event: PointerEvent): void {
    letGo(false)
    if (event.pointerType === 'touch' || event.button !== 0 || event.altKey) return
    const line = lineNear(host.lines(), heightOf(event))
    if (line === null) return
    // Neither the chart nor a selection of text shall follow the same press.
    event.preventDefault()
    event.stopPropagation()
    element.setPointerCapture(event.pointerId)
    held = { line, isAimed: false }
    element.dataset['drag'] = 'held'
  }

  function move(event: PointerEvent): void {
    if (held === null) {
      const isNear = event.pointerType !== 'touch' && lineNear(host.lines(), heightOf(event)) !== null
      if (isNear) element.dataset['drag'] = 'near'
      else delete element.dataset['drag']
      return
    }
    event.stopPropagation()
    if (!isInside(event)) letGo(false)
    else held = { line: held.line, isAimed: host.aim(held.line, heightOf(event)) }
  }

  const up = (event: PointerEvent) => letGo(isInside(event))
  const cancel = () => letGo(false)
  const key = (event: KeyboardEvent) => {
    if (held === null || event.key !== 'Escape') return
    event.stopPropagation()
    letGo(false)
  }
  element.addEventListener('pointerdown', down, true)
  element.addEventListener('pointermove', move, true)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', cancel)
  document.addEventListener('keydown', key, true)
  return () => {
    letGo(false)
    element.removeEventListener('pointerdown', down, true)
    element.removeEventListener('pointermove', move, true)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', cancel)
    document.removeEventListener('keydown', key, true)
  }
}
