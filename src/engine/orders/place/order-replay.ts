/**
 * One result per client order id: a repeat, in this run or a later one, gets the first result and causes nothing; the
 * same id with another body is a conflict.
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { ReplaceResult } from './order-replace.ts'
import { readOrderHistory } from './order-history.ts'
import type { OrderHistory } from './order-history.ts'

export type OrderReplay = {
  /** Runs `command` unless the id is known; answers the first result otherwise. */
  readonly once: (
    id: ClientOrderId,
    body: string,
    command: () => Promise<ReplaceResult>,
  ) => Promise<Result<ReplaceResult, 'idempotency_conflict'>>
  /** Whether no order of this id is at the venue or on its way there: refused, proven never booked, or never signed. */
  readonly isVoid: (id: ClientOrderId) => Promise<boolean>
}

type Command = {
  readonly body: string
  readonly result: Promise<ReplaceResult>
  /** Null while it is under way. */
  ended: ReplaceResult['result'] | null
}

const MAX_KEPT = 5_000

/**
 * Builds the memory of results.
 *
 * @param currentOrder  the order of an id in its current state; may ask the venue about one of a previous run
 * @param find  the same by the venue's id
 */
export function createOrderReplay(parts: {
  readonly audit: Pick<AuditLog, 'orderHistory'>
  readonly currentOrder: (id: ClientOrderId, history: OrderHistory | null) => Promise<Order | null>
  readonly find: (id: OrderId) => Promise<Order | null>
}): OrderReplay {
  const known = new BoundedMap<ClientOrderId, Command>(MAX_KEPT)

  function keep(id: ClientOrderId, body: string, result: Promise<ReplaceResult>): void {
    const command: Command = { body, result, ended: null }
    void result.then(
      (answer) => (command.ended = answer.result),
      () => {},
    )
    known.set(id, command)
  }

  async function again(
    id: ClientOrderId,
    first: ReplaceResult,
    history: OrderHistory | null,
  ): Promise<Result<ReplaceResult, never>> {
    const order = (await parts.currentOrder(id, history)) ?? first.order
    return ok({ ...first, order, replayed: true })
  }

  /** A stop in the middle of a replace left no row that tells what became of the old order: the venue does. */
  async function firstOf(id: ClientOrderId, history: OrderHistory): Promise<ReplaceResult> {
    const first = resultOf(id, history)
    if (history.old === null || history.decided || history.signed !== null) return first
    const status = (await parts.find(history.old))?.status
    const reject = rejection('safe_mode', { message: 'The terminal stopped while it moved the order.' })
    return { ...first, reject, cancelled: status === 'cancelled' || status === 'expired' }
  }

  return {
    async once(id, body, command) {
      const running = known.get(id)
      if (running !== undefined) {
        return running.body === body ? again(id, await running.result, null) : err('idempotency_conflict')
      }
      const history = readOrderHistory(parts.audit.orderHistory(id))
      if (history !== null) {
        return history.body === body
          ? again(id, await firstOf(id, history), history)
          : err('idempotency_conflict')
      }
      const result = command()
      keep(id, body, result)
      return ok(await result)
    },
    async isVoid(id) {
      const command = known.get(id)
      const history = command === undefined ? readOrderHistory(parts.audit.orderHistory(id)) : null
      const order = await parts.currentOrder(id, history)
      if (order !== null) return order.status === 'rejected'
      // Without an order it waits for its balance, was refused before one was signed, or never began.
      return command === undefined
        ? history === null || history.signed === null
        : command.ended === 'rejected'
    },
  }
}

/** The first result, from the rows of a previous run. */
function resultOf(id: ClientOrderId, history: OrderHistory): ReplaceResult {
  const base = { clientOrderId: id, order: null, replayed: true }
  if (history.signed === null) {
    const message = 'The terminal stopped before anything was sent.'
    const reject = history.refusal ?? rejection('safe_mode', { message })
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
