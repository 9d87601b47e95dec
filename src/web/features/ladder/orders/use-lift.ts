/**
 * Moving own orders on a ladder: by a held pointer, or taken up by a press or the key m and put down by Enter. Nothing
 * is sent before it is put down, and Escape always leaves everything as it was.
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
import { useTerminal } from '../../../model/terminal-context.ts'
import { ownInRow } from '../../../model/orders/own-levels.ts'
import type { OwnLevel } from '../../../model/orders/own-levels.ts'
import { MOVE_GUARD_MS } from '../../../model/order-entry/click-guard.ts'
import { rowPriceOf } from '../../../model/ladder/ladder-grid.ts'
import type { LadderGrid } from '../../../model/ladder/ladder-grid.ts'
import { moveLabel } from '../../../model/order-entry/move-words.ts'
import type { MovedTogether } from '../../../model/order-entry/moves.ts'
import { staleText } from '../../../widgets/freshness.tsx'
import { cellOf } from '../../../model/ladder/ladder-cell.ts'
import { ladderKey } from './ladder-keys.ts'
import type { ShowPrice } from '../grid/ladder-row.tsx'
import {
  aimAt,
  aimedRow,
  aimLift,
  hasBegun,
  movableOrders,
  openSize,
  priceOfMove,
  rowAtHeight,
} from '../../../model/ladder/lift.ts'
import type { Lift } from '../../../model/ladder/lift.ts'
import type { GridScroll } from '../grid/use-viewport.ts'
import { HEAD_HEIGHT } from '../grid/use-viewport.ts'

export type LiftControl = {
  readonly lift: Lift | null
  /** What stands at the old price now. */
  readonly level: OwnLevel | null
  /** Each answers whether the event was about a move and needs no further care. */
  readonly pointerDown: (event: PointerEvent) => boolean
  readonly pointerMove: (event: PointerEvent) => boolean
  readonly pointerUp: (event: PointerEvent) => boolean
  readonly keyDown: (event: KeyboardEvent) => boolean
  /** Takes up what stands at a price, of the side given or of the only one. */
  readonly take: (price: Price, side: Side | null) => void
  readonly drop: () => void
  readonly abort: () => void
}

export type LiftOptions = {
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

/** What one rendering has at hand. */
type Hand = LiftOptions & {
  readonly terminal: ReturnType<typeof useTerminal>
  readonly lift: Lift | null
  readonly setLift: (lift: Lift | null) => void
  readonly held: RefObject<Held | null>
  readonly abort: () => void
}

/** The control of one ladder's moves. */
export function useLift(options: LiftOptions): LiftControl {
  const { outcomeId, grid, onRefused } = options
  const terminal = useTerminal()
  const [lift, setLift] = useState<Lift | null>(null)
  const held = useRef<Held | null>(null)
  const level = useSelected(terminal.own, (own) =>
    lift === null ? null : ownInRow(own, outcomeId, lift.side, lift.from, grid),
  )

  const abort = useCallback(() => {
    held.current = null
    setLift(null)
  }, [])

  // Rows of another tick or another width are other rows: what was aimed at is not there any more.
  const [liftGrid, setLiftGrid] = useState(grid)
  if (liftGrid !== grid) {
    setLiftGrid(grid)
    setLift(null)
  }

  // Filled or cancelled while it was in the hand: there is nothing left to put down.
  useEffect(() => {
    if (lift === null) return undefined
    return terminal.own.subscribe(() => {
      const now = ownInRow(terminal.own.get(), outcomeId, lift.side, lift.from, grid)
      if (movableOrders(now).ok) return
      abort()
      onRefused(lift.from, lift.side, 'nothing left to move: filled or cancelled meanwhile')
    })
  }, [lift, outcomeId, grid, terminal, abort, onRefused])

  const hand: Hand = { ...options, terminal, lift, setLift, held, abort }
  return {
    lift,
    level,
    take: (price, side) => take(hand, price, side),
    drop: () => drop(hand),
    abort,
    pointerDown: (event) => pointerDown(hand, event),
    pointerMove: (event) => pointerMove(hand, event),
    pointerUp: (event) => pointerUp(hand, event),
    keyDown: (event) => keyDown(hand, event),
  }
}

function levelAt({ terminal, outcomeId, grid }: Hand, side: Side, price: Price): OwnLevel | null {
  return ownInRow(terminal.own.get(), outcomeId, side, price, grid)
}

function lifted(hand: Hand, side: Side, from: Price, by: Lift['by']): Lift | null {
  const found = movableOrders(levelAt(hand, side, from))
  if (!found.ok) {
    hand.onRefused(from, side, found.why)
    return null
  }
  return { side, from, to: from, by, size: openSize(found.orders) }
}

function take(hand: Hand, price: Price, side: Side | null): void {
  const mine = (['BUY', 'SELL'] as const).find(
    (one) => (side === null || side === one) && levelAt(hand, one, price) !== null,
  )
  if (mine === undefined) {
    hand.onRefused(price, side ?? 'BUY', 'no order of mine here')
    return
  }
  const taken = lifted(hand, mine, price, 'keys')
  hand.setLift(taken)
  if (taken !== null)
    hand.terminal.announcer.say(
      `Taken up: ${showSize(taken.size)} at ${hand.show(price)}. Arrows aim, Enter moves, Escape keeps.`,
    )
}

function drop(hand: Hand): void {
  const { lift, grid, onRefused } = hand
  if (lift === null) return
  hand.abort()
  if (lift.to === lift.from) return
  const stale = hand.book.staleNow()
  if (stale !== null) {
    onRefused(aimedRow(lift, grid), lift.side, staleText(stale))
    return
  }
  if (lift.by === 'pointer' && hand.scroll.sinceMoveMs() < MOVE_GUARD_MS) {
    onRefused(aimedRow(lift, grid), lift.side, 'rows moved under the pointer')
    return
  }
  const found = movableOrders(levelAt(hand, lift.side, lift.from))
  if (!found.ok) {
    onRefused(lift.from, lift.side, found.why)
    return
  }
  const moved = hand.terminal.moves.moveAll(
    found.orders.map((order) => ({
      orderId: order.id ?? '',
      to: priceOfMove(order, hand.outcomeId, lift.to),
      tick: grid.tick,
    })),
  )
  hand.onMoved(aimedRow(lift, grid), lift.side, moved)
}

/** The row under the pointer; null outside the grid. */
function rowUnder({ grid, rowHeight }: Hand, event: PointerEvent): Price | null {
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

function pointerDown(hand: Hand, event: PointerEvent): boolean {
  const grip = isElement(event.target) ? event.target.closest<HTMLElement>('.own-grip') : null
  const steps = grip?.closest<HTMLElement>('[data-price]')?.dataset['price'] ?? ''
  const from = priceFromSteps(Number.parseInt(steps, 10))
  // A touch selects the row; the bar under the ladder takes the order up.
  if (hand.lift === null && grip !== null && event.pointerType === 'touch') return false
  if (grip !== null && from !== null && event.button === 0) {
    const side = grip.dataset['side'] === 'SELL' ? 'SELL' : 'BUY'
    // Pressing what is in the hand already puts it back.
    if (hand.lift !== null && hand.lift.side === side && hand.lift.from === from) {
      hand.abort()
      return true
    }
    hand.held.current = { x: event.clientX, y: event.clientY, side, from }
    hand.setLift(null)
    if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId)
    return true
  }
  const cell = hand.lift === null ? null : cellOf(event.target)
  if (hand.lift === null || cell === null || event.button !== 0) return hand.lift !== null
  if (cell.price === aimedRow(hand.lift, hand.grid)) drop(hand)
  else hand.setLift(aimAt(hand.lift, cell.price, hand.grid))
  return true
}

function pointerMove(hand: Hand, event: PointerEvent): boolean {
  const start = hand.held.current
  if (start === null) return hand.lift !== null
  if (event.pointerType === 'touch') return true
  const to = rowUnder(hand, event)
  if (hand.lift === null) {
    if (!hasBegun(start, { x: event.clientX, y: event.clientY })) return true
    const taken = lifted(hand, start.side, start.from, 'pointer')
    if (taken === null) hand.held.current = null
    else hand.setLift(aimAt(taken, to ?? start.from, hand.grid))
  } else if (to !== null) hand.setLift(aimAt(hand.lift, to, hand.grid))
  return true
}

function pointerUp(hand: Hand, event: PointerEvent): boolean {
  const start = hand.held.current
  hand.held.current = null
  if (start === null) return hand.lift !== null
  if (hand.lift === null) take(hand, start.from, start.side)
  else if (rowUnder(hand, event) === null) hand.abort()
  else drop(hand)
  return true
}

function keyDown(hand: Hand, event: KeyboardEvent): boolean {
  if (hand.lift === null) return false
  if (event.key === 'Escape') {
    hand.abort()
    hand.terminal.announcer.say('The order stays where it is')
    return true
  }
  const action = ladderKey(event, hand.terminal.keys.get())
  if (action === null) return false
  const aim = (next: Lift) => {
    hand.setLift(next)
    hand.terminal.announcer.say(moveLabel(next.size, hand.show(next.to)))
    hand.scroll.reveal(next.to)
  }
  if (action.kind === 'move') aim(aimLift(hand.lift, action.rows, hand.grid))
  else if (action.kind === 'enter' && !event.repeat) drop(hand)
  else if (action.kind === 'take') hand.abort()
  else if (action.kind === 'best') {
    const { bestBid, bestAsk } = hand.book.top()
    const best = action.side === 'BUY' ? bestBid : bestAsk
    if (best !== null) aim(aimAt(hand.lift, rowPriceOf(best, hand.grid), hand.grid))
  }
  return true
}
