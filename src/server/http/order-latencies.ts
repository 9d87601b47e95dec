/** How long the venue takes to answer orders and cancels, and how orders end, of what the bus publishes. */
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Order } from '#core/order/order.ts'
import type { Bus } from '#engine/bus.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import type { Clock } from '#ports/clock.ts'

/** In seconds: a resting order is answered in tens of milliseconds, one that a matching delay holds in seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
const MAX_UNDER_WAY = 1_000
const ENDS: ReadonlySet<Order['status']> = new Set(['filled', 'cancelled', 'expired', 'rejected', 'unknown'])

/** Registers the histograms; they count from then on. */
export function measureOrderLatencies(
  bus: Pick<Bus, 'subscribe'>,
  clock: Pick<Clock, 'monotonic'>,
  registry: Registry,
): void {
  const placing = histogram('order_answer_seconds', 'From sending an order to the answer of the venue')
  const cancelling = histogram('cancel_answer_seconds', 'From sending a cancel to the order being gone')
  const ends = new Counter({
    name: 'sesame_orders_total',
    help: 'Own orders that are over, or of which nothing is known, by how',
    labelNames: ['result'],
    registers: [registry],
  })
  const sent = startedAt()
  const cancelled = startedAt()

  function histogram(name: string, help: string): Histogram {
    return new Histogram({ name: `sesame_${name}`, help, buckets: BUCKETS, registers: [registry] })
  }

  function startedAt(): BoundedMap<string, number> {
    return new BoundedMap(MAX_UNDER_WAY, () => true)
  }

  /** Notes when `isUnderWay` began; when it ends in a way that counts, the time between is one of the histogram. */
  function follow(
    times: BoundedMap<string, number>,
    into: Histogram,
    order: Order,
    isUnderWay: boolean,
    counts: boolean,
  ): void {
    if (order.clientOrderId === null) return
    const began = times.get(order.clientOrderId)
    if (isUnderWay && began === undefined) times.set(order.clientOrderId, clock.monotonic())
    if (isUnderWay || began === undefined) return
    times.delete(order.clientOrderId)
    if (counts) into.observe((clock.monotonic() - began) / 1_000)
  }

  const counted = new BoundedMap<string, string>(MAX_UNDER_WAY, () => true)

  /** Once for each state that it comes to. */
  function count({ clientOrderId, status }: Order): void {
    if (clientOrderId === null || !ENDS.has(status) || counted.get(clientOrderId) === status) return
    counted.set(clientOrderId, status)
    ends.inc({ result: status })
  }

  bus.subscribe('order', (order) => {
    count(order)
    follow(sent, placing, order, order.status === 'pending', order.status !== 'unknown')
    follow(cancelled, cancelling, order, order.cancelling, order.status === 'cancelled')
  })
}
