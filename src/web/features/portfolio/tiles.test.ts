import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSummary } from './testing/samples.ts'
import { comparedText, tilesOf } from './tiles.ts'

const tile = (name: string, summary = sampleSummary()) => {
  const found = tilesOf(summary).find((one) => one.name === name)
  assert.ok(found !== undefined, name)
  return found
}

test('figures are shown to the cent, cut downwards, and exactly beside it, with the sign where there is gain or loss', () => {
  assert.equal(tile('cash').note, 'free 100.00, reserved 0.00')
  assert.deepEqual([tile('unrealised').value, tile('unrealised').tone], ['+1.00', 'pos'])
  const lost = tile('today', sampleSummary({ realised_pnl_today: '-0.123456' }))
  assert.deepEqual([lost.value, lost.exact, lost.tone], ['\u22120.13', '\u22120.123456', 'neg'])
})

test('what is not whole, not known or not agreed is a warning in words', () => {
  assert.deepEqual(
    tilesOf(sampleSummary()).filter(({ isWarning }) => isWarning),
    [],
  )
  const bad = sampleSummary({
    cash: null,
    available: null,
    equity: null,
    liquidation_complete: false,
    positions_without_mark: 2,
    fees_known: false,
    differs_from_venue: true,
    venue: {
      positions_value: '6',
      unrealised_pnl: '1',
      realised_pnl: '0',
      value_difference: '0',
      pnl_difference: '0.5',
      differing_positions: 1,
      likely_cause: 'indexer_behind',
      since: null,
      as_of: '2026-11-20T12:00:00.000Z',
    },
  })
  assert.deepEqual(
    tilesOf(bad)
      .filter(({ isWarning }) => isWarning)
      .map(({ name, value, note }) => [name, value, note]),
    [
      ['cash', '\u2013', 'not read yet'],
      ['positions', '6.00', '2 without a price'],
      ['liquidation', '6.00', 'not complete'],
      ['realised', '0.00', 'some fees are not known'],
    ],
  )
  assert.equal(comparedText(bad), 'differs: 1 position, realised +0.50')
})
