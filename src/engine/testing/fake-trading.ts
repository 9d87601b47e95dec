/** The trading port of the fake venue: what becomes of an order and of a cancel is scripted. */
import type { OrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { limitAmounts } from '#core/order/order-amounts.ts'
import { rejection, type RejectCode } from '#core/reject-codes.ts'
import { pause } from '#lib/pause.ts'
import type {
  CancelOutcome,
  OrderRequest,
  PlaceOutcome,
  PreparedOrder,
  VenueTrading,
} from '#ports/venue-trading.ts'
import { fakeOrderId, type FakeWorld, type ScriptedOutcome } from './fake-orders.ts'

const LATE_MS = 60_000
const ANSWER_MS = 15_000

/** Orders and cancels against the world's books. */
export function tradingPort(world: FakeWorld): VenueTrading {
  const { knobs, requested } = world
  return {
    prepare(request) {
      world.made += 1
      const orderId = fakeOrderId(world.made)
      requested.set(orderId, request)
      return {
        orderId,
        salt: String(world.made),
        ...limitAmounts(request.side, request.price, request.size, request.tickSize),
        timestamp: world.clock.now(),
        expiration: 0,
        body: 'signed',
      }
    },
    orderWaitMs: (count) => (count > knobs.tokens ? Math.max(1_500, knobs.orderWaitMs) : knobs.orderWaitMs),
    orderHeldMs: () => knobs.orderHeldMs,
    limitWarning: () => knobs.limitWarning,
    async submit(order: PreparedOrder, gate: () => RejectCode | null) {
      await knobs.onSubmit(order)
      const code = gate()
      if (code !== null) return { kind: 'not_sent', code }
      const request = requested.get(order.orderId)
      if (request === undefined) throw new Error('an order that was never prepared')
      knobs.requests.push(order.orderId)
      return decide(world, order, request, knobs.scriptedOutcomes.shift() ?? 'live')
    },
    async submitMany(orders, gate) {
      for (const order of orders) await knobs.onSubmit(order)
      const code = gate()
      if (code !== null) return orders.map(() => ({ kind: 'not_sent', code }))
      knobs.batches.push(orders.length)
      const outcomes = await Promise.all(
        orders.map((order) => {
          const request = requested.get(order.orderId)
          if (request === undefined) throw new Error('an order that was never prepared')
          knobs.requests.push(order.orderId)
          return decide(world, order, request, knobs.scriptedOutcomes.shift() ?? 'live')
        }),
      )
      // They have one answer: where it is lost, it is for all.
      const lost = outcomes.find(({ kind }) => kind === 'unknown')
      return lost === undefined ? outcomes : outcomes.map(() => lost)
    },
    cancel: (ids) => cancel(world, `cancel ${ids.length}`, () => ids),
    cancelMarket: (target) =>
      cancel(world, 'cancel market', () =>
        world
          .live()
          .filter((row) =>
            'marketId' in target ? row.marketId === target.marketId : row.outcomeId === target.outcomeId,
          )
          .map(({ id }) => id),
      ),
    cancelAll: () => cancel(world, 'cancel all', () => world.live().map(({ id }) => id)),
  }
}

async function decide(
  { clock, book, fill }: FakeWorld,
  { orderId }: PreparedOrder,
  request: OrderRequest,
  scripted: ScriptedOutcome,
): Promise<PlaceOutcome> {
  switch (scripted) {
    case 'live':
      book(orderId, request, 'live')
      return { kind: 'accepted', orderId, status: 'live' }
    case 'matched':
    case 'partly':
      book(orderId, request, 'live')
      fill(orderId, scripted === 'matched' ? request.size : micros(request.size / 2n))
      return { kind: 'accepted', orderId, status: 'matched' }
    case 'delayed':
      book(orderId, request, 'delayed')
      return { kind: 'accepted', orderId, status: 'delayed' }
    case 'refused':
      return { kind: 'refused', rejection: rejection('venue_rejected') }
    case 'refused_booked':
      book(orderId, request, 'live')
      return { kind: 'refused', rejection: rejection('venue_rejected') }
    case 'restarting':
      return { kind: 'refused', rejection: rejection('venue_restarting', { retryAfterMs: 1_000 }) }
    case 'post_only':
      return { kind: 'refused', rejection: rejection('venue_post_only', { retryAfterMs: 120_000 }) }
    case 'unreachable':
      return { kind: 'refused', rejection: rejection('venue_unavailable') }
    case 'lost_booked':
    case 'lost_matched':
      book(orderId, request, 'live')
      if (scripted === 'lost_matched') fill(orderId, request.size)
      break
    case 'lost_late':
      clock.after(LATE_MS, () => {
        book(orderId, request, 'live')
      })
      break
    case 'lost_nothing':
      break
  }
  await pause(clock, ANSWER_MS)
  return { kind: 'unknown', reason: 'timeout' }
}

async function cancel(world: FakeWorld, name: string, ids: () => readonly OrderId[]): Promise<CancelOutcome> {
  const { knobs } = world
  knobs.cancels.push(name)
  const { cancelMode } = knobs
  await Promise.resolve()
  if (cancelMode === 'unauthorized') return { kind: 'failed', rejection: rejection('no_credentials') }
  if (cancelMode === 'limited' && !/^cancel \d/.test(name)) {
    return { kind: 'failed', rejection: rejection('venue_rate_limited', { retryAfterMs: 1_000 }) }
  }
  const outcome = cancelMode === 'down' ? null : takeOut(world, ids())
  return outcome === null || cancelMode === 'lost'
    ? { kind: 'failed', rejection: rejection('venue_unavailable') }
    : outcome
}

function takeOut({ knobs, change }: FakeWorld, ids: readonly OrderId[]): CancelOutcome {
  const cancelled: OrderId[] = []
  const notCancelled: { id: OrderId; reason: string }[] = []
  for (const id of ids) {
    const state = knobs.orders.get(id)?.state
    if (state === 'live') {
      change(id, 'cancelled')
      cancelled.push(id)
    } else {
      notCancelled.push({ id, reason: state === undefined ? 'not found' : 'already canceled or matched' })
    }
  }
  return { kind: 'answered', cancelled, notCancelled }
}
