import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceFromSteps, type Price } from '../price.ts'
import { isFewer, legsFault, NO_LEGS, type ExitLegs } from './attached-exit.ts'

const price = (steps: number): Price => priceFromSteps(steps) ?? assert.fail()

test('INV-73 legs that are only taken off are fewer, also where they could not be set any more', () => {
  const legs: ExitLegs = {
    ...NO_LEGS,
    target: { price: price(7_005) },
    stop: { price: price(4_005), slippageTicks: 90 },
  }
  assert.equal(legsFault({ ...legs, target: null }, 100, 5, null), 'off_tick')
  assert.equal(isFewer({ ...legs, target: null }, legs), true)
  assert.equal(isFewer(legs, legs), true)
  assert.equal(isFewer({ ...legs, target: { price: price(7_100) } }, legs), false)
  assert.equal(isFewer({ ...legs, stop: { price: price(4_005), slippageTicks: 91 } }, legs), false)
  assert.equal(isFewer({ ...legs, time: { minutesBefore: 0 } }, legs), false)
  assert.equal(isFewer(NO_LEGS, legs), false)
})
