// Legs of a combo: eligible or not with the reason, and which contradict each other.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { comboIneligible, legFaults, type LegFault, type WantedLeg } from './combo-legs.ts'
import { comboMarket, leg } from '../testing/combo-samples.ts'
import type { Market } from '../market/market.ts'

describe('a market', () => {
  const cases: readonly [Partial<Market>, ReturnType<typeof comboIneligible>][] = [
    [{}, null],
    [{ comboStatus: 'pending' }, 'pending'],
    [{ comboStatus: 'disabled' }, 'disabled'],
  ]
  for (const [changes, expected] of cases) {
    test(`with ${JSON.stringify(changes)} is ${expected ?? 'eligible'}`, () => {
      assert.equal(comboIneligible({ ...comboMarket(1), ...changes }), expected)
    })
  }

  test('is not eligible when any one outcome has no position id', () => {
    const market = comboMarket(1)
    const [yes, no] = market.outcomes
    assert.equal(
      comboIneligible({ ...market, outcomes: [yes, { ...no, positionId: null }] }),
      'no_position_id',
    )
  })
})

describe('legs', () => {
  const cases: readonly [title: string, legs: readonly WantedLeg[], faults: readonly (LegFault | null)[]][] =
    [
      ['of different markets are fine', [leg(1), leg(2)], [null, null]],
      [
        'of one market contradict each other',
        [leg(1, 0), leg(2), leg(1, 1)],
        ['contradictory', null, 'contradictory'],
      ],
      [
        'that are the same outcome contradict each other',
        [leg(1), leg(1)],
        ['contradictory', 'contradictory'],
      ],
      [
        'of one neg-risk event contradict each other, across its markets',
        [leg(1, 0, { event: 9, negRisk: true }), leg(2, 0, { event: 9, negRisk: true })],
        ['contradictory', 'contradictory'],
      ],
      [
        'of one event that is not neg-risk are fine',
        [leg(1, 0, { event: 9 }), leg(2, 0, { event: 9 })],
        [null, null],
      ],
      ['that are not known say so', [{ ...leg(1), place: null }, leg(2)], ['unknown', null]],
      ['of a closed market say so', [leg(1, 0, { market: { status: 'closed' } }), leg(2)], ['closed', null]],
    ]
  for (const [title, legs, faults] of cases) {
    test(title, () => {
      assert.deepEqual(legFaults(legs), faults)
    })
  }
})
