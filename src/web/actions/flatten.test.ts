import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { known } from '#core/testing/exit-samples.ts'
import { err, ok } from '#lib/result.ts'
import type { Client, ComboPosition, Order, Position } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import { sampleOrder, samplePosition } from '../features/portfolio/testing/samples.ts'
import { refusedText } from './outcome.ts'
import { uuidV7 } from './guard.ts'
import { createIntents } from './send.ts'
import type { Sent } from '../data/account/intent.ts'
import type { Acting } from './send.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { createFlatten } from './flatten.ts'
import type { Flatten } from './flatten.ts'

const YES = samplePosition()
const NO = samplePosition({ outcome_id: 'pm:2', outcome_name: 'No', size: '4' })
const ELSEWHERE = samplePosition({ outcome_id: 'pm:9', market_id: 'pm:m9', outcome_name: 'Maybe' })

function build(
  options: {
    readonly mode?: 'SAFE' | 'ARMED'
    readonly positions?: readonly Position[]
    readonly orders?: readonly Order[]
    readonly combos?: readonly ComboPosition[]
    readonly isSilent?: boolean
    readonly worst?: Price
  } = {},
) {
  let now = 1_000
  let minted = 0
  const bodies: {
    readonly legs: readonly {
      readonly clientOrderId: string
      readonly outcomeId: string
      readonly worstPrice?: Price
    }[]
  }[] = []
  const cancels: unknown[] = []
  const marketCancels: unknown[] = []
  const client = {
    call: (name: string, { body }: { readonly body: (typeof bodies)[number] }) => {
      if (name !== 'flattenPositions') return Promise.resolve(ok({ items: [] }))
      bodies.push(body)
      if (options.isSilent === true) return Promise.resolve(err({ kind: 'timeout' as const }))
      const legs = body.legs.map(({ clientOrderId, outcomeId }, at) => ({
        clientOrderId,
        outcomeId,
        result: {
          clientOrderId,
          result: at === 0 ? ('accepted' as const) : ('rejected' as const),
          order: at === 0 ? sampleOrder({ side: 'SELL', status: 'filled', filled_size: '10' }) : null,
          reject: null,
          replayed: false,
        },
      }))
      const cancel = { outcomeIds: [], cancelled: ['pm:0x1'], queued: [], failed: [] }
      return Promise.resolve(ok({ cancels: [cancel, { ...cancel, cancelled: ['pm:0x2'] }], legs }))
    },
  } as unknown as Client
  const intents = createIntents({
    prices: () => pricesIn('price'),
    client,
    now: () => now,
    after: () => undefined,
    onSettled: () => undefined,
    orders: () => [],
  })
  const parts = {
    client,
    intents,
    trading: createStore({ mode: options.mode ?? 'ARMED' }),
    live: { isReceiving: () => true },
    settings: createStore({ clickJumpTicks: 5 }),
    positions: { get: () => ({ items: options.positions ?? [YES, NO, ELSEWHERE] }) },
    orders: { get: () => ({ items: options.orders ?? [] }) },
    prices: () => pricesIn('price'),
    mint: () => uuidV7(++minted, new Uint8Array(10)),
    now: () => now,
  }
  const flatten = createFlatten(
    parts as unknown as Acting,
    { worstSeen: (_, __, price) => options.worst ?? price },
    { positions: createStore({ items: options.combos ?? [] }) },
    {
      cancelMarket: (target) => marketCancels.push(target),
      followFlatten: (_marketId, request) => void request().then((answer) => cancels.push(answer)),
    },
  )
  return { flatten, intents, bodies, cancels, marketCancels, wait: (ms: number) => (now += ms) }
}

const sendNow = (flatten: Flatten, marketId: string | null): Sent =>
  flatten.send(flatten.press(flatten.plan(marketId)))

const settled = () => new Promise((resolve) => void setImmediate(resolve))

test('a market is flat by one request: a leg for each outcome held there, at no worse a price than was shown', async () => {
  const { flatten, intents, bodies, cancels } = build()
  assert.equal(refusedText(sendNow(flatten, YES.marketId)), '')
  assert.deepEqual(
    bodies.map(({ legs }) => legs.map((leg) => ({ ...leg, clientOrderId: '' }))),
    [
      [
        { clientOrderId: '', outcomeId: 'pm:1', worstPrice: 5_500 },
        { clientOrderId: '', outcomeId: 'pm:2', worstPrice: 5_500 },
      ],
    ],
  )
  assert.equal(intents.list.get().filter(({ state }) => state === 'sending').length, 2)
  await settled()
  assert.deepEqual(
    intents.list
      .get()
      .map(({ outcomeId, side, state }) => [outcomeId, side, state])
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    [
      ['pm:1', 'SELL', 'accepted'],
      ['pm:2', 'SELL', 'rejected'],
    ],
  )
  assert.deepEqual(cancels, [ok({ cancelled: ['pm:0x1', 'pm:0x2'], queued: [], failed: [] })])
})

test('two presses at once are one, and later ones are new', () => {
  const { flatten, bodies, wait } = build()
  sendNow(flatten, null)
  wait(350)
  sendNow(flatten, null)
  wait(1)
  sendNow(flatten, null)
  assert.equal(bodies.length, 2)
  assert.notEqual(bodies[0]?.legs[0]?.clientOrderId, bodies[1]?.legs[0]?.clientOrderId)
})

test('a press for another market right after is a press of its own', () => {
  const { flatten, bodies } = build()
  sendNow(flatten, YES.marketId)
  assert.equal(refusedText(sendNow(flatten, ELSEWHERE.marketId)), '')
  assert.deepEqual(
    bodies.map(({ legs }) => legs.map(({ outcomeId }) => outcomeId)),
    [['pm:1', 'pm:2'], ['pm:9']],
  )
})

test('an open buy of what is not held is a leg too, as it may fill before its cancel', () => {
  const buy = sampleOrder({ side: 'BUY', outcome_id: 'pm:2', market_id: YES.marketId, status: 'live' })
  const { flatten, bodies } = build({ positions: [YES], orders: [buy] })
  const plan = flatten.plan(YES.marketId)
  assert.equal(plan.orders, 1)
  flatten.send(flatten.press(plan))
  assert.deepEqual(
    bodies[0]?.legs.map(({ outcomeId, worstPrice }) => [outcomeId, worstPrice]),
    [
      ['pm:1', 5_500],
      ['pm:2', 3_500],
    ],
  )
})

test('what has no quote is not sold at a price that nobody saw: its orders are cancelled and it is named', () => {
  const message = 'There is no bid to sell to.'
  const bare = { flat: null, exit: null, exit_unavailable_message: message } as const
  const unquoted = samplePosition({ outcome_id: 'pm:9', market_id: 'pm:m9', ...bare })
  const buy = sampleOrder({ side: 'BUY', outcome_id: 'pm:9', market_id: 'pm:m9', status: 'live' })
  const { flatten, bodies, marketCancels, wait } = build({ positions: [YES, unquoted], orders: [buy] })
  assert.deepEqual(flatten.plan(null).unsellable, [{ name: '10 Yes', why: message }])
  assert.equal(refusedText(sendNow(flatten, null)), '')
  assert.deepEqual(
    bodies[0]?.legs.map(({ outcomeId }) => outcomeId),
    ['pm:1'],
  )
  assert.deepEqual(marketCancels, [{ marketId: 'pm:m9' }])
  wait(400)
  assert.notEqual(refusedText(sendNow(flatten, 'pm:m9')), '')
  assert.deepEqual([bodies.length, marketCancels.length], [1, 2])
})

test('shares that own orders offer are quoted too, as the flatten cancels these first', () => {
  const offered = samplePosition({ exit: null, exit_unavailable_message: 'All shares are offered.' })
  const { flatten } = build({ positions: [offered] })
  assert.equal(flatten.plan(null).legs[0]?.terms.price, 5_500)
})

test('of two prices that stood there within 300 ms the better one counts', () => {
  const { flatten, bodies } = build({ positions: [YES], worst: known(priceFromSteps(5_800)) })
  sendNow(flatten, null)
  assert.equal(bodies[0]?.legs[0]?.worstPrice, 5_800)
})

test('what cannot be sold is named and is no leg', () => {
  const combo = { outcomeName: 'All of 3', size: micros(5_000_000n), ended: false } as ComboPosition
  const positions = [
    YES,
    samplePosition({ outcome_id: 'pm:3', status: 'redeemable', outcome_name: 'Won' }),
    samplePosition({ outcome_id: 'pm:4', dust: true, size: '0.004' }),
  ]
  const { flatten } = build({ positions, combos: [combo] })
  const { legs, unsellable } = flatten.plan(null)
  assert.deepEqual(
    [legs.map(({ position }) => position.outcomeId), unsellable.map(({ name }) => name)],
    [['pm:1'], ['10 Won', '0.004 Yes', '5 All of 3']],
  )
})

test('SAFE only cancels are asked for, one for each market, and no sale; an answer that never came is unknown, not sent again', async () => {
  const safe = build({ mode: 'SAFE' })
  assert.notEqual(refusedText(sendNow(safe.flatten, null)), '')
  assert.deepEqual([safe.bodies.length, safe.intents.list.get().length], [0, 0])
  assert.deepEqual(
    safe.marketCancels,
    [NO, ELSEWHERE].map(({ marketId }) => ({ marketId })),
  )
  const silent = build({ isSilent: true })
  sendNow(silent.flatten, null)
  await settled()
  assert.deepEqual(
    silent.intents.list.get().map(({ state }) => state),
    ['unknown', 'unknown', 'unknown'],
  )
  assert.equal(silent.bodies.length, 1)
  const none = build({ positions: [] })
  assert.notEqual(refusedText(sendNow(none.flatten, null)), '')
  assert.equal(none.bodies.length, 0)
})

test('INV-60 SAFE the orders of both outcomes of a market are cancelled', () => {
  const on = (outcome: string) =>
    sampleOrder({ side: 'SELL', outcome_id: outcome, market_id: YES.marketId, status: 'live' })
  const { flatten, marketCancels } = build({ mode: 'SAFE', positions: [], orders: [on('pm:1'), on('pm:2')] })
  sendNow(flatten, YES.marketId)
  assert.deepEqual(marketCancels, [{ marketId: YES.marketId }])
})
