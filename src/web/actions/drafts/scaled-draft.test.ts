import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOutcomeId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import { dragAim, scaledAim, scaleLabel, scaleSums } from './scaled-draft.ts'
import type { ScaleDrag } from './scaled-draft.ts'

const at = (text: string) => parsePrice(text) ?? assert.fail()
const shares = (count: number) => micros(BigInt(count) * 1_000_000n)
const PLACE = {
  market: { minOrderSize: shares(5) },
  outcome: { id: parseOutcomeId('pm:1') ?? assert.fail(), name: 'Herons' },
  free: shares(20),
}
const DEFAULTS = { size: shares(25), unit: 'shares', timeInForce: 'GTC', postOnly: false } as const
const DRAG: ScaleDrag = {
  grid: { tick: 100, group: 1 },
  side: 'BUY',
  from: at('0.44'),
  to: at('0.40'),
  by: 'pointer',
}
const partsOf = (aim: ReturnType<typeof dragAim>) =>
  aim.ok ? (aim.value.parts ?? []).map(({ price, size }) => [price, size / 1_000_000n]) : aim.error

test('a drag places one part a row, and fewer where the size is too small for as many', () => {
  const five = [4_400, 4_300, 4_200, 4_100, 4_000].map((price) => [price, 5n])
  assert.deepEqual(partsOf(dragAim(PLACE, DRAG, DEFAULTS, 'flat')), five)
  assert.deepEqual(
    partsOf(dragAim(PLACE, DRAG, { ...DEFAULTS, size: shares(10) }, 'flat')),
    [4_400, 4_000].map((price) => [price, 5n]),
  )
  assert.match(String(partsOf(dragAim(PLACE, DRAG, { ...DEFAULTS, size: shares(9) }, 'flat'))), /minimum 5/)
  assert.match(String(partsOf(dragAim(PLACE, { ...DRAG, to: DRAG.from }, DEFAULTS, 'flat'))), /another row/)
  assert.match(String(partsOf(dragAim(PLACE, DRAG, { ...DEFAULTS, timeInForce: 'FAK' }, 'flat'))), /GTC/)
})

test('more than is free is not sold', () => {
  const sale = dragAim(PLACE, { ...DRAG, side: 'SELL' }, DEFAULTS, 'flat')
  assert.match(String(partsOf(sale)), /only 20 Herons free to sell/)
})

test('sums are exact, and the fee is the most of each', () => {
  const terms = { side: 'BUY', shape: 'growing', tick: 100, size: shares(60) } as const
  const aim = scaledAim(PLACE, { ...terms, from: at('0.42'), to: at('0.40'), parts: 3 })
  assert.ok(aim.ok)
  const prices = pricesIn('price')
  // 10 at 0.42, 20 at 0.41, 30 at 0.40.
  assert.equal(scaleSums(aim.value, null, false, prices).cash, micros(24_400_000n))
  assert.equal(scaleLabel(aim.value, prices, true), 'buy 60 in 3, cost 24.40, avg 0.4067')
  const fees = { rate: micros(1_000_000n), exponent: 1, known: true }
  const { fee } = scaleSums(aim.value, fees, false, prices)
  // Size times p(1 - p) each: 2.436 + 4.838 + 7.2.
  assert.deepEqual(fee, { fee: micros(14_474_000n), feeState: 'at_most' })
  assert.equal(scaleSums(aim.value, { ...fees, known: false }, false, prices).fee.fee, null)
  assert.equal(scaleSums(aim.value, fees, true, prices).fee.fee, 0n)
})
