// Rules shown here: VEN-16.
// SAFE and ARMED: every start is SAFE, and idle time is measured by the monotonic clock.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { replay } from '../testing/replay.ts'
import { SAFE, stepTradingMode } from './trading-mode.ts'
import type { Moment, TradingModeEvent, TradingModeState } from './trading-mode.ts'

const IDLE = 60_000
const at = (wall: number, monotonic = wall): Moment => ({ wall, monotonic })
const arm = (now: Moment): TradingModeEvent => ({ type: 'arm', now, idleTimeoutMs: IDLE })
const touch = (now: Moment): TradingModeEvent => ({ type: 'touch', now, idleTimeoutMs: IDLE })
const clock = (now: Moment): TradingModeEvent => ({ type: 'clock', now })
const disarm: TradingModeEvent = { type: 'disarm', cause: 'logout', at: 7 }

const armed: TradingModeState = { mode: 'ARMED', armedAt: 1_000, idleAt: at(61_000) }
const goneIdle = (wall: number) => ({
  state: SAFE,
  effects: [{ type: 'disarmed' as const, cause: 'idle' as const, at: wall }],
})

describe('trading mode', () => {
  test('INV-04 the start is SAFE, and only arm leaves it', () => {
    assert.equal(SAFE.mode, 'SAFE')
    for (const event of [touch(at(1)), clock(at(1)), disarm]) {
      assert.deepEqual(stepTradingMode(SAFE, event), { state: SAFE, effects: [] })
    }
    assert.deepEqual(stepTradingMode(SAFE, arm(at(1_000))), { state: armed, effects: [{ type: 'armed' }] })
  })

  test('disarm reports its cause once', () => {
    const step = stepTradingMode(armed, disarm)
    assert.deepEqual(step, { state: SAFE, effects: [{ type: 'disarmed', cause: 'logout', at: 7 }] })
    assert.deepEqual(stepTradingMode(step.state, disarm).effects, [])
  })

  test('the monotonic clock at the deadline ends it, not a millisecond before, whatever the wall clock says', () => {
    assert.deepEqual(stepTradingMode(armed, clock(at(60_999))), { state: armed, effects: [] })
    for (const wall of [0, 61_000, 9_000_000]) {
      assert.deepEqual(stepTradingMode(armed, clock(at(wall, 60_999))), { state: armed, effects: [] })
    }
    assert.deepEqual(stepTradingMode(armed, clock(at(2_000, 61_000))), goneIdle(2_000))
  })

  test('a command restarts the time, unless it has run out already', () => {
    const touched = stepTradingMode(armed, touch(at(50_000)))
    assert.deepEqual(touched.state, { mode: 'ARMED', armedAt: 1_000, idleAt: at(110_000) })
    assert.deepEqual(stepTradingMode(armed, touch(at(61_000))), goneIdle(61_000))
    assert.deepEqual(stepTradingMode(armed, arm(at(61_000))), goneIdle(61_000))
  })

  test('arming while armed keeps when it began', () => {
    assert.deepEqual(stepTradingMode(armed, arm(at(50_000))).state, {
      mode: 'ARMED',
      armedAt: 1_000,
      idleAt: at(110_000),
    })
  })

  test('any history alternates armed and disarmed, and nobody is armed past the deadline', () => {
    const moment = fc.tuple(fc.nat(200_000), fc.nat(200_000)).map(([wall, mono]) => at(wall, mono))
    const anyEvent = fc.oneof(moment.map(arm), moment.map(touch), moment.map(clock), fc.constant(disarm))
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), moment, (history, now) => {
        const { state, effects } = replay(stepTradingMode, SAFE, history)
        for (const [index, effect] of effects.entries()) {
          assert.equal(effect.type, index % 2 === 0 ? 'armed' : 'disarmed')
        }
        assert.equal(state.mode === 'ARMED', effects.length % 2 === 1)
        const judged = stepTradingMode(state, clock(now)).state
        if (judged.mode === 'ARMED') {
          assert.ok(now.monotonic < judged.idleAt.monotonic)
        }
      }),
    )
  })
})
