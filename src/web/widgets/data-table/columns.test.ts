import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { amountColumn, MEAN, RESULT, SHARES, sideColumn } from './columns.tsx'

test('an amount is cut downwards to its step, with the exact one in the tooltip, coloured where it is a result', () => {
  const shown = (look: object, value: bigint | null) => {
    const amount = value === null ? null : micros(value)
    const column = amountColumn<Micros | null>('a', 'A', (row) => row, look)
    return [column.cell(amount, null), ...Object.values(column.cellProps?.(amount, null) ?? {})]
  }
  assert.deepEqual(shown(RESULT, -6_490_863n), ['\u22126.50', 'neg', '\u22126.490863'])
  assert.deepEqual(shown(RESULT, 1_500_000n), ['+1.50', 'pos'])
  assert.deepEqual(shown(RESULT, null), ['\u2013', 'soft'])
  assert.deepEqual(shown(MEAN, 112n), ['+0.0001', '+0.000112'])
  assert.deepEqual(shown(SHARES, 55_892_857n), ['55.89', '55.892857'])
  assert.deepEqual(shown(SHARES, 12_345_500_000n), ['12\u202f345.5'])
})

test('a side is a word and a colour, and rows without one say what they are', () => {
  const column = sideColumn<'BUY' | 'SELL' | null>((side) => side, 'payout')
  assert.deepEqual(
    (['BUY', 'SELL', null] as const).map((side) => [column.cell(side, null), column.value?.(side)]),
    [
      ['+ BUY', 'BUY'],
      ['\u2212 SELL', 'SELL'],
      ['payout', 'payout'],
    ],
  )
})
