/**
 * Dragging own orders on the chart: a line is taken by a held pointer, follows it tick by tick, and is dropped where it
 * is released. Escape, another button or leaving the chart puts it back; nothing is sent before.
 */
import { LineStyle } from 'lightweight-charts'
import type { IPriceLine } from 'lightweight-charts'
import type { MovedLine } from './chart-line.ts'
import type { CanvasState, Drawn } from './chart-marks.ts'

/** Pixels from a line within which it is taken. */
const REACH = 5

type Line = { readonly one: Drawn; readonly moves: MovedLine }
type Held = Line & { readonly mark: IPriceLine | null; readonly aimed: number | null }

/** The nearest line within reach of a height; null without one. */
export function lineNear<Of>(
  lines: readonly { readonly line: Of; readonly y: number }[],
  height: number,
): Of | null {
  const away = ({ y }: { readonly y: number }) => Math.abs(y - height)
  const [nearest] = lines.filter((one) => away(one) <= REACH).toSorted((a, b) => away(a) - away(b))
  return nearest?.line ?? null
}

/** Follows the pointer of an element until the returned function is called. Touch scrolls, so it takes nothing. */
export function followDrags(canvas: CanvasState, element: HTMLElement): () => void {
  let held: Held | null = null

  function near(event: PointerEvent): Line | null {
    if (event.pointerType === 'touch') return null
    const lines = [...canvas.drawn.values()].flatMap((one) =>
      (one.line?.levels ?? []).flatMap(({ moves, value }) => {
        const y = one.series.priceToCoordinate(value)
        return moves === undefined || moves === null || y === null ? [] : [{ line: { one, moves }, y }]
      }),
    )
    return lineNear(lines, heightOf(event))
  }

  const heightOf = (event: PointerEvent) => event.clientY - element.getBoundingClientRect().top

  function isInside({ clientX: x, clientY: y }: PointerEvent): boolean {
    const box = element.getBoundingClientRect()
    return x >= box.left && x < box.right && y >= box.top && y < box.bottom
  }

  function letGo(isDropped: boolean): void {
    if (held === null) return
    const { one, moves, mark, aimed } = held
    held = null
    delete element.dataset['drag']
    if (mark !== null && [...canvas.drawn.values()].includes(one)) one.series.removePriceLine(mark)
    if (isDropped && aimed !== null) canvas.calls.onDrop(moves, aimed)
  }

  /** The same with its mark where it would go at a height. */
  function aim({ one, moves, mark }: Held, height: number): Held {
    const value = one.series.coordinateToPrice(height)
    const target = value === null ? null : canvas.calls.aim(moves, value)
    if (target === null) return { one, moves, mark, aimed: null }
    const options = {
      price: target.value,
      title: target.text,
      color: canvas.style.colours.text,
      lineStyle: LineStyle.Solid,
      lineWidth: 2 as const,
      axisLabelVisible: true,
    }
    mark?.applyOptions(options)
    return { one, moves, mark: mark ?? one.series.createPriceLine(options), aimed: target.value }
  }

  function down(event: PointerEvent): void {
    letGo(false)
    const line = event.button !== 0 || event.altKey ? null : near(event)
    if (line === null) return
    // Neither the chart nor a selection of text shall follow the same press.
    event.preventDefault()
    event.stopPropagation()
    element.setPointerCapture(event.pointerId)
    held = { ...line, mark: null, aimed: null }
    element.dataset['drag'] = 'held'
  }

  function move(event: PointerEvent): void {
    if (held === null) {
      if (near(event) === null) delete element.dataset['drag']
      else element.dataset['drag'] = 'near'
      return
    }
    event.stopPropagation()
    if (isInside(event)) held = aim(held, heightOf(event))
    else letGo(false)
  }

  function key(event: KeyboardEvent): void {
    if (held === null || event.key !== 'Escape') return
    event.stopPropagation()
    letGo(false)
  }

  const ended = new AbortController()
  const { signal } = ended
  element.addEventListener('pointerdown', down, { capture: true, signal })
  element.addEventListener('pointermove', move, { capture: true, signal })
  element.addEventListener('pointerup', (event) => letGo(isInside(event)), { signal })
  element.addEventListener('pointercancel', () => letGo(false), { signal })
  document.addEventListener('keydown', key, { capture: true, signal })
  return () => {
    letGo(false)
    ended.abort()
  }
}
