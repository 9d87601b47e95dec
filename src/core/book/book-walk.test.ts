// Cost of filling a size: exact, never in our favour.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Level } from './book.ts'
import { depthWithin, walkBook, walkCash, walkOrder } from './book-walk.ts'
import { micros } from '../money.ts'
import { priceFromSteps, type Price } from '../price.ts'

const SHARE = 1_000_000n

function price(steps: number): Price {
  const value = priceFromSteps(steps)
  assert.ok(value !== null)
  return value
}

const asks: readonly Level[] = [
  [price(4200), micros(10n * SHARE)],
  [price(4300), micros(20n * SHARE)],
]
const bids: readonly Level[] = [
  [price(4000), micros(10n * SHARE)],
  [price(3900), micros(20n * SHARE)],
]

describe('walkBook', () => {
  test('fills from the best level on and says what it costs, on average and at worst', () => {
    assert.deepEqual(walkBook('BUY', asks, micros(20n * SHARE), null), {
      filled: 20n * SHARE,
      cash: 8_500_000n,
      averagePrice: 4250,
      worstPrice: 4300,
      complete: true,
      parts: [
        [4200, 10n * SHARE],
        [4300, 10n * SHARE],
      ],
    })
  })

  test('stops at the limit and at the end of the book', () => {
    const limited = walkBook('SELL', bids, micros(20n * SHARE), price(4000))
    assert.equal(limited.filled, 10n * SHARE)
    assert.equal(limited.worstPrice, 4000)
    assert.equal(limited.complete, false)
    assert.equal(walkBook('BUY', asks, micros(31n * SHARE), null).filled, 30n * SHARE)
  })

  test('finds nothing in an empty book', () => {
    assert.deepEqual(walkBook('BUY', [], micros(SHARE), null), {
      filled: 0n,
      cash: 0n,
      averagePrice: null,
      worstPrice: null,
      complete: false,
      parts: [],
    })
  })

  test('rounds against the trader', () => {
    const odd: readonly Level[] = [
      [price(3333), micros(1n)],
      [price(3334), micros(1n)],
    ]
    assert.deepEqual(
      [walkBook('BUY', odd, micros(2n), null), walkBook('SELL', odd.toReversed(), micros(2n), null)].map(
        ({ cash, averagePrice }) => [cash, averagePrice],
      ),
      [
        [1n, 3334],
        [0n, 3333],
      ],
    )
  })
})

const anyLevels = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.bigInt({ min: 1n, max: 10n ** 12n })), {
    selector: ([steps]) => steps,
    maxLength: 12,
  })
  .map((levels) =>
    levels.toSorted((a, b) => a[0] - b[0]).map(([steps, size]): Level => [price(steps), micros(size)]),
  )

test('any walk fills at most size and depth, and its cash lies between best and worst price', () => {
  fc.assert(
    fc.property(
      anyLevels,
      fc.bigInt({ min: 1n, max: 10n ** 13n }),
      fc.boolean(),
      (ascending, size, isBuy) => {
        const side = isBuy ? 'BUY' : 'SELL'
        const levels = isBuy ? ascending : ascending.toReversed()
        const walk = walkBook(side, levels, micros(size), null)
        const depth = levels.reduce((sum, [, available]) => sum + available, 0n)
        assert.equal(walk.filled, size < depth ? size : depth)
        assert.equal(walk.complete, size <= depth)
        const [first] = levels
        if (first === undefined || walk.worstPrice === null || walk.averagePrice === null) return
        const [low, high] = [BigInt(first[0]), BigInt(walk.worstPrice)].toSorted((a, b) => (a < b ? -1 : 1))
        assert.ok(low !== undefined && high !== undefined)
        assert.ok(walk.cash * 10_000n > walk.filled * low - 10_000n)
        assert.ok(walk.cash * 10_000n < walk.filled * high + 10_000n)
        assert.ok(low <= BigInt(walk.averagePrice) && BigInt(walk.averagePrice) <= high)
        assert.equal(depthWithin(side, levels, walk.worstPrice) >= walk.filled, true)
      },
    ),
    { numRuns: 1_000 },
  )
})

describe('a buy that takes', () => {
  test('spends its cash: 5 at 0.99 meet an ask at 0.98 and bring 5.05102', () => {
    const order = { side: 'BUY', price: price(9_900), size: micros(5n * SHARE) } as const
    const levels = [[price(9_800), micros(100n * SHARE)]] as const
    const walk = walkOrder({ ...order, timeInForce: 'FAK' }, levels)
    assert.deepEqual(
      [walk.filled, walk.cash, walk.averagePrice, walk.complete],
      [5_051_020n, 4_950_000n, 9_800, true],
    )
    assert.equal(walkOrder({ ...order, timeInForce: 'GTC' }, levels).filled, 5n * SHARE)
    assert.equal(walkOrder({ ...order, timeInForce: 'FAK', side: 'SELL' }, levels).filled, 0n)
  })

  test('is complete once its cash is spent, and takes nothing beyond its limit', () => {
    const whole = walkCash(asks, micros(8_500_000n), price(4_300))
    assert.deepEqual([whole.filled, whole.complete, whole.worstPrice], [20n * SHARE, true, 4_300])
    const cut = walkCash(asks, micros(8_500_000n), price(4_200))
    assert.deepEqual([cut.filled, cut.cash, cut.complete], [10n * SHARE, 4_200_000n, false])
    assert.deepEqual(cut.parts, [[4_200, 10n * SHARE]])
  })
})
