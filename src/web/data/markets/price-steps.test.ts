import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOnTick, parsePrice, priceFromSteps, TICK_SIZES } from '#core/price.ts'
import { pointPrices, readPrice, snapPrice, stepPrice } from './price-steps.ts'

const anyTick = fc.constantFrom(...TICK_SIZES)
const anyPrice = fc.integer({ min: 1, max: 9_999 }).map((steps) => {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return price
})

test('steps and snaps land on the tick and stay between 0 and 1', () => {
  fc.assert(
    fc.property(anyTick, anyPrice, fc.integer({ min: -20_000, max: 20_000 }), (tick, price, ticks) => {
      fc.pre(ticks !== 0)
      assert.ok(isOnTick(stepPrice(price, ticks, tick), tick))
      assert.ok(isOnTick(snapPrice(price, tick), tick))
    }),
  )
})

test('a step from a price off the tick goes to the next one in that direction', () => {
  const price = parsePrice('0.007')
  assert.ok(price !== null)
  assert.equal(stepPrice(price, 1, 50), 100)
  assert.equal(stepPrice(price, -1, 50), 50)
  assert.equal(snapPrice(price, 50), 50)
})

test('prices are read as typed: point or comma, cents, per cent', () => {
  const wanted = parsePrice('0.57')
  for (const text of ['0.57', '.57', '0,57', ' 0.57 ', '0.5700', '57c', '57 c', '57%']) {
    assert.equal(readPrice(text), wanted, text)
  }
  for (const text of ['', '0', '1', '57', '1.2', '-0.5', '0.12345', 'abc', '100%', '5e-1']) {
    assert.equal(readPrice(text), null, text)
  }
  assert.equal(readPrice('0.'), null)
})

test('join, mid and cross are seen from the side of the order, the middle on the tick', () => {
  const [bid, ask] = [parsePrice('0.55') ?? assert.fail(), parsePrice('0.58') ?? assert.fail()]
  const top = { bestBid: bid, bestAsk: ask }
  assert.deepEqual(pointPrices('BUY', top, 100), { join: bid, mid: parsePrice('0.56'), cross: ask })
  assert.deepEqual(pointPrices('SELL', top, 100), { join: ask, mid: parsePrice('0.56'), cross: bid })
  assert.deepEqual(pointPrices('SELL', { bestBid: bid, bestAsk: null }, 100), {
    join: null,
    mid: null,
    cross: bid,
  })
})
