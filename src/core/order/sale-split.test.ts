import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros, ZERO, type Micros } from '../money.ts'
import { complementPrice, priceFromSteps, type Price } from '../price.ts'
import { fittingSize } from './order-amounts.ts'
import { minimumRefusal } from './order-minimum.ts'
import { splitSale, type WantedSale } from './sale-split.ts'

const shares = (count: number): Micros => micros(BigInt(Math.round(count * 1_000_000)))
const at = (steps: number): Price => {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return price
}

const sale = (changes: Partial<WantedSale>): WantedSale => ({
  price: at(7_100),
  size: shares(100),
  timeInForce: 'GTC',
  postOnly: false,
  free: ZERO,
  minOrderSize: shares(5),
  bestBid: at(7_000),
  ...changes,
})

describe('a sale of', () => {
  const cases = [
    ['nothing held buys the other outcome', {}, 0, 100],
    ['all that is held buys nothing', { free: shares(100) }, 100, 0],
    ['less than is held buys nothing', { free: shares(250) }, 100, 0],
    ['more than is held sells that and buys the rest', { free: shares(30) }, 30, 70],
    ['an unknown holding is a sale', { free: null }, 100, 0],
    ['what cannot rest alone is bought whole', { free: shares(3) }, 0, 100],
    ['a rest that cannot rest alone leaves it its minimum', { free: shares(98) }, 95, 5],
    ['too little for two orders is bought whole', { free: shares(6), size: shares(8) }, 0, 8],
    ['fractions of a hundredth stays held', { free: micros(30_009_999n) }, 30, 70],
    ['a rest below 1 pUSD, of an order that takes', { free: shares(99), timeInForce: 'FAK' }, 96, 4],
    ['shares that no size fits, of an order that takes', { free: shares(30.5), timeInForce: 'FAK' }, 30, 70],
    [
      'a rest that meets a bid costs 1 pUSD',
      { free: shares(95), price: at(9_000), bestBid: at(9_000) },
      90,
      10,
    ],
    ['the same post-only', { free: shares(95), price: at(9_000), bestBid: at(9_000), postOnly: true }, 95, 5],
  ] as const
  for (const [what, changes, sold, bought] of cases) {
    test(what, () => {
      const split = splitSale(sale(changes))
      assert.deepEqual([split.sold, split.bought], [shares(sold), shares(bought)])
      assert.equal(
        split.otherPrice,
        complementPrice(changes && 'price' in changes ? changes.price : at(7_100)),
      )
    })
  }
})

test('INV-62 both parts are the whole sale, none is below its minimum, none sells what is not held', () => {
  const any = fc.record({
    price: fc.integer({ min: 1, max: 9_999 }).map(at),
    size: fc.bigInt({ min: 1n, max: 300_000_000n }).map((size) => micros(size - (size % 10_000n))),
    timeInForce: fc.constantFrom('GTC' as const, 'FAK' as const, 'FOK' as const),
    postOnly: fc.boolean(),
    free: fc.bigInt({ min: 0n, max: 300_000_000n }).map(micros),
    minOrderSize: fc.constantFrom(shares(1), shares(5), shares(15)),
    bestBid: fc.option(fc.integer({ min: 1, max: 9_999 }).map(at)),
  })
  let both = 0
  fc.assert(
    fc.property(any, (wanted) => {
      const size = fittingSize(wanted, wanted.size)
      if (size === ZERO) return
      const { sold, bought, otherPrice } = splitSale({ ...wanted, size })
      assert.equal(sold + bought, size)
      assert.ok(sold >= 0n && bought >= 0n && sold <= wanted.free)
      if (wanted.free >= size) assert.equal(bought, ZERO)
      if (sold === ZERO || bought === ZERO) return
      both += 1
      const { minOrderSize, bestBid } = wanted
      const crosses = bestBid !== null && wanted.price <= bestBid
      const parts = [
        { ...wanted, side: 'SELL', size: sold } as const,
        { ...wanted, side: 'BUY', size: bought, price: otherPrice } as const,
      ]
      for (const part of parts) {
        assert.equal(minimumRefusal(part, minOrderSize, crosses), null)
        assert.equal(fittingSize(part, part.size), part.size)
      }
    }),
    { numRuns: 1_000 },
  )
  assert.ok(both > 50, 'the sample splits')
})
