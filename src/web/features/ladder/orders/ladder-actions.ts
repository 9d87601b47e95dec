/** Actions of a focused ladder's keys. Orders go through the same click path as the pointer. */
import type { Price } from '#core/price.ts'
import type { Side } from '#core/order/order.ts'
import type { ScaleDrag } from '../../../actions/drafts/scaled-draft.ts'
import { aimAt, aimDrag, movableOrders } from '../../../actions/drafts/order-drag.ts'
import type { Grip, OrderDrag } from '../../../actions/drafts/order-drag.ts'
import { refusedText } from '../../../actions/outcome.ts'
import type { ExitMode } from '../../../actions/exit-quote.ts'
import type { StepIn, StepsOf } from '../../../commands/registry.ts'
import { flattenMarket } from '../../../contexts/flatten-market.ts'
import type { DragControl } from '../../../contexts/use-order-drag.ts'
import { exitsInRow, markText, moveLabel } from '../../../data/account/exit-marks.ts'
import { closingSize } from '../../../data/account/holding.ts'
import { ownInRow } from '../../../data/account/own-levels.ts'
import {
  priceAtRow,
  priceFor,
  rowCount,
  rowOfPrice,
  rowPriceOf,
  quickSize,
  sideOf,
} from '../../../data/markets/ladder-grid.ts'
import type { Cell, Column, LadderGrid } from '../../../data/markets/ladder-grid.ts'
import { findSelection } from '../../../data/markets/selection.ts'
import type { Outcome, Event, Position } from '../../../platform/api/client.ts'
import { showSize } from '../../../platform/format/figures.ts'
import type { BookTop } from '../../../platform/live/book-store.ts'
import { sayRefused } from '../../../platform/page/messages.ts'
import { eventAddress } from '../../../platform/page/route.ts'
import { WHY_NOT } from '../../../words/why-not.ts'
import type { LadderParts, LadderView } from '../use-ladder-view.ts'
import type { LadderOrders } from './ladder-orders.ts'

export type ActionContext = Pick<
  LadderView,
  'event' | 'market' | 'outcome' | 'grid' | 'show' | 'scroll' | 'holding' | 'regroup'
> & {
  readonly parts: LadderParts
  /** The line of its head that says what is held. */
  readonly head: () => HTMLElement | null
  readonly top: BookTop
  readonly orders: LadderOrders
  /** The column of results is shown, so that the cursor can be in it. */
  readonly hasResults: boolean
  readonly cursor: Cell | null
  readonly isRepeat: boolean
  readonly setCursor: (cell: Cell) => void
  /** Picks up an order or exit. */
  readonly take: (grip: Grip) => void
  readonly setScale: (scale: ScaleDrag) => void
  readonly flip: () => void
}

const MIDDLE = 5_000 as Price
const SIDES = ['BUY', 'SELL'] as const

/** Steps of the ladder's commands. A held key moves the cursor but never sends again. */
export function ladderSteps(context: ActionContext): StepsOf<'ladder'> {
  const { parts, event, market, outcome, top, grid, scroll, cursor, orders, holding, isRepeat } = context
  const at = rowPriceOf(cursor?.price ?? top.bestBid ?? top.bestAsk ?? MIDDLE, grid)
  // A ladder that became narrower has lost the column in which the cursor stood.
  const column =
    cursor === null || (cursor.column === 'result' && !context.hasResults) ? 'price' : cursor.column
  const moveTo = (price: Price, to: Column) => {
    context.setCursor({ price, column: to })
    scroll.reveal(price)
  }
  const bestOf = (side: Side) => (side === 'BUY' ? top.bestBid : top.bestAsk)
  const once =
    <Value>(run: (value: Value) => void) =>
    (value: Value) => {
      if (!isRepeat) run(value)
    }
  return {
    move(rows) {
      const row = Math.min(rowCount(grid) - 1, Math.max(0, rowOfPrice(at, grid) - rows))
      const next = priceAtRow(row, grid)
      if (next !== null) moveTo(cursor === null ? at : next, column)
    },
    column(by) {
      const columns: readonly Column[] = context.hasResults
        ? ['result', 'bid', 'price', 'ask']
        : ['bid', 'price', 'ask']
      const next = columns.indexOf(column) + by
      moveTo(at, columns[Math.min(columns.length - 1, Math.max(0, next))] ?? 'price')
    },
    best(side) {
      const best = bestOf(side)
      if (best !== null) moveTo(rowPriceOf(best, grid), side === 'BUY' ? 'bid' : 'ask')
    },
    centre: () => scroll.centre(),
    regroup: context.regroup,
    flip: context.flip,
    outcome: (by) => goToOutcome(parts, event, outcome, by),
    size: (nth) =>
      parts.orderDefaults.update((old) => ({
        ...old,
        size: quickSize(parts.settings.get().quickSizes, nth) ?? old.size,
      })),
    netSize() {
      if (holding === null) parts.announcer.say(`No position in ${outcome.name}`)
      else parts.orderDefaults.update((old) => ({ ...old, size: closingSize(holding), unit: 'shares' }))
    },
    order: once((side: Side) => orders.act(orders.shotAt({ price: at, column }, side))),
    join: once((side: Side) => actAt(orders, side, bestOf(side))),
    takeBest: once((side: Side) => actAt(orders, side, bestOf(side === 'BUY' ? 'SELL' : 'BUY'))),
    enter: once(() => {
      const cell = { price: at, column }
      const own = column === 'price' ? null : orders.shotAt(cell, sideOf(column))
      const shot = column === 'result' ? orders.closingAt(cell) : own
      if (shot === null) orders.toTicket(null, at, null)
      else orders.act(shot)
    }),
    ticket() {
      const side = column === 'bid' ? 'BUY' : column === 'price' ? null : 'SELL'
      orders.toTicket(side, side === null ? at : priceFor(at, side, grid), null)
      focusTicket()
    },
    pickUp: once(() => pickUp(at, context)),
    scaled: once(() => {
      if (column === 'bid' || column === 'ask') {
        context.setScale({ grid, side: sideOf(column), from: at, to: at, by: 'keys' })
        parts.announcer.say(`Scaled order from ${context.show(at)}. Arrows aim, Enter places, Escape ends.`)
      } else orders.refuse({ price: at, column }, WHY_NOT.noSide)
    }),
    alert: () => orders.setAlert(at),
    cancel: () => cancelAt(at, context),
    cancelOutcome: () => parts.commands.cancelMarket({ outcomeId: outcome.id }),
    exit: once((mode: ExitMode) => exit(mode, context)),
    exitDetails: () => openPosition('walk', context),
    flatten: once(() => flattenMarket(parts, market.id)),
    read: () =>
      parts.announcer.say(
        `${outcome.name}: bid ${context.show(top.bestBid)}, ask ${context.show(top.bestAsk)}`,
      ),
  }
}

function actAt(orders: LadderOrders, side: Side, price: Price | null): void {
  if (price !== null) orders.actAt(side, price)
}

function heldIn({ parts, outcome }: ActionContext): Position | null {
  const position = parts.positions.get().items.find((one) => one.outcomeId === outcome.id)
  if (position?.status === 'open') return position
  parts.announcer.say(`No position in ${outcome.name}`)
  return null
}

function openPosition(view: ExitMode, context: ActionContext): void {
  const position = heldIn(context)
  if (position !== null) context.parts.openedPosition.set({ position, view, anchor: context.head() })
}

/** One press: it reduces risk (PAGE-1). */
function exit(mode: ExitMode, context: ActionContext): void {
  const { exits, trading } = context.parts
  if (trading.get()?.mode !== 'ARMED') {
    openPosition(mode, context)
    return
  }
  const position = heldIn(context)
  if (position === null) return
  const text = refusedText(exits.release(exits.press(position, mode)))
  if (text !== '') sayRefused(context.parts, 'Not sent', { text, group: 'exit-press' })
}

function pickUp(at: Price, { parts, outcome, grid, orders, take }: ActionContext): void {
  const [mine] = ownHere(parts, outcome.id, at, grid)
  if (mine === undefined) orders.refuse({ price: at, column: 'bid' }, WHY_NOT.nothingHere)
  else take(mine.grip)
}

/** Takes a key while an order or exit is picked up: it aims, drops or puts back, and nothing else. */
export function dragStep(
  { drag, setDrag, drop, type }: DragControl & { readonly drag: OrderDrag },
  { show, scroll, book }: LadderView,
  { announcer }: LadderParts,
  [name, value]: StepIn<'ladder'>,
  isRepeat: boolean,
): void {
  const aim = (next: OrderDrag) => {
    setDrag(next)
    announcer.say(moveLabel(next.left, show(next.to), next.leg))
    scroll.reveal(next.to)
  }
  if (name === 'move') aim(aimDrag(drag, value))
  else if (name === 'enter' && !isRepeat) drop()
  else if (name === 'pickUp' && !isRepeat) type()
  else if (name === 'best') {
    const { bestBid, bestAsk } = book.top()
    const best = value === 'BUY' ? bestBid : bestAsk
    if (best !== null) aim(aimAt(drag, rowPriceOf(best, drag.grid)))
  }
}

/** Cancels what the chips of the row stand for, as their crosses do: also orders of the other outcome, and exits. */
function cancelAt(at: Price, { parts, outcome, grid, show }: ActionContext): void {
  const own = parts.own.get()
  const levels = [ownInRow(own, outcome.id, 'BUY', at, grid), ownInRow(own, outcome.id, 'SELL', at, grid)]
  const chips = levels.filter((level) => level !== null)
  const ids = chips.flatMap(({ orders }) => orders.flatMap(({ id }) => id ?? []))
  if (ids.length > 0) parts.commands.cancelOrders(ids)
  const exits = (['BUY', 'SELL'] as const)
    .flatMap((side) => exitsInRow(parts.attachedExits.marks.get(), outcome.id, side, at, grid))
    .filter(({ rests }) => !rests)
  for (const mark of exits) parts.attachedExits.cancel(mark)
  if (chips.length + exits.length === 0) parts.announcer.say(`No order of mine at ${show(at)}`)
  // An order without the venue's name cannot be cancelled by it yet.
  const nameless = chips.find(
    ({ state, orders }) => state === 'sending' || orders.length === 0 || orders.some(({ id }) => id === null),
  )
  if (nameless === undefined) return
  const which = ids.length === 0 ? 'My order' : 'Another order of mine'
  const state = nameless.state === 'unknown' ? 'unknown, being checked' : 'still being sent'
  parts.announcer.say(`${which} at ${show(at)} is ${state}: press again, or Cancel all`)
}

const TICKET_PRICE = 'section[aria-label="Order ticket"] [role="spinbutton"]'

/** Puts the focus on the price that was filled in, once the ticket shows it. */
function focusTicket(): void {
  window.requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(TICKET_PRICE)?.focus()
  })
}

function goToOutcome(parts: LadderParts, event: Event, outcome: Outcome, by: -1 | 1): void {
  const all = event.markets.flatMap((market) => market.outcomes)
  const next = all[all.findIndex((one) => one.id === outcome.id) + by]
  if (next === undefined) return
  parts.ladderCall.set(next.id)
  // Beside another view the address stays with that.
  if (parts.router.get().page !== 'trade') parts.workspace.followed.choose(findSelection(event, next.id))
  else parts.router.go(eventAddress(event.slug, next.id), true)
}

export type OwnParts = Pick<LadderParts, 'own' | 'attachedExits' | 'commands'>

/** Why an order cannot be cancelled that has no id. */
export const BEING_SENT = 'it is still being sent'

/** Own orders of one side, or a leg, in a row. */
export type OwnHere = {
  readonly key: string
  /** `buy 10`, `stop 120` */
  readonly name: string
  readonly grip: Grip
  /** Why it cannot be moved; null when it can. */
  readonly whyFixed: string | null
  /** Null while it is being sent. */
  readonly cancel: (() => void) | null
}

/** Everything of mine in a row that can be moved or cancelled, orders first. */
export function ownHere(
  { own, attachedExits, commands }: OwnParts,
  outcomeId: string,
  price: Price,
  grid: LadderGrid,
): readonly OwnHere[] {
  const from = { outcomeId, from: price, hasOthers: true }
  const orders = SIDES.flatMap((side): readonly OwnHere[] => {
    const level = ownInRow(own.get(), outcomeId, side, price, grid)
    if (level === null) return []
    const movable = movableOrders(level)
    const ids = level.orders.flatMap(({ id }) => id ?? [])
    const name = `${side === 'BUY' ? 'buy' : 'sell'} ${showSize(level.size)}`
    const cancel = ids.length === 0 ? null : () => commands.cancelOrders(ids)
    const grip = { ...from, side, leg: null }
    return [{ key: side, name, grip, whyFixed: movable.ok ? null : movable.why, cancel }]
  })
  const legs = SIDES.flatMap((side) => exitsInRow(attachedExits.marks.get(), outcomeId, side, price, grid))
    .filter(({ rests }) => !rests)
    .map((mark): OwnHere => ({
      key: `${mark.side} ${mark.leg}`,
      name: markText(mark),
      grip: { ...from, side: mark.side, leg: mark.leg },
      whyFixed: null,
      cancel: () => attachedExits.cancel(mark),
    }))
  return [...orders, ...legs]
}
