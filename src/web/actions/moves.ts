/** Moving a resting order to another price: which orders may be moved and what is asked for. The backend does the move. */
import type { MovedTogether } from '../data/account/intent.ts'
import type { ClientOrderId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import { isOnTick } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Order, TradingState } from '../platform/api/client.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { Readable } from '../platform/state/store.ts'
import { venueBlock } from '../words/venue-text.ts'
import { WHY_NOT } from '../words/why-not.ts'
import type { Intents, MoveDraft } from './intents.ts'
import type { Intent } from '../data/account/intent.ts'

export type MoveResult =
  | { readonly kind: 'sent'; readonly intent: Intent }
  | { readonly kind: 'refused'; readonly text: string }

/** Where one of several orders is to go. */
export type MoveTarget = { readonly orderId: string; readonly to: Price; readonly tick: TickSize }

export type Moves = {
  /** Asks once for the order at another price, or says why not. Post-only stays as it is. */
  readonly move: (orderId: string, to: Price, tick: TickSize) => MoveResult
  /** The same for all orders of one gesture, judged before the first is sent: they may go to one price together. */
  readonly moveAll: (targets: readonly MoveTarget[]) => MovedTogether
}

export type MovesOptions = {
  readonly intents: Intents
  readonly orders: Pick<ListStore<Order>, 'get'>
  readonly trading: Readable<TradingState | null>
  /** True if the link is receiving (live/socket.ts). */
  readonly isReceiving: () => boolean
  readonly mint: () => ClientOrderId
}

/** Why an order cannot be moved now, as text; null when it can (PAGE-6). */
export function whyNotMovable(order: Order | undefined): string | null {
  if (order === undefined || !isOpen(order.status)) return WHY_NOT.orderGone
  if (order.status === 'unknown') return WHY_NOT.orderUnknown
  if (order.status === 'pending') return WHY_NOT.orderPending
  if (order.status === 'delayed') return WHY_NOT.orderDelayed
  if (order.cancelling || order.cancelQueued) return WHY_NOT.orderCancelling
  return null
}

/** Builds the command. */
export function createMoves(options: MovesOptions): Moves {
  const { intents } = options

  function refusal(order: Order | undefined, to: Price, tick: TickSize): string | null {
    if (!options.isReceiving()) return WHY_NOT.linkLost
    if (options.trading.get()?.mode !== 'ARMED') return WHY_NOT.safe
    const fixed = whyNotMovable(order)
    if (fixed !== null || order === undefined) return fixed
    const blocked = venueBlock(options.trading.get()?.venue ?? null, order.postOnly)
    if (blocked !== null) return blocked
    if (order.id !== null && intents.isMoving(order.id)) return WHY_NOT.orderMoving
    if (order.price === to) return WHY_NOT.samePrice
    if (!isOnTick(to, tick)) return WHY_NOT.notOnTick
    const busy = intents.busyAt(order.outcomeId, order.side, to, null)
    if (busy !== null) {
      return busy === 'unknown' ? WHY_NOT.fateUnknown : WHY_NOT.inFlight
    }
    return null
  }

  /** The move as it would be sent, or why it is not. */
  function draftOf({ orderId, to, tick }: MoveTarget): MoveDraft | string {
    const order = options.orders.get().items.find(({ id }) => id === orderId)
    const text = refusal(order, to, tick)
    if (text !== null) return text
    if (order === undefined) return WHY_NOT.orderGone
    const clientOrderId = options.mint()
    return {
      clientOrderId,
      outcomeId: order.outcomeId,
      outcomeName: order.outcomeName,
      side: order.side,
      price: to,
      size: order.remainingSize,
      move: { orderId, from: order.price, total: order.size, tick },
      body: {
        clientOrderId,
        price: to,
        // Highest fill of old and new order together: fills until the old one is gone are subtracted.
        size: order.size,
        postOnly: order.postOnly,
      },
    }
  }

  return {
    move(orderId, to, tick) {
      const draft = draftOf({ orderId, to, tick })
      return typeof draft === 'string'
        ? { kind: 'refused', text: draft }
        : { kind: 'sent', intent: intents.move(draft) }
    },
    moveAll(targets) {
      const drafts = targets.map(draftOf)
      return {
        intents: drafts.flatMap((draft) => (typeof draft === 'string' ? [] : [intents.move(draft)])),
        refusals: drafts.filter((draft) => typeof draft === 'string'),
      }
    },
  }
}
