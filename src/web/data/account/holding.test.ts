// The rows of a ladder show what closing the position there would realise, and where it was entered.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatMicros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { samplePosition } from '../../features/portfolio/testing/samples.ts'
import { closedAt, closedText, entryPrice, holdingKey, holdingOf } from './holding.ts'
import type { Holding } from './holding.ts'

function at(steps: number): Price {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return price
}

function held(size: string, cost: string): Holding {
  const holding = holdingOf(holdingKey(samplePosition({ size, cost_basis: cost })))
  assert.ok(holding !== null)
  return holding
}

describe('a position on the ladder', () => {
  test('leaves at each price what its shares bring less what they cost', () => {
    const holding = held('100', '57.44')
    assert.deepEqual(
      [5_000, 5_744, 6_000].map((steps) => formatMicros(closedAt(holding, at(steps)))),
      ['-7.44', '0', '2.56'],
    )
  })

  test('says so with as many decimals below one as above it', () => {
    const texts = (size: string, cost: string) =>
      [4_900, 5_000, 5_010, 9_900].map((steps) => closedText(held(size, cost), at(steps)))
    assert.deepEqual(texts('10', '5'), ['\u22120.10', '0.00', '+0.01', '+4.90'])
    assert.deepEqual(texts('500', '250'), ['\u22125.00', '0.00', '+0.50', '+245.0'])
  })

  test('was entered at the price nearest to its average', () => {
    assert.equal(entryPrice(held('100', '57.44'), 100), 5_700)
    assert.equal(entryPrice(held('100', '57.44'), 10), 5_740)
    assert.equal(entryPrice(held('100', '0.001'), 100), null)
    assert.equal(entryPrice(held('1', '1.2'), 100), null)
  })

  test('is none once it is resolved, closed or unknown', () => {
    assert.equal(holdingOf(holdingKey(null)), null)
    assert.equal(holdingOf(holdingKey(samplePosition({ status: 'redeemable' }))), null)
    assert.equal(holdingOf(holdingKey(samplePosition({ size: '0', cost_basis: '0' }))), null)
  })
})
