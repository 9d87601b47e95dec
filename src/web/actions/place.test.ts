import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { PlaceBody } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import { refusedText } from './outcome.ts'
import { createClicks } from './place.ts'
import { bracketOf } from './sale.ts'
import type { Aim } from './sale.ts'

const at = (text: string) => parsePrice(text) ?? assert.fail()
const shares = (count: number) => micros(BigInt(count) * 1_000_000n)

const SALE: Aim = {
  outcomeId: 'pm:1',
  outcomeName: 'Herons',
  side: 'SELL',
  price: at('0.71'),
  size: shares(100),
  other: { outcomeId: 'pm:2', outcomeName: 'Comets', price: at('0.29'), size: shares(70) },
}
const TERMS = { timeInForce: 'GTC', postOnly: false, expiresAt: null } as const

type Part = (answer: { readonly sale: number; readonly purchase: number }, order: unknown) => number
type Pressed = { readonly together?: readonly ClientOrderId[] }
type Body =
  | PlaceBody
  | { readonly sale: PlaceBody; readonly purchase: PlaceBody }
  | { readonly orders: readonly PlaceBody[] }

/** Clicks on a still book; what they send, and which prices are locked. */
function build(locked: string | null = null, idBefore = 'c-') {
  const sent: (readonly PlaceBody[])[] = []
  const together: (readonly (readonly ClientOrderId[] | undefined)[])[] = []
  let [ids, now] = [0, 0]
  const top = { changedAt: 0, epoch: 1, sequence: 5, bestBid: at('0.70'), bestAsk: at('0.72') }
  const clicks = createClicks({
    books: {
      book: () => ({
        top: () => top,
        now: () => ({ ...top, stale: null, tick: 100 }),
      }),
    },
    live: { isReceiving: () => true },
    trading: createStore({ mode: 'ARMED', venue: null }),
    settings: createStore({ clickJumpTicks: 5 }),
    intents: {
      busyAt: ({ outcomeId }: { readonly outcomeId: string }) => (outcomeId === locked ? 'unknown' : null),
      send(orders: readonly Pressed[], request: () => string, part: Part) {
        together.push(orders.map((one) => one.together))
        if (request() === 'placeBothSides')
          assert.deepEqual(
            orders.map((one) => part({ sale: 1, purchase: 2 }, one)),
            [1, 2],
          )
        return orders
      },
    },
    client: {
      call(name: string, { body }: { readonly body: Body }) {
        sent.push('sale' in body ? [body.sale, body.purchase] : 'orders' in body ? body.orders : [body])
        return name
      },
    },
    mint: () => {
      ids += 1
      return `${idBefore}${ids}` as ClientOrderId
    },
    now: () => now,
  } as unknown as Parameters<typeof createClicks>[0])
  const press = (aim: Aim) => clicks.release(clicks.press(aim), TERMS, 100, Infinity)
  const pressTogether = (aims: readonly Aim[]) => clicks.pressTogether(aims, TERMS)
  return { press, pressTogether, sent, together, pass: (ms: number) => (now += ms) }
}

test('INV-62 a sale beyond what is held is one request of two orders, the sale first', () => {
  const { press, sent } = build()
  assert.equal(refusedText(press(SALE)), '')
  assert.deepEqual(
    sent.map((drafts) =>
      drafts.map((body) => [body.clientOrderId, body.outcomeId, body.side, body.price, body.size]),
    ),
    [
      [
        ['c-1', 'pm:1', 'SELL', 7_100, shares(30)],
        ['c-2', 'pm:2', 'BUY', 2_900, shares(70)],
      ],
    ],
  )
  const { evidence } = sent[0]?.[1] ?? {}
  assert.deepEqual([evidence?.bestBid, evidence?.bestAsk, evidence?.bookSeq], [2_800, 3_000, 5])
})

test('INV-62 all of it bought is one ordinary purchase', () => {
  const { press, sent } = build()
  press({ ...SALE, size: shares(70) })
  assert.deepEqual(
    sent.map((drafts) => drafts.map((body) => [body.outcomeId, body.side, body.size])),
    [[['pm:2', 'BUY', shares(70)]]],
  )
})

test('INV-62 the second press of a double click is the first, though the shares held have been sold meanwhile', () => {
  const { press, sent, pass } = build()
  const orders = (turn: number) => sent[turn]?.map(({ clientOrderId, size }) => [clientOrderId, size])
  press(SALE)
  pass(200)
  press({ ...SALE, other: { ...(SALE.other ?? assert.fail()), size: SALE.size } })
  assert.deepEqual(orders(1), orders(0))
  pass(200)
  press(SALE)
  assert.deepEqual(orders(2), [
    ['c-3', shares(30)],
    ['c-4', shares(70)],
  ])
})

test('another outcome, side, price or size is another press at once', () => {
  const plain: Aim = { ...SALE, side: 'BUY', other: null }
  const changes: Partial<Aim>[] = [
    { outcomeId: 'pm:2' },
    { side: 'SELL' },
    { price: at('0.72') },
    { size: shares(20) },
  ]
  for (const change of changes) {
    const { press, sent } = build()
    press(plain)
    press({ ...plain, ...change })
    assert.deepEqual(
      sent.map(([one]) => one?.clientOrderId),
      ['c-1', 'c-2'],
    )
  }
})

for (const [which, outcomeId] of [
  ['sale', 'pm:1'],
  ['purchase', 'pm:2'],
] as const) {
  test(`while an order at the price of the ${which} is unresolved neither is sent`, () => {
    const { press, sent } = build(outcomeId)
    assert.notEqual(refusedText(press(SALE)), '')
    assert.deepEqual(sent, [])
  })
}

const SCALE: Aim = {
  ...SALE,
  side: 'BUY',
  other: null,
  parts: [
    { price: at('0.71'), size: shares(60) },
    { price: at('0.69'), size: shares(40) },
  ],
}

test('a scaled order is one request of its parts, each with an id of its own; its double press is the first', () => {
  const { press, sent, together, pass } = build()
  const orders = (turn: number) => sent[turn]?.map((body) => [body.clientOrderId, body.price, body.size])
  assert.equal(refusedText(press(SCALE)), '')
  pass(200)
  press(SCALE)
  const first = [
    ['c-1', 7_100, shares(60)],
    ['c-2', 6_900, shares(40)],
  ]
  assert.deepEqual([orders(0), orders(1)], [first, first])
  assert.deepEqual(together[0], [
    ['c-1', 'c-2'],
    ['c-1', 'c-2'],
  ])
  // The same ends and sum in another shape is another press.
  press({ ...SCALE, parts: SCALE.parts?.map((part) => ({ ...part, size: shares(50) })) ?? [] })
  assert.deepEqual(orders(2), [
    ['c-3', 7_100, shares(50)],
    ['c-4', 6_900, shares(50)],
  ])
})

test('the parts of a scaled order are a group, and one order is none', () => {
  const { press, sent } = build(null, '01890000-0000-7000-8000-00000000000')
  press(SCALE)
  press({ ...SALE, side: 'BUY', other: null })
  const [first = [], second = []] = sent
  const group = first[0]?.clientOrderId
  assert.deepEqual(
    [...first, ...second].map((body) => body.group),
    [group, group, undefined],
  )
})

test('none of a scaled order is sent where one of its prices is off the tick', () => {
  const { press, sent } = build()
  const [first, second] = SCALE.parts ?? []
  assert.ok(first !== undefined && second !== undefined)
  const off = { ...SCALE, parts: [first, { ...second, price: at('0.695') }] }
  assert.match(refusedText(press(off)), /tick size changed/)
  assert.deepEqual(sent, [])
})

test('a basket is one request of all its legs, or none where one is refused; a double press is one', () => {
  const legs = ['pm:1', 'pm:3'].map((outcomeId): Aim => ({ ...SALE, outcomeId, side: 'BUY', other: null }))
  const { pressTogether, sent, pass } = build()
  pressTogether(legs)
  pass(200)
  pressTogether(legs)
  const ids = sent.map((all) => all.map((body) => [body.clientOrderId, body.outcomeId]))
  assert.deepEqual(ids, [
    [
      ['c-1', 'pm:1'],
      ['c-2', 'pm:3'],
    ],
  ])
  pass(400)
  pressTogether(legs)
  assert.equal(sent.length, 2)
  const barred = build('pm:3')
  assert.match(refusedText(barred.pressTogether(legs)), /unresolved/)
  assert.deepEqual(barred.sent, [])
})

test('exits of a template go with each purchase, around its own limit, and the press names it; a sale brings none', () => {
  const bracket = bracketOf({
    name: 'Scalp',
    targets: [
      { ticks: 3, percent: 50 },
      { ticks: 6, percent: 50 },
    ],
    stop: { ticks: 5, slippageTicks: 2 },
    trailing: null,
    breakEven: null,
    time: null,
  })
  const { press, sent } = build()
  const buy: Aim = { ...SALE, side: 'BUY', price: at('0.5'), other: null, bracket }
  const parts = [
    { price: at('0.5'), size: shares(50) },
    { price: at('0.4'), size: shares(50) },
  ]
  press(buy)
  press({ ...buy, parts })
  press({ ...SALE, bracket })
  press({ ...SALE, size: shares(70), bracket })
  const legs = sent.map((bodies) =>
    bodies.map(({ exits, template }) => [
      template,
      exits?.furtherTargets?.[0]?.price,
      exits?.target?.price,
      exits?.stop?.price,
    ]),
  )
  const none = [undefined, undefined, undefined, undefined]
  assert.deepEqual(legs, [
    [['Scalp', at('0.53'), at('0.56'), at('0.45')]],
    [
      ['Scalp', at('0.53'), at('0.56'), at('0.45')],
      ['Scalp', at('0.43'), at('0.46'), at('0.35')],
    ],
    [none, none],
    [['Scalp', at('0.32'), at('0.35'), at('0.24')]],
  ])
})

test('a purchase whose exits cannot be is refused with the reason, and nothing is sent', () => {
  const { press, sent } = build()
  const stop = { ticks: 50, slippageTicks: 2 }
  const bracket = bracketOf({ name: 'Wide', targets: [], stop, trailing: null, breakEven: null, time: null })
  const refusal = refusedText(press({ ...SALE, side: 'BUY', price: at('0.5'), other: null, bracket }))
  assert.match(refusal, /^A stop 50 ticks below the order price/)
  assert.deepEqual(sent, [])
})
