// Rules shown here: PAGE-7.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireOf } from '#contract/codec/codec.ts'
import { repostQuotes } from '#contract/records/notifications.ts'
import { repostResult } from '#contract/records/orders.ts'
import { uuidV7 } from './guard.ts'
import { setImmediate } from 'node:timers/promises'
import { priceFromSteps } from '#core/price.ts'
import { known } from '#core/testing/exit-samples.ts'
import { err, ok } from '#lib/result.ts'
import type { Client, RepostQuote } from '../platform/api/client.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { createIntents } from './send.ts'
import { repostLine } from '../features/notifications/repost-line.ts'
import { repost } from './repost.ts'

type WireQuote = WireOf<typeof repostQuotes>['items'][number]

const quote = (
  part: Partial<Omit<WireQuote, 'order'>> = {},
  order: Partial<WireQuote['order']> = {},
): RepostQuote => {
  const [decoded] = repostQuotes.decode({
    items: [
      {
        order: {
          order_id: 'pm:0x1',
          client_order_id: null,
          outcome_id: 'pm:1',
          market_id: 'pm:0x2',
          event_title: 'Event',
          market_title: 'Market',
          outcome_name: 'Yes',
          tick_size: '0.01',
          side: 'BUY',
          price: '0.4',
          size: '10',
          time_in_force: 'GTC',
          post_only: false,
          expires_at: null,
          reposted_as: null,
          ...order,
        },
        best_bid: '0.5',
        best_ask: '0.54',
        book_seq: 1,
        stale_reason: null,
        size: '10',
        reason: null,
        ...part,
      },
    ],
  }).items
  assert.ok(decoded !== undefined)
  return decoded
}

const PLAIN = pricesIn('price')
const line = (given: RepostQuote, typed: string | null = null) => {
  const { text, price, effect } = repostLine(given, typed, PLAIN)
  return [text, price, effect]
}

test('a row starts with the price that was; what cannot be placed says why and has no price to send', () => {
  assert.deepEqual(line(quote()), ['0.40', 4_000, 'rests at 0.40'])
  assert.deepEqual(line(quote({ best_bid: null })), ['0.40', 4_000, 'rests at 0.40'])
  assert.deepEqual(line(quote({ reason: 'market closed' })), ['0.40', null, 'market closed'])
  assert.deepEqual(line(quote({}, { reposted_as: 'x' })), ['0.40', null, 're-posted'])
  assert.deepEqual(line(quote(), '49c'), ['49c', 4_900, 'rests at 0.49'])
  assert.deepEqual(line(quote(), ''), ['', null, 'Enter a price.'])
  const [, price, effect] = line(quote(), '0.505')
  assert.equal(price, null)
  assert.match(String(effect), /steps of 0\.01/)
})

test('a price that would take is shown before the venue refuses it', () => {
  const effect = (given: RepostQuote, typed: string) => line(given, typed)[2]
  const TAKES = 'would take: refused'
  assert.equal(effect(quote(), '0.53'), 'rests at 0.53')
  assert.equal(effect(quote(), '0.54'), TAKES)
  assert.equal(effect(quote({}, { side: 'SELL' }), '0.51'), 'rests at 0.51')
  assert.equal(effect(quote({}, { side: 'SELL' }), '0.5'), TAKES)
  assert.equal(effect(quote({ best_ask: null }), '0.9'), 'rests at 0.90')
})

test('each order is sent once, and followed by its own part of the answer as every order', async () => {
  type WireItem = WireOf<typeof repostResult>['items'][number]
  const result = { client_order_id: 'c', order: null, replayed: false }
  const reject = {
    code: 'safe_mode' as const,
    message: 'The terminal is SAFE. Arm it to place orders.',
    prices: [],
    limit: null,
    value: null,
    retry_after_ms: null,
  }
  const parts: readonly Partial<WireItem>[] = [
    { already_reposted_as: 'x' },
    {},
    { result: { ...result, result: 'accepted', reject: null } },
    { result: { ...result, result: 'unknown', reject: null } },
    { result: { ...result, result: 'rejected', reject } },
  ]
  type Body = { readonly orders: readonly [{ readonly orderId: string; readonly clientOrderId: string }] }
  const bodies: Body[] = []
  const client = {
    async call(name: string, { body }: { readonly body: Body }) {
      if (name !== 'repostOrders') return err({ kind: 'network' })
      const [{ orderId, clientOrderId }] = body.orders
      bodies.push(body)
      const item = {
        order_id: orderId,
        client_order_id: clientOrderId,
        already_reposted_as: null,
        result: null,
      }
      return ok(repostResult.decode({ items: [{ ...item, ...parts[Number(orderId.slice(3))] }] }))
    },
  } as unknown as Client
  const intents = createIntents({
    client,
    now: () => 0,
    after: () => undefined,
    prices: () => PLAIN,
    onSettled: () => undefined,
    orders: () => [],
  })
  let minted = 0
  const mint = () => uuidV7(++minted, new Uint8Array(10))
  const quotes = parts.map((_, at) => quote({}, { order_id: `pm:${at}` }))
  const ids = quotes.map((one) => repost({ client, intents, mint }, 'n', one, known(priceFromSteps(4_900))))
  await setImmediate()
  assert.deepEqual(
    bodies,
    ids.map((clientOrderId, at) => ({
      orders: [{ orderId: `pm:${at}`, clientOrderId, price: 4_900, size: 10_000_000n }],
    })),
  )
  assert.deepEqual(
    intents.list
      .get()
      .toReversed()
      .map(({ state, text }) => [state, text]),
    [
      ['accepted', 'already placed'],
      ['rejected', 'Refused.'],
      ['accepted', 'accepted'],
      ['unknown', 'Unknown: checking with the venue'],
      ['rejected', 'The terminal is SAFE. Arm it to place orders.'],
    ],
  )
})

test('odds are read where prices are shown as odds', () => {
  const odds = pricesIn('decimal_odds')
  assert.equal(repostLine(quote(), '2.50', odds).price, 4_000)
  assert.equal(repostLine(quote(), '2.50', PLAIN).price, null)
  assert.equal(repostLine(quote(), '1.85', odds).effect, 'would take: refused')
})
