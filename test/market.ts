/** Finding something to trade in the simulated world, and orders that rest or fill there. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { formatPrice, parsePrice, parseTickSize, priceFromSteps } from '#core/price.ts'
import type { Wire } from '#test/wire.ts'
import type { WireInput } from '#contract/routes.ts'
import type { Client } from './client.ts'
import { waitFor } from './wait-for.ts'

export type OrderBody = WireInput<'placeOrder'>['body']
type Market = Wire['Event']['markets'][number]

/** Longer than a busy machine takes to start. */
const PATIENCE_MS = 60_000

export type Tradable = { readonly event: Wire['Event']; readonly market: Market; readonly outcomeId: string }

/** The busiest open market without a delay whose first outcome's current book has both sides well inside the range. */
export async function findTradable(client: Client): Promise<Tradable> {
  const { items } = await waitFor('events', async () => {
    const found = await client.ok('search', { query: { q: '', sort: 'volume', limit: '30' } })
    return found.items.length > 0 ? found : null
  })
  for (const event of items) {
    for (const market of event.markets) {
      const outcomeId = market.outcomes[0]?.id
      if (outcomeId === undefined || market.status !== 'open' || !market.accepting_orders) continue
      if (market.seconds_delay !== 0 || market.game_start_time !== null) continue
      const book = await currentBook(client, outcomeId)
      if (steps(book.bids[0]?.[0]) < 2_000 || steps(book.asks[0]?.[0]) > 8_000) continue
      if (book.bids.length > 0 && book.asks.length > 0) return { event, market, outcomeId }
    }
  }
  throw new Error('no market to trade')
}

/** The book once it is current and has `atLeast` levels on each side; until the catalog is read, nobody knows it. */
export async function currentBook(client: Client, outcomeId: string, atLeast = 0): Promise<Wire['Book']> {
  const ask = async (): Promise<Wire['Book'] | null> => {
    const { status, body } = await client.call('readBook', { params: { outcome_id: outcomeId } })
    if (status === 404) return null
    assert.equal(status, 200, JSON.stringify(body))
    const book = body as Wire['Book']
    return book.stale || Math.min(book.bids.length, book.asks.length) < atLeast ? null : book
  }
  return waitFor(`the book of ${outcomeId}`, ask, PATIENCE_MS)
}

/** A post-only buy a few ticks below the best bid: it rests. */
export async function restingBuy(
  client: Client,
  { market, outcomeId }: Tradable,
  ticksBelow = 5,
): Promise<OrderBody> {
  const book = await currentBook(client, outcomeId)
  const tick = parseTickSize(book.tick_size) ?? 100
  const price = priceFromSteps(steps(book.bids[0]?.[0]) - ticksBelow * tick)
  assert.ok(price !== null)
  return {
    client_order_id: randomUUIDv7(),
    outcome_id: outcomeId,
    side: 'BUY',
    price: formatPrice(price),
    size: market.min_order_size ?? '',
    time_in_force: 'GTC',
    post_only: true,
  }
}

/** Arms the terminal once it can be. */
export async function arm(client: Client): Promise<void> {
  await waitFor(
    'arming',
    async () => {
      const reply = await client.call('arm', { body: {} })
      return reply.status === 200
    },
    PATIENCE_MS,
  )
}

function steps(price: string | undefined): number {
  return price === undefined ? 0 : (parsePrice(price) ?? 0)
}
