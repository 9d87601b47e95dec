import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePrice, priceFromSteps, TICK_SIZES } from '#core/price.ts'
import { PRICE_FORMATS, showPriceAs } from './price-formats.ts'
import type { PriceFormat } from './price-formats.ts'

const shown = (format: PriceFormat, text: string) => showPriceAs(format, parsePrice(text), 100)

test('a price reads as price, cents, percent, decimal and American odds', () => {
  const formats = (text: string) => PRICE_FORMATS.map((format) => shown(format, text))
  assert.deepEqual(formats('0.57'), ['0.57', '57c', '57%', '1.75', '\u2212133'])
  assert.deepEqual(formats('0.5'), ['0.50', '50c', '50%', '2.00', '+100'])
  assert.deepEqual(formats('0.05'), ['0.05', '5c', '5%', '20.00', '+1900'])
  assert.deepEqual(formats('0.99'), ['0.99', '99c', '99%', '1.01', '\u22129900'])
  assert.equal(showPriceAs('cents', parsePrice('0.0025'), 25), '0.25c')
  assert.equal(showPriceAs('percent', parsePrice('0.575'), 10), '57.5%')
  assert.equal(showPriceAs('decimal_odds', parsePrice('0.999'), 10), '1.001')
  assert.equal(showPriceAs('american_odds', null, 10), '\u2013')
})

test('no two prices of a tick read the same in any format', () => {
  for (const tick of TICK_SIZES) {
    for (const format of PRICE_FORMATS) {
      const texts = new Set<string>()
      for (let steps = tick as number; steps < 10_000; steps += tick) {
        texts.add(showPriceAs(format, priceFromSteps(steps), tick))
      }
      assert.equal(texts.size, 10_000 / tick - 1, `${format} of ${tick}`)
    }
  }
})
