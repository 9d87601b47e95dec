/**
 * A price on a list of many markets: a press fills the ticket with it, or sends the order defaults there while ARMED, where the
 * trader chose so. Such a press goes through the click guard of the ladder (PAGE-4).
 */
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Account, MarketData, Page, Trading, Workspace } from '../../contexts/contexts.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import { READ_GUARD_MS } from '../../actions/guard.ts'
import type { Press } from '../../actions/guard.ts'
import type { Aim, Terms } from '../../actions/place.ts'
import { fillIn } from '../../data/markets/draft.ts'
import { aimByDefaults } from '../../actions/sale.ts'
import { WHY_NOT } from '../../words/why-not.ts'

/** A best price as listed in a row. */
export type ListedPrice = {
  readonly selection: Selection
  readonly tick: TickSize
  /** `BUY` at the ask, `SELL` at the bid. */
  readonly side: Side
  readonly price: Price
}

export type PricePress = {
  readonly at: ListedPrice
  /** The default size before the venue's rounding. */
  readonly asked: Micros
  readonly aim: Aim
  /** As they were at the press: its size was made for them. */
  readonly terms: Terms
  readonly barred: string | null
  readonly press: Press
  /** Otherwise it goes into the ticket, whatever has been armed since. */
  readonly isSent: boolean
  /** For how long the price had been there when it was pressed. */
  readonly shownMs: number
}

export type PressResult =
  | { readonly kind: 'ticket' }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'sent'; readonly clientOrderIds: readonly string[] }

export type PricePresses = {
  readonly press: (at: ListedPrice, shownMs: number) => PricePress
  readonly release: (pressed: PricePress) => PressResult
}

type Parts = Pick<MarketData, 'books'> &
  Pick<Account, 'account' | 'positions'> &
  Pick<Workspace, 'selection'> &
  Pick<Trading, 'draft' | 'orderDefaults' | 'trading' | 'clicks'> &
  Pick<Page, 'settings' | 'live'>

/** True if a press sends now. */
function pressSends({ trading, settings }: Pick<Parts, 'trading' | 'settings'>): boolean {
  return trading.get()?.mode === 'ARMED' && settings.get().boardSends
}

/** Builds them over the parts of the page. */
export function createPricePresses(parts: Parts): PricePresses {
  const { selection, draft, orderDefaults, clicks, settings, live } = parts

  function toTicket({ at, asked }: PricePress): void {
    const { event, market, outcome } = at.selection
    selection.set({ event, market, outcome })
    const prices = pricesIn(settings.get().priceFormat)
    const part = { price: at.price, side: at.side, size: asked }
    draft.set(fillIn(draft.get(), outcome.id, part, at.tick, prices))
  }

  return {
    press(at, shownMs) {
      const { side, price } = at
      const { timeInForce, postOnly } = orderDefaults.get()
      const { asked, barred, ...aim } = aimByDefaults(parts, at.selection, { side, price })
      return {
        at,
        asked,
        aim,
        terms: { timeInForce, postOnly, expiresAt: null },
        barred,
        press: clicks.press(aim),
        isSent: pressSends(parts),
        shownMs,
      }
    },
    release(pressed) {
      const { aim, terms, barred, press, isSent, shownMs, at } = pressed
      if (!isSent) {
        if (!live.isReceiving()) return { kind: 'refused', text: WHY_NOT.linkLost }
        toTicket(pressed)
        return { kind: 'ticket' }
      }
      if (barred !== null) return { kind: 'refused', text: barred }
      if (shownMs < READ_GUARD_MS) return { kind: 'refused', text: WHY_NOT.priceChanged }
      const result = clicks.release(press, aim, terms, at.tick, Infinity)
      return result.kind === 'refused'
        ? result
        : { kind: 'sent', clientOrderIds: result.intents.map(({ clientOrderId }) => clientOrderId) }
    },
  }
}
