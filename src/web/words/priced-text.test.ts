import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTickSize } from '#core/price.ts'
import type { Notification } from '../platform/api/client.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { formatPricedText } from './priced-text.ts'

type PricedText = Pick<Notification, 'text' | 'prices'>

const price = (at: number, text: string, tick: string | null = '0.01'): PricedText['prices'][number] => ({
  at,
  text,
  tickSize: parseTickSize(tick),
  kind: 'price',
})
/** A size that reads as the price does. */
const FILL: PricedText = { text: 'Filled: BUY 0.43 at 0.43, as maker.', prices: [price(20, '0.43')] }

test('prices are said in the format of the page, and nothing else of the text is touched', () => {
  assert.equal(formatPricedText(FILL, pricesIn('price')), FILL.text)
  assert.equal(formatPricedText(FILL, pricesIn('cents')), 'Filled: BUY 0.43 at 43c, as maker.')
  assert.equal(formatPricedText(FILL, pricesIn('percent')), 'Filled: BUY 0.43 at 43%, as maker.')
  assert.equal(formatPricedText(FILL, pricesIn('decimal_odds')), 'Filled: BUY 0.43 at 2.33, as maker.')
  const two: PricedText = {
    text: 'Best bid 0.45 is at or above 0.4325 (Derby).',
    prices: [price(9, '0.45', '0.0025'), price(29, '0.4325', null)],
  }
  assert.equal(formatPricedText(two, pricesIn('cents')), 'Best bid 45.00c is at or above 43.25c (Derby).')
})

test('a price has the decimals of its tick, as everywhere on the page', () => {
  const filled: PricedText = { text: 'Filled: BUY 10 at 0.7.', prices: [price(18, '0.7')] }
  assert.equal(formatPricedText(filled, pricesIn('price')), 'Filled: BUY 10 at 0.70.')
})

test('a spread is a difference, of which there are no odds', () => {
  const spread: PricedText = { text: 'Spread 0.03 is.', prices: [{ ...price(7, '0.03'), kind: 'spread' }] }
  assert.equal(formatPricedText(spread, pricesIn('cents')), 'Spread 3c is.')
  assert.equal(formatPricedText(spread, pricesIn('decimal_odds')), 'Spread 0.03 is.')
})

test('a place that is not as the text has it changes nothing', () => {
  const prices = [price(3, '0.43'), price(20, '0.43'), price(21, '0.43'), price(99, '0.43')]
  assert.equal(formatPricedText({ ...FILL, prices }, pricesIn('cents')), 'Filled: BUY 0.43 at 43c, as maker.')
})
