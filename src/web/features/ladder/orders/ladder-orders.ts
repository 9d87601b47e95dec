/**
 * From a cell of a ladder to an order, a filled-in ticket or an alert. Pointer, keys, menu and touch bar all come through
 * here, so that each of them sends what it says or tells why it does not.
 */
import { err } from '#lib/result.ts'
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Price } from '#core/price.ts'
import { pricesIn } from '../../../data/settings/prices.ts'
import type { Account, MarketData, Page, Trading, Workspace } from '../../../contexts/contexts.ts'
import { draftAt } from '../../../contexts/selection-draft.ts'
import { fillIn } from '../../../data/markets/draft.ts'
import { refusedText } from '../../../actions/outcome.ts'
import {
  aimByDefaults,
  bracketOf,
  exitFault,
  partsOf,
  PLAIN_ORDER,
  sharesToSell,
} from '../../../actions/sale.ts'
import type { Aim } from '../../../actions/sale.ts'
import { SLIPPAGE_TICKS } from '../../../actions/drafts/exit-legs.ts'
import type { Press } from '../../../actions/place.ts'
import { kindOf } from '../../../data/settings/brackets.ts'
import { noSizeText, sharesAt } from '../../../data/settings/order-defaults.ts'
import { priceFor, rowPriceOf, columnOf } from '../../../data/markets/ladder-grid.ts'
import type { Cell } from '../../../data/markets/ladder-grid.ts'
import { closingSize } from '../../../data/account/holding.ts'
import type { LadderView, ShowPrice } from '../use-ladder-view.ts'
import { mouseAction, orderSide } from '../mouse.ts'
import { WHY_NOT } from '../../../words/why-not.ts'
import { orderWords } from '../../../words/order-effect.ts'

/** Order of a cell, and its size before the venue's rounding. */
export type Shot = Aim & {
  readonly cell: Cell
  readonly asked: Micros
  /** Why it cannot be sent, as text; null when it can. */
  readonly barred: string | null
  /** Closes the whole position: above the quick notional only by the ticket. */
  readonly isClosing: boolean
}

/** An order at the moment in which its words were shown or its cell was pressed. */
export type PressedShot = {
  readonly shot: Shot
  readonly press: Press
  /** The release sends it; otherwise it goes into the ticket, whatever has been armed since. */
  readonly isSent: boolean
}

export type LadderOrders = ReturnType<typeof createLadderOrders>

type OrdersPlace = Pick<LadderView, 'event' | 'market' | 'outcome' | 'grid' | 'holding'>

/**
 * Builds the orders of one ladder.
 *
 * @param tell  gets the reason why nothing was sent from a cell, or the client order ids of what was
 */
export function createLadderOrders(
  parts: Pick<MarketData, 'books' | 'alerts'> &
    Pick<Account, 'account' | 'positions'> &
    Pick<Workspace, 'selection'> &
    Pick<
      Trading,
      'attachedExits' | 'brackets' | 'draft' | 'orderDefaults' | 'quickNotional' | 'trading' | 'clicks'
    > &
    Pick<Page, 'settings' | 'live'>,
  { event, market, outcome, grid, holding }: OrdersPlace,
  tell: (cell: Cell, refusal: string, sent: readonly string[]) => void,
) {
  function shotOf(cell: Cell, side: Side, price: Price): Shot {
    const bracket = bracketOf(parts.brackets.of(kindOf(event)))
    const aim = { ...aimByDefaults(parts, { market, outcome }, { side, price }), bracket }
    return { cell, isClosing: false, ...aim, barred: aim.barred ?? exitFault(aim, grid.tick) }
  }
  function toTicket(side: Side | null, price: Price, size: Micros | null): void {
    parts.selection.set({ event, market, outcome })
    const part = { price, ...(side === null ? {} : { side }), ...(size === null ? {} : { size }) }
    const prices = pricesIn(parts.settings.get().priceFormat)
    parts.draft.set(fillIn(parts.draft.get(), outcome.id, part, grid.tick, prices))
  }
  const isQuick = (shot: Shot): boolean =>
    !shot.isClosing || notional(shot.price, shot.size) <= parts.quickNotional.get()
  function press(shot: Shot): PressedShot {
    const pressed = parts.clicks.press(shot)
    return { shot, press: pressed, isSent: pressed.mode === 'ARMED' && isQuick(shot) }
  }
  /** Sends what was pressed, or fills in the ticket with it, or says why neither. */
  function release({ shot, press: pressed, isSent }: PressedShot, sinceMoveMs: number): void {
    const { timeInForce, postOnly } = parts.orderDefaults.get()
    if (!isSent || !isQuick(shot)) {
      // Without the link neither the mode is known nor the price: what is being written in the ticket stays.
      if (parts.live.isReceiving()) toTicket(shot.side, shot.price, shot.asked)
      else tell(shot.cell, WHY_NOT.linkLost, [])
    } else if (shot.barred !== null) tell(shot.cell, shot.barred, [])
    else {
      const terms = { timeInForce, postOnly, expiresAt: null }
      const result = parts.clicks.release(pressed, terms, grid.tick, sinceMoveMs)
      const ids = result.intents.map(({ clientOrderId }) => clientOrderId)
      tell(shot.cell, refusedText(result), ids)
    }
  }
  /** Press and release in one, on a price that cannot have moved under a pointer. */
  const act = (shot: Shot): void => release(press(shot), Infinity)
  /** The order of a side at a cell's row, with the order defaults. */
  const shotAt = (cell: Cell, side: Side): Shot => shotOf(cell, side, priceFor(cell.price, side, grid))
  /** The order that closes the whole position at a cell's row; null without one. */
  function closingAt(cell: Cell): Shot | null {
    if (holding === null) return null
    const price = priceFor(cell.price, 'SELL', grid)
    const { timeInForce } = parts.orderDefaults.get()
    const whole = { size: closingSize(holding), unit: 'shares', timeInForce } as const
    const size = sharesAt(whole, price)
    const { free } = sharesToSell(parts.positions.get(), outcome.id)
    const frees = free !== null && size.size > free
    const aim = { outcomeId: outcome.id, outcomeName: outcome.name, side: 'SELL', price } as const
    const barred = size.size <= ZERO ? noSizeText({ timeInForce, price }) : null
    return { cell, ...aim, ...size, ...PLAIN_ORDER, barred, frees, isClosing: true }
  }
  return {
    shotAt,
    closingAt,
    /** The order of a mouse button at a cell, by the scheme that is set; null where it orders nothing. */
    shotBy(cell: Cell, button: number): Shot | null {
      if (cell.column === 'result') return button === 0 ? closingAt(cell) : null
      const side = orderSide(mouseAction(parts.settings.get().mouseScheme, button), cell.column)
      return side === null ? null : shotAt(cell, side)
    },
    /** True if a press would send it now. */
    sends: (shot: Shot): boolean => parts.trading.get()?.mode === 'ARMED' && isQuick(shot),
    press,
    release,
    act,
    /** Buys once the best bid is there. */
    async buyStop(shot: Shot): Promise<void> {
      const isArmed = parts.trading.get()?.mode === 'ARMED'
      const answer = isArmed
        ? await parts.attachedExits.buyStop(shot, SLIPPAGE_TICKS, grid.tick)
        : err(WHY_NOT.modeChanged)
      if (!answer.ok) tell(shot.cell, answer.error, [])
    },
    refuse: (cell: Cell, text: string): void => tell(cell, text, []),
    actAt: (side: Side, price: Price): void =>
      act(shotOf({ price: rowPriceOf(price, grid), column: columnOf(side) }, side, price)),
    toTicket,
    setAlert: (price: Price | null): void =>
      parts.alerts.draft.set(draftAt(parts, { event, market, outcome }, price)),
  }
}

/** Effect of a press on it: its orders, and whether they only go into the ticket; or why it does nothing. */
export function shotText(shot: Shot, outcomeName: string, isSent: boolean, show: ShowPrice): string {
  if (isSent && shot.barred !== null) return shot.barred
  const aim = { ...shot, outcomeName }
  return `${orderWords(aim, partsOf(aim), show)}${isSent ? '' : INTO_TICKET}`
}

/** Effect of a click, as the label at the pointer says it. */
export type AimText = { readonly text: string; readonly shot: Shot }

/** Behind the words of an order that is not sent. */
export const INTO_TICKET = ' into the ticket'
