// The geographic check: its pauses (VEN-12), and no answer is never "not blocked".
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { GEOBLOCK_START, stepGeoblock, type GeoblockEvent } from './geoblock.ts'

const failed = (at: number): GeoblockEvent => ({ type: 'failed', error: 'no answer', at })
const answered = (blocked: boolean, at: number): GeoblockEvent => ({ type: 'answered', blocked, at })

describe('geographic check', () => {
  test('nothing is known at the start', () => {
    assert.equal(GEOBLOCK_START.blocked, null)
    assert.deepEqual(stepGeoblock(GEOBLOCK_START, { type: 'due' }).effects, [{ type: 'check' }])
  })

  test('failures are retried after 30 s, 1 min, 2 min, then every 10 min', () => {
    let state = GEOBLOCK_START
    const pauses: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const step = stepGeoblock(state, failed(1_000))
      const [effect] = step.effects
      assert.ok(effect?.type === 'check_after')
      assert.equal(step.state.nextCheckAt, 1_000 + effect.afterMs)
      pauses.push(effect.afterMs)
      state = step.state
    }
    assert.deepEqual(pauses, [30_000, 60_000, 120_000, 600_000, 600_000, 600_000])
  })

  test('an answer is kept with its time, and the next failure begins at 30 s again', () => {
    const known = stepGeoblock(stepGeoblock(GEOBLOCK_START, failed(1)).state, answered(false, 2))
    assert.deepEqual(known.state, {
      blocked: false,
      error: null,
      checkedAt: 2,
      nextCheckAt: 600_002,
      failures: 0,
    })
    assert.deepEqual(known.effects, [{ type: 'check_after', afterMs: 600_000 }])
    assert.deepEqual(stepGeoblock(known.state, failed(3)).effects, [{ type: 'check_after', afterMs: 30_000 }])
  })

  test('a failure after an answer fails closed', () => {
    const { state } = stepGeoblock(stepGeoblock(GEOBLOCK_START, answered(false, 1)).state, failed(2))
    assert.equal(state.blocked, null)
    assert.equal(state.error, 'no answer')
  })

  test('a check under way changes nothing that is known', () => {
    const { state } = stepGeoblock(GEOBLOCK_START, answered(true, 1))
    assert.deepEqual(stepGeoblock(state, { type: 'due' }).state, { ...state, nextCheckAt: null })
  })

  test('after any history, blocked is what the last ending said, and only an answer can say false', () => {
    const anyEvent = fc.oneof(
      fc.constant<GeoblockEvent>({ type: 'due' }),
      fc.nat().map(failed),
      fc.tuple(fc.boolean(), fc.nat()).map(([blocked, at]) => answered(blocked, at)),
    )
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (history) => {
        let state = GEOBLOCK_START
        for (const event of history) {
          const step = stepGeoblock(state, event)
          assert.equal(step.effects.length, 1)
          state = step.state
        }
        const last = history.findLast(({ type }) => type !== 'due')
        assert.equal(state.blocked, last?.type === 'answered' ? last.blocked : null)
      }),
    )
  })
})
