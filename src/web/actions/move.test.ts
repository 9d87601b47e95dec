import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeRequest } from '#contract/codec/requests.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { order, replaceResult } from '#contract/records/orders.ts'
import { ok } from '#lib/result.ts'
import type { Client, Order, ReplaceResult, TradingState } from '../platform/api/client.ts'
import type { Link } from '../platform/live/socket.ts'
import { createStore } from '../platform/state/store.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { createIntents } from './send.ts'
import type { Acting } from './send.ts'
import { moveLabel } from '../data/account/exit-marks.ts'
import { movedText, refusedText } from './outcome.ts'
import type { Move } from '../data/account/intent.ts'
import { uuidV7, whyNotMovable } from './guard.ts'
import { createMoves } from './move.ts'
import { sampleOrder } from '../features/portfolio/testing/samples.ts'
import type { WireOrder } from '../features/portfolio/testing/samples.ts'

function price(text: string): Price {
  const parsed = parsePrice(text)
  assert.ok(parsed !== null)
  return parsed
}

const WIRE: Partial<WireOrder> = {
  id: 'pm:0xold',
  client_order_id: 'c-old',
  outcome_id: 'pm:1',
  outcome_name: 'Yes',
  side: 'BUY',
  price: '0.57',
  size: '100',
  filled_size: '40',
  remaining_size: '60',
  status: 'partially_filled',
  cancelling: false,
  cancel_queued: false,
  cancel_too_late: false,
  post_only: true,
}
const orderOf = (part: Partial<WireOrder>): Order => sampleOrder({ ...WIRE, ...part })
const ORDER = orderOf({})

const ANSWER: ReplaceResult = replaceResult.decode({
  client_order_id: 'c-new',
  result: 'accepted',
  order: order.encode(orderOf({ id: 'pm:0xnew', price: '0.58', size: '60', remaining_size: '60' })),
  reject: null,
  replayed: false,
  cancelled: true,
})

function build(
  orders: readonly Order[],
  mode: 'SAFE' | 'ARMED' = 'ARMED',
  linkState: Link['state'] = 'live',
  venue: TradingState['venue']['mode'] = 'normal',
) {
  const bodies: unknown[] = []
  let unknown: readonly Order[] = []
  const client = {
    call: (name: string, input: { readonly body: unknown; readonly params: unknown }) => {
      assert.equal(name, 'replaceOrder')
      bodies.push(encodeRequest({ ...(input.params as object), ...(input.body as object) }))
      return Promise.resolve(ok(ANSWER))
    },
  } as unknown as Client
  const intents = createIntents({
    prices: () => pricesIn('price'),
    client,
    now: () => 0,
    after: () => undefined,
    onSettled: () => undefined,
    orders: () => unknown,
  })
  let minted = 0
  const moves = createMoves({
    client,
    intents,
    orders: { get: () => ({ items: orders, current: true, loaded: true }) },
    trading: createStore<TradingState | null>({
      mode,
      venue: { mode: venue, until: null, retryAfterMs: null },
    } as TradingState),
    live: { isReceiving: () => linkState === 'live' },
    settings: createStore({ clickJumpTicks: 5 }),
    mint: () => {
      minted += 1
      return uuidV7(minted, new Uint8Array(10))
    },
  } as unknown as Acting)
  return {
    moves,
    intents,
    bodies,
    lock: () => {
      unknown = [orderOf({ id: 'pm:0xother', status: 'unknown', price: '0.58' })]
    },
  }
}

const settle = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('INV-14 a move asks for what the old and the new order may fill together, once', async () => {
  const t = build([ORDER])
  const sent = t.moves.move([{ orderId: 'pm:0xold', to: price('0.58'), tick: 100 }])
  assert.equal(refusedText(sent), '')
  assert.equal(t.intents.isMoving('pm:0xold'), true)
  assert.deepEqual(t.moves.move([{ orderId: 'pm:0xold', to: price('0.59'), tick: 100 }]), {
    intents: [],
    refusals: ['the order is already being moved'],
  })
  await settle()
  assert.equal(t.intents.isMoving('pm:0xold'), false)
  assert.deepEqual(t.bodies, [
    {
      order_id: 'pm:0xold',
      client_order_id: sent.intents[0]?.clientOrderId,
      price: '0.58',
      size: '100',
      post_only: true,
    },
  ])
  assert.equal(t.intents.list.get()[0]?.text, 'moved 60 from 0.57, 40 had filled at 0.57 before')
})

test('INV-14 orders moved in one gesture to one price all go there, each by one replace, and none blocks the next', async () => {
  const second = orderOf({ id: 'pm:0xsecond', client_order_id: 'c-second' })
  const t = build([ORDER, second])
  const targets = ['pm:0xold', 'pm:0xsecond'].map(
    (orderId) => ({ orderId, to: price('0.58'), tick: 100 }) as const,
  )
  const { intents, refusals } = t.moves.move(targets)
  assert.deepEqual(refusals, [])
  assert.deepEqual(
    intents.map((intent) => intent.move?.orderId),
    ['pm:0xold', 'pm:0xsecond'],
  )
  await settle()
  assert.deepEqual(
    t.bodies.map((body) => (body as { readonly order_id: string }).order_id),
    ['pm:0xold', 'pm:0xsecond'],
  )
})

test('INV-06 what an earlier gesture sends to a price still keeps a later one from it', () => {
  const second = orderOf({ id: 'pm:0xsecond', client_order_id: 'c-second' })
  const t = build([ORDER, second])
  t.moves.move([{ orderId: 'pm:0xold', to: price('0.58'), tick: 100 }])
  assert.deepEqual(t.moves.move([{ orderId: 'pm:0xsecond', to: price('0.58'), tick: 100 }]), {
    intents: [],
    refusals: ['an order at this price is being sent'],
  })
})

test('of several orders those that can be moved are, and it is said how many are not and why', () => {
  const stuck = orderOf({ id: 'pm:0xstuck', client_order_id: 'c-stuck', cancelling: true })
  const t = build([ORDER, stuck])
  const moved = t.moves.move(
    ['pm:0xstuck', 'pm:0xold', 'pm:0xgone'].map((orderId) => ({ orderId, to: price('0.58'), tick: 100 })),
  )
  assert.equal(moved.intents.length, 1)
  assert.equal(refusedText(moved), '2 of 3 orders: the order is being cancelled; the order is no longer open')
  assert.equal(
    refusedText({ intents: [], refusals: ['not on the tick', 'not on the tick'] }),
    'not on the tick',
  )
  assert.equal(refusedText({ intents: moved.intents, refusals: [] }), '')
})

for (const [why, orders, to, mode, link] of [
  [/SAFE/, [ORDER], '0.58', 'SAFE', 'live'],
  [/link/, [ORDER], '0.58', 'ARMED', 'lost'],
  [/no longer open/, [], '0.58', 'ARMED', 'live'],
  [/no longer open/, [orderOf({ status: 'filled' })], '0.58', 'ARMED', 'live'],
  [/is delaying/, [orderOf({ status: 'delayed' })], '0.58', 'ARMED', 'live'],
  [/unresolved/, [orderOf({ status: 'unknown' })], '0.58', 'ARMED', 'live'],
  [/being cancelled/, [orderOf({ cancelling: true })], '0.58', 'ARMED', 'live'],
  [/already at that price/, [ORDER], '0.57', 'ARMED', 'live'],
  [/tick/, [ORDER], '0.575', 'ARMED', 'live'],
] as const) {
  test(`a move is refused before anything is sent: ${why}`, () => {
    const t = build(orders as readonly Order[], mode, link)
    const result = t.moves.move([{ orderId: 'pm:0xold', to: price(to), tick: 100 }])
    assert.match(refusedText(result), why)
    assert.deepEqual(t.bodies, [])
  })
}

test('INV-06 no order is moved onto a price where another is unknown', () => {
  const t = build([ORDER])
  t.lock()
  assert.notEqual(refusedText(t.moves.move([{ orderId: 'pm:0xold', to: price('0.58'), tick: 100 }])), '')
  assert.deepEqual(t.bodies, [])
})

test('an order that rests or is part filled can be moved', () => {
  assert.equal(whyNotMovable(ORDER), null)
  assert.equal(whyNotMovable(orderOf({ status: 'live' })), null)
})

const PLAIN = pricesIn('price')
const MOVE: Move = {
  orderId: 'pm:0xold',
  from: price('0.57'),
  total: micros(100_000_000n),
  tick: 100,
}
const NO_FIGURES = { limit: null, value: null, retryAfterMs: null }
const REFUSED: ReplaceResult = {
  ...ANSWER,
  result: 'rejected',
  order: null,
  cancelled: false,
  reject: {
    code: 'price_band',
    message: 'Too far.',
    prices: [],
    limit: null,
    value: null,
    retryAfterMs: null,
  },
}

test('the result says whether the old order is still there, and only when that is known', () => {
  assert.equal(moveLabel(micros(100_000_000n), '58c'), 'move 100 to 58c')
  assert.equal(movedText(MOVE, REFUSED, PLAIN), 'Too far. The order stays at 0.57.')
  assert.equal(movedText(MOVE, REFUSED, pricesIn('cents')), 'Too far. The order stays at 57c.')
  const priced = [{ at: 8, text: '0.67', tickSize: 100 as const, kind: 'price' as const }]
  const beyond = { code: 'price_band' as const, message: 'At most 0.67.', prices: priced, ...NO_FIGURES }
  assert.equal(
    movedText(MOVE, { ...REFUSED, reject: beyond }, pricesIn('cents')),
    'At most 67c. The order stays at 57c.',
  )
  assert.equal(
    movedText(MOVE, { ...REFUSED, cancelled: true }, PLAIN),
    'Too far. The old order at 0.57 is cancelled.',
  )
  const unproven = {
    ...REFUSED,
    reject: {
      code: 'not_cancellable' as const,
      message: 'Not proven gone.',
      prices: [],
      limit: null,
      value: null,
      retryAfterMs: null,
    },
  }
  assert.equal(movedText(MOVE, unproven, PLAIN), 'Not proven gone.')
  assert.match(movedText(MOVE, { ...ANSWER, result: 'unknown', order: null }, PLAIN), /Unknown/)
})

test('a move is refused while the venue takes no order, in its words; a post-only one may go where only those may', () => {
  const refused = build([ORDER], 'ARMED', 'live', 'cancel_only').moves.move([
    { orderId: 'pm:0xold', to: price('0.58'), tick: 100 },
  ])
  assert.deepEqual(refused, { intents: [], refusals: ['the venue accepts cancels only'] })
  const post = build([ORDER], 'ARMED', 'live', 'post_only').moves.move([
    { orderId: 'pm:0xold', to: price('0.58'), tick: 100 },
  ])
  assert.equal(refusedText(post), '')
})
