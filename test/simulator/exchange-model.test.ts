import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { createManualClock } from '#simulator/clock.ts'
import { createExchange } from '#simulator/exchange/exchange.ts'
import { createRandom } from '#simulator/random.ts'
import type { NewOrder } from '#simulator/types.ts'

import { ReferenceExchange, type RefOrder } from './reference-exchange.ts'
import { START, testMarket } from './venue.ts'

const WALLETS = ['ann', 'ben', 'cid', 'dot'] as const
const OUTCOMES = [0, 1] as const

type Operation =
  | { readonly kind: 'place'; readonly order: PlaceChoice }
  | { readonly kind: 'cancel' | 'fail'; readonly pick: number }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'clear' }

type PlaceChoice = {
  readonly wallet: (typeof WALLETS)[number]
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  readonly size: number
  readonly type: NewOrder['type']
  readonly postOnly: boolean
  readonly budget: number
  readonly expiresIn: number
  readonly repeats: boolean
}

const rarely = fc.integer({ min: 0, max: 19 }).map((draw) => draw === 0)
const placing: fc.Arbitrary<PlaceChoice> = fc.record({
  wallet: fc.constantFrom(...WALLETS),
  outcome: fc.constantFrom(...OUTCOMES),
  side: fc.constantFrom('BUY', 'SELL'),
  price: fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 40, max: 60 }).map((cents) => cents * 100) },
    { weight: 5, arbitrary: fc.constantFrom(100, 9_900, 3_300, 6_700) },
    { weight: 1, arbitrary: fc.constantFrom(5_050, 0, 10_000) },
  ),
  size: fc.oneof(
    fc.integer({ min: 4, max: 60 }).map((shares) => shares * 1_000_000),
    fc.integer({ min: 5_000_000, max: 90_000_000 }),
  ),
  type: fc.constantFrom('GTC', 'GTC', 'GTC', 'GTD', 'FOK', 'FAK'),
  postOnly: rarely,
  budget: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40_000_000 })),
  expiresIn: fc.integer({ min: 180_000, max: 400_000 }),
  repeats: rarely,
})
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ kind: fc.constant('place' as const), order: placing }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), pick: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
  },
  {
    weight: 1,
    arbitrary: rarely.map((clears) =>
      clears ? { kind: 'clear' as const } : { kind: 'advance' as const, ms: 500 },
    ),
  },
)

const RUNS = 50
const OPERATIONS = 200

test(`the engine answers and holds what a slow model does, over ${RUNS * OPERATIONS} random operations`, () => {
  let operations = 0
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' }),
      fc.constantFrom(0, 0, 2),
      fc.constantFrom(0, 50_000, 70_000),
      (history, delaySeconds, feeRate) => {
        const pair = startPair(delaySeconds, BigInt(feeRate))
        for (const [index, step] of history.entries()) {
          operations += 1
          pair.run(step, index)
          pair.compare()
        }
      },
    ),
    { numRuns: RUNS, seed: 20_261_121 },
  )
  assert.ok(operations >= RUNS * OPERATIONS)
})

function startPair(delaySeconds: number, feeRate: bigint) {
  const clock = createManualClock(START)
  const exchange = createExchange({
    clock,
    random: createRandom('model'),
    statusStepsOf: () => [],
    settles: 'at_once',
  })
  const market = testMarket(1, {
    secondsDelay: delaySeconds,
    fee: feeRate === 0n ? null : { rate: feeRate, exponent: 1 },
  })
  exchange.list(market)
  const reference = new ReferenceExchange({ delaySeconds, feeRate, minimum: market.minimumSize, now: START })
  const tradeIds: string[] = []
  exchange.subscribe((event) => {
    if (event.type === 'trade') tradeIds.push(event.trade.id)
  })
  for (const wallet of WALLETS) {
    exchange.deposit(wallet, 150_000_000n)
    for (const token of market.tokens) exchange.grantShares(wallet, token, 120_000_000n)
    reference.credit(wallet, 150_000_000n, [120_000_000n, 120_000_000n])
  }

  function place(choice: PlaceChoice, index: number): void {
    const isImmediate = choice.type === 'FOK' || choice.type === 'FAK'
    const base = {
      id: choice.repeats ? (reference.orders.at(-1)?.id ?? `order ${index}`) : `order ${index}`,
      wallet: choice.wallet,
      side: choice.side,
      size: BigInt(choice.size),
      type: choice.type,
      postOnly: choice.postOnly && !isImmediate,
      expiresAt: choice.type === 'GTD' ? clock.now() + choice.expiresIn : null,
      budget: isImmediate && choice.side === 'BUY' && choice.budget > 0 ? BigInt(choice.budget) : null,
    }
    const answer = exchange.place({
      ...base,
      owner: choice.wallet,
      token: market.tokens[choice.outcome],
      price: choice.price,
      signed: null,
    })
    const order: RefOrder = {
      ...base,
      outcome: choice.outcome,
      price: BigInt(choice.price),
      status: 'LIVE',
      filled: 0n,
      rest: null,
      delayUntil: null,
      timer: 0,
    }
    const expected = reference.place(order)
    if ('refused' in expected) {
      assert.equal(answer.kind, 'refused')
      assert.ok(
        answer.kind === 'refused' && answer.text.includes(expected.refused),
        `${JSON.stringify(answer)} for ${expected.refused}`,
      )
      return
    }
    assert.equal(
      answer.kind,
      'placed',
      JSON.stringify(answer, (_key, value: unknown) => String(value)),
    )
    if (answer.kind !== 'placed') return
    assert.deepEqual({ status: answer.status, making: answer.making, taking: answer.taking }, expected)
  }

  return {
    run(step: Operation, index: number): void {
      switch (step.kind) {
        case 'place':
          place(step.order, index)
          return
        case 'cancel': {
          const order = reference.orders[step.pick % Math.max(1, reference.orders.length)]
          if (order === undefined) return
          const answer = exchange.cancel([order.id], { owner: order.wallet })
          assert.equal(answer.canceled.length === 1, reference.cancel(order.id))
          return
        }
        case 'fail': {
          const pick = step.pick % Math.max(1, tradeIds.length)
          exchange.failTrade(tradeIds[pick] ?? '')
          reference.fail(pick)
          return
        }
        case 'advance':
          clock.advance(step.ms)
          reference.advance(step.ms)
          return
        case 'clear':
          exchange.clearBook(market.conditionId, 'game started')
          reference.clear()
          return
        default:
      }
    },
    compare(): void {
      market.tick = 100
      assert.deepEqual(exchange.audit(), [])
      assert.equal(exchange.fees(), reference.fees())
      assert.equal(tradeIds.length, reference.trades.length)
      for (const wallet of WALLETS) {
        assert.equal(exchange.cash(wallet), reference.cash(wallet), `cash of ${wallet}`)
        assert.equal(exchange.cash(wallet) - exchange.heldCash(wallet), reference.freeCash(wallet))
        for (const outcome of OUTCOMES) {
          const token = market.tokens[outcome]
          assert.equal(exchange.shares(wallet, token), reference.shares(wallet, outcome))
        }
      }
      for (const order of reference.orders) {
        const actual = exchange.order(order.id)
        assert.equal(`${actual?.status} ${actual?.filled}`, `${order.status} ${order.filled}`, order.id)
      }
      for (const outcome of OUTCOMES) {
        const levels = exchange.levels(market.tokens[outcome])
        assert.deepEqual(levels.bids, reference.levels(outcome, 'bids'))
        assert.deepEqual(levels.asks, reference.levels(outcome, 'asks'))
      }
    },
  }
}
