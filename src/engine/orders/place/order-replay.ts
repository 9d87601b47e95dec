/** First results of commands that become orders, each with its order as it is now. */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import { createFirstResults } from '../record/first-results.ts'
import type { PlaceResult } from '../contract.ts'
import type { Room } from '../outside.ts'
import { readOrderHistory, type OrderHistory } from '../record/order-history.ts'

/** One that a stop kept from being sent is not what is pressed now. */
export const STOPPED = rejection('safe_mode', { message: 'The terminal stopped before anything was sent.' })

export type OrderReplay = ReturnType<typeof createOrderReplay>

/** @param find  an order by its id in its current state; may ask the venue about one of a previous run */
export function createOrderReplay({ audit, bus, book }: Room, find: (id: OrderId) => Promise<Order | null>) {
  const { ids } = book.ledger

  /** The order of an id, of a previous run too; null when none was signed, or the account does not show it. */
  async function findBy(id: ClientOrderId): Promise<Order | null> {
    const own = ids.ofClient(id)
    return own === null ? null : find(own.key)
  }

  const results = createFirstResults<PlaceResult>({
    audit,
    again: withOrder,
    async readBack(id, rows) {
      const history = readOrderHistory(rows)
      if (history === null) throw new Error('an intent row that is no order')
      return withOrder(await firstOf(id, history))
    },
  })

  async function withOrder(first: PlaceResult): Promise<PlaceResult> {
    return { ...first, order: (await findBy(first.clientOrderId)) ?? first.order }
  }

  /** A stop in the middle of a replace left no row that tells what became of the old order: the venue does. */
  async function firstOf(id: ClientOrderId, history: OrderHistory): Promise<PlaceResult> {
    const first = resultOf(id, history)
    if (history.old === null || history.decided || history.signed !== null) return first
    const status = (await find(history.old))?.status
    const reject = rejection('safe_mode', { message: 'The terminal stopped while it moved the order.' })
    return { ...first, reject, cancelled: status === 'cancelled' || status === 'expired' }
  }

  return {
    /** Runs `command` unless the id is known; answers the first result otherwise. */
    once: ((id, body, command) => {
      bus.publish('order_received', { clientOrderId: id })
      return results.once(id, body, command)
    }) satisfies typeof results.once,
    isConflict: (id: ClientOrderId, body: string): boolean => results.isConflict(id, body),
    findBy,
    /** True if no order of this id is at the venue or in flight: refused, proven never booked, or never signed. */
    isVoid: async (id: ClientOrderId): Promise<boolean> => {
      const order = await findBy(id)
      if (order !== null) return order.status === 'rejected'
      const command = results.known(id)
      // Without an order it waits for its balance, was refused before one was signed, or never began.
      return command === null ? ids.ofClient(id) === null : command.answer?.result === 'rejected'
    },
  }
}

/** The first result, from the rows of a previous run. */
function resultOf(id: ClientOrderId, history: OrderHistory): PlaceResult {
  const { cancelledFirst } = history
  const base = { clientOrderId: id, order: null, replayed: true, cancelledFirst }
  if (history.signed === null) {
    const reject = history.refusal ?? STOPPED
    return { ...base, result: 'rejected', reject, cancelled: history.cancelledOld }
  }
  // Without a response no result was returned: what reading found since is the first one.
  const verdict = history.response ?? history.reconcile
  return {
    ...base,
    result: verdict?.result ?? 'unknown',
    reject: verdict?.rejection ?? null,
    cancelled: history.signed.replaces !== null,
  }
}
