/** Actions of a focused ladder's keys. Orders go through the same click path as the pointer. */
import { unreachable } from '#lib/never.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Event, Market, Outcome, Position } from '../../../platform/api/client.ts'
import type { BookTop } from '../../../platform/live/book-store.ts'
import { eventAddress } from '../../../platform/page/route.ts'
import type { Account, Page, Trading, Workspace } from '../../../contexts/contexts.ts'
import { findSelection } from '../../../data/markets/selection.ts'
import { ownInRow } from '../../../data/account/own-levels.ts'
import { exitsInRow } from '../../../data/account/exit-marks.ts'
import {
  priceAtRow,
  priceFor,
  quickSize,
  rowCount,
  rowOfPrice,
  rowPriceOf,
  sideOf,
} from '../../../data/markets/ladder-grid.ts'
import type { Cell, Column, LadderGrid } from '../../../data/markets/ladder-grid.ts'
import { closingSize } from './holding.ts'
import type { Holding } from './holding.ts'
import type { LadderAction } from '../../../commands/ladder-keys.ts'
import { flattenMarket } from '../../../contexts/flatten-market.ts'
import type { ExitMode } from '../../../actions/exits.ts'
import type { LadderOrders } from './ladder-orders.ts'
import type { ShowPrice } from '../grid/ladder-row.tsx'
import type { GridScroll } from '../grid/use-viewport.ts'

/** Context of the actions beside their own ladder. */
export type ActionParts = Pick<Account, 'own' | 'positions'> &
  Pick<Trading, 'attachedExits' | 'commands' | 'exits' | 'flatten' | 'orderDefaults' | 'trading'> &
  Pick<Workspace, 'ladderCall' | 'openedPosition' | 'workspace'> &
  Pick<Page, 'announcer' | 'router' | 'settings'>

export type ActionContext = {
  readonly parts: ActionParts
  /** The line of its head that says what is held. */
  readonly head: () => HTMLElement | null
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly top: BookTop
  readonly grid: LadderGrid
  readonly show: ShowPrice
  readonly scroll: GridScroll
  readonly orders: LadderOrders
  readonly holding: Holding | null
  /** The column of results is shown, so that the cursor can stand in it. */
  readonly hasResults: boolean
  readonly cursor: Cell | null
  readonly isRepeat: boolean
  readonly setCursor: (cell: Cell) => void
  /** Picks up the order or exit at a row. */
  readonly take: (price: Price) => void
  readonly regroup: (by: -1 | 1) => void
  readonly flip: () => void
}

/** Carries one action out. A held key moves the cursor but never sends again. */
export function runLadderAction(action: LadderAction, context: ActionContext): void {
  const { parts, outcome, top, grid, scroll, cursor, orders, holding } = context
  const steps = cursor?.price ?? top.bestBid ?? top.bestAsk ?? priceFromSteps(5_000)
  if (steps === null) return
  const at = rowPriceOf(steps, grid)
  // A ladder that became narrower has lost the column in which the cursor stood.
  const column =
    cursor === null || (cursor.column === 'result' && !context.hasResults) ? 'price' : cursor.column
  const moveTo = (price: Price, to: Column) => {
    context.setCursor({ price, column: to })
    scroll.reveal(price)
  }
  switch (action.kind) {
    case 'move': {
      const row = Math.min(rowCount(grid) - 1, Math.max(0, rowOfPrice(at, grid) - action.rows))
      const next = priceAtRow(row, grid)
      if (next !== null) moveTo(cursor === null ? at : next, column)
      return
    }
    case 'column': {
      const columns: readonly Column[] = context.hasResults
        ? ['result', 'bid', 'price', 'ask']
        : ['bid', 'price', 'ask']
      const next = columns.indexOf(column) + action.by
      moveTo(at, columns[Math.min(columns.length - 1, Math.max(0, next))] ?? 'price')
      return
    }
    case 'best': {
      const best = action.side === 'BUY' ? top.bestBid : top.bestAsk
      if (best !== null) moveTo(rowPriceOf(best, grid), action.side === 'BUY' ? 'bid' : 'ask')
      return
    }
    case 'centre':
      scroll.centre()
      return
    case 'coarser':
      context.regroup(1)
      return
    case 'finer':
      context.regroup(-1)
      return
    case 'flip':
      context.flip()
      return
    case 'outcome':
      goToOutcome(parts, context.event, outcome, action.by)
      return
    case 'size':
      parts.orderDefaults.update((old) => ({
        ...old,
        size: quickSize(parts.settings.get().quickSizes, action.at) ?? old.size,
      }))
      return
    case 'net_size':
      if (holding === null) parts.announcer.say(`No position in ${outcome.name}`)
      else parts.orderDefaults.update((old) => ({ ...old, size: closingSize(holding), unit: 'shares' }))
      return
    case 'order':
      if (!context.isRepeat) orders.act(orders.shotAt({ price: at, column }, action.side))
      return
    case 'join': {
      const best = action.side === 'BUY' ? top.bestBid : top.bestAsk
      if (best !== null && !context.isRepeat) orders.actAt(action.side, best)
      return
    }
    case 'take_best': {
      const best = action.side === 'BUY' ? top.bestAsk : top.bestBid
      if (best !== null && !context.isRepeat) orders.actAt(action.side, best)
      return
    }
    case 'enter': {
      if (context.isRepeat) return
      const shot =
        column === 'result'
          ? orders.closingAt({ price: at, column })
          : column === 'price'
            ? null
            : orders.shotAt({ price: at, column }, sideOf(column))
      if (shot === null) orders.toTicket(null, at, null)
      else orders.act(shot)
      return
    }
    case 'ticket': {
      const side = column === 'bid' ? 'BUY' : column === 'price' ? null : 'SELL'
      orders.toTicket(side, side === null ? at : priceFor(at, side, grid), null)
      focusTicket()
      return
    }
    case 'take':
      if (!context.isRepeat) context.take(at)
      return
    case 'alert':
      orders.setAlert(at)
      return
    case 'cancel':
      cancelAt(at, context)
      return
    case 'exit':
      if (!context.isRepeat) exit(action.mode, context)
      return
    case 'exit_details':
      openPosition('walk', context)
      return
    case 'flatten':
      if (!context.isRepeat) flattenMarket(parts, context.market.id)
      return
    case 'cancel_outcome':
      parts.commands.cancelMarket({ outcomeId: outcome.id })
      return
    case 'read':
      parts.announcer.say(
        `${outcome.name}: bid ${context.show(top.bestBid)}, ask ${context.show(top.bestAsk)}`,
      )
      return
    default:
      unreachable(action)
  }
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
  const { announcer, exits, trading } = context.parts
  if (trading.get()?.mode !== 'ARMED') {
    openPosition(mode, context)
    return
  }
  const position = heldIn(context)
  if (position === null) return
  const sent = exits.release(exits.press(position, mode))
  if (sent.kind === 'refused') announcer.report(`Not sent: ${sent.text}`)
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
  const state = nameless.state === 'unknown' ? 'unknown and looked up' : 'still being sent'
  parts.announcer.say(`${which} at ${show(at)} is ${state}: press again, or Cancel all`)
}

const TICKET_PRICE = 'section[aria-label="Order ticket"] [role="spinbutton"]'

/** Puts the focus on the price that was filled in, once the ticket shows it. */
function focusTicket(): void {
  window.requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(TICKET_PRICE)?.focus()
  })
}

function goToOutcome(parts: ActionParts, event: Event, outcome: Outcome, by: -1 | 1): void {
  const all = event.markets.flatMap((market) => market.outcomes)
  const next = all[all.findIndex((one) => one.id === outcome.id) + by]
  if (next === undefined) return
  parts.ladderCall.set({ outcomeId: next.id, pickUp: null })
  // Beside another view the address stays with that.
  if (parts.router.get().page !== 'trade') parts.workspace.links.choose(findSelection(event, next.id))
  else parts.router.go(eventAddress(event.slug, next.id), true)
}
