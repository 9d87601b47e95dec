// Rules shown here: PAGE-7.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireOf } from '#contract/codec/codec.ts'
import { repostQuotes } from '#contract/records/notifications.ts'
import { repostResult } from '#contract/records/orders.ts'
import type { ClientOrderId } from '#core/ids.ts'
import { setImmediate } from 'node:timers/promises'
import { err, ok } from '#lib/result.ts'
import type { Client, RepostQuote } from '../platform/api/client.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { createIntents } from './send.ts'
import { canRepost, createKeys, linesOf, readLine, repostBodyOf, wouldCross } from './drafts/repost-draft.ts'
import type { RepostLine } from './drafts/repost-draft.ts'
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

const startKeys = () => {
  let minted = 0
  return createKeys(() => {
    minted += 1
    return `key-${minted}` as ClientOrderId
  })
}

const line = (given: RepostQuote, part: Partial<RepostLine> = {}): RepostLine => {
  const [first] = linesOf([given], pricesIn('price'))
  assert.ok(first !== undefined)
  return { ...first, ...part }
}

test('the checklist starts with the price that was and with everything that can be placed chosen', () => {
  assert.deepEqual([line(quote()).price, line(quote()).isChosen], ['0.40', true])
  assert.equal(canRepost(quote({ best_bid: null })), true, 'it rests where nobody bids')
  assert.equal(canRepost(quote({ reason: 'market closed' })), false)
  assert.equal(canRepost(quote({}, { reposted_as: 'x' })), false)
})

test('one order at one price keeps its key however often it is sent; another price is another order', () => {
  const keyOf = startKeys()
  const first = repostBodyOf([line(quote())], keyOf, 'price')
  const again = repostBodyOf([line(quote())], keyOf, 'price')
  const other = repostBodyOf([line(quote(), { price: '49c' })], keyOf, 'price')
  assert.deepEqual(first, {
    orders: [{ orderId: 'pm:0x1', clientOrderId: 'key-1', price: 4_000, size: 10_000_000n }],
  })
  assert.deepEqual(again, first)
  assert.deepEqual(
    other?.orders.map((order) => [order.clientOrderId, order.price]),
    [['key-2', 4_900]],
  )
})

test('nothing is sent for what is not chosen, already placed or has no price on the tick', () => {
  const keyOf = startKeys()
  const lines = [
    line(quote(), { isChosen: false }),
    line(quote({}, { reposted_as: 'x' })),
    line(quote(), { price: '0.505' }),
    line(quote(), { price: '' }),
  ]
  assert.equal(repostBodyOf(lines, keyOf, 'price'), null)
  assert.match(readLine(line(quote(), { price: '0.505' }), 'price').fault ?? '', /steps of 0\.01/)
  assert.equal(readLine(line(quote()), 'price').fault, null)
})

test('a price that would take is shown before the venue refuses it', () => {
  assert.equal(wouldCross(line(quote()), 'price'), false)
  assert.equal(wouldCross(line(quote(), { price: '0.54' }), 'price'), true)
  assert.equal(wouldCross(line(quote({}, { side: 'SELL' }), { price: '0.51' }), 'price'), false)
  assert.equal(wouldCross(line(quote({}, { side: 'SELL' }), { price: '0.5' }), 'price'), true)
  assert.equal(wouldCross(line(quote({ best_ask: null }), { price: '0.9' }), 'price'), false)
})

test('each order is followed by its own part of the answer, and said as every order', async () => {
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
  const lines = parts.map((_, at) => line(quote({}, { order_id: `pm:${at}` })))
  const body = repostBodyOf(lines, startKeys(), 'price') ?? assert.fail()
  const items = parts.map((part, at) => ({
    order_id: `pm:${at}`,
    client_order_id: String(body.orders[at]?.clientOrderId),
    already_reposted_as: null,
    result: null,
    ...part,
  }))
  const calls: string[] = []
  const client = {
    async call(name: string) {
      calls.push(name)
      return name === 'repostOrders' ? ok(repostResult.decode({ items })) : err({ kind: 'network' })
    },
  } as unknown as Client
  const intents = createIntents({
    client,
    now: () => 0,
    after: () => undefined,
    prices: () => pricesIn('price'),
    onSettled: () => undefined,
    isUnknownAt: () => false,
  })
  repost({ client, intents }, 'n', body, lines)
  repost({ client, intents }, 'n', body, lines)
  await setImmediate()
  assert.deepEqual(calls, ['repostOrders'])
  assert.deepEqual(
    intents.list
      .get()
      .toReversed()
      .map(({ state, text }) => [state, text]),
    [
      ['accepted', 'placed before'],
      ['rejected', 'Refused.'],
      ['accepted', 'accepted'],
      ['unknown', 'Unknown: checking with the venue'],
      ['rejected', 'The terminal is SAFE. Arm it to place orders.'],
    ],
  )
})

test('odds are read where prices are shown as odds', () => {
  const typed = line(quote(), { price: '2.50' })
  assert.equal(readLine(typed, 'decimal_odds').fault, null)
  assert.notEqual(readLine(typed, 'price').fault, null)
  assert.equal(repostBodyOf([typed], startKeys(), 'decimal_odds')?.orders[0]?.price, 4_000)
  assert.equal(wouldCross(line(quote(), { price: '1.85' }), 'decimal_odds'), true)
})
