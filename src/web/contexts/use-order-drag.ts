/**
 * Moves own orders and exits by their marks on a ladder or a chart: dragged by the pointer, or picked up and dropped by a later
 * press. Nothing is sent before the drop, and Escape always cancels it. An exit stays where it is drawn until the terminal has
 * moved it (INV-73).
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { aimAt, aimedRow, hasBegun, priceOfMove, subjectOf } from '../actions/drafts/order-drag.ts'
import type { Grip, OrderDrag } from '../actions/drafts/order-drag.ts'
import { refusedText } from '../actions/outcome.ts'
import { markText } from '../data/account/exit-marks.ts'
import type { LadderGrid } from '../data/markets/ladder-grid.ts'
import { showSize } from '../platform/format/figures.ts'
import { SETTLE_MS } from '../platform/page/settling.ts'
import { staleText, WHY_NOT } from '../words/why-not.ts'
import { useAccount, useMarketData, usePage, useTrading } from './contexts.ts'

type DragPlace = {
  readonly gridOf: (outcomeId: string) => LadderGrid
  /** Mark of mine under the pointer; null without one. */
  readonly gripAt: (event: PointerEvent<HTMLElement>) => Grip | null
  /** Row at the height of the pointer, by its lowest price; null outside. */
  readonly rowAt: (event: PointerEvent<HTMLElement>, grid: LadderGrid) => Price | null
  /** Milliseconds since the rows last moved on the screen. */
  readonly sinceMoveMs: () => number
  readonly show: (price: Price) => string
  /** End of a move at its row: why it was refused, empty when it was not, and the client order ids of what was sent. */
  readonly onEnd: (row: Price, side: Side, refusal: string, sent: readonly string[]) => void
}

/** From the end of the first press to the second. */
const DOUBLE_MS = 400

export type DragControl = ReturnType<typeof useOrderDrag>

/** The control of one place's moves. The pointer's parts answer whether the event needs no further care. */
export function useOrderDrag({ gridOf, gripAt, rowAt, sinceMoveMs, show, onEnd }: DragPlace) {
  const { own } = useAccount()
  const { books } = useMarketData()
  const { announcer } = usePage()
  const { attachedExits, commands, moves } = useTrading()
  const [drag, setDrag] = useState<OrderDrag | null>(null)
  const held = useRef<{ readonly grip: Grip; readonly x: number; readonly y: number } | null>(null)
  const takenAt = useRef(0)
  const isDouble = useRef(false)
  const { marks } = attachedExits
  const grid = drag === null ? null : gridOf(drag.outcomeId)
  // Rows of another tick or another width are other rows: what was aimed at is not there any more.
  if (grid?.tick !== drag?.grid.tick || grid?.group !== drag?.grid.group) setDrag(null)
  const subject = (grip: Grip) => subjectOf(own.get(), marks.get(), grip, gridOf(grip.outcomeId))

  const abort = useCallback(() => {
    held.current = null
    setDrag(null)
  }, [])

  useEffect(() => {
    if (drag === null) return undefined
    const check = () => {
      const now = subject(drag)
      if (now.ok) setDrag((old) => (old === null || old.left === now.size ? old : { ...old, left: now.size }))
      else {
        abort()
        onEnd(drag.from, drag.side, drag.leg === null ? WHY_NOT.nothingLeft : WHY_NOT.exitMoved, [])
      }
    }
    const escape = (down: KeyboardEvent) => {
      if (down.key !== 'Escape') return
      down.preventDefault()
      down.stopPropagation()
      abort()
      announcer.say('Move cancelled')
    }
    const stops = [own.subscribe(check), marks.subscribe(check)]
    document.addEventListener('keydown', escape, true)
    return () => {
      for (const stop of stops) stop()
      document.removeEventListener('keydown', escape, true)
    }
  })

  function begin(grip: Grip, by: OrderDrag['by']): OrderDrag | null {
    const now = subject(grip)
    if (now.ok)
      return { ...grip, grid: gridOf(grip.outcomeId), to: grip.from, by, size: now.size, left: now.size }
    onEnd(grip.from, grip.side, now.why, [])
    return null
  }

  function take(grip: Grip, by: 'keys' | 'typed' = 'keys'): void {
    const taken = begin(grip, by)
    setDrag(taken)
    if (taken === null || by === 'typed') return
    const { leg, size } = taken
    const what = leg === null ? showSize(size) : markText({ leg, size })
    announcer.say(`Picked up: ${what} at ${show(grip.from)}. Arrows aim, Enter moves, Escape keeps.`)
  }

  const type = (): void => setDrag((old) => (old === null ? null : { ...old, by: 'typed' }))

  function drop(to = drag?.to): void {
    abort()
    if (drag === null || to === undefined || to === drag.from) return
    const { outcomeId, side, from, grid } = drag
    const row = aimedRow({ to, grid })
    const stale = books.book(outcomeId).staleNow()
    const now = subject(drag)
    if (stale !== null) onEnd(row, side, staleText(stale), [])
    else if (drag.by === 'pointer' && sinceMoveMs() < SETTLE_MS) onEnd(row, side, WHY_NOT.rowsMoved, [])
    else if (!now.ok) onEnd(from, side, now.why, [])
    else if (now.mark !== null) {
      void attachedExits.move(now.mark, to).then((moved) => onEnd(row, side, moved.ok ? '' : moved.error, []))
    } else {
      const moved = moves.move(
        now.orders.map((order) => ({
          orderId: order.id ?? '',
          to: priceOfMove(order, outcomeId, to),
          tick: grid.tick,
        })),
      )
      const sent = moved.intents.map(({ clientOrderId }) => clientOrderId)
      onEnd(row, side, refusedText(moved), sent)
    }
  }

  function cancel(grip: Grip): void {
    const now = subject(grip)
    if (!now.ok) onEnd(grip.from, grip.side, now.why, [])
    else if (now.mark !== null) attachedExits.cancel(now.mark)
    else commands.cancelOrders(now.orders.flatMap(({ id }) => id ?? []))
  }

  return {
    drag,
    setDrag,
    take,
    cancel,
    /** At the price that it is aimed at, or at another. */
    drop,
    abort,
    /** A price is to be typed for what is picked up. */
    type,
    pointerDown(event: PointerEvent<HTMLElement>): boolean {
      const grip = gripAt(event)
      // A touch selects the row; the bar under the ladder takes the order up.
      if (drag === null && (grip === null || event.pointerType === 'touch')) return false
      if (event.button !== 0) return drag !== null
      if (grip !== null) {
        // Pressing what is picked up puts it back, or, as a double press, asks for a price.
        const isBack = drag?.side === grip.side && drag.leg === grip.leg && drag.from === grip.from
        isDouble.current = isBack && event.timeStamp - takenAt.current < DOUBLE_MS
        held.current = isBack ? null : { grip, x: event.clientX, y: event.clientY }
        if (!isDouble.current) setDrag(null)
        if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId)
        return true
      }
      if (drag === null) return true
      const row = rowAt(event, drag.grid)
      if (row === aimedRow(drag)) drop()
      else if (row !== null) setDrag(aimAt(drag, row))
      return true
    },
    pointerMove(event: PointerEvent<HTMLElement>): boolean {
      const start = held.current
      if (start === null || event.pointerType === 'touch') return start !== null || drag !== null
      if (drag === null && !hasBegun(start, { x: event.clientX, y: event.clientY })) return true
      const now = drag ?? begin(start.grip, 'pointer')
      if (now === null) held.current = null
      else {
        const row = rowAt(event, now.grid)
        setDrag(row === null ? now : aimAt(now, row))
      }
      return true
    },
    pointerUp(event: PointerEvent<HTMLElement>): boolean {
      const start = held.current
      held.current = null
      if (isDouble.current) type()
      isDouble.current = false
      if (start === null) return drag !== null
      if (drag === null) {
        take(start.grip)
        takenAt.current = event.timeStamp
      } else if (rowAt(event, drag.grid) === null) abort()
      else drop()
      return true
    },
  }
}
