/**
 * Moves own orders on a ladder: dragged by the pointer, or picked up by a press or the key m and dropped by Enter.
 * Nothing is sent before the drop, and Escape always cancels it.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import type { Side } from '#core/order/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { BookStore } from '../../../platform/live/book-store.ts'
import { showSize } from '../../../platform/format/numbers.ts'
import { useSelected } from '../../../platform/state/use-store.ts'
import { isElement } from '../../../platform/page/is-element.ts'
import { useAccount } from '../../../model/contexts/account.ts'
import type { Account } from '../../../model/contexts/account.ts'
import { useTrading } from '../../../model/contexts/trading.ts'
import type { Trading } from '../../../model/contexts/trading.ts'
import { usePage } from '../../../model/contexts/page.ts'
import type { Page } from '../../../model/contexts/page.ts'
import { ownInRow } from '../../../model/orders/own-levels.ts'
import type { OwnLevel } from '../../../model/orders/own-levels.ts'
import { MOVE_GUARD_MS } from '../../../model/order-entry/click-guard.ts'
import { rowPriceOf } from '../../../model/ladder/ladder-grid.ts'
import type { LadderGrid } from '../../../model/ladder/ladder-grid.ts'
import { moveLabel } from '../../../model/order-entry/move-text.ts'
import type { MovedTogether } from '../../../model/order-entry/intent.ts'
import { staleText } from '../../../widgets/freshness.tsx'
import { cellOf } from '../../../model/ladder/ladder-cell.ts'
import { ladderKey } from './ladder-keys.ts'
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
} from '../../../model/ladder/order-drag.ts'
import type { OrderDrag } from '../../../model/ladder/order-drag.ts'
import type { GridScroll } from '../grid/use-viewport.ts'
import { HEAD_HEIGHT } from '../grid/use-viewport.ts'

export type DragControl = {
  readonly drag: OrderDrag | null
  /** What stands at the old price now. */
  readonly level: OwnLevel | null
  /** Each answers whether the event was about a move and needs no further care. */
  readonly pointerDown: (event: PointerEvent) => boolean
  readonly pointerMove: (event: PointerEvent) => boolean
  readonly pointerUp: (event: PointerEvent) => boolean
  readonly keyDown: (event: KeyboardEvent) => boolean
  /** Picks up what stands at a price, of the side given or of the only one. */
  readonly take: (price: Price, side: Side | null) => void
  readonly drop: () => void
  readonly abort: () => void
}

export type DragOptions = {
  readonly outcomeId: string
  readonly book: BookStore
  readonly grid: LadderGrid
  readonly rowHeight: number
  readonly scroll: GridScroll
  readonly show: ShowPrice
  readonly onRefused: (price: Price, side: Side, text: string) => void
  readonly onMoved: (price: Price, side: Side, moved: MovedTogether) => void
}

type Held = { readonly x: number; readonly y: number; readonly side: Side; readonly from: Price }

/** The state of one rendering. */
type DragContext = DragOptions & {
  readonly parts: Pick<Account, 'own'> & Pick<Trading, 'moves'> & Pick<Page, 'announcer' | 'keys'>
  readonly drag: OrderDrag | null
  readonly setDrag: (drag: OrderDrag | null) => void
  readonly held: RefObject<Held | null>
  readonly abort: () => void
}

/** The control of one ladder's moves. */
export function useLadderDrag(options: DragOptions): DragControl {
  const { outcomeId, grid, onRefused } = options
  const { own } = useAccount()
  const { announcer, keys } = usePage()
  const { moves } = useTrading()
  const [drag, setDrag] = useState<OrderDrag | null>(null)
  const held = useRef<Held | null>(null)
  const level = useSelected(own, (own) =>
    drag === null ? null : ownInRow(own, outcomeId, drag.side, drag.from, grid),
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
    return own.subscribe(() => {
      const now = ownInRow(own.get(), outcomeId, drag.side, drag.from, grid)
      if (movableOrders(now).ok) return
      abort()
      onRefused(drag.from, drag.side, 'nothing left to move: filled or cancelled meanwhile')
    })
  }, [drag, outcomeId, grid, own, abort, onRefused])

  const context: DragContext = {
    ...options,
    parts: { announcer, own, moves, keys },
    drag,
    setDrag,
    held,
    abort,
  }
  return {
    drag,
    level,
    take: (price, side) => take(context, price, side),
    drop: () => drop(context),
    abort,
    pointerDown: (event) => pointerDown(context, event),
    pointerMove: (event) => pointerMove(context, event),
    pointerUp: (event) => pointerUp(context, event),
    keyDown: (event) => keyDown(context, event),
  }
}

function levelAt({ parts, outcomeId, grid }: DragContext, side: Side, price: Price): OwnLevel | null {
  return ownInRow(parts.own.get(), outcomeId, side, price, grid)
}

function dragFrom(context: DragContext, side: Side, from: Price, by: OrderDrag['by']): OrderDrag | null {
  const found = movableOrders(levelAt(context, side, from))
  if (!found.ok) {
    context.onRefused(from, side, found.why)
    return null
  }
  return { side, from, to: from, by, size: openSize(found.orders) }
}

function take(context: DragContext, price: Price, side: Side | null): void {
  const mine = (['BUY', 'SELL'] as const).find(
    (one) => (side === null || side === one) && levelAt(context, one, price) !== null,
  )
  if (mine === undefined) {
    context.onRefused(price, side ?? 'BUY', 'no order of mine here')
    return
  }
  const taken = dragFrom(context, mine, price, 'keys')
  context.setDrag(taken)
  if (taken !== null)
    context.parts.announcer.say(
      `Picked up: ${showSize(taken.size)} at ${context.show(price)}. Arrows aim, Enter moves, Escape keeps.`,
    )
}

function drop(context: DragContext): void {
  const { drag, grid, onRefused } = context
  if (drag === null) return
  context.abort()
  if (drag.to === drag.from) return
  const stale = context.book.staleNow()
  if (stale !== null) {
    onRefused(aimedRow(drag, grid), drag.side, staleText(stale))
    return
  }
  if (drag.by === 'pointer' && context.scroll.sinceMoveMs() < MOVE_GUARD_MS) {
    onRefused(aimedRow(drag, grid), drag.side, 'rows moved under the pointer')
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
  context.onMoved(aimedRow(drag, grid), drag.side, moved)
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
  const grip = isElement(event.target) ? event.target.closest<HTMLElement>('.ladder-own-grip') : null
  const steps = grip?.closest<HTMLElement>('[data-price]')?.dataset['price'] ?? ''
  const from = priceFromSteps(Number.parseInt(steps, 10))
  // A touch selects the row; the bar under the ladder takes the order up.
  if (context.drag === null && grip !== null && event.pointerType === 'touch') return false
  if (grip !== null && from !== null && event.button === 0) {
    const side = grip.dataset['side'] === 'SELL' ? 'SELL' : 'BUY'
    // Pressing the picked up order puts it back.
    if (context.drag !== null && context.drag.side === side && context.drag.from === from) {
      context.abort()
      return true
    }
    context.held.current = { x: event.clientX, y: event.clientY, side, from }
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
    const taken = dragFrom(context, start.side, start.from, 'pointer')
    if (taken === null) context.held.current = null
    else context.setDrag(aimAt(taken, to ?? start.from, context.grid))
  } else if (to !== null) context.setDrag(aimAt(context.drag, to, context.grid))
  return true
}

function pointerUp(context: DragContext, event: PointerEvent): boolean {
  const start = context.held.current
  context.held.current = null
  if (start === null) return context.drag !== null
  if (context.drag === null) take(context, start.from, start.side)
  else if (rowUnder(context, event) === null) context.abort()
  else drop(context)
  return true
}

function keyDown(context: DragContext, event: KeyboardEvent): boolean {
  if (context.drag === null) return false
  if (event.key === 'Escape') {
    context.abort()
    context.parts.announcer.say('The order stays where it is')
    return true
  }
  const action = ladderKey(event, context.parts.keys.get())
  if (action === null) return false
  const aim = (next: OrderDrag) => {
    context.setDrag(next)
    context.parts.announcer.say(moveLabel(next.size, context.show(next.to)))
    context.scroll.reveal(next.to)
  }
  if (action.kind === 'move') aim(aimDrag(context.drag, action.rows, context.grid))
  else if (action.kind === 'enter' && !event.repeat) drop(context)
  else if (action.kind === 'take') context.abort()
  else if (action.kind === 'best') {
    const { bestBid, bestAsk } = context.book.top()
    const best = action.side === 'BUY' ? bestBid : bestAsk
    if (best !== null) aim(aimAt(context.drag, rowPriceOf(best, context.grid), context.grid))
  }
  return true
}
