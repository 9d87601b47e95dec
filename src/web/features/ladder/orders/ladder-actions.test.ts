import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceFromSteps } from '#core/price.ts'
import type { Order } from '../../../platform/api/client.ts'
import { createStore } from '../../../platform/state/store.ts'
import { groupOwnLevels } from '../../../data/account/own-levels.ts'
import { ladderSteps } from './ladder-actions.ts'
import type { ActionContext } from './ladder-actions.ts'
import type { Grip } from '../../../actions/drafts/order-drag.ts'
import { takeStep } from '../../../commands/registry.ts'
import type { StepIn } from '../../../commands/registry.ts'
import type { Cell } from '../../../data/markets/ladder-grid.ts'
import { sampleOrder } from '../../portfolio/testing/samples.ts'
import type { WireOrder } from '../../portfolio/testing/samples.ts'

const PRICE = priceFromSteps(4_200) ?? assert.fail()

const order = (id: string | null, part: Partial<WireOrder>): Order =>
  sampleOrder({
    id,
    client_order_id: `c-${id}`,
    outcome_id: 'yes',
    side: 'BUY',
    price: '0.42',
    status: 'live',
    remaining_size: '10',
    ...part,
  })

const partsOf = (orders: readonly Order[]) => ({
  own: createStore(
    groupOwnLevels(
      orders,
      [],
      new Map(),
      new Map([
        ['yes', 'no'],
        ['no', 'yes'],
      ]),
    ),
  ),
  attachedExits: { marks: createStore(new Map()) },
})

/** Presses the key of cancel at 0.42 of the ladder of `yes`, whose complement is `no`. */
function cancelAt(orders: readonly Order[]) {
  const cancelled: string[] = []
  const said: string[] = []
  const context = {
    parts: {
      ...partsOf(orders),
      commands: { cancelOrders: (ids: readonly string[]) => cancelled.push(...ids) },
      announcer: { say: (text: string) => said.push(text) },
    },
    outcome: { id: 'yes', name: 'Yes' },
    top: { bestBid: null, bestAsk: null },
    grid: { tick: 100, group: 1 },
    show: () => '0.42',
    cursor: { price: PRICE, column: 'bid' },
    holding: null,
  } as unknown as ActionContext
  takeStep(ladderSteps(context), ['cancel'])
  return { cancelled, said }
}

test('x cancels every order that a chip of the row stands for, those of the other outcome as well', () => {
  const orders = [
    order('a', {}),
    order('b', { outcome_id: 'no', side: 'SELL', price: '0.58' }),
    order('c', { outcome_id: 'no', side: 'BUY', price: '0.58' }),
    order('elsewhere', { price: '0.41' }),
    order('another', { outcome_id: 'no', side: 'SELL', price: '0.42' }),
  ]
  assert.deepEqual(cancelAt(orders), { cancelled: ['a', 'b', 'c'], said: [] })
})

test('x says that there is no order only where none is, and of one without a name that it is being sent', () => {
  assert.deepEqual(cancelAt([]), { cancelled: [], said: ['No order of mine at 0.42'] })
  const pending = order(null, { status: 'pending' })
  const { cancelled, said } = cancelAt([pending])
  assert.deepEqual(cancelled, [])
  assert.match(said[0] ?? '', /^My order at 0\.42 is still being sent/)
  const unknown = cancelAt([order(null, { status: 'unknown' })])
  assert.match(unknown.said[0] ?? '', /^My order at 0\.42 is unknown/)
  const both = cancelAt([order('a', {}), pending])
  assert.deepEqual(both.cancelled, ['a'])
  assert.match(both.said[0] ?? '', /^Another order of mine at 0\.42 is still being sent/)
})

/** Presses a key of the ways out on a ladder that holds 10 Yes. */
function exitBy(mode: 'SAFE' | 'ARMED', step: StepIn<'ladder'>, isRepeat = false) {
  const acts: unknown[] = []
  const position = { outcomeId: 'yes', status: 'open' }
  const context = {
    parts: {
      positions: createStore({ items: [position] }),
      trading: createStore({ mode }),
      exits: {
        press: (_: unknown, how: string) => how,
        release: (how: string) => {
          acts.push(`sent ${how}`)
          return { intents: [], refusals: [] }
        },
      },
      flatten: {
        plan: (market: string) => ({ market, unsellable: [] }),
        press: (plan: { readonly market: string }) => ({ plan }),
        send: ({ plan }: { readonly plan: { readonly market: string } }) => {
          acts.push(`flat ${plan.market}`)
          return { intents: [], refusals: [] }
        },
      },
      openedPosition: { set: ({ view }: { readonly view: string }) => acts.push(`opened ${view}`) },
    },
    market: { id: 'market' },
    outcome: { id: 'yes', name: 'Yes' },
    top: { bestBid: null, bestAsk: null },
    grid: { tick: 100, group: 1 },
    cursor: null,
    holding: null,
    head: () => null,
    isRepeat,
  } as unknown as ActionContext
  takeStep(ladderSteps(context), step)
  return acts
}

test('ARMED a key exits, hedges and flattens by one press, held down once; SAFE it opens what would be sent', () => {
  const walk = ['exit', 'walk'] as const
  const hedge = ['exit', 'hedge'] as const
  assert.deepEqual(exitBy('ARMED', walk), ['sent walk'])
  assert.deepEqual(exitBy('ARMED', hedge), ['sent hedge'])
  assert.deepEqual(exitBy('ARMED', ['flatten']), ['flat market'])
  assert.deepEqual(exitBy('ARMED', ['exitDetails']), ['opened walk'])
  assert.deepEqual(exitBy('SAFE', hedge), ['opened hedge'])
  for (const step of [walk, hedge, ['flatten']] as const) {
    assert.deepEqual(exitBy('ARMED', step, true), [])
  }
})

/** Orders that a key asks for on a ladder of 0.42 to 0.43 whose cursor is on the bid of 0.42. */
function ordersBy(step: StepIn<'ladder'>, isRepeat = false) {
  const acts: unknown[] = []
  const context = {
    orders: {
      shotAt: ({ price, column }: Cell, side: string) => `${side} ${price} ${column}`,
      act: (shot: string) => acts.push(shot),
      actAt: (side: string, price: number) => acts.push(`${side} at ${price}`),
    },
    top: { bestBid: PRICE, bestAsk: priceFromSteps(4_300) },
    grid: { tick: 100, group: 1 },
    cursor: { price: PRICE, column: 'bid' },
    take: ({ from }: Grip) => acts.push(`take ${from}`),
    parts: partsOf([order('a', {})]),
    outcome: { id: 'yes', name: 'Yes' },
    isRepeat,
  } as unknown as ActionContext
  takeStep(ladderSteps(context), step)
  return acts
}

test('a key asks for its order at its price and side once, however long it is held', () => {
  const cases: readonly (readonly [StepIn<'ladder'>, string])[] = [
    [['order', 'BUY'], 'BUY 4200 bid'],
    [['order', 'SELL'], 'SELL 4200 bid'],
    [['enter'], 'BUY 4200 bid'],
    [['join', 'BUY'], 'BUY at 4200'],
    [['join', 'SELL'], 'SELL at 4300'],
    [['takeBest', 'BUY'], 'BUY at 4300'],
    [['takeBest', 'SELL'], 'SELL at 4200'],
    [['pickUp'], 'take 4200'],
  ]
  for (const [step, asked] of cases) {
    assert.deepEqual(ordersBy(step), [asked])
    assert.deepEqual(ordersBy(step, true), [])
  }
})
