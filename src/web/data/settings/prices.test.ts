import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePrice, priceFromSteps, TICK_SIZES } from '#core/price.ts'
import { PRICE_FORMATS, pricesIn } from './prices.ts'
import type { PriceFormat } from './prices.ts'

const shown = (format: PriceFormat, text: string) => pricesIn(format).price(parsePrice(text), 100)

test('a price reads as price, cents, percent and decimal odds', () => {
  const formats = (text: string) => PRICE_FORMATS.map((format) => shown(format, text))
  assert.deepEqual(formats('0.57'), ['0.57', '57c', '57%', '1.75'])
  assert.deepEqual(formats('0.5'), ['0.50', '50c', '50%', '2.00'])
  assert.deepEqual(formats('0.05'), ['0.05', '5c', '5%', '20.00'])
  assert.deepEqual(formats('0.99'), ['0.99', '99c', '99%', '1.01'])
  assert.equal(pricesIn('cents').price(parsePrice('0.0025'), 25), '0.25c')
  assert.equal(pricesIn('percent').price(parsePrice('0.575'), 10), '57.5%')
  assert.equal(pricesIn('decimal_odds').price(parsePrice('0.999'), 10), '1.001')
  assert.equal(pricesIn('decimal_odds').price(null, 10), '\u2013')
})

test('no two prices of a tick read the same in any format', () => {
  for (const tick of TICK_SIZES) {
    for (const format of PRICE_FORMATS) {
      const texts = new Set<string>()
      for (let steps = tick as number; steps < 10_000; steps += tick) {
        texts.add(pricesIn(format).price(priceFromSteps(steps), tick))
      }
      assert.equal(texts.size, 10_000 / tick - 1, `${format} of ${tick}`)
    }
  }
})

test('long odds are cut in narrow lists, everything else is not', () => {
  const short = (text: string, tick: 100 | 10) =>
    PRICE_FORMATS.map((format) => pricesIn(format).short(parsePrice(text), tick))
  assert.deepEqual(short('0.006', 10), ['0.006', '0.6c', '0.6%', '166'])
  assert.deepEqual(short('0.99', 100), ['0.99', '99c', '99%', '1.01'])
  assert.deepEqual(short('0.57', 10), ['0.570', '57.0c', '57.0%', '1.754'])
})

test('a value between ticks keeps its decimals, a price on its tick reads as in the ladder', () => {
  const formats = (text: string, tick: 100 | 10 | null) =>
    PRICE_FORMATS.map((format) => pricesIn(format).text(text, tick))
  assert.deepEqual(formats('0.5683', 100), ['0.5683', '56.83c', '56.83%', '1.76'])
  assert.deepEqual(formats('0.57', 100), ['0.57', '57c', '57%', '1.75'])
  assert.deepEqual(formats('0.57', 10), ['0.570', '57.0c', '57.0%', '1.754'])
  assert.deepEqual(formats('0.6', null), ['0.60', '60c', '60%', '1.67'])
  assert.deepEqual(formats('1', null), ['1.00', '100c', '100%', '1.00'])
  assert.deepEqual(formats('0', null), ['0.00', '0c', '0%', '\u2013'])
  const off = PRICE_FORMATS.map((format) => pricesIn(format).price(parsePrice('0.5683'), 100))
  assert.deepEqual(off, ['0.5683', '56.83c', '56.83%', '1.76'], 'a price off its tick is not cut')
  assert.equal(pricesIn('decimal_odds').text('0.5'), '2.00')
  assert.equal(pricesIn('decimal_odds').text('0.9865'), '1.0137', 'an average between cents')
  assert.equal(pricesIn('cents').text('x'), 'x')
  assert.equal(pricesIn('cents').micros(285_000n, 2), '28.5c')
})
