import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceFromSteps } from '#core/price.ts'
import { dropTarget } from './drop-target.ts'
import { sampleOrder } from '../portfolio/testing/samples.ts'

const PAIRS = new Map([
  ['pm:1', 'pm:2'],
  ['pm:2', 'pm:1'],
])

function dropOn(outcomeId: string, steps: number, side: 'BUY' | 'SELL', group: 1 | 5 = 1) {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  const under = { outcomeId, price, grid: { tick: 100, group } } as const
  const found = dropTarget(sampleOrder({ outcome_id: 'pm:1', side }), under, PAIRS)
  return found === null ? null : [found.price, found.shown]
}

test('an order goes to the price of its own ladder, in a wide row to the end that its side means', () => {
  assert.deepEqual(dropOn('pm:1', 4_200, 'BUY'), [4_200, 4_200])
  assert.deepEqual(dropOn('pm:1', 4_000, 'BUY', 5), [4_400, 4_400])
  assert.deepEqual(dropOn('pm:1', 4_000, 'SELL', 5), [4_000, 4_000])
})

test('on the ladder of the complement it goes where its own price says the same', () => {
  assert.deepEqual(dropOn('pm:2', 4_200, 'BUY'), [5_800, 4_200])
  // A buy here is a sale there: the low end of the row, which is the high one of its own price.
  assert.deepEqual(dropOn('pm:2', 4_000, 'BUY', 5), [6_000, 4_000])
  assert.deepEqual(dropOn('pm:2', 4_000, 'SELL', 5), [5_600, 4_400])
})

test('no other ladder takes it', () => {
  assert.equal(dropOn('pm:3', 4_200, 'BUY'), null)
})
