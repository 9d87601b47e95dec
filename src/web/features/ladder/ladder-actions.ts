/** What the keys of a focused ladder do. Orders go through the same click path as the pointer. */
import { unreachable } from '#lib/never.ts'
import type { Side } from '#core/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Outcome } from '../../api/wire.ts'
import { showPrice } from '../../format/numbers.ts'
import type { BookTop } from '../../live/book-store.ts'
import type { Terminal } from '../../terminal.ts'
import { openOrders } from '../orders/own-levels.ts'
import { isAtPrice, quickSize, sideOf } from './ladder-cell.ts'
import type { Cell } from './ladder-cell.ts'
import type { LadderAction } from './ladder-keys.ts'
import type { Column } from './ladder-row.tsx'
import type { GridScroll } from './use-viewport.ts'

export type ActionContext = {
  readonly terminal: Terminal
  readonly outcome: Outcome
  readonly top: BookTop
  readonly tick: TickSize
  readonly scroll: GridScroll
  readonly cursor: Cell | null
  readonly isRepeat: boolean
  readonly setCursor: (cell: Cell) => void
  readonly act: (side: Side, price: Price) => void
  readonly toTicket: (price: Price) => void
  readonly take: (price: Price) => void
  readonly setAlert: (price: Price) => void
}

/** Carries one action out. A held key moves the cursor but never sends again. */
export function runLadderAction(action: LadderAction, context: ActionContext): void {
  const { terminal, outcome, top, tick, scroll, cursor } = context
  const at = cursor?.price ?? top.bestBid ?? top.bestAsk ?? priceFromSteps(5_000 - (5_000 % tick))
  if (at === null) return
  const moveTo = (price: Price, column: Column) => {
    context.setCursor({ price, column })
    scroll.reveal(price)
  }
  switch (action.kind) {
    case 'move': {
      const next = priceFromSteps(Math.min(10_000 - tick, Math.max(tick, at + action.rows * tick)))
      if (next !== null) moveTo(cursor === null ? at : next, cursor?.column ?? 'price')
      return
    }
    case 'column': {
      const columns = ['bid', 'price', 'ask'] as const
      const now = columns.indexOf(cursor?.column ?? 'price')
      moveTo(at, columns[Math.min(2, Math.max(0, now + action.by))] ?? 'price')
      return
    }
    case 'best': {
      const best = action.side === 'BUY' ? top.bestBid : top.bestAsk
      if (best !== null) moveTo(best, action.side === 'BUY' ? 'bid' : 'ask')
      return
    }
    case 'centre':
      scroll.centre()
      return
    case 'size':
      terminal.hand.update((old) => ({
        ...old,
        size: quickSize(terminal.settings.get().sizes, action.at) ?? old.size,
      }))
      return
    case 'order':
      if (!context.isRepeat) context.act(action.side, at)
      return
    case 'join': {
      const best = action.side === 'BUY' ? top.bestBid : top.bestAsk
      if (best !== null && !context.isRepeat) context.act(action.side, best)
      return
    }
    case 'enter':
      if (context.isRepeat) return
      if (cursor === null || cursor.column === 'price') context.toTicket(at)
      else context.act(sideOf(cursor.column), at)
      return
    case 'take':
      if (!context.isRepeat) context.take(at)
      return
    case 'alert':
      context.setAlert(at)
      return
    case 'cancel': {
      const ids = openOrders(terminal.orders.get().items)
        .filter((order) => order.outcome_id === outcome.id && isAtPrice(order.price, at))
        .map((order) => order.id)
        .filter((id) => id !== null)
      terminal.commands.cancelOrders(ids)
      return
    }
    case 'leave': {
      const position = terminal.positions.get().items.find((one) => one.outcome_id === outcome.id)
      if (position?.status === 'open') terminal.openedPosition.set({ position, view: action.mode })
      else terminal.announcer.say(`No position in ${outcome.name}`)
      return
    }
    case 'cancel_outcome':
      terminal.commands.cancelMarket({ outcome_id: outcome.id })
      return
    case 'read':
      terminal.announcer.say(
        `${outcome.name}: bid ${showPrice(top.bestBid, tick)}, ask ${showPrice(top.bestAsk, tick)}`,
      )
      return
    case 'take_best':
    case 'flip':
    case 'coarser':
    case 'finer':
    case 'ticket':
    case 'net_size':
    case 'outcome':
      return
    default:
      unreachable(action)
  }
}
