/**
 * From a cell of a ladder to an order, a filled-in ticket or an alert. Pointer, keys, menu and touch bar all come through
 * here, so that each of them sends what it says or tells why it does not.
 */
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Price } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../../platform/api/client.ts'
import { pricesIn } from '../../../data/settings/prices.ts'
import type { Account, MarketData, Page, Trading, Workspace } from '../../../contexts/contexts.ts'
import { draftAt } from '../../../contexts/selection-draft.ts'
import { fillIn } from '../../../data/markets/draft.ts'
import type { Press } from '../../../actions/click-guard.ts'
import { aimSale, freeShares, orderWords, PLAIN_ORDER, sellableShares } from '../../../actions/sale.ts'
import type { OtherSide } from '../../../actions/sale.ts'
import { freeCashOf, NO_FREE_CASH, noSizeText, sharesAt } from '../../../data/settings/order-defaults.ts'
import { columnOf, priceFor, rowPriceOf } from '../../../data/markets/ladder-grid.ts'
import type { Cell, LadderGrid } from '../../../data/markets/ladder-grid.ts'
import { closingSize } from './holding.ts'
import type { Holding } from './holding.ts'
import type { ShowPrice } from '../grid/ladder-row.tsx'
import { WHY_NOT } from '../../../words/why-not.ts'

/** Order of a cell. */
export type Shot = {
  readonly cell: Cell
  readonly side: Side
  readonly price: Price
  /** Size to send. */
  readonly size: Micros
  /** The default size or the position, before the venue's rounding. */
  readonly asked: Micros
  /** Purchase of the other outcome by a sale beyond the holding. */
  readonly other: OtherSide | null
  /** Why it cannot be sent, as text; null when it can. */
  readonly barred: string | null
  /** Its shares are offered in own resting sales, which are cancelled first. */
  readonly frees: boolean
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

export type LadderOrders = {
  /** The order of a side at a cell's row, with the order defaults. */
  readonly shotAt: (cell: Cell, side: Side) => Shot
  /** The order that closes the whole position at a cell's row; null without one. */
  readonly closingAt: (cell: Cell) => Shot | null
  /** True if a press would send it now. */
  readonly sends: (shot: Shot) => boolean
  readonly press: (shot: Shot) => PressedShot
  /** Sends what was pressed, or fills in the ticket with it, or says why neither. */
  readonly release: (pressed: PressedShot, sinceMoveMs: number) => void
  /** Press and release in one, on a price that cannot have moved under a pointer. */
  readonly act: (shot: Shot) => void
  readonly actAt: (side: Side, price: Price) => void
  readonly toTicket: (side: Side | null, price: Price, size: Micros | null) => void
  readonly setAlert: (price: Price | null) => void
}

export type OrdersPlace = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly grid: LadderGrid
  readonly holding: Holding | null
}

/** An order of a cell before it is known how it goes out. */
type PlainShot = Omit<Shot, 'other' | 'barred' | 'frees'>

/**
 * Builds the orders of one ladder.
 *
 * @param refuse  gets the reason why nothing was sent from a cell
 * @param sent    gets the client order ids of what was
 */
export function createLadderOrders(
  parts: Pick<MarketData, 'books' | 'alerts'> &
    Pick<Account, 'account' | 'positions'> &
    Pick<Workspace, 'selection'> &
    Pick<Trading, 'draft' | 'orderDefaults' | 'quickNotional' | 'trading' | 'clicks'> &
    Pick<Page, 'settings' | 'live'>,
  { event, market, outcome, grid, holding }: OrdersPlace,
  refuse: (cell: Cell, text: string) => void,
  sent: (cell: Cell, clientOrderIds: readonly string[]) => void,
): LadderOrders {
  const aim = ({ side, price, size, other, frees }: Shot) => ({
    outcomeId: outcome.id,
    outcomeName: outcome.name,
    side,
    price,
    size,
    other,
    frees,
  })
  const freeCash = () => freeCashOf(parts.account.get().summary)
  const shares = (side: Side, price: Price) =>
    sharesAt(parts.orderDefaults.get(), { side, price, freeCash: freeCash() })
  const aimed = (shot: PlainShot): Shot => {
    const { timeInForce, postOnly, unit } = parts.orderDefaults.get()
    if (unit === 'percent' && freeCash() === null) return { ...shot, ...PLAIN_ORDER, barred: NO_FREE_CASH }
    const sale = aimSale(
      { ...shot, timeInForce, postOnly },
      { market, outcome, bestBid: parts.books.book(outcome.id).top().bestBid },
      {
        free: freeShares(parts.positions.get(), outcome.id),
        sellable: sellableShares(parts.positions.get(), outcome.id),
        buysOther: parts.settings.get().buyOtherSide,
      },
    )
    return { ...shot, ...sale }
  }
  const toTicket: LadderOrders['toTicket'] = (side, price, size) => {
    parts.selection.set({ event, market, outcome })
    const part = { price, ...(side === null ? {} : { side }), ...(size === null ? {} : { size }) }
    const prices = pricesIn(parts.settings.get().priceFormat)
    parts.draft.set(fillIn(parts.draft.get(), outcome.id, part, grid.tick, prices))
  }
  const shotAt: LadderOrders['shotAt'] = (cell, side) => {
    const price = priceFor(cell.price, side, grid)
    return aimed({ cell, side, price, ...shares(side, price), isClosing: false })
  }
  const isQuick = (shot: Shot): boolean =>
    !shot.isClosing || notional(shot.price, shot.size) <= parts.quickNotional.get()
  const release: LadderOrders['release'] = ({ shot, press, isSent }, sinceMoveMs) => {
    if (!isSent || !isQuick(shot)) {
      // Without the link neither the mode is known nor the price: what is being written in the ticket stays.
      if (parts.live.isReceiving()) toTicket(shot.side, shot.price, shot.asked)
      else refuse(shot.cell, WHY_NOT.linkLost)
      return
    }
    const { timeInForce, postOnly } = parts.orderDefaults.get()
    if (shot.barred !== null) {
      refuse(shot.cell, shot.barred)
      return
    }
    if (shot.size <= ZERO) {
      refuse(shot.cell, noSizeText({ timeInForce, price: shot.price }))
      return
    }
    const terms = { timeInForce, postOnly, expiresAt: null }
    const result = parts.clicks.release(press, aim(shot), terms, grid.tick, sinceMoveMs)
    if (result.kind === 'refused') refuse(shot.cell, result.text)
    else
      sent(
        shot.cell,
        result.intents.map((intent) => intent.clientOrderId),
      )
  }
  const press: LadderOrders['press'] = (shot) => {
    const pressed = parts.clicks.press(aim(shot))
    return { shot, press: pressed, isSent: pressed.mode === 'ARMED' && isQuick(shot) }
  }
  const act: LadderOrders['act'] = (shot) => release(press(shot), Infinity)
  return {
    shotAt,
    closingAt(cell) {
      if (holding === null) return null
      const price = priceFor(cell.price, 'SELL', grid)
      const { timeInForce } = parts.orderDefaults.get()
      const whole = { size: closingSize(holding), unit: 'shares', timeInForce } as const
      const size = sharesAt(whole, { side: 'SELL', price, freeCash: null })
      const free = freeShares(parts.positions.get(), outcome.id)
      const frees = free !== null && size.size > free
      return { cell, side: 'SELL', price, ...size, ...PLAIN_ORDER, frees, isClosing: true }
    },
    sends: (shot) => parts.trading.get()?.mode === 'ARMED' && isQuick(shot),
    press,
    release,
    act,
    actAt(side, price) {
      const cell = { price: rowPriceOf(price, grid), column: columnOf(side) }
      act(aimed({ ...shotAt(cell, side), price, ...shares(side, price) }))
    },
    toTicket,
    setAlert: (price) => parts.alerts.draft.set(draftAt(parts, { event, market, outcome }, price)),
  }
}

/** Effect of a press on it: its orders, and whether they only go into the ticket; or why it does nothing. */
export function shotText(shot: Shot, outcomeName: string, isSent: boolean, show: ShowPrice): string {
  if (isSent && shot.barred !== null) return shot.barred
  return `${orderWords({ ...shot, outcomeName }, show)}${isSent ? '' : INTO_TICKET}`
}

/** Effect of a click, as the label at the pointer says it. */
export type AimText = { readonly text: string; readonly shot: Shot }

/** Behind the words of an order that is not sent. */
export const INTO_TICKET = ' into the ticket'
