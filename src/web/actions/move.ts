/** Moving a resting order to another price: which orders may be moved and what is asked for. The backend does the move. */
import type { Move, Sent } from '../data/account/intent.ts'
import { isOnTick } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Order, ReplaceBody } from '../platform/api/client.ts'
import { BUSY, WHY_NOT } from '../words/why-not.ts'
import { stateBlock, stateNow, whyNotMovable } from './guard.ts'
import type { Acting, Outgoing } from './send.ts'

/** Where one of several orders is to go. */
export type MoveTarget = { readonly orderId: string; readonly to: Price; readonly tick: TickSize }

type MoveDraft = Outgoing & { readonly move: Move; readonly body: ReplaceBody }

/** Builds the command. */
export function createMoves(parts: Acting) {
  const { client, intents } = parts

  function refusal(order: Order | undefined, { orderId, to, tick }: MoveTarget): string | null {
    const fixed = stateBlock(stateNow(parts, order?.postOnly ?? false), null) ?? whyNotMovable(order)
    if (fixed !== null || order === undefined) return fixed
    if (intents.isMoving(orderId)) return WHY_NOT.orderMoving
    if (order.price === to) return WHY_NOT.samePrice
    if (!isOnTick(to, tick)) return WHY_NOT.notOnTick
    const busy = intents.busyAt({ ...order, price: to }, null)
    return busy === null ? null : BUSY[busy]
  }

  /** The move as it would be sent, or why it is not. */
  function draftOf(target: MoveTarget): MoveDraft | string {
    const { orderId, to, tick } = target
    const order = parts.orders.get().items.find(({ id }) => id === orderId)
    const text = refusal(order, target)
    if (text !== null || order === undefined) return text ?? WHY_NOT.orderGone
    const clientOrderId = parts.mint()
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

  return {
    /**
     * Asks once for each order at another price, post-only as it is. All are judged before the first is sent: they may go to one
     * price. `isGroup`: one message says what became of all.
     */
    move(targets: readonly MoveTarget[], isGroup = false): Sent {
      const drafts = targets.map(draftOf)
      const together = drafts.flatMap((draft) => (typeof draft === 'string' ? [] : draft.clientOrderId))
      return {
        intents: drafts.flatMap((draft) => {
          if (typeof draft === 'string') return []
          const input = { params: { orderId: draft.move.orderId }, body: draft.body }
          const request = () => client.call('replaceOrder', input)
          return intents.send([isGroup ? { ...draft, together } : draft], request, (answer) => answer)
        }),
        refusals: drafts.filter((draft) => typeof draft === 'string'),
      }
    },
  }
}
