/** Acts of a trader before the terminal is killed: short stories that pass every point of the order path. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../client.ts'
import type { OrderBody } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import type { QuietVenue } from './quiet-venue.ts'

/** A command that creates an order, as its caller would repeat it. */
export type Sent =
  | { readonly kind: 'place'; readonly body: OrderBody; answer: string | null }
  | { readonly kind: 'replace'; readonly orderId: string; readonly body: ReplaceBody; answer: string | null }
  | { readonly kind: 'exit'; readonly body: ExitBody; answer: string | null }

type ExitBody = {
  readonly client_order_id: string
  readonly outcome_id: string
  readonly mode: 'walk'
  readonly size: string
}

type ReplaceBody = {
  readonly client_order_id: string
  readonly price: string
  readonly size: string
  readonly post_only: boolean
}

export type SentRequests = {
  readonly sent: Sent[]
  /** Orders for which a cancel was asked that must not be lost. */
  readonly mustEnd: string[]
  /** When Cancel All was asked for, the ids that were open then. */
  cancelAllOf: readonly string[] | null
}

type Stage = { readonly client: Client; readonly venue: QuietVenue; readonly requests: SentRequests }

export type ScenarioName =
  | 'resting'
  | 'filling'
  | 'fok'
  | 'many'
  | 'cancel'
  | 'queue'
  | 'kept'
  | 'cancel_all'
  | 'replace'
  | 'reading'
  | 'attached_exit'
  | 'stop_entry'
  | 'way_out'

/** Bids of others stand at 0.35, offers at 0.45, so 0.38 rests and 0.45 fills. */
function body(venue: QuietVenue, change: Partial<OrderBody>): OrderBody {
  return {
    client_order_id: randomUUIDv7(),
    outcome_id: `pm:${venue.market.tokens[0]}`,
    side: 'BUY',
    price: '0.38',
    size: '20',
    time_in_force: 'GTC',
    post_only: false,
    ...change,
  }
}

async function place({ client, venue, requests }: Stage, change: Partial<OrderBody>): Promise<string> {
  const sent: Sent = { kind: 'place', body: body(venue, change), answer: null }
  requests.sent.push(sent)
  const placed = await client.ok('placeOrder', { body: sent.body })
  sent.answer = placed.result
  assert.equal(placed.result, 'accepted', JSON.stringify(placed.reject))
  return placed.order?.id ?? ''
}

export const SCENARIOS: Readonly<Record<ScenarioName, (stage: Stage) => Promise<void>>> = {
  async resting(stage) {
    await place(stage, { post_only: true })
  },
  async filling(stage) {
    await place(stage, { price: '0.45', size: '10' })
  },
  async fok(stage) {
    await place(stage, { price: '0.45', size: '10', time_in_force: 'FOK' })
  },
  async many({ client, venue, requests }) {
    const changes = [{}, { price: '0.45', size: '10' }, { price: '0.36', post_only: true }]
    const sent = changes.map((change): Sent & { readonly kind: 'place' } => ({
      kind: 'place',
      body: body(venue, change),
      answer: null,
    }))
    requests.sent.push(...sent)
    const { results } = await client.ok('placeOrders', { body: { orders: sent.map((one) => one.body) } })
    for (const [at, one] of sent.entries()) one.answer = results[at]?.result ?? null
    assert.deepEqual(
      results.map(({ result }) => result),
      ['accepted', 'accepted', 'accepted'],
    )
  },
  async cancel(stage) {
    await place(stage, { price: '0.37' })
    const id = await place(stage, {})
    stage.requests.mustEnd.push(id)
    await stage.client.ok('cancelOrders', { body: { order_ids: [id] } })
  },
  async queue(stage) {
    await stage.venue.control('/market', { market_id: stage.venue.market.conditionId, seconds_delay: 2 })
    const id = await place(stage, { price: '0.45', size: '150' })
    stage.requests.mustEnd.push(id)
    const { queued } = await stage.client.ok('cancelOrders', { body: { order_ids: [id] } })
    assert.deepEqual(
      queued.map((one) => one.id),
      [id],
    )
    await gone(stage, id)
  },
  async kept(stage) {
    const id = await place(stage, {})
    await stage.venue.control('/faults', {
      name: 'engine.restarting',
      match: { method: 'DELETE' },
      args: { retry_after_s: 0 },
      when: { for_ms: 1_500 },
    })
    stage.requests.mustEnd.push(id)
    await stage.client.ok('cancelOrders', { body: { order_ids: [id] } })
    await gone(stage, id)
  },
  async cancel_all(stage) {
    for (const price of ['0.36', '0.37', '0.38']) await place(stage, { price })
    stage.requests.cancelAllOf = (await stage.client.ok('listOrders', { query: { limit: '200' } })).items.map(
      (order) => order.id ?? '',
    )
    await stage.client.ok('cancelAll', { body: {} })
  },
  async replace(stage) {
    const orderId = await place(stage, {})
    const replacement: Sent = {
      kind: 'replace',
      orderId,
      body: { client_order_id: randomUUIDv7(), price: '0.37', size: '20', post_only: true },
      answer: null,
    }
    stage.requests.sent.push(replacement)
    const replaced = await stage.client.ok('replaceOrder', {
      params: { order_id: orderId },
      body: replacement.body,
    })
    replacement.answer = replaced.result
    assert.equal(replaced.result, 'accepted', JSON.stringify(replaced.reject))
  },
  async attached_exit(stage) {
    const exits = { target: { price: '0.6' }, stop: { price: '0.3', slippage_ticks: 5 } }
    await place(stage, { price: '0.45', size: '10', exits })
    await theExit(stage, ({ state }) => state === 'resting')
    await sellByStop(stage)
  },
  async stop_entry({ client, venue }) {
    await venue.placeForeign('BUY', 4_450, 100)
    await client.ok('attachExit', { body: stopEntry(venue) })
    await bracketed({ client })
  },
  async way_out(stage) {
    const { client, venue, requests } = stage
    const outcomeId = `pm:${venue.market.tokens[0]}`
    // All that the account holds is offered, so that the exit has to take some of it away.
    await place(stage, { side: 'SELL', price: '0.6', size: '250' })
    await waitFor('the quote of the exit', async () =>
      (await client.ok('listPositions')).items.some(
        (one) => one.outcome_id === outcomeId && (one.exit?.cancels_first ?? []).length > 0,
      ),
    )
    const body = { client_order_id: randomUUIDv7(), outcome_id: outcomeId, mode: 'walk', size: '20' } as const
    const sent: Sent = { kind: 'exit', body, answer: null }
    requests.sent.push(sent)
    const exited = await client.ok('exitPosition', { body })
    sent.answer = exited.result
    assert.equal(exited.result, 'accepted', JSON.stringify(exited.reject))
  },
  async reading(stage) {
    await place(stage, { price: '0.45', size: '10' })
    const id = await place(stage, {})
    await stage.client.ok('cancelOrders', { body: { order_ids: [id] } })
    // Reads follow by themselves, every few seconds.
    await waitFor('the terminal to die', async () => {
      await stage.client.ok('health')
      return false
    })
  },
}

async function theExit({ client }: Pick<Stage, 'client'>, isAt: (exit: Wire['AttachedExit']) => boolean) {
  return waitFor('the exit to come so far', async () =>
    (await client.ok('listAttachedExits')).items.find((exit) => isAt(exit)),
  )
}

/** Its trigger is below the bid, so that it buys at once: half of it is to be sold at each of two targets. */
export function stopEntry(venue: QuietVenue) {
  return {
    client_order_id: STOP_ENTRY_ID,
    outcome_id: `pm:${venue.market.tokens[0]}`,
    legs: {
      entry: { price: '0.445', size: '10', slippage_ticks: 5 },
      target: { price: '0.7' },
      further_targets: [{ price: '0.6', percent: 50 }],
      stop: { price: '0.2', slippage_ticks: 5 },
    },
  }
}

const STOP_ENTRY_ID = randomUUIDv7()

/** Waits until the stop entry has bought and both targets rest. */
export async function bracketed(stage: Pick<Stage, 'client'>) {
  return theExit(stage, ({ covered, order_ids: ids }) => covered === '10' && ids.length === 2)
}

const OVER_THE_BID = { price: '0.4', slippage_ticks: 5 }

/**
 * Moves the exit's stop over the best bid, and waits until all that it covers is sold. A stop moved there fires at
 * once.
 */
export async function sellByStop(stage: Pick<Stage, 'client'>): Promise<void> {
  const { id, stop_price: stop } = await theExit(stage, () => true)
  if (stop !== OVER_THE_BID.price) {
    const moved = { target: { price: '0.6' }, stop: OVER_THE_BID }
    await stage.client.ok('changeAttachedExit', { params: { exit_id: id }, body: { legs: moved } })
  }
  await theExit(stage, (exit) => exit.id === id && exit.end === 'filled')
}

async function gone({ client }: Stage, id: string): Promise<void> {
  await waitFor('the queued cancel to be sent', async () => {
    return (await client.ok('listOrders', { query: { limit: '200' } })).items.every(
      (order) => order.id !== id,
    )
  })
}
