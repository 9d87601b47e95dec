/** Moving a resting order to another price: which orders may be moved and what is asked for. The backend does the move. */
import type { ClientOrderId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import { isOnTick } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Client, Order, ReplaceBody, TradingState } from '../platform/api/client.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { Readable } from '../platform/state/store.ts'
import { venueBlock } from '../words/venue-text.ts'
import { BUSY, WHY_NOT } from '../words/why-not.ts'
import { refused } from './send.ts'
import type { Intents, Outgoing, Sent } from './send.ts'
import type { Intent, Move, MovedTogether } from '../data/account/intent.ts'

/** Where one of several orders is to go. */
export type MoveTarget = { readonly orderId: string; readonly to: Price; readonly tick: TickSize }

export type Moves = ReturnType<typeof createMoves>

export type MovesOptions = {
  readonly client: Pick<Client, 'call'>
  readonly intents: Pick<Intents, 'busyAt' | 'isMoving' | 'send'>
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

type MoveDraft = Outgoing & { readonly move: Move; readonly body: ReplaceBody }

/** The old order must be proven gone first, which may take 15 s. */
const TIMEOUT_MS = 45_000

/** Builds the command. */
export function createMoves(options: MovesOptions) {
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
    return busy === null ? null : BUSY[busy]
  }

  /** The move as it would be sent, or why it is not. */
  function draftOf({ orderId, to, tick }: MoveTarget): MoveDraft | string {
    const order = options.orders.get().items.find(({ id }) => id === orderId)
    const text = refusal(order, to, tick)
    if (text !== null) return text
    if (order === undefined) return WHY_NOT.orderGone
    const clientOrderId = options.mint()
    const { outcomeId, outcomeName, side, price: from, size: total, postOnly } = order
    return {
      clientOrderId,
      outcomeId,
      outcomeName,
      side,
      price: to,
      size: order.remainingSize,
      move: { orderId, from, total, tick },
      // Highest fill of old and new order together: fills until the old one is gone are subtracted.
      body: { clientOrderId, price: to, size: total, postOnly },
    }
  }

  function send(draft: MoveDraft): readonly Intent[] {
    const input = { params: { orderId: draft.move.orderId }, body: draft.body }
    const request = () => options.client.call('replaceOrder', input, { timeoutMs: TIMEOUT_MS })
    return intents.send([draft], request, (answer) => answer)
  }

  /** The orders of one gesture, judged before the first is sent: they may go to one price together. */
  function moveAll(targets: readonly MoveTarget[]): MovedTogether {
    const drafts = targets.map(draftOf)
    return {
      intents: drafts.flatMap((draft) => (typeof draft === 'string' ? [] : send(draft))),
      refusals: drafts.filter((draft) => typeof draft === 'string'),
    }
  }

  return {
    moveAll,
    /** Asks once for the order at another price, or says why not. Post-only stays as it is. */
    move(orderId: string, to: Price, tick: TickSize): Sent {
      const { intents: sent, refusals } = moveAll([{ orderId, to, tick }])
      return sent.length === 0 ? refused(refusals[0] ?? '') : { kind: 'sent', intents: sent }
    },
  }
}
