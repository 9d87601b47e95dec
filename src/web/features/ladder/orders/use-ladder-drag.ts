/**
 * Moves own orders and exits on a ladder: dragged by the pointer, or picked up by a press or the key m and dropped by Enter.
 * Nothing is sent before the drop, and Escape always cancels it. An exit stays where it is drawn until the terminal has moved it
 * (INV-73).
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import type { Side } from '#core/order/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { BookStore } from '../../../platform/live/book-store.ts'
import { showSize } from '../../../platform/format/figures.ts'
import { useSelected } from '../../../platform/state/hooks.ts'
import { useAccount, usePage, useTrading } from '../../../contexts/contexts.ts'
import type { Account, Page, Trading } from '../../../contexts/contexts.ts'
import { ownInRow } from '../../../data/account/own-levels.ts'
import type { OwnLevel } from '../../../data/account/own-levels.ts'
import { exitsInRow, LEGS, markText } from '../../../data/account/exit-marks.ts'
import type { ExitMark, PricedLeg } from '../../../data/account/exit-marks.ts'
import { SETTLE_MS } from '../../../platform/page/settling.ts'
import { rowPriceOf, cellOf } from '../../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../../data/markets/ladder-grid.ts'
import { moveLabel } from '../../../data/account/exit-marks.ts'
import type { MovedTogether } from '../../../data/account/intent.ts'
import { staleText, WHY_NOT } from '../../../words/why-not.ts'
import { findStep } from '../../../commands/key-map.ts'
import type { ShowPrice } from '../grid/ladder-row.tsx'
import {
  aimAt,
  aimedRow,
  aimDrag,
  hasBegun,
  movableOrders,
  openSize,
  priceOfMove,
  rowAtHeight,
} from '../../../actions/drafts/order-drag.ts'
import type { OrderDrag } from '../../../actions/drafts/order-drag.ts'
import type { GridScroll } from '../grid/use-viewport.ts'
import { HEAD_HEIGHT } from '../grid/use-viewport.ts'

export type DragControl = ReturnType<typeof useLadderDrag>

export type DragOptions = {
  readonly outcomeId: string
  readonly book: BookStore
  readonly grid: LadderGrid
  readonly rowHeight: number
  readonly scroll: GridScroll
  readonly show: ShowPrice
  readonly onRefused: (price: Price, side: Side, text: string) => void
  /** An order or exit was let go over this row: the cursor follows it. */
  readonly onDropped: (price: Price, side: Side) => void
  readonly onMoved: (price: Price, side: Side, moved: MovedTogether) => void
}

type Held = { readonly x: number; readonly y: number; readonly from: Price } & Grip
type Grip = { readonly side: Side; readonly leg: PricedLeg | null }

/** The state of one rendering. */
type DragContext = DragOptions & {
  readonly parts: Pick<Account, 'own'> &
    Pick<Trading, 'attachedExits' | 'moves'> &
    Pick<Page, 'announcer' | 'keys'>
  readonly drag: OrderDrag | null
  readonly setDrag: (drag: OrderDrag | null) => void
  readonly held: RefObject<Held | null>
  readonly abort: () => void
}

/** The control of one ladder's moves. */
export function useLadderDrag(options: DragOptions) {
  const { outcomeId, grid, onRefused } = options
  const { own } = useAccount()
  const { announcer, keys } = usePage()
  const { attachedExits, moves } = useTrading()
  const [drag, setDrag] = useState<OrderDrag | null>(null)
  const held = useRef<Held | null>(null)
  const level = useSelected(own, (own) =>
    drag === null || drag.leg !== null ? null : ownInRow(own, outcomeId, drag.side, drag.from, grid),
  )

  const abort = useCallback(() => {
    held.current = null
    setDrag(null)
  }, [])

  // Rows of another tick or another width are other rows: what was aimed at is not there any more.
  const [dragGrid, setDragGrid] = useState(grid)
  if (dragGrid !== grid) {
    setDragGrid(grid)
    setDrag(null)
  }

  // Filled or cancelled while it was picked up: there is nothing left to drop.
  useEffect(() => {
    if (drag === null) return undefined
    const { leg } = drag
    const end = (text: string) => {
      abort()
      onRefused(drag.from, drag.side, text)
    }
    if (leg !== null)
      return attachedExits.marks.subscribe(() => {
        const now = exitsInRow(attachedExits.marks.get(), outcomeId, drag.side, drag.from, grid)
        if (markOf(now, leg) === null) end(WHY_NOT.exitMoved)
      })
    return own.subscribe(() => {
      const now = ownInRow(own.get(), outcomeId, drag.side, drag.from, grid)
      if (!movableOrders(now).ok) end(WHY_NOT.nothingLeft)
    })
  }, [drag, outcomeId, grid, own, attachedExits, abort, onRefused])

  const context: DragContext = {
    ...options,
    parts: { announcer, own, attachedExits, moves, keys },
    drag,
    setDrag,
    held,
    abort,
  }
  return {
    drag,
    /** Level at the old price now. */
    level,
    /** Picks up the order or exit at a price, of the side given or of the only one. */
    take: (price: Price, side: Side | null, leg?: PricedLeg) => take(context, price, side, leg),
    drop: () => drop(context),
    abort,
    /** Each answers whether the event was about a move and needs no further care. */
    pointerDown: (event: PointerEvent) => pointerDown(context, event),
    pointerMove: (event: PointerEvent) => pointerMove(context, event),
    pointerUp: (event: PointerEvent) => pointerUp(context, event),
    keyDown: (event: KeyboardEvent) => keyDown(context, event),
  }
}

function levelAt({ parts, outcomeId, grid }: DragContext, side: Side, price: Price): OwnLevel | null {
  return ownInRow(parts.own.get(), outcomeId, side, price, grid)
}

function marksAt({ parts, outcomeId, grid }: DragContext, side: Side, price: Price): readonly ExitMark[] {
  return exitsInRow(parts.attachedExits.marks.get(), outcomeId, side, price, grid)
}

/** The mark of a leg that moves as such; a target that rests moves as an order. */
function markOf(marks: readonly ExitMark[], leg: PricedLeg): ExitMark | null {
  return marks.find((mark) => mark.leg === leg && !mark.rests) ?? null
}

function dragFrom(context: DragContext, grip: Grip, from: Price, by: OrderDrag['by']): OrderDrag | null {
  const { side, leg } = grip
  if (leg !== null) {
    const mark = markOf(marksAt(context, side, from), leg)
    if (mark === null) context.onRefused(from, side, WHY_NOT.exitGone)
    return mark === null ? null : { ...grip, from, to: from, by, size: mark.size }
  }
  const found = movableOrders(levelAt(context, side, from))
  if (!found.ok) {
    context.onRefused(from, side, found.why)
    return null
  }
  return { ...grip, from, to: from, by, size: openSize(found.orders) }
}

/** In a row with orders and exits an order, where no leg is asked for. */
function gripAt(context: DragContext, price: Price, side: Side | null, leg?: PricedLeg): Grip | null {
  const sides = (['BUY', 'SELL'] as const).filter((one) => side === null || side === one)
  const order = sides.find((one) => leg === undefined && levelAt(context, one, price) !== null)
  if (order !== undefined) return { side: order, leg: null }
  return (
    sides
      .flatMap((one) => marksAt(context, one, price))
      .find((mark) => !mark.rests && (leg === undefined || leg === mark.leg)) ?? null
  )
}

function take(context: DragContext, price: Price, side: Side | null, leg?: PricedLeg): void {
  const grip = gripAt(context, price, side, leg)
  if (grip === null) {
    context.onRefused(price, side ?? 'BUY', WHY_NOT.nothingHere)
    return
  }
  const taken = dragFrom(context, { side: grip.side, leg: grip.leg }, price, 'keys')
  context.setDrag(taken)
  if (taken === null) return
  const what = taken.leg === null ? showSize(taken.size) : markText({ leg: taken.leg, size: taken.size })
  context.parts.announcer.say(
    `Picked up: ${what} at ${context.show(price)}. Arrows aim, Enter moves, Escape keeps.`,
  )
}

function drop(context: DragContext): void {
  const { drag, grid, onRefused } = context
  if (drag === null) return
  context.abort()
  if (drag.to === drag.from) return
  const aimed = aimedRow(drag, grid)
  const stale = context.book.staleNow()
  if (stale !== null) {
    onRefused(aimed, drag.side, staleText(stale))
    return
  }
  if (drag.by === 'pointer' && context.scroll.sinceMoveMs() < SETTLE_MS) {
    onRefused(aimed, drag.side, WHY_NOT.rowsMoved)
    return
  }
  context.onDropped(aimed, drag.side)
  if (drag.leg !== null) {
    moveExit(context, drag, drag.leg)
    return
  }
  const found = movableOrders(levelAt(context, drag.side, drag.from))
  if (!found.ok) {
    onRefused(drag.from, drag.side, found.why)
    return
  }
  const moved = context.parts.moves.moveAll(
    found.orders.map((order) => ({
      orderId: order.id ?? '',
      to: priceOfMove(order, context.outcomeId, drag.to),
      tick: grid.tick,
    })),
  )
  context.onMoved(aimed, drag.side, moved)
}

function moveExit(context: DragContext, drag: OrderDrag, leg: PricedLeg): void {
  const { onRefused } = context
  const mark = markOf(marksAt(context, drag.side, drag.from), leg)
  if (mark === null) return onRefused(drag.from, drag.side, WHY_NOT.exitGone)
  void context.parts.attachedExits.move(mark, drag.to).then((moved) => {
    if (!moved.ok) onRefused(aimedRow(drag, context.grid), drag.side, moved.error)
  })
}

/** The row under the pointer; null outside the grid. */
function rowUnder({ grid, rowHeight }: DragContext, event: PointerEvent): Price | null {
  const element = event.currentTarget
  const box = element.getBoundingClientRect()
  const isInside =
    event.clientX >= box.left &&
    event.clientX < box.right &&
    event.clientY >= box.top + HEAD_HEIGHT &&
    event.clientY < box.bottom
  if (!isInside) return null
  return rowAtHeight(event.clientY - box.top - HEAD_HEIGHT + element.scrollTop, rowHeight, grid)
}

function pointerDown(context: DragContext, event: PointerEvent): boolean {
  const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('.ladder-own-grip') : null
  const steps = grip?.closest<HTMLElement>('[data-price]')?.dataset['price'] ?? ''
  const from = priceFromSteps(Number.parseInt(steps, 10))
  // A touch selects the row; the bar under the ladder takes the order up.
  if (context.drag === null && grip !== null && event.pointerType === 'touch') return false
  if (grip !== null && from !== null && event.button === 0) {
    const side = grip.dataset['side'] === 'SELL' ? 'SELL' : 'BUY'
    const leg = LEGS.find((one) => one === grip.dataset['leg']) ?? null
    const { drag } = context
    // Pressing what is picked up puts it back.
    if (drag !== null && drag.side === side && drag.leg === leg && drag.from === from) {
      context.abort()
      return true
    }
    context.held.current = { x: event.clientX, y: event.clientY, side, leg, from }
    context.setDrag(null)
    if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId)
    return true
  }
  const cell = context.drag === null ? null : cellOf(event.target)
  if (context.drag === null || cell === null || event.button !== 0) return context.drag !== null
  if (cell.price === aimedRow(context.drag, context.grid)) drop(context)
  else context.setDrag(aimAt(context.drag, cell.price, context.grid))
  return true
}

function pointerMove(context: DragContext, event: PointerEvent): boolean {
  const start = context.held.current
  if (start === null) return context.drag !== null
  if (event.pointerType === 'touch') return true
  const to = rowUnder(context, event)
  if (context.drag === null) {
    if (!hasBegun(start, { x: event.clientX, y: event.clientY })) return true
    const taken = dragFrom(context, { side: start.side, leg: start.leg }, start.from, 'pointer')
    if (taken === null) context.held.current = null
    else context.setDrag(aimAt(taken, to ?? start.from, context.grid))
  } else if (to !== null) context.setDrag(aimAt(context.drag, to, context.grid))
  return true
}

function pointerUp(context: DragContext, event: PointerEvent): boolean {
  const start = context.held.current
  context.held.current = null
  if (start === null) return context.drag !== null
  if (context.drag === null) take(context, start.from, start.side, start.leg ?? undefined)
  else if (rowUnder(context, event) === null) context.abort()
  else drop(context)
  return true
}

function keyDown(context: DragContext, event: KeyboardEvent): boolean {
  if (context.drag === null) return false
  if (event.key === 'Escape') {
    context.abort()
    context.parts.announcer.say('Move cancelled')
    return true
  }
  const step = findStep(context.parts.keys.get(), 'ladder', event)
  if (step === null) return false
  const aim = (next: OrderDrag) => {
    context.setDrag(next)
    context.parts.announcer.say(moveLabel(next.size, context.show(next.to), next.leg))
    context.scroll.reveal(next.to)
  }
  const [name, value] = step
  if (name === 'move') aim(aimDrag(context.drag, value, context.grid))
  else if (name === 'enter' && !event.repeat) drop(context)
  else if (name === 'pickUp') context.abort()
  else if (name === 'best') {
    const { bestBid, bestAsk } = context.book.top()
    const best = value === 'BUY' ? bestBid : bestAsk
    if (best !== null) aim(aimAt(context.drag, rowPriceOf(best, context.grid), context.grid))
  }
  return true
}
