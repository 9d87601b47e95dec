import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOnTick, priceFromSteps, TICK_SIZES } from '#core/price.ts'
import { PRICE_FORMATS, pricesIn } from '../settings/prices.ts'
import type { PriceFormat } from '../settings/prices.ts'
import { EXAMPLES, readTyped } from './typed-price.ts'

const anyTick = fc.constantFrom(...TICK_SIZES)
const anyFormat = fc.constantFrom(...PRICE_FORMATS)

test('every price of every tick is read back from the text that a field holds, in each format', () => {
  for (const tick of TICK_SIZES) {
    for (const format of PRICE_FORMATS) {
      for (let steps = tick as number; steps < 10_000; steps += tick) {
        const price = priceFromSteps(steps)
        assert.deepEqual(
          readTyped(pricesIn(format).price(price, tick), tick, format),
          { price, fault: null, instead: [] },
          `${format} of ${steps}`,
        )
      }
    }
  }
})

test('whatever is typed: a price of the tick without a fault, or a fault that names the field', () => {
  const text = fc.oneof(fc.string({ maxLength: 8 }), fc.stringMatching(/^[+-]?\d{1,5}([.,]\d{1,4})?[c%]?$/))
  fc.assert(
    fc.property(text, anyTick, anyFormat, (typed, tick, format) => {
      const { price, fault, instead } = readTyped(typed, tick, format)
      if (fault === null) assert.ok(price !== null && isOnTick(price, tick))
      else assert.match(fault, /[Pp]rice/)
      assert.ok(instead.every((one) => isOnTick(one, tick)))
    }),
  )
})

test('a price can be typed in its own way whatever the format, and on a number pad without its sign', () => {
  const read = (typed: string, format: PriceFormat) => readTyped(typed, 100, format).price
  for (const format of PRICE_FORMATS) {
    for (const typed of ['0.45', '.45', '45c', '45%', '45 c']) assert.equal(read(typed, format), 4_500, typed)
    for (const example of EXAMPLES[format].split(' or ')) {
      assert.equal(readTyped(example, 100, format).fault, null, example)
    }
  }
  assert.equal(read('45', 'cents'), 4_500)
  assert.equal(read('45', 'percent'), 4_500)
  assert.equal(read('1', 'cents'), 100)
  assert.equal(read('45', 'price'), null)
  assert.equal(read('450', 'cents'), null)
  // Below 1 it is a price in every format.
  assert.equal(read('0.5', 'cents'), 5_000)
})

test('half a cent and half a dollar are not taken for each other where the tick has both', () => {
  for (const [format, small, large] of [
    ['cents', '0.5c', '50.0c'],
    ['percent', '0.5%', '50.0%'],
  ] as const) {
    const { fault, instead } = readTyped('0.5', 10, format)
    assert.equal(fault, `Price could be ${small} or ${large}: write the unit.`)
    assert.deepEqual(instead, [50, 5_000])
    assert.equal(readTyped(small, 10, format).price, 50)
    assert.equal(readTyped('0.45', 10, format).fault, null, '0.45c is no price of a tick of 0.1c')
  }
  assert.equal(readTyped('.5', 10, 'price').price, 5_000)
})

test('what is wrong is said in the format', () => {
  const fault = (typed: string, format: PriceFormat) => readTyped(typed, 100, format).fault
  assert.equal(fault('', 'cents'), 'Enter a price.')
  assert.equal(fault('450', 'cents'), 'Price must be between 0 and 1, such as 45c.')
  assert.equal(fault('45.5c', 'cents'), 'Price is off the tick: steps of 1c.')
  assert.equal(fault('0.455', 'decimal_odds'), 'Price is off the tick: steps of 0.01.')
  assert.equal(fault('2.3', 'decimal_odds'), 'Price is between two ticks: use the odds of one of them.')
  assert.deepEqual(
    [readTyped('2.3', 100, 'decimal_odds').price, readTyped('2.3', 100, 'decimal_odds').instead],
    [null, [4_300, 4_400]],
  )
})

test('odds are read in their own format only: those of a price, or between two', () => {
  const read = (typed: string, format: PriceFormat = 'decimal_odds') => {
    const { price, instead } = readTyped(typed, 100, format)
    return price ?? instead
  }
  assert.equal(read('1,75'), 5_700)
  assert.equal(read('4'), 2_500)
  assert.equal(read('2.5'), 4_000)
  assert.equal(read('2.2222'), 4_500)
  assert.deepEqual(read('2.3'), [4_300, 4_400])
  assert.deepEqual(read('2.2221'), [4_500, 4_600])
  for (const none of ['300', '1', '+133', '']) assert.deepEqual(read(none), [], none)
  assert.deepEqual([read('1.75', 'price'), read('1.75', 'cents')], [[], 175])
})
