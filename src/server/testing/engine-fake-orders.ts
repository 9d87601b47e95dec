/** Own orders of the fake engine: each rests until it is cancelled. */
import type { OrderId } from '#core/ids.ts'
import { ZERO } from '#core/money.ts'
import { labelsOf, type Order, type OrderIntent } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Orders, PlaceResult } from '#engine/orders/contract.ts'
import { err, ok } from '#lib/result.ts'
import { refusedReplace } from './engine-fake-parts.ts'
import { changeOrder, type EngineFakeState } from './engine-fake-state.ts'

/** Orders over the state; a repeated id gets its first result. */
export function createOrdersFake(state: EngineFakeState): Orders {
  const { orders, results, knobs } = state
  const orderFake: Orders = {
    epoch: () => 0,
    isVoid: async () => false,
    async place(intent) {
      const body = `${intent.outcomeId} ${intent.side} ${intent.price} ${intent.size}`
      const before = results.get(intent.clientOrderId)
      if (before !== undefined) {
        return before.body === body ? ok({ ...before.result, replayed: true }) : err('idempotency_conflict')
      }
      knobs.placed.push(intent)
      const result = acceptedResult(state, intent)
      results.set(intent.clientOrderId, { body, result })
      return ok(result)
    },
    async placeMany(intents) {
      const results = await Promise.all(intents.map((intent) => orderFake.place(intent)))
      const placed = results.flatMap((one) => (one.ok ? one.value : []))
      return placed.length === results.length ? ok(placed) : err('idempotency_conflict')
    },
    async placeBothSides(sale, purchase) {
      const [sold, bought] = [await orderFake.place(sale), await orderFake.place(purchase)]
      if (!sold.ok) return sold
      return bought.ok ? ok({ sale: sold.value, purchase: bought.value }) : bought
    },
    unpriced: async ({ intent }) => ok(refusedReplace(intent.clientOrderId, 'invalid_price')),
    async replace(intent) {
      const old = orders.get(intent.orderId)
      if (old === undefined) return ok(refusedReplace(intent.clientOrderId, 'order_not_found'))
      changeOrder(state, intent.orderId, { status: 'cancelled' })
      return ok({ ...acceptedResult(state, { ...old, ...intent, evidence: null }), cancelled: true })
    },
    async cancel(ids) {
      const known = ids.filter((id) => orders.has(id))
      const others = ids.filter((id) => !orders.has(id))
      for (const id of known) changeOrder(state, id, { status: 'cancelled' })
      const failed = others.map((id) => ({ id, rejection: rejection('order_not_found') }))
      return { cancelled: known, queued: [], failed }
    },
    cancelMarket: async () => ({ cancelled: [], queued: [], failed: [] }),
    cancelAll: async () => ({ cancelled: [], queued: [], failed: [], inFlight: [] }),
    open: () => [...orders.values()].filter((order) => order.status === 'live'),
    order: (id) => orders.get(id) ?? null,
    find: (id) => Promise.resolve(orders.get(id) ?? null),
    byClientOrderId: () => null,
    labels: (id) => labelsOf(orders.get(id) ?? {}),
    fills: () => knobs.fills,
    isReconciled: () => true,
  }
  return orderFake
}

function acceptedResult(
  { orders, catalog, events, clock, bus }: EngineFakeState,
  intent: OrderIntent,
): PlaceResult {
  const id = `pm:0x${(orders.size + 1).toString(16).padStart(64, '0')}` as OrderId
  const { evidence: _evidence, ...asked } = intent
  const order: Order = {
    ...asked,
    id,
    marketId: catalog.outcome(intent.outcomeId)?.market.id ?? events[0]?.markets[0]?.id ?? fail(),
    filledSize: ZERO,
    status: 'live',
    delayEndsAt: null,
    cancelling: false,
    cancelQueued: false,
    cancelTooLate: false,
    foreign: false,
    replaces: null,
    submittedAt: clock.now(),
    createdAt: clock.now(),
    updatedAt: clock.now(),
  }
  orders.set(id, order)
  bus.publish('order', order)
  return { clientOrderId: intent.clientOrderId, result: 'accepted', order, reject: null, replayed: false }
}

function fail(): never {
  throw new Error('the fake has no market')
}
