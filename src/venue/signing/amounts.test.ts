/** The amount arithmetic of the order that is signed, against the independent vectors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMicros } from '#core/money.ts'
import { limitAmounts } from '#core/order/order-amounts.ts'
import type { Side } from '#core/order/order.ts'
import { isOnTick, parsePrice, parseTickSize } from '#core/price.ts'
import { readVectors } from '../testing/vectors.ts'

type AmountVectors = {
  readonly cases: readonly {
    readonly id: string
    readonly tick: string
    readonly side: Side
    readonly price: string
    readonly size: string
    readonly onTick: boolean
    readonly makerAmount: string
    readonly takerAmount: string
  }[]
  readonly invalidPrices: readonly { readonly tick: string; readonly price: string }[]
}

const vectors = readVectors('amounts') as AmountVectors

/** Sizes with more than six decimals are cut as text before they become millionths, as rounding down to two allows. */
function size(text: string): ReturnType<typeof parseMicros> {
  const [whole = '0', fraction = ''] = text.split('.')
  return parseMicros(`${whole}.${fraction.slice(0, 6).padEnd(1, '0')}`)
}

test('INV-12 every amount vector comes out exactly, and a price of over four decimals is no price', () => {
  for (const vector of vectors.cases) {
    const price = parsePrice(vector.price)
    const tick = parseTickSize(vector.tick)
    const shares = size(vector.size)
    assert.ok(tick !== null && shares.ok, vector.id)
    if (price === null) {
      assert.equal(vector.onTick, false, vector.id)
      continue
    }
    assert.equal(isOnTick(price, tick), vector.onTick, vector.id)
    const amounts = limitAmounts(vector.side, price, shares.value, tick)
    assert.deepEqual(
      [amounts.makerAmount.toString(), amounts.takerAmount.toString()],
      [vector.makerAmount, vector.takerAmount],
      vector.id,
    )
  }
})

test('INV-12 every invalid price is refused', () => {
  for (const { tick, price } of vectors.invalidPrices) {
    const parsed = parsePrice(price)
    const size = parseTickSize(tick)
    assert.ok(size !== null)
    assert.ok(parsed === null || !isOnTick(parsed, size), `${price} at ${tick}`)
  }
})
