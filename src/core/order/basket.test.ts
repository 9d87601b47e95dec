// Outcomes of one event bought together: sums, results and the worst with a leg unfilled; refusals are values.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Level } from '../book/book.ts'
import { walkOrder } from '../book/book-walk.ts'
import { takerFee } from '../fees.ts'
import { micros, type Micros } from '../money.ts'
import { priceFromSteps, type Price } from '../price.ts'
import { basketOf, completionOf, type Basket, type BasketSizing, type BasketSource } from './basket.ts'
import { sizeStep } from './order-amounts.ts'

const at = (steps: number): Price => priceFromSteps(steps) ?? assert.fail()
const shares = (count: number): Micros => micros(BigInt(Math.round(count * 100)) * 10_000n)
const leg = (member: string, ...levels: readonly (readonly [number, number])[]): BasketSource => ({
  member,
  isNo: false,
  asks: levels.map(([price, size]): Level => [at(price), shares(size)]),
  fee: null,
  minimum: shares(1),
})
const EVENT = { members: ['a', 'b', 'c'], isExclusive: true, isComplete: false }
const LEGS = [leg('a', [3_000, 100]), leg('b', [2_500, 40], [2_600, 100])]
const by = (way: BasketSizing['by'], amount: Micros): BasketSizing => ({ by: way, amount })
const whole = (made: ReturnType<typeof basketOf>): Basket =>
  made.ok ? made.value : assert.fail(made.error.kind)
const faultOf = (made: ReturnType<typeof basketOf>) => (made.ok ? null : made.error)

test('equal shares at the depth needed: each outcome chosen pays the same, one that is not loses all', () => {
  const made = whole(basketOf(LEGS, EVENT, by('shares', shares(100)), 'GTC'))
  assert.deepEqual(
    made.legs.map(({ price, size, cost }) => [price, size, cost]),
    [
      [3_000, shares(100), shares(30)],
      [2_600, shares(100), shares(25.6)],
    ],
  )
  assert.equal(made.total, shares(55.6))
  assert.equal(made.sum, micros(556_000n))
  assert.deepEqual(
    made.results.map(({ result }) => result),
    [shares(44.4), shares(44.4), shares(-55.6)],
  )
  assert.equal(made.unlisted, shares(-55.6))
  // Without the one, the other is all that can be lost.
  assert.deepEqual(made.without, [shares(-25.6), shares(-30)])
})

test('No of the rest pays in full where none of them wins, listed or not', () => {
  const rest = [leg('b', [7_500, 100]), leg('c', [6_000, 100])].map((one) => ({ ...one, isNo: true }))
  const made = whole(basketOf(rest, EVENT, by('shares', shares(10)), 'FAK'))
  assert.deepEqual(
    made.results.map(({ result }) => result),
    [shares(6.5), shares(-3.5), shares(-3.5)],
  )
  assert.equal(made.unlisted, shares(6.5))
  assert.equal(
    whole(basketOf(rest, { ...EVENT, isComplete: true }, by('shares', shares(10)), 'FAK')).unlisted,
    null,
  )
})

test('what cannot be is refused with its figures, and a book that is not known is never taken as empty', () => {
  const [first] = LEGS
  assert.ok(first !== undefined)
  const ten = by('shares', shares(10))
  assert.deepEqual(faultOf(basketOf([{ ...first, asks: null }], EVENT, ten, 'FAK'))?.kind, 'no_book')
  assert.deepEqual(faultOf(basketOf([{ ...first, fee: 'unknown' }], EVENT, ten, 'FAK'))?.kind, 'fee_unknown')
  assert.deepEqual(
    faultOf(basketOf(LEGS, { ...EVENT, isExclusive: false }, ten, 'FAK'))?.kind,
    'not_exclusive',
  )
  assert.deepEqual(faultOf(basketOf([], EVENT, ten, 'FAK'))?.kind, 'no_legs')
  assert.deepEqual(faultOf(basketOf(LEGS, EVENT, by('shares', shares(0)), 'FAK'))?.kind, 'amount')
  assert.deepEqual(faultOf(basketOf(LEGS, EVENT, by('shares', shares(101)), 'FAK')), {
    kind: 'depth',
    most: shares(100),
  })
  assert.deepEqual(faultOf(basketOf([leg('a')], EVENT, ten, 'FAK')), { kind: 'depth', most: 0n })
  assert.deepEqual(faultOf(basketOf(LEGS, EVENT, by('profit', shares(45)), 'GTC')), {
    kind: 'profit',
    most: shares(44.4),
  })
  const odd = [leg('a', [3_337, 500]), leg('b', [2_500, 500])]
  assert.deepEqual(faultOf(basketOf(odd, EVENT, ten, 'FAK')), { kind: 'below_step', step: shares(100) })
  const small = faultOf(basketOf(LEGS, EVENT, by('shares', shares(2)), 'FAK'))
  assert.ok(small?.kind === 'below_minimum')
  assert.equal(small.least, shares(3.4))
})

test('of more than one command the thinnest come first', () => {
  const many = Array.from({ length: 16 }, (_, nth) => leg(`m${nth}`, [500, 400 - nth]))
  const made = whole(
    basketOf(many, { ...EVENT, members: many.map((one) => one.member) }, by('shares', shares(100)), 'FAK'),
  )
  assert.deepEqual([made.legs[0]?.source.member, made.legs.at(-1)?.source.member], ['m15', 'm0'])
})

const aSource = (member: string, isNo: boolean, tick: number) =>
  fc
    .record({
      best: fc.integer({ min: 1, max: 60 }),
      sizes: fc.array(fc.integer({ min: 200, max: 40_000 }), { minLength: 1, maxLength: 4 }),
      rate: fc.constantFrom(0n, 20_000n, 70_000n),
    })
    .map(({ best, sizes, rate }): BasketSource => ({
      member,
      isNo,
      asks: sizes.map((size, nth): Level => [at((best + nth * 3) * tick), shares(size / 100)]),
      fee: rate === 0n ? null : { rate, exponent: 1 },
      minimum: null,
    }))

const aCase = fc
  .record({
    count: fc.integer({ min: 1, max: 5 }),
    isNo: fc.boolean(),
    tick: fc.constantFrom(100, 10),
    isComplete: fc.boolean(),
    type: fc.constantFrom('FAK' as const, 'GTC' as const),
    sizing: fc.record({
      by: fc.constantFrom('shares' as const, 'profit' as const, 'stake' as const),
      amount: fc.integer({ min: 100, max: 30_000 }).map((cents) => shares(cents / 100)),
    }),
  })
  .chain((one) =>
    fc
      .tuple(...Array.from({ length: one.count }, (_, nth) => aSource(`m${nth}`, one.isNo, one.tick)))
      .map((sources) => ({ ...one, sources })),
  )

const members = ['m0', 'm1', 'm2', 'm3', 'm4', 'm5']

test('sums are exact, and the worst without a leg is that of a slow search over all fills and endings', () => {
  let made = 0
  fc.assert(
    fc.property(aCase, ({ sources, isComplete, type, sizing }) => {
      const basket = basketOf(sources, { members, isExclusive: true, isComplete }, sizing, type)
      if (!basket.ok) return
      made += 1
      const { legs, results, unlisted, without, total } = basket.value
      // Each leg again, from the order that would be sent.
      const again = legs.map(({ source, price, size }) => {
        const walk = walkOrder({ side: 'BUY', price, size, timeInForce: type }, source.asks ?? [])
        const fee = walk.parts.reduce(
          (sum, [each, part]) =>
            sum + (takerFee(source.fee === 'unknown' ? null : source.fee, each, part) ?? assert.fail()),
          0n,
        )
        assert.equal(size % sizeStep({ timeInForce: type, price }), 0n)
        return { source, shares: walk.filled, paid: walk.cash + fee }
      })
      const result = (filled: typeof again, winner: string | null): bigint =>
        filled.reduce(
          (sum, { source, shares: got, paid }) =>
            sum + (source.isNo === (source.member !== winner) ? got : 0n) - paid,
          0n,
        )
      assert.equal(
        total,
        again.reduce((sum, one) => sum + one.paid, 0n),
      )
      for (const one of results) assert.equal(one.result, result(again, one.member))
      assert.equal(unlisted, isComplete ? null : result(again, null))
      const endings = isComplete ? members : [...members, null]
      for (const [nth] of again.entries()) {
        let worst: bigint | null = null
        for (let fills = 0; fills < 2 ** again.length; fills += 1) {
          if ((fills >> nth) % 2 === 1) continue
          const filled = again.filter((_, each) => (fills >> each) % 2 === 1)
          for (const winner of endings) {
            const one = result(filled, winner)
            if (worst === null || one < worst) worst = one
          }
        }
        assert.equal(without[nth], worst)
      }
    }),
    { numRuns: 400 },
  )
  assert.ok(made > 100, String(made))
})

test('equal profit is exact to the micro within the step, is reached with the fewest shares, and a stake is not passed', () => {
  const event = { members, isExclusive: true, isComplete: false }
  /** Results of the outcomes that the basket is for. */
  const winsOf = ({ legs, results }: Basket) =>
    results
      .filter(({ member }) =>
        legs.every(({ source }) => source.isNo)
          ? legs.every(({ source }) => source.member !== member)
          : legs.some(({ source }) => source.member === member),
      )
      .map(({ result }) => result)
  let seen = 0
  fc.assert(
    fc.property(aCase, ({ sources, type, sizing }) => {
      const basket = basketOf(sources, event, sizing, type)
      if (!basket.ok) return
      seen += 1
      const { legs, total } = basket.value
      const most = legs.reduce((high, one) => (one.shares > high ? one.shares : high), 0n)
      for (const { source, price, shares: got } of legs) {
        const best = source.asks?.[0]?.[0] ?? assert.fail()
        // Across levels an order that takes spends its cash, which comes in steps.
        const isExact = type === 'GTC' || price === best
        const step = sizeStep({ timeInForce: type, price })
        assert.ok(isExact ? got % step === 0n : most - got <= (step * BigInt(price)) / BigInt(best) + 2n)
      }
      const areExact = type === 'GTC' || legs.every(({ source, price }) => source.asks?.[0]?.[0] === price)
      const wins = winsOf(basket.value)
      if (areExact) for (const one of wins) assert.equal(one, wins[0])
      if (sizing.by === 'shares') for (const one of legs) assert.ok(one.shares <= sizing.amount)
      if (sizing.by === 'stake') assert.ok(total <= sizing.amount)
      if (sizing.by !== 'profit') return
      for (const one of wins) assert.ok(one >= sizing.amount)
      const less = basketOf(sources, event, { by: 'shares', amount: micros(most - 10_000n) }, type)
      if (areExact && less.ok) for (const one of winsOf(less.value)) assert.ok(one < sizing.amount)
    }),
    { numRuns: 400 },
  )
  assert.ok(seen > 100, String(seen))
})

test('what is missing is taken at the books of now, at so much more a share; what filled is left out', () => {
  const seen = whole(basketOf(LEGS, EVENT, by('shares', shares(10)), 'FAK'))
  const [first, second] = seen.legs
  assert.ok(first !== undefined && second !== undefined)
  const dearer = leg('a', [3_300, 100])
  const parts = [
    { now: dearer, planned: first, filled: shares(0) },
    { now: second.source, planned: second, filled: shares(10) },
  ]
  const made = completionOf(parts)
  assert.ok(made.ok)
  assert.deepEqual(
    made.value.legs.map(({ source, price, size }) => [source.member, price, size]),
    [['a', 3_300, shares(10)]],
  )
  assert.equal(made.value.more, shares(0.03))
  // Less than a hundredth is as good as filled.
  const all = parts.map((part) => ({ ...part, filled: micros(9_990_001n) }))
  const none = completionOf(all)
  assert.ok(!none.ok && none.error.kind === 'no_legs')
  const unknown = completionOf([{ now: { ...dearer, asks: null }, planned: first, filled: shares(0) }])
  assert.ok(!unknown.ok && unknown.error.kind === 'no_book')
})
