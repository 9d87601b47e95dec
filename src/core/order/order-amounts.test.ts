// Rules shown here: VEN-1.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { floorDivide, parseDecimal } from '#lib/decimal.ts'
import { micros, parseMicros, roundSizeDown, type Micros } from '../money.ts'
import {
  cashAmount,
  fittingSize,
  isTaking,
  limitAmounts,
  nearestSizes,
  notional,
  sizedOrder,
  sizeStep,
} from './order-amounts.ts'
import type { SizeRule } from './order-amounts.ts'
import {
  complementPrice,
  formatPrice,
  isOnTick,
  parsePrice,
  parseTickSize,
  priceDecimals,
  priceFromSteps,
  TICK_SIZES,
} from '../price.ts'
import type { Price, TickSize } from '../price.ts'
import type { Side } from './order.ts'
import { isTakenByVenue } from '../testing/taking-amounts.ts'

type AmountCase = {
  id: string
  tick: string
  side: Side
  price: string
  size: string
  sizeRounded: string
  onTick: boolean
  makerAmount: string
  takerAmount: string
}

type Vectors = { cases: AmountCase[]; invalidPrices: { tick: string; price: string; expect: string }[] }

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/amounts.json', import.meta.url), 'utf8'),
)

/** Sizes in the vectors carry up to 20 decimals of float noise; a trader's input has at most 6. */
function sizeOf(text: string): Micros {
  const wide = parseDecimal(text, 20)
  assert.ok(wide.ok)
  return micros(floorDivide(wide.value, 10n ** 14n))
}

function tickOf(text: string): TickSize {
  const tick = parseTickSize(text)
  assert.ok(tick !== null)
  return tick
}

describe('limit order amounts', () => {
  test(`INV-12 all ${vectors.cases.length} vectors are reproduced to the base unit`, () => {
    for (const vector of vectors.cases) {
      const tick = tickOf(vector.tick)
      const shares = roundSizeDown(sizeOf(vector.size))
      assert.deepEqual(parseMicros(vector.sizeRounded), { ok: true, value: shares }, vector.id)
      const scaled = parseDecimal(vector.price, 7)
      assert.ok(scaled.ok, vector.id)
      const cash = cashAmount(shares, scaled.value, 7, tick)
      const amounts = vector.side === 'BUY' ? [cash, shares] : [shares, cash]
      assert.deepEqual(amounts.map(String), [vector.makerAmount, vector.takerAmount], vector.id)

      const price = parsePrice(vector.price)
      assert.equal(price !== null && isOnTick(price, tick), vector.onTick, vector.id)
      if (price === null) continue
      const order = limitAmounts(vector.side, price, sizeOf(vector.size), tick)
      assert.deepEqual([order.makerAmount, order.takerAmount], amounts, vector.id)
    }
  })

  test('every price that the vectors call invalid is refused', () => {
    assert.ok(vectors.invalidPrices.length > 0)
    for (const { tick, price } of vectors.invalidPrices) {
      const parsed = parsePrice(price)
      assert.ok(parsed === null || !isOnTick(parsed, tickOf(tick)), `${price} on ${tick}`)
    }
  })

  const onTickOrder = fc
    .record({
      tick: fc.constantFrom(...TICK_SIZES),
      ticks: fc.nat(),
      hundredths: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    })
    .map(({ tick, ticks, hundredths }) => ({
      tick,
      price: parsePrice(formatPrice((tick * (1 + (ticks % (10_000 / tick - 1)))) as Price)),
      size: micros(hundredths * 10_000n),
    }))

  test('the floor cuts nothing off an order on the tick: cash is exactly size times price', () => {
    fc.assert(
      fc.property(onTickOrder, ({ tick, price, size }) => {
        assert.ok(price !== null && isOnTick(price, tick))
        const buy = limitAmounts('BUY', price, size, tick)
        assert.equal(buy.makerAmount * 10_000n, size * BigInt(price))
        assert.equal(buy.takerAmount, size)
        assert.deepEqual(limitAmounts('SELL', price, size, tick), {
          makerAmount: size,
          takerAmount: buy.makerAmount,
        })
        assert.equal(notional(price, size), buy.makerAmount)
      }),
    )
  })

  test('amounts never carry more decimals than the tick allows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TICK_SIZES),
        fc.integer({ min: 1, max: 9_999 }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (tick, steps, size) => {
          const cash = limitAmounts('BUY', steps as Price, micros(size), tick).makerAmount
          assert.equal(cash % 10n ** BigInt(6 - priceDecimals(tick) - 2), 0n)
        },
      ),
    )
  })
})

describe('prices', () => {
  test('lie strictly between 0 and 1 and have at most 4 decimals', () => {
    for (const text of ['0', '1', '1.0', '0.00001', '-0.5', '2', 'half', ''])
      assert.equal(parsePrice(text), null, text)
    assert.equal(parsePrice('0.0001'), 1)
    assert.equal(parsePrice('0.9999'), 9_999)
  })

  test('a price and its complement add up to 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), (steps) => {
        assert.equal(complementPrice(steps as Price) + steps, 10_000)
      }),
    )
  })
})

describe('orders that take', () => {
  const prices = TICK_SIZES.flatMap((tick) =>
    Array.from({ length: 10_000 / tick - 1 }, (_, nth) => ({
      tick,
      price: priceFromSteps((nth + 1) * tick),
    })),
  )

  test('INV-50 at every price of every tick the step passes each reading of the rule, and nothing smaller does', () => {
    for (const { tick, price } of prices) {
      assert.ok(price !== null)
      const step = sizeStep({ timeInForce: 'FAK', price })
      for (const side of ['BUY', 'SELL'] as const) {
        const order = limitAmounts(side, price, step, tick)
        assert.ok(isTakenByVenue(side, order), `${price}`)
        const [cash, shares] = side === 'BUY' ? Object.values(order) : Object.values(order).toReversed()
        assert.equal((cash ?? 0n) * 10_000n, (shares ?? 0n) * BigInt(price), `${price}`)
      }
      // Sizes that fit are the multiples of the smallest of them, so a smaller one would divide the step.
      for (const smaller of [Number(step) / 2, Number(step) / 5]) {
        if (smaller % 10_000 !== 0) continue
        const cents: number = (smaller / 1e6) * price * 0.01
        assert.ok(Math.abs(cents - Math.round(cents)) > 1e-9, `${smaller} at ${price}`)
      }
    }
  })

  test('INV-50 whoever chooses a FAK or FOK finds the largest size up to the one wanted, at exactly its limit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...prices),
        fc.bigInt({ min: 1n, max: 500_000_000n }),
        fc.constantFrom('FAK' as const, 'FOK' as const),
        fc.constantFrom('BUY' as const, 'SELL' as const),
        ({ tick, price }, asked, timeInForce, side) => {
          if (price === null) throw new Error('no price')
          const rule = { timeInForce, price, size: micros(asked) }
          const size = fittingSize(rule, rule.size)
          let most = asked - (asked % 10_000n)
          while (most > 0n && !isTakenByVenue(side, limitAmounts(side, price, micros(most), tick)))
            most -= 10_000n
          assert.equal(size, most)
          const near = nearestSizes(rule)
          const rounded = asked - (asked % 10_000n)
          if (rounded === most) assert.equal(near, null)
          else {
            assert.ok(near !== null && near.up > rounded)
            assert.equal(near.down ?? 0n, most)
            assert.ok(isTakenByVenue(side, limitAmounts(side, price, near.up, tick)))
          }
          if (most === 0n) return
          const { makerAmount, takerAmount } = limitAmounts(side, price, size, tick)
          const [cash, shares] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount]
          // Above the limit the trader would pay more, below it the order could not match there.
          assert.equal(cash * 10_000n, shares * BigInt(price))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('INV-85 every order goes out with its size rounded down to hundredths, whatever its type', () => {
    const price = priceFromSteps(5_731)
    assert.ok(price !== null)
    for (const timeInForce of ['GTC', 'GTD', 'FAK', 'FOK'] as const) {
      const order: SizeRule & { size: Micros } = { timeInForce, price, size: micros(10_339_999n) }
      assert.deepEqual(sizedOrder(order), { ...order, size: 10_330_000n })
      assert.equal(nearestSizes(order) === null, !isTaking(timeInForce))
      const nothing = { ...order, size: micros(9_999n) }
      assert.equal(sizedOrder(nothing), nothing)
    }
  })
})
