import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import { ticketWarnings } from './warnings.ts'
import type { WarningFacts } from './warnings.ts'

function price(text: string): Price {
  const parsed = parsePrice(text)
  assert.ok(parsed !== null)
  return parsed
}

const FINE: WarningFacts = {
  side: 'BUY',
  price: price('0.57'),
  size: micros(10_000_000n),
  typedSize: micros(10_000_000n),
  timeInForce: 'GTC',
  postOnly: false,
  tick: 100,
  prices: pricesIn('price'),
  bestBid: price('0.56'),
  bestAsk: price('0.58'),
  depth: micros(1_000_000_000n),
  priceBandTicks: 10,
  closesAt: null,
  isFirstSale: false,
  now: 0,
}

test('an ordinary order is not warned of', () => {
  assert.deepEqual(ticketWarnings(FINE), [])
})

for (const [part, text] of [
  [{ price: price('0.69') }, /11 ticks beyond the market at 0\.58: outside the band of 10/],
  [{ side: 'SELL' as const, price: price('0.45') }, /11 ticks beyond the market at 0\.56/],
  [{ postOnly: true, price: price('0.58') }, /Post-only/],
  [{ size: micros(101_000_000n), typedSize: micros(101_000_000n) }, /visible depth \(1\u202f000\)/],
  [{ typedSize: micros(10_009_000n) }, /Rounded down: 10\.009 \u2192 10\./],
  [
    { timeInForce: 'FAK', size: micros(10_320_000n), typedSize: micros(10_330_000n) },
    /10\.33 becomes 10\.32: the venue takes whole cents, next /,
  ],
  [{ closesAt: 600_000 }, /closes in 10 m/],
  [{ isFirstSale: true }, /First sale/],
] as const) {
  test(`the ticket warns: ${text}`, () => {
    const warnings = ticketWarnings({ ...FINE, ...part })
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', text)
  })
}

test('a price at the edge of the band, a passed close and an empty book are not warned of', () => {
  assert.deepEqual(ticketWarnings({ ...FINE, price: price('0.68') }), [])
  assert.deepEqual(ticketWarnings({ ...FINE, closesAt: -1 }), [])
  assert.deepEqual(ticketWarnings({ ...FINE, bestAsk: null, depth: micros(0n), price: price('0.9') }), [])
})
