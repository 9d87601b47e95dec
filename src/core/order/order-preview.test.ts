// Figures of the ticket: the venue's own amounts, marked bounds, and nothing guessed.
import { bookView } from '../testing/book-view.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Level } from '../book/book.ts'
import { takerFee } from '../fees.ts'
import { parseMarketId, parseOutcomeId } from '../ids.ts'
import { micros, ZERO } from '../money.ts'
import { limitAmounts } from './order-amounts.ts'
import { previewOrder, type OrderPreview, type PreviewFacts } from './order-preview.ts'
import type { OrderTerms } from './order.ts'
import { priceFromSteps, type Price } from '../price.ts'

const outcomeId = parseOutcomeId('pm:2')
const marketId = parseMarketId(`pm:0x${'1'.padStart(64, '0')}`)
if (outcomeId === null || marketId === null) throw new Error('a constant does not parse')

const shares = (count: number): ReturnType<typeof micros> => micros(BigInt(Math.round(count * 1_000_000)))

function price(steps: number): Price {
  const made = priceFromSteps(steps)
  assert.ok(made !== null)
  return made
}

const level = (steps: number, size: number): Level => [price(steps), shares(size)]

const book = bookView({
  outcomeId,
  marketId,
  bids: [level(5500, 50), level(5400, 50)],
  asks: [level(5600, 20), level(5700, 40)],
  minOrderSize: shares(5),
  version: 77,
})

const terms: OrderTerms = {
  outcomeId,
  side: 'BUY',
  price: price(5700),
  size: shares(100),
  timeInForce: 'GTC',
  postOnly: false,
  expiresAt: null,
}

const facts: PreviewFacts = {
  book,
  fee: { rate: 50_000n, exponent: 1 },
  holding: { size: shares(60), cost: shares(30) },
  now: {
    position: shares(60),
    exposure: shares(34),
    exposureOutside: ZERO,
    dailyNotional: shares(255),
    openOrders: 7,
  },
}

const preview = (changes: Partial<OrderTerms> = {}, other: Partial<PreviewFacts> = {}): OrderPreview =>
  previewOrder({ ...terms, ...changes }, { ...facts, ...other })

describe('a buy', () => {
  test('costs its limit at most, and shows what fills now and what comes after', () => {
    assert.deepEqual(preview(), {
      cost: shares(57),
      fee: shares(1.25),
      feeState: 'at_most',
      maxPayout: shares(100),
      averagePrice: 5667,
      worstPrice: 5700,
      fillableSize: shares(60),
      slippageSteps: 67,
      wouldCross: true,
      roundedAway: ZERO,
      nearestSizes: null,
      leavesUnsellable: ZERO,
      after: {
        position: shares(160),
        exposure: shares(91),
        exposureOutside: ZERO,
        dailyNotional: shares(312),
        openOrders: 8,
      },
      trades: { size: shares(100), cash: micros(56_800_000n) },
      bookSequence: 77,
    })
  })

  test('that fills whole, or never rests, leaves no open order', () => {
    assert.equal(preview({ size: shares(60) }).after?.openOrders, 7)
    assert.equal(preview({ timeInForce: 'FAK' }).after?.openOrders, 7)
  })

  test('that drops what is not met leaves only what fills; its whole counts against the limit of the day', () => {
    const dropped = preview({ timeInForce: 'FAK' })
    assert.deepEqual([dropped.after?.position, dropped.after?.dailyNotional], [shares(120), shares(312)])
    assert.equal(dropped.after?.exposure, shares(68.2))
    const killed = preview({ timeInForce: 'FOK' })
    assert.deepEqual([killed.after?.position, killed.after?.exposure], [shares(60), shares(34)])
    // At 0.57 the 20 shares at 0.56 leave cash for more than the 40 that are offered.
    assert.equal(preview({ timeInForce: 'FOK', size: shares(60) }).after?.position, shares(60))
    assert.equal(preview({ timeInForce: 'FOK', size: shares(59) }).after?.position, micros(119_350_877n))
  })

  test('that takes spends its cash: better prices give more shares than its size', () => {
    const { cost, fillableSize, averagePrice, maxPayout, after } = preview({
      timeInForce: 'FAK',
      size: shares(10),
    })
    assert.deepEqual([cost, fillableSize, averagePrice], [shares(5.7), micros(10_178_571n), 5_600])
    assert.deepEqual([maxPayout, after?.position], [micros(10_178_571n), micros(70_178_571n)])
    assert.equal(after?.exposure, shares(34 + 5.7))
  })

  test('INV-85 that takes is shown with the size that goes out, and with the nearest that the venue takes', () => {
    const uneven = preview({ timeInForce: 'FAK', size: shares(10.339) })
    assert.deepEqual([uneven.cost, uneven.roundedAway], [micros(5_888_100n), shares(0.009)])
    assert.deepEqual(uneven.nearestSizes, { down: shares(10), up: shares(11) })
    assert.deepEqual(preview({ timeInForce: 'FOK', size: shares(0.4) }).nearestSizes, {
      down: null,
      up: shares(1),
    })
    assert.equal(preview({ timeInForce: 'FAK', size: shares(10) }).nearestSizes, null)
    assert.equal(preview({ size: shares(10.33) }).nearestSizes, null)
  })

  test('shows what rounding cuts off', () => {
    const { roundedAway, maxPayout } = preview({ size: shares(12.349) })
    assert.deepEqual([roundedAway, maxPayout], [shares(0.009), shares(12.34)])
  })

  test('that is post-only fills nothing now and pays no fee', () => {
    const { fillableSize, averagePrice, slippageSteps, fee, feeState, wouldCross } = preview({
      postOnly: true,
    })
    assert.deepEqual(
      [fillableSize, averagePrice, slippageSteps, fee, feeState, wouldCross],
      [ZERO, null, null, ZERO, 'known', true],
    )
  })
})

describe('a sale', () => {
  const sale = { side: 'SELL', price: price(5400) } as const

  test('brings its limit at least, takes its share of the cost along, and adds to no day', () => {
    const { cost, maxPayout, averagePrice, after } = preview({ ...sale, size: shares(20) })
    assert.deepEqual([cost, maxPayout, averagePrice], [shares(10.8), ZERO, 5500])
    assert.deepEqual(after, {
      position: shares(40),
      exposure: shares(24),
      exposureOutside: ZERO,
      dailyNotional: shares(255),
      openOrders: 7,
    })
  })

  test('says when it leaves less than can be sold', () => {
    assert.equal(preview({ ...sale, size: shares(57.5) }).leavesUnsellable, shares(2.5))
    assert.equal(preview({ ...sale, size: shares(60) }).leavesUnsellable, ZERO)
    assert.equal(preview({ ...sale, size: shares(55) }).leavesUnsellable, ZERO)
  })

  test('guesses nothing about a position that is not known', () => {
    const { leavesUnsellable, after } = preview(sale, { now: { ...facts.now, position: null } })
    assert.deepEqual([leavesUnsellable, after?.position], [null, null])
  })
})

describe('the fee', () => {
  const feeOf = (fee: PreviewFacts['fee'], changes: Partial<OrderTerms> = {}): unknown => {
    const { fee: amount, feeState } = preview(changes, { fee })
    return [amount, feeState]
  }

  test('is known only where nothing can be charged', () => {
    assert.deepEqual(feeOf(null), [ZERO, 'known'])
    assert.deepEqual(feeOf(facts.fee, { postOnly: true }), [ZERO, 'known'])
    assert.deepEqual(feeOf('unknown', { postOnly: true }), [ZERO, 'known'])
  })

  test('is unknown where the catalog or the curve does not say', () => {
    assert.deepEqual(feeOf('unknown'), [null, 'unknown'])
    assert.deepEqual(feeOf({ rate: 1n, exponent: 0.5 }), [null, 'unknown'])
  })

  test('is a bound for every price at which the order may fill', () => {
    const curve = { rate: 70_000n, exponent: 1 }
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 1, max: 9_999 }),
        fc.integer({ min: 1, max: 9_999 }),
        fc.bigInt({ min: 1n, max: 10_000n }),
        (isBuy, limit, filledAt, hundredths) => {
          const side = isBuy ? 'BUY' : 'SELL'
          if (isBuy ? filledAt > limit : filledAt < limit) return
          const size = micros(hundredths * 10_000n)
          const { fee, feeState } = preview({ side, price: price(limit), size }, { fee: curve })
          assert.equal(feeState, 'at_most')
          assert.ok(fee !== null && fee >= (takerFee(curve, price(filledAt), size) ?? 0n))
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

test('INV-12 the cost is what the signed order gives or takes, to the last micro', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: 1, max: 99 }),
      fc.bigInt({ min: 0n, max: 10n ** 10n }),
      (isBuy, cents, size) => {
        const side = isBuy ? 'BUY' : 'SELL'
        const asked = { side, price: price(cents * 100), size: micros(size) } as const
        const { cost, roundedAway } = preview(asked)
        const amounts = limitAmounts(side, asked.price, asked.size, book.tickSize)
        assert.equal(cost, isBuy ? amounts.makerAmount : amounts.takerAmount)
        assert.equal(asked.size - roundedAway, isBuy ? amounts.takerAmount : amounts.makerAmount)
      },
    ),
  )
})
