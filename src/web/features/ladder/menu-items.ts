/** Items of a row's menu. */
import type { Side } from '#core/order/order.ts'
import { isOnTick, priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { PutLegs } from '../../actions/bracket.ts'
import { showCents, showSize } from '../../platform/format/figures.ts'
import type { Account, Trading } from '../../contexts/contexts.ts'
import { ownInRow } from '../../data/account/own-levels.ts'
import { closedAt } from '../../data/account/holding.ts'
import type { Holding } from '../../data/account/holding.ts'
import type { PricedLeg } from '../../data/account/exit-marks.ts'
import { exitsInRow, markText } from '../../data/account/exit-marks.ts'
import type { Cell, LadderGrid } from '../../data/markets/ladder-grid.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import type { ShowPrice } from './grid/ladder-row.tsx'
import { INTO_TICKET, shotText } from './orders/ladder-orders.ts'
import type { LadderOrders, Shot } from './orders/ladder-orders.ts'
import { movableOrders } from '../../actions/drafts/order-drag.ts'
import type { DragControl } from './orders/use-ladder-drag.ts'

const SIDES = ['BUY', 'SELL'] as const

export type MenuPlace = {
  readonly parts: Pick<Account, 'own'> & Pick<Trading, 'attachedExits' | 'commands'>
  readonly outcomeId: string
  readonly outcomeName: string
  readonly grid: LadderGrid
  readonly show: ShowPrice
  readonly cell: Cell
  readonly orders: LadderOrders
  readonly drag: DragControl
  readonly bestBid: Price | null
  /** Holding of the outcome; null without a position. */
  readonly holding: Holding | null
  /** Why no price can be clicked now; null when one can. */
  readonly staleWhy: string | null
  /** The name of the other outcome; null without one. */
  readonly otherName: string | null
  readonly centre: () => void
  /** Asks for a price, for a row that may be out of sight. */
  readonly type: () => void
  readonly flip: () => void
}

/** Why an order cannot be cancelled that has no id. */
export const BEING_SENT = 'it is still being sent'

/** Own orders of one side, or a leg, in a row. */
export type OwnHere = {
  readonly key: string
  /** `buy 10`, `stop 120` */
  readonly name: string
  readonly side: Side
  readonly leg?: PricedLeg
  /** Why it cannot be moved; null when it can. */
  readonly whyFixed: string | null
  /** Null while it is being sent. */
  readonly cancel: (() => void) | null
}

/** Everything of mine in a row that can be moved or cancelled. */
export function ownHere(
  { own, attachedExits, commands }: MenuPlace['parts'],
  outcomeId: string,
  price: Price,
  grid: LadderGrid,
): readonly OwnHere[] {
  const orders = SIDES.flatMap((side): readonly OwnHere[] => {
    const level = ownInRow(own.get(), outcomeId, side, price, grid)
    if (level === null) return []
    const movable = movableOrders(level)
    const ids = level.orders.flatMap(({ id }) => id ?? [])
    const name = `${side === 'BUY' ? 'buy' : 'sell'} ${showSize(level.size)}`
    const cancel = ids.length === 0 ? null : () => commands.cancelOrders(ids)
    return [{ key: side, name, side, whyFixed: movable.ok ? null : movable.why, cancel }]
  })
  const legs = SIDES.flatMap((side) => exitsInRow(attachedExits.marks.get(), outcomeId, side, price, grid))
    .filter(({ rests }) => !rests)
    .map((mark): OwnHere => ({
      key: `${mark.side} ${mark.leg}`,
      name: markText(mark),
      side: mark.side,
      leg: mark.leg,
      whyFixed: null,
      cancel: () => attachedExits.cancel(mark),
    }))
  return [...orders, ...legs]
}

/**
 * The items for a row, in the order of their use. SAFE sends nothing: the words then say so. Each order is pressed as its words
 * are made: what has moved or was armed since makes no other order of it.
 */
export function menuItems(place: MenuPlace): readonly MenuItem[] {
  const { parts, outcomeId, grid, show, cell, orders, drag, staleWhy } = place
  const closing = orders.closingAt(cell)
  const orderItem = (shot: Shot, text: string): MenuItem => {
    const pressed = orders.press(shot)
    return {
      key: text,
      text,
      run: () => orders.release(pressed, Infinity),
      refused: pressed.isSent ? (staleWhy ?? shot.barred) : null,
    }
  }
  const trades = SIDES.map((side) => {
    const shot = orders.shotAt(cell, side)
    return orderItem(shot, shotText(shot, place.outcomeName, orders.sends(shot), show))
  })
  const own = ownHere(parts, outcomeId, cell.price, grid).flatMap(
    ({ key, name, side, leg, whyFixed, cancel }) => {
      const mine = leg === undefined ? `my ${name}` : name
      return [
        {
          key: `Move ${key}`,
          text: `Move ${mine}`,
          run: () => drag.take(cell.price, side, leg),
          refused: whyFixed,
        },
        {
          key: `Cancel ${key}`,
          text: `Cancel ${mine}`,
          run: () => cancel?.(),
          refused: cancel === null ? BEING_SENT : null,
        },
      ]
    },
  )
  return [
    ...trades,
    ...(closing === null
      ? []
      : [
          orderItem(
            closing,
            `Close ${showSize(closing.size)} @ ${show(closing.price)}${orders.sends(closing) ? '' : INTO_TICKET}`,
          ),
        ]),
    ...own,
    ...newLegs(place),
    {
      key: 'ticket',
      text: `${show(cell.price)} into the ticket`,
      run: () => orders.toTicket(null, cell.price, null),
    },
    { key: 'alert', text: `Alert here, at ${show(cell.price)}`, run: () => orders.setAlert(cell.price) },
    { key: 'typed', text: 'Type another price\u2026', run: place.type },
    { key: 'centre', text: 'Centre', run: place.centre },
    ...(place.otherName === null
      ? []
      : [{ key: 'flip', text: `Flip to ${place.otherName}`, run: place.flip }]),
    {
      key: 'cancel',
      text: 'Cancel all of this ladder',
      run: () => parts.commands.cancelMarket({ outcomeId: outcomeId }),
    },
  ]
}

/**
 * A target above the best bid or a stop below it, for what is held: what reduces risk takes one press more than the menu. One
 * press sets both, the other leg as far from the bid on its other side.
 */
function newLegs({ parts, outcomeId, grid, show, cell, bestBid, holding }: MenuPlace): readonly MenuItem[] {
  const { price } = cell
  if (holding === null || bestBid === null || price === bestBid) return []
  const [leg, otherLeg] = price > bestBid ? (['target', 'stop'] as const) : (['stop', 'target'] as const)
  const name = leg === 'target' ? 'Target' : 'Stop'
  const size = showSize(holding.size)
  const brings = (at: Price) => `${show(at)}, ${showCents(closedAt(holding, at), true)} est.`
  const item = (key: string, text: string, legs: PutLegs): MenuItem => ({
    key,
    text,
    run: () => parts.attachedExits.put(outcomeId, holding.size, legs),
  })
  const other = priceFromSteps(2 * bestBid - price)
  return [
    item(leg, `${name} here: sells ${size} at ${brings(price)}`, { [leg]: price }),
    ...(other === null || !isOnTick(other, grid.tick)
      ? []
      : [
          item(
            'bracket',
            `${name} here and ${otherLeg}: sells ${size} at ${brings(price)}, or at ${brings(other)}`,
            { [leg]: price, [otherLeg]: other },
          ),
        ]),
  ]
}
