/**
 * The pointer in a ladder: what each button does, taken on press and release of the same cell. Leaving the cell takes the
 * press back; "fire on press" is for experts only.
 */
import { useRef, useState } from 'react'
import type { DOMAttributes, PointerEvent } from 'react'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { rowAtHeight } from '../../../actions/drafts/order-drag.ts'
import type { Grip } from '../../../actions/drafts/order-drag.ts'
import { usePage } from '../../../contexts/contexts.ts'
import type { DragControl } from '../../../contexts/use-order-drag.ts'
import { LEGS } from '../../../data/account/exit-marks.ts'
import { mouseAction } from '../mouse.ts'
import type { MouseAction } from '../mouse.ts'
import { cellOf, columnOf } from '../../../data/markets/ladder-grid.ts'
import type { Cell, LadderGrid } from '../../../data/markets/ladder-grid.ts'
import type { LadderOrders, PressedShot } from './ladder-orders.ts'
import { HEAD_HEIGHT } from '../grid/use-viewport.ts'
import type { GridScroll } from '../grid/use-viewport.ts'

type Pressed = {
  readonly cell: Cell
  readonly button: number
  readonly action: MouseAction
  readonly pressed: PressedShot | null
  /** Held when it was pressed: they count though they are released before the button. */
  readonly withShift: boolean
  readonly withAlt: boolean
}

type PointerOptions = {
  readonly orders: LadderOrders
  readonly drag: DragControl
  readonly outcomeId: string
  readonly scroll: Pick<GridScroll, 'sinceMoveMs' | 'centre'>
  readonly onCursor: (cell: Cell) => void
  readonly onTap: (cell: Cell) => void
  readonly onMenu: (cell: Cell) => void
}

/** The pointer's part of one ladder. */
export function usePointer(options: PointerOptions) {
  const { orders, drag } = options
  const { settings } = usePage()
  const [hover, setHover] = useState<Cell | null>(null)
  const [held, setHeld] = useState<Cell | null>(null)
  const pressed = useRef<Pressed | null>(null)
  const tapped = useRef<Cell | null>(null)

  function letGo(): void {
    pressed.current = null
    setHeld(null)
  }

  function complete(one: Pressed, up: PointerEvent): void {
    const { cell, pressed: shot } = one
    if (one.withAlt || up.altKey) orders.setAlert(cell.price)
    else if (shot !== null) {
      if (one.withShift || up.shiftKey) orders.toTicket(shot.shot.side, shot.shot.price, shot.shot.size)
      else orders.release(shot, options.scroll.sinceMoveMs())
    } else if (one.action === 'menu') options.onMenu(cell)
    else if (one.action === 'centre') options.scroll.centre()
    else if (one.action !== 'none') orders.toTicket(null, cell.price, null)
  }

  function onPointerLeave(): void {
    letGo()
    setHover(null)
  }

  const handlers: DOMAttributes<HTMLElement> = {
    onPointerDown(down) {
      letGo()
      tapped.current = null
      if (drag.pointerDown(down)) return
      // With Ctrl a press aims a scaled order, or does nothing.
      if (down.ctrlKey || down.metaKey) return
      const isTouch = down.pointerType === 'touch'
      const grip = isTouch ? gripOf(down.target, options.outcomeId) : null
      const cell = grip === null ? cellOf(down.target) : { price: grip.from, column: columnOf(grip.side) }
      if (cell === null) return
      if (isTouch) {
        if (down.button !== 0) return
        options.onCursor(cell)
        tapped.current = cell
        return
      }
      const { mouseScheme: scheme, fireOnPress: isByPress } = settings.get()
      const action = mouseAction(scheme, down.button)
      options.onCursor(cell)
      const shot = down.altKey ? null : orders.shotBy(cell, down.button)
      const one: Pressed = {
        cell,
        button: down.button,
        action,
        pressed: shot === null ? null : orders.press(shot),
        withShift: down.shiftKey,
        withAlt: down.altKey,
      }
      if (isByPress && shot !== null && !down.shiftKey) {
        complete(one, down)
        return
      }
      pressed.current = one
      if (shot !== null) setHeld(cell)
    },
    onPointerMove(move) {
      if (drag.pointerMove(move)) return
      const cell = move.pointerType === 'touch' ? null : cellOf(move.target)
      setHover((old) => (old?.price === cell?.price && old?.column === cell?.column ? old : cell))
      const one = pressed.current
      if (one !== null && (cell?.price !== one.cell.price || cell.column !== one.cell.column)) letGo()
    },
    onPointerUp(up) {
      if (drag.pointerUp(up)) return
      const one = pressed.current
      const cell = cellOf(up.target)
      letGo()
      if (one === null || cell === null || up.button !== one.button || up.pointerType === 'touch') return
      if (one.cell.price === cell.price && one.cell.column === cell.column) complete(one, up)
    },
    onPointerCancel() {
      onPointerLeave()
      drag.abort()
    },
    /** A tap selects once it has ended as one: the bar that it opens must not be under the same tap. */
    onClick() {
      if (tapped.current !== null) options.onTap(tapped.current)
      tapped.current = null
    },
    /** The middle button would scroll automatically. */
    onMouseDown(down) {
      if (down.button === 1) down.preventDefault()
    },
    onContextMenu(event) {
      if (cellOf(event.target) !== null) event.preventDefault()
    },
  }
  // `held` is the cell that is held down with an order in it.
  return { hover, held, onPointerLeave, handlers }
}

/** The mark of mine that contains the target. */
export function gripOf(target: EventTarget, outcomeId: string): Grip | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>('.ladder-own-grip') : null
  const steps = mark?.closest<HTMLElement>('[data-price]')?.dataset['price'] ?? ''
  const from = priceFromSteps(Number.parseInt(steps, 10))
  if (mark === null || from === null) return null
  const { side, leg } = mark.dataset
  return {
    outcomeId,
    side: side === 'SELL' ? 'SELL' : 'BUY',
    leg: LEGS.find((one) => one === leg) ?? null,
    from,
    hasOthers: true,
  }
}

type Spot = Pick<PointerEvent, 'currentTarget' | 'clientX' | 'clientY'>

/** The row under the pointer; null outside the grid. */
export function rowUnder(event: Spot, rowHeight: number, grid: LadderGrid): Price | null {
  const element = event.currentTarget
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const [x, y] = [event.clientX, event.clientY]
  const isInside = x >= left && x < right && y >= top + HEAD_HEIGHT && y < bottom
  return isInside ? rowAtHeight(y - top - HEAD_HEIGHT + element.scrollTop, rowHeight, grid) : null
}
