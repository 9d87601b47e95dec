/** Items of a row's menu. Loaded once the first view is there. */
import { isOnTick, priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { PutLegs } from '../../actions/drafts/exit-legs.ts'
import type { Grip } from '../../actions/drafts/order-drag.ts'
import { closedAt } from '../../data/account/holding.ts'
import { asKind } from '../../data/markets/draft.ts'
import type { Cell } from '../../data/markets/ladder-grid.ts'
import { showCents, showSize } from '../../platform/format/figures.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { staleText } from '../../words/why-not.ts'
import { BEING_SENT, ownHere } from './orders/ladder-actions.ts'
import type { OwnParts } from './orders/ladder-actions.ts'
import { INTO_TICKET, shotText } from './orders/ladder-orders.ts'
import type { LadderOrders, Shot } from './orders/ladder-orders.ts'
import type { LadderParts, LadderView } from './use-ladder-view.ts'

const SIDES = ['BUY', 'SELL'] as const

type MenuView = Pick<
  LadderView,
  'outcome' | 'other' | 'book' | 'stale' | 'grid' | 'show' | 'holding' | 'scroll'
>

type MenuActs = {
  readonly parts: MenuParts
  readonly orders: LadderOrders
  readonly take: (grip: Grip) => void
  readonly flip: () => void
  /** Asks for a price, whose row may be out of sight. */
  readonly type: () => void
}

type MenuParts = OwnParts & Pick<LadderParts, 'draft'>

/**
 * The items for a row, in the order of their use. SAFE sends nothing: the words then say so. Each order is pressed as its words
 * are made: what has moved or was armed since makes no other order of it.
 */
export function menuItems(view: MenuView, acts: MenuActs, cell: Cell): readonly MenuItem[] {
  const { outcome, other, grid, show, stale } = view
  const { parts, orders } = acts
  const closing = orders.closingAt(cell)
  const act = (key: string, text: string, run: () => void, refused: string | null = null): MenuItem => ({
    key,
    text,
    run,
    refused,
  })
  const orderItem = (shot: Shot, text: string): MenuItem => {
    const pressed = orders.press(shot)
    const barred = stale === null ? shot.barred : staleText(stale)
    return act(text, text, () => orders.release(pressed, Infinity), pressed.isSent ? barred : null)
  }
  const own = ownHere(parts, outcome.id, cell.price, grid).flatMap(
    ({ key, name, grip, whyFixed, cancel }) => {
      const mine = grip.leg === null ? `my ${name}` : name
      return [
        act(`Move ${key}`, `Move ${mine}`, () => acts.take(grip), whyFixed),
        act(`Cancel ${key}`, `Cancel ${mine}`, () => cancel?.(), cancel === null ? BEING_SENT : null),
      ]
    },
  )
  return [
    ...SIDES.map((side) => {
      const shot = orders.shotAt(cell, side)
      return orderItem(shot, shotText(shot, outcome.name, orders.sends(shot), show))
    }),
    ...(closing === null
      ? []
      : [
          orderItem(
            closing,
            `Close ${showSize(closing.size)} @ ${show(closing.price)}${orders.sends(closing) ? '' : INTO_TICKET}`,
          ),
        ]),
    ...own,
    ...newLegs(view, parts, cell.price),
    ...buyStop(view, acts, cell),
    act('ticket', `${show(cell.price)} into the ticket`, () => orders.toTicket(null, cell.price, null)),
    act('alert', `Alert here, at ${show(cell.price)}`, () => orders.setAlert(cell.price)),
    act('typed', 'Type another price\u2026', acts.type),
    act('centre', 'Centre', view.scroll.centre),
    ...(other === null ? [] : [act('flip', `Flip to ${other.name}`, acts.flip)]),
    act('cancel', 'Cancel all of this ladder', () => parts.commands.cancelMarket({ outcomeId: outcome.id })),
  ]
}

/** Nothing is sent before the bid has come up to the row. SAFE fills in the ticket. */
function buyStop({ show, book }: MenuView, { parts, orders }: MenuActs, cell: Cell): readonly MenuItem[] {
  const { bestBid } = book.top()
  const shot = orders.shotAt(cell, 'BUY')
  if (bestBid === null || shot.price <= bestBid) return []
  const isSent = orders.sends(shot)
  return [
    {
      key: 'buy_stop',
      text: `Buy stop here: buys ${showSize(shot.size)} once the bid is at ${show(shot.price)}${isSent ? '' : INTO_TICKET}`,
      refused: isSent ? shot.barred : null,
      run() {
        if (isSent) void orders.buyStop(shot)
        else {
          orders.toTicket('BUY', shot.price, shot.asked)
          parts.draft.update((old) => (old === null ? null : asKind(old, 'stop')))
        }
      },
    },
  ]
}

/**
 * A target above the best bid or a stop below it, for what is held: what reduces risk takes one press more than the menu. One
 * press sets both, the other leg as far from the bid on its other side.
 */
function newLegs(
  { outcome, grid, show, book, holding }: MenuView,
  { attachedExits }: OwnParts,
  price: Price,
): readonly MenuItem[] {
  const { bestBid } = book.top()
  if (holding === null || bestBid === null || price === bestBid) return []
  const [leg, otherLeg] = price > bestBid ? (['target', 'stop'] as const) : (['stop', 'target'] as const)
  const name = leg === 'target' ? 'Target' : 'Stop'
  const size = showSize(holding.size)
  const brings = (at: Price) => `${show(at)}, ${showCents(closedAt(holding, at), true)} est.`
  const item = (key: string, text: string, legs: PutLegs): MenuItem => ({
    key,
    text,
    run: () => attachedExits.put(outcome.id, holding.size, legs),
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
