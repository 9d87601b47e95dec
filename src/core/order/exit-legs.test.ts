import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceFromSteps, type Price } from '../price.ts'
import { micros } from '../money.ts'
import { NO_LEGS, type ExitLegs } from './attached-exit.ts'
import { isFewer, legsFault, legsText } from './exit-legs.ts'

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

test('INV-73 legs are checked against each other, and taking some off is always allowed', () => {
  const legs: ExitLegs = {
    ...NO_LEGS,
    target: { price: price(7_000) },
    further: [{ price: price(6_000), percent: 50 }],
    stop: { price: price(4_000), slippageTicks: 2 },
    breakEven: { at: price(5_500), stop: price(5_000) },
  }
  const entry = { price: price(5_000), size: micros(10_000_000n), slippageTicks: 2 }
  const fault = (changes: Partial<ExitLegs>) => legsFault({ ...legs, ...changes }, 100, 5, null)
  const share = (steps: number, percent: number) => ({ price: price(steps), percent })
  assert.equal(fault({}), null)
  assert.equal(fault({ entry }), null)
  assert.equal(fault({ target: null }), 'further_targets')
  assert.equal(fault({ further: [share(7_000, 50)] }), 'further_targets')
  assert.equal(fault({ further: [share(6_000, 50), share(6_500, 50)] }), 'further_targets')
  assert.equal(fault({ further: [share(6_005, 50)] }), 'off_tick')
  assert.equal(fault({ further: [share(4_000, 50)] }), 'target_below_stop')
  assert.equal(fault({ breakEven: { at: price(6_500), stop: price(6_000) } }), 'target_below_stop')
  assert.equal(fault({ stop: null }), 'break_even')
  assert.equal(fault({ breakEven: { at: price(5_000), stop: price(5_000) } }), 'break_even')
  assert.equal(fault({ entry: { ...entry, price: price(6_000) } }), 'entry_outside')
  assert.equal(fault({ entry: { ...entry, price: price(4_000) } }), 'entry_outside')
  assert.equal(fault({ entry: { ...entry, slippageTicks: 6 } }), 'slippage')
  assert.equal(isFewer({ ...legs, further: [] }, legs), true)
  assert.equal(isFewer({ ...legs, further: [share(6_000, 40)] }, legs), false)
  assert.equal(isFewer({ ...legs, breakEven: null }, legs), true)
  assert.equal(isFewer({ ...legs, stop: null }, legs), false)
  assert.equal(isFewer({ ...legs, entry: null }, { ...legs, entry }), true)
  assert.equal(isFewer({ ...legs, entry: { ...entry } }, { ...legs, entry }), true)
})

test('texts of legs without the kinds that came later are those of earlier versions', () => {
  const stop = { price: price(4_000), slippageTicks: 2 }
  assert.equal(
    legsText({ ...NO_LEGS, stop }),
    '{"target":null,"stop":{"price":4000,"slippageTicks":2},"trailing":null,"time":null}',
  )
})
