import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joined, priced, pricedText } from './priced-text.ts'

const word = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('0.43', '10', '').map((text) => text),
  fc.constantFrom('0.43', '0.4325', '0.1').map((text) => priced(text, 100)),
)

test('each price is noted with its position, however texts are put together', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 6 }),
      word,
      fc.string({ maxLength: 3 }),
      (parts, last, between) => {
        const inner = joined(parts, between)
        const { text, prices } = pricedText`BUY ${inner} at ${last}.`
        const wanted = [...parts, last].flatMap((part) => (typeof part === 'object' ? [part.text] : []))
        assert.deepEqual(
          prices.map((one) => text.slice(one.at, one.at + one.text.length)),
          wanted,
        )
        assert.ok(prices.every((one, at) => at === 0 || one.at > (prices[at - 1]?.at ?? 0)))
      },
    ),
  )
})

test('what is no price is only text', () => {
  assert.deepEqual(pricedText`BUY ${10} at 0.43, ${'Yes'}.`, { text: 'BUY 10 at 0.43, Yes.', prices: [] })
})
