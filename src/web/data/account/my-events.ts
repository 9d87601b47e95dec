/** The events in which I have a position or an open order, for the filters that ask for mine. */
import type { Client, Order, Position } from '../../platform/api/client.ts'
import type { ListView } from '../../platform/live/list-store.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import { openOrders } from './own-levels.ts'
import { ZERO } from '#core/money.ts'

/** Builds the set of event ids. An order names its market only: the event of each market is read once. */
export function createMyEvents(options: {
  readonly client: Pick<Client, 'call'>
  readonly orders: Readable<ListView<Order>>
  readonly positions: Readable<ListView<Position>>
}): Readable<ReadonlySet<string>> {
  const { client, orders, positions } = options
  const myEvents = createStore<ReadonlySet<string>>(new Set())
  const eventOf = new Map<string, string>()
  const asked = new Set<string>()

  function work(): void {
    const held = positions.get().items.filter(({ status, size }) => status !== 'closed' && size !== ZERO)
    const events = new Set<string>(held.flatMap(({ eventId: id }) => id ?? []))
    for (const { marketId: market } of openOrders(orders.get().items)) {
      const event = eventOf.get(market)
      if (event === undefined) void learn(market)
      else events.add(event)
    }
    const before = myEvents.get()
    if (events.size !== before.size || [...events].some((id) => !before.has(id))) myEvents.set(events)
  }

  async function learn(market: string): Promise<void> {
    if (asked.has(market)) return
    asked.add(market)
    const answer = await client.call('readMarket', { params: { marketId: market } })
    if (answer.ok) {
      eventOf.set(market, answer.value.eventId)
      work()
    } else {
      // The next change of an order asks again.
      asked.delete(market)
    }
  }

  orders.subscribe(work)
  positions.subscribe(work)
  work()
  return myEvents
}
